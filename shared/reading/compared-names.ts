import type { JsonObject } from "../json.ts";

/** In a larger object each name would be compared with each. */
export const mostCompared = 100;

const comparedNames = new WeakMap<object, readonly string[]>();

/** The names of an object whose fields are compared with each other; none of a large one. */
export function comparedNamesOf(object: JsonObject): readonly string[] {
  const known = comparedNames.get(object);
  if (known !== undefined) return known;
  const names = Object.keys(object);
  const compared = names.length > mostCompared ? [] : names;
  comparedNames.set(object, compared);
  return compared;
}

/** `expected: "refund", actual: "refund"`. */
export function isAsExpected(object: JsonObject, text: string): boolean {
  return comparedNamesOf(object).some(name => /^expect/i.test(name) && object[name] === text);
}
