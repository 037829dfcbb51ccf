/**
 * What speaks against a pass beneath something that says that it passed: a step, an assertion, a judge or a part of a
 * message that says otherwise. Nothing does that was tried again with another result, or that may fail without harm.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Says } from "../vocabulary.ts";
import { saysLittle } from "../vocabulary.ts";
import { summariesOf } from "./counts.ts";
import { type Key, keyOf } from "./keys.ts";
import type { ObjectNode, OutcomeField } from "./nodes.ts";
import { flagIn, momentIn, ownName, textIn } from "./values.ts";
import { entries, isStatusWord, saysOf, squash } from "./words.ts";

const little = new Set(entries(saysLittle));

/** What the node's own fields say against a pass. */
export function wrongIn(node: ObjectNode): OutcomeField | null {
  for (const field of node.outcomes ?? []) if (isWrong(field, node.context.key)) return field;
  return node.counts === null ? null : wrongCountIn(node);
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
    if (count !== null && (sums.failed ?? 0) > 0) return fieldOf(node, count.path, count.value);
    if (short !== null && passed !== null && !isOfAttempts(passed.key))
      return fieldOf(node, passed.path, passed.value);
  }
  return null;
}

function isOfAttempts({ squashed }: Key): boolean {
  return /attempt|tries|retr|rerun|flak/.test(squashed);
}

function fieldOf(node: ObjectNode, path: OutcomeField["path"], value: number): OutcomeField {
  return { node, path, says: "failed", value, kind: "flag", decisive: false };
}

// --- Before anything is made of it ---------------------------------------------------------------------------------

/** Something in it may speak against a pass: a quick look, as in most there is nothing. */
export function mayBeWrong(value: JsonObject | JsonValue[]): boolean {
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

function isBad(says: Says | null): boolean {
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

// --- What was tried again ------------------------------------------------------------------------------------------

/** The positions in a list of those that a later try superseded. `areTries`: all are tries of one thing. */
export function supersededIn(list: readonly JsonValue[], areTries: boolean): ReadonlySet<number> {
  const superseded = new Set<number>();
  const later = new Map<string, number>();
  const last = list.length - 1;
  const latest = isNewestFirst(list) ? 0 : last;
  for (let index = last; index >= 0; index--) {
    if (areTries && index !== latest) superseded.add(index);
    const element = list[index];
    if (areTries || !isJsonObject(element)) continue;
    const name = ownName(element);
    if (name === null) continue;
    const number = tryOf(element);
    const best = later.get(name) ?? number;
    if (best > number) superseded.add(index);
    later.set(name, Math.max(best, number));
  }
  return superseded;
}

/** Its elements say which try each was. */
export function areNumbered(list: readonly JsonValue[]): boolean {
  const [first, last] = [list[0], list.at(-1)];
  return isJsonObject(first) && isJsonObject(last) && tryOf(first) !== tryOf(last);
}

function isNewestFirst(list: readonly JsonValue[]): boolean {
  const [first, last] = [list[0], list.at(-1)];
  if (!isJsonObject(first) || !isJsonObject(last)) return false;
  return tryOf(first) > tryOf(last) || startOf(first) > startOf(last);
}

/** Which try it was, as far as it tells. */
function tryOf(object: JsonObject): number {
  for (const name in object) {
    const { fields } = keyOf(name);
    const value = object[name];
    if (fields.isRetry >= 0 && value === true) return 1;
    if ((fields.retries >= 0 || fields.attempts >= 0) && typeof value === "number") return value;
  }
  return 0;
}

function startOf(object: JsonObject): number {
  for (const name in object) {
    const value = object[name];
    if (keyOf(name).fields.start >= 0 && value !== undefined) return momentIn(value) ?? 0;
  }
  return 0;
}
