/** Decides the area (see `NodeArea`) of each object and list, finds cases in maps, and groups lists of one shape. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import type { ElementGroup, NodeArea, ObjectNode } from "./nodes.ts";
import { valuesNamed } from "./values.ts";
import { statusOfResult } from "./words.ts";

const mostWraps = 6;

/** `nestedCount` counts the parent's objects, lists and ids. It is compared first, because `hasOneField` is slower. */
export function areaOf(
  parent: ObjectNode,
  isCase: boolean,
  key: Key,
  value: JsonObject | JsonValue[],
  nestedCount: number,
): NodeArea {
  const { area, group, wrapperCount } = parent.context;
  const within = area === "part" || area === "attempt";
  // `edges: [{ node: { … } }]`
  if (
    area === "element" &&
    !isCase &&
    nestedCount === 1 &&
    !Array.isArray(value) &&
    (hasOneField(parent) || key.squashed === "node")
  )
    return "element";
  if (Array.isArray(value)) {
    if (startsWithCase(value)) return "element";
    // `relationships: { results: { data: [{ type: "results", id: "7" }] } }` refers to cases.
    if (parent.parent?.context.key.squashed === "relationships") return "other";
    if (within) return area;
    if (key.elementKind === "parts" || key.attemptCertainty === "surely")
      return isCase && key.attemptCertainty !== null ? "attempt" : "part";
    // In a case, elements of `results` without names are its attempts. If they have names, the parent is a suite.
    const isPlainCase = group?.rank === "cases" || (group?.rank === "generic" && key.elementKind === null);
    const mayHaveAttempts =
      isCase && key.attemptCertainty !== null && isPlainCase && parent.outcomes !== null;
    return mayHaveAttempts && !value.some(hasOwnName) ? "attempt" : "element";
  }
  if (within) return area;
  if (area !== "run") return key.elementKind === "parts" ? "part" : "other";
  // An object that is the only field of the run's object is also the run, at any depth, unless it is an error.
  const isOnlyContent = nestedCount === 1 && !key.isError && key.isBesideRun === null && hasOneField(parent);
  if ((wrapperCount < mostWraps && (key.isWrapper || key.isAttributeObject)) || isOnlyContent) return "run";
  return key.elementKind === "parts" ? "part" : "other";
}

function hasOneField({ value }: ObjectNode): boolean {
  return Object.keys(value).length === 1;
}

function startsWithCase(list: readonly JsonValue[]): boolean {
  const [first] = list;
  return isJsonObject(first) && Object.keys(first).some(name => keyOf(name).isCaseOnlyField);
}

function hasOwnName(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return valuesNamed(value, ["name", "title", "testname"]).some(
    name => typeof name === "string" && name !== "",
  );
}

/** In a list, also an element without a name and an outcome: beside other cases, it is a case that did not run. */
export function mayBeCase(node: ObjectNode): boolean {
  const { isNonCase, name, outcomes, context } = node;
  return !isNonCase && context.group !== null && (name !== null || outcomes !== null || isUnnamed(node));
}

/** An element of objects and lists alone leads to cases: `edges: [{ node: { … } }]`. */
function isUnnamed({ nameOrIndex, value, context: { group } }: ObjectNode): boolean {
  if (typeof nameOrIndex !== "number" || group?.status === "failed") return false;
  const fields = Object.entries(value);
  // `edges: [{ cursor: "a1", node: { … } }]`
  if (fields.some(([name, inner]) => isJsonObject(inner) && keyOf(name).squashed === "node")) return false;
  return fields.some(([, inner]) => inner === null || typeof inner !== "object");
}

// --- Objects whose field names are names of cases ------------------------------------------------------------------

function mayHoldCases({ elementKind }: Key): boolean {
  return elementKind === "cases" || elementKind === "generic" || elementKind === "outcome";
}

