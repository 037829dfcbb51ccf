/** Edits records in the text of `callboard.yml`, and leaves the rest of the text as it is. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, pluralOf } from "../service/operations.ts";
import {
  type CatalogProblem,
  type CatalogRecord,
  type ReadingRules,
  recordAt,
  renderProblem,
} from "./catalog.ts";
import { parseCatalog } from "./document.ts";
import { readCatalog } from "./read.ts";
import { splice, type YamlChange } from "./splice.ts";
import { pathText, type YamlPath } from "./yaml-reader.ts";

export class CatalogEditError extends Error {
  override readonly name = "CatalogEditError";
}

type NewRecord = Partial<Pick<CatalogRecord, "id" | "name" | "project" | "fields">>;

const file = "callboard.yml";

/** Replaces the record's id, or adds one in the record's own style: as a line, or between braces. */
export function setId(text: string, kind: Kind, key: string, id: string): string {
  requireRecord(text, kind, key);
  return applyChanges(text, [{ path: [pluralOf[kind], key, "id"], value: id, inline: true, first: true }]);
}

/** Adds a record at the end of its kind. A record without fields is written in the style of the one before it. */
export function addRecord(text: string, kind: Kind, key: string, record: NewRecord): string {
  const { catalog } = readCatalog(text, file);
  const existing = recordAt(catalog, kind, key);
  if (existing !== undefined) {
    throw new CatalogEditError(
      `\`${pluralOf[kind]}.${key}\` is already on line ${existing.at.line}: choose another key.`,
    );
  }
  const before = [...(catalog.records.get(kind)?.values() ?? [])].at(-1);
  const inline = record.fields === undefined && (before === undefined || isInline(text, before));
  return applyChanges(text, [{ path: [pluralOf[kind], key], value: { ...record }, inline }]);
}

export function removeRecord(text: string, kind: Kind, key: string): string {
  requireRecord(text, kind, key);
  return applyChanges(text, [{ path: [pluralOf[kind], key], value: undefined }]);
}

/** Sets a record's fields. If possible, fields with the same value keep their position, comments and style. */
export function setFields(text: string, kind: Kind, key: string, fields: JsonObject): string {
  const path = [pluralOf[kind], key, "fields"];
  const old = requireRecord(text, kind, key).fields;
  const whole = [{ path, value: fields }];
  if (old === undefined) return applyChanges(text, whole);
  try {
    return applyChanges(text, differences(path, old, fields));
  } catch (error) {
    if (!(error instanceof CatalogEditError)) throw error;
    return applyChanges(text, whole);
  }
}

/** Sets the rules and words that differ from those in the text. Never removes one. */
export function setRules(text: string, { words = {}, ...rules }: ReadingRules): string {
  const { report } = readCatalog(text, file).catalog;
  const changed = expressionEntries.filter(
    ([name]) => rules[name] !== undefined && rules[name] !== report[name],
  );
  const newWords = Object.entries(words).filter(([word, status]) => report.words?.[word] !== status);
  return applyChanges(text, [
    ...newWords.map(([word, value]) => ({ path: ["report", "words", word], value, inline: true })),
    ...changed.map(([name, key]) => ({ path: ["report", key], value: rules[name] })),
  ]);
}

const expressionEntries = [
  ["cases", "cases"],
  ["passWhen", "pass-when"],
  ["running", "running"],
] as const;

function requireRecord(text: string, kind: Kind, key: string): CatalogRecord {
  const record = recordAt(readCatalog(text, file).catalog, kind, key);
  if (record !== undefined) return record;
  const missing = `The catalog contains no readable record \`${pluralOf[kind]}.${key}\`.`;
  throw new CatalogEditError(syntaxError(text) ?? missing);
}

function isInline(text: string, { at }: CatalogRecord): boolean {
  return /^\s*:\s*\{/.test(text.split(/\r?\n/)[at.endLine - 1]?.slice(at.endColumn - 1) ?? "");
}

function differences(path: YamlPath, from: JsonValue, to: JsonValue): YamlChange[] {
  if (isJsonObject(from) && isJsonObject(to)) {
    const set = Object.entries(to).flatMap(([key, value]) => {
      const old = Object.hasOwn(from, key) ? from[key] : undefined;
      return old === undefined ? [{ path: [...path, key], value }] : differences([...path, key], old, value);
    });
    const gone = Object.keys(from).filter(key => !Object.hasOwn(to, key));
    return [...set, ...gone.map(key => ({ path: [...path, key], value: undefined }))];
  }
  if (Array.isArray(from) && Array.isArray(to) && areAlike(from, to)) {
    return to.flatMap((value, index) => differences([...path, index], from[index] ?? null, value));
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, value: to }];
}

function areAlike(from: readonly JsonValue[], to: readonly JsonValue[]): boolean {
  return (
    from.length === to.length &&
    from.every((item, index) => {
      const other = to[index];
      return isJsonObject(item) ? isJsonObject(other) : typeof item !== "object" && typeof other !== "object";
    })
  );
}

/** Refuses an edit that would change other text, or would add an error to the catalog. */
function applyChanges(text: string, changes: readonly YamlChange[]): string {
  let result = text;
  for (const change of changes) {
    const next = splice(result, change);
    if (next === undefined) throw new CatalogEditError(syntaxError(text) ?? explainUnchangeable(change));
    result = next;
  }
  const [before, after] = [errorsIn(text), errorsIn(result)];
  if (after.length > before.length) {
    const known = new Set(before.map(({ message }) => message));
    const added = after.find(({ message }) => !known.has(message)) ?? after[0];
    throw new CatalogEditError(
      `The catalog was not changed, because the change would cause an error on line ${added?.line}: ${added?.message}`,
    );
  }
  return result;
}

function errorsIn(text: string): CatalogProblem[] {
  return readCatalog(text, file).problems.filter(({ severity }) => severity === "error");
}

function syntaxError(text: string): string | undefined {
  const error = parseCatalog(text, file).problems.find(({ severity }) => severity === "error");
  return error && `The catalog cannot be changed until this error is fixed: ${renderProblem(error)}`;
}

function explainUnchangeable({ path }: YamlChange): string {
  return `\`${pathText(path)}\` cannot be changed without changing other text as well: edit the file by hand.`;
}
