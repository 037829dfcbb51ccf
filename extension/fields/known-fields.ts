/**
 * The fields of a kind of record, as far as they are known: their names and values from the catalog, from what was sent
 * and from what was answered about its siblings. Nothing is invented: where nothing was seen there are none.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { isTimeOfRecord, recordFormOf } from "../../shared/reading/record-forms.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { Control } from "../forms/controls.ts";

/** A record that a field can refer to. */
export interface Referable {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** As the catalog of what is written refers to it. */
  readonly reference?: string;
}

const mostFields = 24;
const mostSuggestions = 5;

/** The most frequent first. Those of `own` are always among them: an update that lacks one could lose it. */
export function controlsFor(
  siblings: readonly JsonObject[],
  records: readonly Referable[],
  own: JsonObject = {},
): Control[] {
  const seen = new Map<string, JsonValue[]>(Object.keys(own).map(name => [name, []]));
  for (const sibling of [...siblings, own]) {
    for (const [name, value] of Object.entries(sibling)) {
      if (name === "id" || (isTimeOfRecord(name) && typeof value !== "object")) continue;
      const values = seen.get(name);
      if (values === undefined) seen.set(name, [value]);
      else values.push(value);
    }
  }
  const kindOf = new Map(records.map(({ id, kind }) => [id, kind]));
  return [...seen]
    .sort(([, a], [, b]) => b.length - a.length)
    .filter(([name], index) => index < mostFields || Object.hasOwn(own, name))
    .map(([name, values]) => controlFor(name, values, own[name], records, kindOf));
}

/** The name under which records of a kind refer to their project; undefined where none was seen to. */
export function projectFieldIn(siblings: readonly JsonObject[]): string | undefined {
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    for (const [name, value] of Object.entries(sibling)) {
      if (recordFormOf(name)?.kind !== "project" || Array.isArray(value) || value === null) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

function controlFor(
  field: string,
  seen: readonly JsonValue[],
  own: JsonValue | undefined,
  records: readonly Referable[],
  kindOf: ReadonlyMap<string, Kind>,
): Control {
  const common = { field, optional: true };
  const values = seen.filter(value => value !== null);
  const every = (fits: (value: JsonValue) => boolean) => values.length > 0 && values.every(fits);
  const areTexts = (value: JsonValue) =>
    Array.isArray(value) && value.every(each => typeof each === "string");
  if (every(areTexts)) {
    const kind = referred(field, values.flat(), kindOf);
    return kind === undefined
      ? { ...common, type: "json" }
      : { ...common, type: "records", records: records.filter(record => record.kind === kind) };
  }
  if (every(value => typeof value === "string")) {
    const kind = referred(field, values, kindOf);
    if (kind !== undefined) {
      return { ...common, type: "record", records: records.filter(record => record.kind === kind) };
    }
    const few = fewIn(values);
    return { ...common, type: "text", ...(few !== undefined && { suggestions: few }) };
  }
  if (every(value => typeof value === "number")) return { ...common, type: "number" };
  if (every(value => typeof value === "boolean")) return { ...common, type: "boolean" };
  return { ...common, type: values.length === 0 && !isJsonObject(own) ? "text" : "json" };
}

/** The kind that the name speaks of, or of which all the values are ids. */
function referred(
  field: string,
  values: readonly JsonValue[],
  kindOf: ReadonlyMap<string, Kind>,
): Kind | undefined {
  const named = recordFormOf(field)?.kind;
  if (named !== undefined) return named;
  const kinds = new Set(values.map(value => kindOf.get(String(value))));
  const [kind, ...others] = kinds;
  return others.length === 0 ? kind : undefined;
}

/** Values of which each was seen more than once, as far as they are few, short and of one line. */
function fewIn(values: readonly JsonValue[]): string[] | undefined {
  const distinct = [...new Set(values.map(String))];
  const isFew = distinct.length <= mostSuggestions && values.length >= 2 * distinct.length;
  return isFew && distinct.every(value => /^.{0,40}$/.test(value)) ? distinct : undefined;
}
