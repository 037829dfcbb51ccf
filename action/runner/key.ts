/** The key, kept out of everything: masked before anything else is read, and taken out of what the service echoes. */

import { getInput, setSecret } from "@actions/core";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Answer } from "../../shared/service/client.ts";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

/** Tells the runner every form in which the key could show up. */
export function maskKey(key = getInput("api-key")): void {
  if (key !== "") for (const form of secretForms(key)) setSecret(form);
}

export function redactorOf(key: string): Redact {
  return key === "" ? text => text : redactor(key);
}

export type Echo = Pick<Answer, "raw" | "value">;

/** The answer as it came, byte for byte, unless it holds the key. */
export function withoutKey({ raw, value }: Echo, redact: Redact): Echo {
  const asItCame = new TextDecoder().decode(raw);
  const holdsNone = redact(asItCame) === asItCame;
  // JSON can spell a key in many ways, but none of them goes without a backslash.
  if (holdsNone && !asItCame.includes("\\")) return { raw, value };
  const spelledOut = JSON.stringify(value);
  const redacted = redact(spelledOut);
  if (holdsNone && redacted === spelledOut) return { raw, value };
  return { raw: new TextEncoder().encode(redacted), value: parsed(redacted) };
}

/** A key that is a number or a word of JSON leaves nothing readable behind, and then nothing is kept. */
function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
