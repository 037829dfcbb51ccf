/** Which of several tries of one thing counts, and which a later one superseded. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { keyOf } from "./keys.ts";
import { ownName } from "./names.ts";
import { momentIn } from "./values.ts";

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
    // Beside a name, an index is the element's place in the list.
    const number = tryOf(element, false);
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

/** The number of the try, as far as it tells. */
function tryOf(object: JsonObject, byPosition = true): number {
  for (const name in object) {
    const { fields } = keyOf(name);
    const value = object[name];
    if (fields.isRetry >= 0 && value === true) return 1;
    if (
      (fields.retries >= 0 || fields.attempts >= 0 || (byPosition && fields.position >= 0)) &&
      typeof value === "number"
    )
      return value;
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
