/** Finds the area of an object or a list by its name, its shape and its surroundings. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import type { Area, Group, ObjectNode } from "./nodes.ts";
import { namedIn } from "./values.ts";
import { saysOf } from "./words.ts";

const mostWraps = 4;

/** `siblings`: how many objects and lists the parent has. */
export function areaOf(
  parent: ObjectNode,
  isCase: boolean,
  key: Key,
  value: JsonObject | JsonValue[],
  siblings: number,
): Area {
  const { area, group, wraps } = parent.context;
  const within = area === "part" || area === "attempt";
  // `edges: [{ node: { … } }]`
  if (area === "element" && !isCase && siblings === 1 && !Array.isArray(value) && isOnlyField(parent))
    return "element";
  if (Array.isArray(value)) {
    if (hasMarks(value)) return "element";
    if (within) return area;
    if (key.holds === "parts" || key.attempts === "surely")
      return isCase && key.attempts !== null ? "attempt" : "part";
    // Nameless `results` of a test are its attempts; with names they are the cases of a suite.
    const areAttempts =
      isCase && key.attempts !== null && group?.rank === "cases" && parent.outcomes !== null;
    return areAttempts && !value.some(hasOwnName) ? "attempt" : "element";
  }
  if (within) return area;
  if (area !== "run") return key.holds === "parts" ? "part" : "beside";
  // The only field of the run is the run, at any depth.
  const isAll = siblings === 1 && !key.error && isOnlyField(parent);
  if ((wraps < mostWraps && key.wraps) || isAll) return "run";
  return key.holds === "parts" ? "part" : "beside";
}

function isOnlyField({ value }: ObjectNode): boolean {
  return Object.keys(value).length === 1;
}

function hasMarks(list: readonly JsonValue[]): boolean {
  const [first] = list;
  return isJsonObject(first) && Object.keys(first).some(name => keyOf(name).marksCase);
}

function hasOwnName(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return namedIn(value, ["name", "title", "testname"]).some(name => typeof name === "string" && name !== "");
}

export function mayBeCase({ isNoCase, name, outcomes, context: { group } }: ObjectNode): boolean {
  return !isNoCase && group !== null && (name !== null || outcomes !== null);
}

// --- Objects whose field names are names of cases ------------------------------------------------------------------

function mayHoldCases({ holds }: Key): boolean {
  return holds === "cases" || holds === "generic" || holds === "outcome";
}

/** The entries of an object in which every value is a case; null for another object. */
export function casesByName(object: JsonObject, key: Key): CasesByName | null {
  if (!mayHoldCases(key)) return null;
  // An object with more entries is a map, so its names aren't understood as field names.
  const mostFields = 50;
  // `Object.entries` takes three times as long on a large object, as does a second look-up of each value.
  const names = Object.keys(object);
  const isMap = names.length > mostFields;
  const values: JsonValue[] = [];
  for (const name of names) {
    const value = object[name];
    if (value === undefined || !isEntryOfMap(key, name, value, isMap)) return null;
    values.push(value);
  }
  return names.length > 0 ? { names, values } : null;
}

/** `tests: { "login": { "status": "passed" }, "logout": "failed" }`. */
export interface CasesByName {
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

function isEntryOfMap(key: Key, name: string, value: JsonValue, isName: boolean): boolean {
  if (isJsonObject(value)) return hasOutcome(value) && (isName || !keyOf(name).wraps);
  if (typeof value === "boolean") return key.holds === "cases" && (isName || !isUnderstood(keyOf(name)));
  if (typeof value !== "string") return false;
  const says = saysOf(value);
  if (says === null || (!isName && isUnderstood(keyOf(name)))) return false;
  return key.holds === "cases" || (says !== "neutral" && says !== "success" && says !== "finished");
}

function isUnderstood(key: Key): boolean {
  return (
    key.outcome !== null ||
    key.says !== null ||
    key.total ||
    key.fields.message >= 0 ||
    key.fields.url >= 0 ||
    key.fields.flaky >= 0
  );
}

function hasOutcome(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    const key = keyOf(name);
    if (typeof value === "string" && key.outcome !== null && saysOf(value) !== null) return true;
    if (typeof value === "boolean" && key.flags) return true;
  }
  return false;
}

// --- Lists of one shape --------------------------------------------------------------------------------------------

export function newGroup(key: Key, above: Group | null): Group {
  const says = key.holds === "outcome" ? key.says : null;
  return { key, rank: rankOf(key), says, inner: new Map(), above, areCases: false, nodes: [] };
}

function rankOf({ holds, unit }: Key): Group["rank"] {
  if (holds === "cases" || (holds === "outcome" && unit === "test")) return "cases";
  if (holds === "generic" || holds === "outcome") return "generic";
  return holds === "suites" ? "suites" : "unknown";
}

/** Suites within suites share a group. Comparing only a few levels keeps the time for deep nesting linear. */
export function innerGroup(group: Group, key: Key): Group {
  const levels = 6;
  let above: Group | null = group;
  for (let level = 0; level < levels && above !== null; level++, above = above.above) {
    if (above.above !== null && above.key.squashed === key.squashed) return above;
  }
  const known = group.inner.get(key.squashed);
  if (known !== undefined) return known;
  const inner = newGroup(key, group);
  group.inner.set(key.squashed, inner);
  return inner;
}
