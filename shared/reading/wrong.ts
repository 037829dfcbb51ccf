/**
 * What speaks against a pass beneath something that says that it passed: a step, an assertion, a judge or a part of a
 * message that says otherwise. Nothing does that was tried again with another result, or that may fail without harm.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { summariesOf } from "./counts.ts";
import { type Key, keyOf } from "./keys.ts";
import { flagOf, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { flagIn, textIn } from "./values.ts";
import { type Says, saysLittle } from "./vocabulary.ts";
import { entries, isStatusWord, saysOf, squash } from "./words.ts";

const little = new Set(entries(saysLittle));

/** What the node's own fields say against a pass. */
export function wrongIn(node: ObjectNode): OutcomeField | null {
  const { key } = node.context;
  for (const field of node.outcomes ?? []) if (isWrong(field, key)) return field;
  if (key.judges && typeof node.step === "string") {
    const name = wrongNameIn(node.value);
    if (name !== undefined) return flagOf(node, name, "failed", String(node.value[name]));
  }
  return node.counts === null ? null : wrongCountIn(node);
}

/** `criteria: { "polite": true, "books a table": false }`. */
function wrongNameIn(object: JsonObject): string | undefined {
  for (const name in object) {
    const value = object[name];
    const isWord = typeof value === "string" && isStatusWord(value) && isBad(saysOf(value));
    if (value !== false && !(isWord && !little.has(squash(value)))) continue;
    const key = keyOf(name);
    if (!key.isOutcome && !key.isField) return name;
  }
  return undefined;
}

function isWrong({ says, value, path, kind }: OutcomeField, { squashed: list }: Key): boolean {
  if (says === "failed") return true;
  if (says !== "undecided" && says !== "running") return false;
  if (typeof value !== "string") return says === "undecided" || kind === "flag";
  if (little.has(squash(value))) return false;
  if (says === "undecided") return true;
  // Any word that ends in "ing" may be one for running, and what is recorded of a course shows all its states.
  const name = typeof path === "string" ? path : (path.at(-1) ?? "");
  return isStatusWord(value) && !/phase$/i.test(name) && !/^(?:event|log|history|transition)/.test(list);
}

/** Of its steps or assertions some failed, or fewer passed than there are. */
export function wrongCountIn(node: ObjectNode): OutcomeField | null {
  for (const { unit, failed, passed, sums, short } of summariesOf(node)) {
    if (unit !== "part") continue;
    const count = failed.find(({ value, key }) => value > 0 && !isOfAttempts(key)) ?? null;
    if (count !== null && (sums.failed ?? 0) > 0) return flagOf(node, count.path, "failed", count.value);
    if (short !== null && passed !== null && !isOfAttempts(passed.key))
      return flagOf(node, passed.path, "failed", passed.value);
  }
  return null;
}

function isOfAttempts({ squashed }: Key): boolean {
  return /attempt|tries|retr|rerun|flak/.test(squashed);
}

// --- Before anything is made of it ---------------------------------------------------------------------------------

/** Something in it may speak against a pass: a quick look, as in most there is nothing. */
export function mayBeWrong(value: JsonObject | JsonValue[], { judges }: Key): boolean {
  if (judges && isJsonObject(value) && wrongNameIn(value) !== undefined) return true;
  const waiting: (JsonObject | JsonValue[])[] = [value];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (Array.isArray(at)) {
      for (const element of at) if (typeof element === "object" && element !== null) waiting.push(element);
      continue;
    }
    for (const name in at) {
      const inner = at[name];
      if (inner === undefined || inner === null) continue;
      const key = keyOf(name);
      if (typeof inner !== "object") {
        if (mayTellWrong(key, inner)) return true;
      } else if (!key.ignored) {
        if (key.error && textIn(inner) !== null) return true;
        if (key.outcome !== null && isJsonObject(inner) && holdsBadWord(inner)) return true;
        if (key.judges && isJsonObject(inner) && wrongNameIn(inner) !== undefined) return true;
        waiting.push(inner);
      }
    }
  }
  return false;
}

function mayTellWrong(key: Key, value: string | number | boolean): boolean {
  if (typeof value === "string") {
    if (key.error) return value !== "";
    if (!key.isOutcome) return false;
    const says = saysOf(value);
    return says === null ? flagIn(value) !== null || /\d/.test(value) : isBad(says);
  }
  if (typeof value === "number") return value > 0 && (key.isOutcome || key.fields.exitCode >= 0);
  if (value) return (key.flags && isBad(key.says)) || key.hints === "failure";
  return key.isOutcome;
}

export function isBad(says: Says | null): boolean {
  return says === "failed" || says === "undecided" || says === "running";
}

/** `status: { name: "FAILED" }`. */
function holdsBadWord(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    if (typeof value === "string" && isBad(saysOf(value))) return true;
  }
  return false;
}
