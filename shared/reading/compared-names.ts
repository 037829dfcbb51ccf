import type { JsonObject } from "../json.ts";

/** In a larger object each name would be compared with each. */
export const mostCompared = 100;

const largeObjects = new WeakSet<JsonObject>();
const none: readonly string[] = [];
/** The fields of an object are looked at in turn. To keep the names of each would cost more than to find them again. */
let last: { readonly object: JsonObject; readonly names: readonly string[] } = { object: {}, names: none };

/** The names of an object whose fields are compared with each other; none of a large one. */
export function comparedNamesOf(object: JsonObject): readonly string[] {
  if (object === last.object) return last.names;
  if (largeObjects.has(object)) return none;
  const names = Object.keys(object);
  if (names.length > mostCompared) {
    largeObjects.add(object);
    return none;
  }
  last = { object, names };
  return names;
}

/** `expected: "refund", actual: "refund"`. */
export function isAsExpected(object: JsonObject, text: string): boolean {
  return comparedNamesOf(object).some(name => /^expect/i.test(name) && object[name] === text);
}
