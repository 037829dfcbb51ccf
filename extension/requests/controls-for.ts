/** Makes the controls of a form from the fields of similar records and of the draft. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { isRecordTimestamp, recordShapeOf } from "../../shared/reading/record-shapes.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { FormControl } from "./controls.ts";

export interface ReferableRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** Such as `${{ batches.smoke }}`. Absent unless one catalog contains both this record and the draft's record. */
  readonly reference?: string;
}

const maxFields = 24;
const maxSuggestions = 5;

/** Puts frequent fields first. Includes all of `draftFields`, so that a person sees each field that will be sent. */
export function controlsFor(
  siblings: readonly JsonObject[],
  records: readonly ReferableRecord[],
  draftFields: JsonObject = {},
): FormControl[] {
  const seen = new Map<string, JsonValue[]>(Object.keys(draftFields).map(name => [name, []]));
  for (const sibling of [...siblings, draftFields]) {
    for (const [name, value] of Object.entries(sibling)) {
      if (name === "id" || (isRecordTimestamp(name) && typeof value !== "object")) continue;
      const values = seen.get(name);
      if (values === undefined) seen.set(name, [value]);
      else values.push(value);
    }
  }
  const kindOf = new Map(records.map(({ id, kind }) => [id, kind]));
  return [...seen]
    .sort(([, a], [, b]) => b.length - a.length)
    .filter(([name], index) => index < maxFields || Object.hasOwn(draftFields, name))
    .map(([name, values]) => controlFor(name, values, draftFields[name], records, kindOf));
}

/**
 * The fields of requests, and those of responses. A response can have lists that no request takes, such as the tests of a
 * project: such a list is left out if it contains objects, or if no known request has it.
 */
export function similarFields(
  requests: readonly JsonObject[],
  responses: readonly JsonObject[],
): JsonObject[] {
  const sent = new Set(requests.flatMap(Object.keys));
  const isOffered = ([name, value]: [string, JsonValue]) =>
    !Array.isArray(value) ||
    sent.has(name) ||
    (sent.size === 0 && value.every(each => !isObjectOrList(each)));
  return [
    ...requests,
    ...responses.map(response => Object.fromEntries(Object.entries(response).filter(isOffered))),
  ];
}

function isObjectOrList(value: JsonValue): boolean {
  return value !== null && typeof value === "object";
}

/** The most frequent name of the field that contains a record's project, such as `project_id`. Undefined without such a field. */
export function findProjectField(siblings: readonly JsonObject[]): string | undefined {
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    for (const [name, value] of Object.entries(sibling)) {
      if (recordShapeOf(name)?.kind !== "project" || Array.isArray(value) || value === null) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

function controlFor(
  field: string,
  seen: readonly JsonValue[],
  draftValue: JsonValue | undefined,
  records: readonly ReferableRecord[],
  kindOf: ReadonlyMap<string, Kind>,
): FormControl {
  const common = { field, optional: true };
  const values = seen.filter(value => value !== null);
  const every = (fits: (value: JsonValue) => boolean) => values.length > 0 && values.every(fits);
  const areTexts = (value: JsonValue) =>
    Array.isArray(value) && value.every(each => typeof each === "string");
  if (every(areTexts)) {
    const kind = referredKind(field, values.flat(), kindOf);
    return kind === undefined
      ? { ...common, type: "json" }
      : { ...common, type: "records", records: records.filter(record => record.kind === kind) };
  }
  if (every(value => typeof value === "string")) {
    const kind = referredKind(field, values, kindOf);
    if (kind !== undefined) {
      return { ...common, type: "record", records: records.filter(record => record.kind === kind) };
    }
    const suggestions = suggestionsIn(values);
    return { ...common, type: "text", ...(suggestions !== undefined && { suggestions }) };
  }
  if (every(value => typeof value === "number")) return { ...common, type: "number" };
  if (every(value => typeof value === "boolean")) return { ...common, type: "boolean" };
  return { ...common, type: values.length === 0 && !isJsonObject(draftValue) ? "text" : "json" };
}

/** The kind in the field's name (`batch_id`), else the kind of these ids, if all are known and of one kind. */
function referredKind(
  field: string,
  values: readonly JsonValue[],
  kindOf: ReadonlyMap<string, Kind>,
): Kind | undefined {
  const named = recordShapeOf(field)?.kind;
  if (named !== undefined) return named;
  const kinds = new Set(values.map(value => kindOf.get(String(value))));
  const [kind, ...others] = kinds;
  return others.length === 0 ? kind : undefined;
}

/** The distinct values if they are few, short, on one line, and used at least twice on average. Else undefined. */
function suggestionsIn(values: readonly JsonValue[]): string[] | undefined {
  const distinct = [...new Set(values.map(String))];
  const isFew = distinct.length <= maxSuggestions && values.length >= 2 * distinct.length;
  return isFew && distinct.every(value => /^.{0,40}$/.test(value)) ? distinct : undefined;
}
