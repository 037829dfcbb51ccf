/** Finds the places of a response that can be taught, the uses that fit them, and their values. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { keyOf } from "../keys.ts";
import type { PlacePath } from "../place.ts";

/** The uses of a place. Most are fields of a case, named as in a `cases` expression. */
export const uses = [
  "verdict",
  "cases",
  "name",
  "status",
  "duration",
  "message",
  "url",
  "persona",
  "scenario",
  "metrics",
  "attachments",
  "transcript",
] as const;
export type Use = (typeof uses)[number];

export type Scalar = string | number | boolean;

const mostPlaces = 500;

/** The places that can be taught. Of a list, only the first element is looked at. */
export function placesToTeach(response: JsonObject): PlacePath[] {
  const found: PlacePath[] = [];
  const collect = (value: JsonValue, path: PlacePath): void => {
    if (found.length >= mostPlaces) return;
    if (usesAt(response, path).length > 0) found.push(path);
    if (Array.isArray(value)) {
      const [first] = value;
      if (isJsonObject(first)) collect(first, [...path, 0]);
    } else if (isJsonObject(value)) {
      for (const name in value) collect(value[name] ?? null, [...path, name]);
    }
  };
  collect(response, []);
  return found;
}

/** The uses that fit the value at the place. */
export function usesAt(response: JsonObject, path: PlacePath): Use[] {
  if (typeof path.at(-1) === "number") return [];
  const value = valueOn(response, path);
  const isInList = path.some(step => typeof step === "number");
  if (path.length === 0 || value === undefined) return [];
  if (Array.isArray(value) && value.some(isJsonObject))
    return isInList ? ["cases", "metrics", "attachments", "transcript"] : ["cases"];
  if (!isInList && isMapOfObjects(value)) return ["cases"];
  if (Array.isArray(value) || isJsonObject(value))
    return isInList ? ["persona", "scenario", "metrics", "attachments", "transcript"] : [];
  if (!isInList) return value === null ? [] : ["verdict"];
  const texts: Use[] = ["name", "status", "message", "url", "duration", "persona", "scenario", "transcript"];
  if (typeof value === "string") return texts;
  return typeof value === "number" ? ["name", "status", "duration"] : ["status"];
}

function isMapOfObjects(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every(isJsonObject);
}

/** The different values at the place in all responses, the frequent ones first. */
export function valuesAt(responses: readonly JsonObject[], path: PlacePath): Scalar[] {
  const counts = new Map<Scalar, number>();
  for (const response of responses)
    for (const value of valuesIn(response, path))
      if (value !== null && typeof value !== "object") counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

/** The names of the fields of the first elements of the list. */
export function fieldNamesOf(response: JsonObject, path: PlacePath): string[] {
  const names = new Set<string>();
  let left = mostElements;
  for (const element of valuesIn(response, [...path, 0])) {
    if (left-- === 0) break;
    if (isJsonObject(element)) for (const name in element) names.add(name);
  }
  return [...names];
}

const mostElements = 100;

/** The values at the place and at the same place of the other elements of its lists. An index also goes into a map. */
export function* valuesIn(value: JsonValue | undefined, [step, ...rest]: PlacePath): Generator<JsonValue> {
  if (value === undefined) return;
  if (step === undefined) yield value;
  else if (typeof step === "string")
    yield* isJsonObject(value) && Object.hasOwn(value, step) ? valuesIn(value[step], rest) : [];
  else if (value !== null && typeof value === "object")
    for (const element of Object.values(value)) yield* valuesIn(element, rest);
}

export function valueOn(response: JsonObject, path: PlacePath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, step) => (value === undefined ? undefined : childOf(value, step)),
    response,
  );
}

/** In a map, an index counts its values. */
function childOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (typeof step === "number" && isJsonObject(value)) return Object.values(value)[step];
  return Object.hasOwn(value, step) ? (Reflect.get(value, step) as JsonValue) : undefined;
}

/**
 * The path with an index instead of each name that a map gives one of its values: what is said of one case or suite
 * counts for all of them.
 */
export function commonPath(response: JsonObject, path: PlacePath): PlacePath {
  let value: JsonValue | undefined = response;
  return path.map(step => {
    const around: JsonValue | undefined = value;
    value = around === undefined ? undefined : childOf(around, step);
    return typeof step === "string" && around !== undefined && isMapOfEquals(around) ? 0 : step;
  });
}

function isMapOfEquals(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const values = Object.values(value);
  const [first] = values;
  // A name such as `failures` says something about its list, so the lists are no equals.
  if (
    values.length < 2 ||
    first === undefined ||
    Object.keys(value).some(name => keyOf(name).status !== null)
  )
    return false;
  if (values.every(each => Array.isArray(each) && each.some(isJsonObject))) return true;
  if (!values.every(isJsonObject)) return false;
  const names = isJsonObject(first) ? Object.keys(first) : [];
  return values.every(isMapOfObjects) || names.some(name => values.every(each => Object.hasOwn(each, name)));
}