/** Returns the names and values of an object in which every value is a case. Null for any other or an empty object. */
export function casesByName(object: JsonObject, key: Key): CaseMap | null {
  if (!mayHoldCases(key)) return null;
  // In a larger object, every name can be the name of a case, even `status`.
  const mostFields = 50;
  // On a large object `Object.entries` takes three times as long as this loop, and so does looking up each value twice.
  const names = Object.keys(object);
  const isMap = names.length > mostFields;
  const values: JsonValue[] = [];
  for (const name of names) {
    const value = object[name];
    if (value === undefined || !isEntryOfMap(key, name, value, isMap)) return null;
    values.push(value);
  }
  // In any other map each object has an outcome.
  const silent =
    key.elementKind === "cases" ? names.filter((_, index) => isSilent(values[index] ?? null)) : [];
  // `tests: { config: { … }, result: { status: "passed" } }`
  if (silent.length * 2 > names.length || silent.some(name => !isNameOfCase(keyOf(name)))) return null;
  return values.some(value => value !== null) ? { names, values } : null;
}

function isSilent(value: JsonValue): boolean {
  return isJsonObject(value) && !hasOutcome(value);
}

/** `tests: { "login": { "status": "passed" }, "logout": "failed" }`. */
export interface CaseMap {
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

function isEntryOfMap(key: Key, name: string, value: JsonValue, isMap: boolean): boolean {
  if (value === null) return !isMap && !isFieldName(keyOf(name)) && keyOf(name).isNeutral === false;
  if (isJsonObject(value))
    return (key.elementKind === "cases" || hasOutcome(value)) && (isMap || !holdsOwnFields(keyOf(name)));
  if (typeof value === "boolean") return key.elementKind === "cases" && (isMap || isNameOfCase(keyOf(name)));
  if (typeof value !== "string") return false;
  const status = statusOfResult(value);
  if (status === null || (!isMap && isFieldName(keyOf(name)))) return false;
  return (
    key.elementKind === "cases" || (status !== "neutral" && status !== "success" && status !== "finished")
  );
}

/** `testRun: { "$": { "result": "Passed" } }`. */
function holdsOwnFields({ isWrapper, isAttributeObject }: Key): boolean {
  return isWrapper || isAttributeObject;
}

function isNameOfCase(key: Key): boolean {
  return !isFieldName(key) && key.newsIfTrue !== "bad";
}

function isFieldName(key: Key): boolean {
  return (
    key.outcomeName !== null ||
    key.status !== null ||
    key.isTotal ||
    key.fieldRanks.name >= 0 ||
    key.fieldRanks.message >= 0 ||
    key.fieldRanks.url >= 0 ||
    key.fieldRanks.flaky >= 0
  );
}

export function hasOutcome(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    const key = keyOf(name);
    if (typeof value === "string" && key.outcomeName !== null && statusOfResult(value) !== null) return true;
    if (typeof value === "boolean" && key.isFlag) return true;
  }
  return false;
}

// --- Lists of one shape --------------------------------------------------------------------------------------------

export function newGroup(key: Key, outerGroup: ElementGroup | null): ElementGroup {
  const status = key.elementKind === "outcome" ? key.status : null;
  return { key, rank: rankOf(key), status, innerGroups: new Map(), outerGroup, areCases: false, nodes: [] };
}

function rankOf({ elementKind, unit }: Key): ElementGroup["rank"] {
  if (elementKind === "cases" || (elementKind === "outcome" && unit === "test")) return "cases";
  if (elementKind === "generic" || elementKind === "outcome") return "generic";
  return elementKind === "suites" ? "suites" : "unknown";
}

/** `suites` within `suites` share a group. Comparing only a few levels keeps the time for deep nesting linear. */
export function innerGroup(group: ElementGroup, key: Key): ElementGroup {
  const levels = 6;
  let above: ElementGroup | null = group;
  for (let level = 0; level < levels && above !== null; level++, above = above.outerGroup) {
    if (above.outerGroup !== null && above.key.squashed === key.squashed) return above;
  }
  const known = group.innerGroups.get(key.squashed);
  if (known !== undefined) return known;
  const inner = newGroup(key, group);
  group.innerGroups.set(key.squashed, inner);
  return inner;
}
