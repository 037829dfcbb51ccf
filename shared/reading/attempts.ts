/** Finds the attempts of a case that a later attempt replaces. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { keyOf } from "./keys.ts";
import { objectName } from "./object-name.ts";
import { momentIn } from "./values.ts";

/** The positions of replaced attempts in a list. `areAttempts`: all elements are attempts of one case. */
export function supersededPositions(list: readonly JsonValue[], areAttempts: boolean): ReadonlySet<number> {
  const superseded = new Set<number>();
  const later = new Map<string, number>();
  const last = list.length - 1;
  const latest = isNewestFirst(list) ? 0 : last;
  for (let index = last; index >= 0; index--) {
    if (areAttempts && index !== latest) superseded.add(index);
    const element = list[index];
    if (areAttempts || !isJsonObject(element)) continue;
    const name = objectName(element);
    if (name === null) continue;
    // In an element with a name, a field such as `index` is the position in the list and not an attempt's number.
    const number = attemptNumberOf(element, false);
    const best = later.get(name) ?? number;
    if (best > number) superseded.add(index);
    later.set(name, Math.max(best, number));
  }
  return superseded;
}

export function haveAttemptNumbers(list: readonly JsonValue[]): boolean {
  const [first, last] = [list[0], list.at(-1)];
  return isJsonObject(first) && isJsonObject(last) && attemptNumberOf(first) !== attemptNumberOf(last);
}

function isNewestFirst(list: readonly JsonValue[]): boolean {
  const [first, last] = [list[0], list.at(-1)];
  if (!isJsonObject(first) || !isJsonObject(last)) return false;
  return attemptNumberOf(first) > attemptNumberOf(last) || startOf(first) > startOf(last);
}

/** A number that orders attempts: a count of retries or attempts, a position, or 1 for the flag of a retry; else 0. */
function attemptNumberOf(object: JsonObject, acceptsPosition = true): number {
  for (const name in object) {
    const { fieldRanks } = keyOf(name);
    const value = object[name];
    if (fieldRanks.isRetry >= 0 && value === true) return 1;
    if (
      (fieldRanks.retries >= 0 ||
        fieldRanks.attempts >= 0 ||
        (acceptsPosition && fieldRanks.position >= 0)) &&
      typeof value === "number"
    )
      return value;
  }
  return 0;
}

function startOf(object: JsonObject): number {
  for (const name in object) {
    const value = object[name];
    if (keyOf(name).fieldRanks.start >= 0 && value !== undefined) return momentIn(value) ?? 0;
  }
  return 0;
}
