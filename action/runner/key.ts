/** The key, kept out of everything that is shown: masked before anything else is read. */

import { getInput, setSecret } from "@actions/core";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

/** Tells the runner every form in which the key could show up. */
export function maskKey(key = getInput("api-key")): void {
  if (key !== "") for (const form of secretForms(key)) setSecret(form);
}

export function redactorOf(key: string): Redact {
  return key === "" ? text => text : redactor(key);
}
