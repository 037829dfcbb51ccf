/**
 * References, `${{ kind.key }}`: one record's fields naming another record, whose id the service will give. They are
 * found here, followed, and replaced by ids.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { operationFor, pluralOf } from "../service/operations.ts";
import { type Catalog, type CatalogRecord, headings, kindOf, type Problem } from "./catalog.ts";

/** A reference as found in a text, before it is known whether it leads anywhere. */
export interface WrittenReference {
  /** The whole of it, braces included. */
  readonly source: string;
  readonly heading: string;
  readonly key: string;
}

const pattern = /\$\{\{(.*?)\}\}/gs;

export function referencesIn(text: string): WrittenReference[] {
  return [...text.matchAll(pattern)].map(([source, inside = ""]) => written(source, inside));
}

function written(source: string, inside: string): WrittenReference {
  const dot = inside.indexOf(".");
  const [heading, key] = dot === -1 ? [inside, ""] : [inside.slice(0, dot), inside.slice(dot + 1)];
  return { source, heading: heading.trim(), key: key.trim() };
}

/** The record that is meant, or what is wrong with the reference. */
export function follow(
  catalog: Pick<Catalog, "records">,
  { source, heading, key }: WrittenReference,
): { readonly record: CatalogRecord } | { readonly mistake: string } {
  const kind = kindOf(heading);
  if (kind === undefined) {
    const near = nearest(heading, headings);
    const advice =
      near === undefined
        ? `A reference is written \`\${{ kind.key }}\`, where the kind is one of ${headings.join(", ")}.`
        : `Did you mean \`\${{ ${near}.${key || "key"} }}\`?`;
    return { mistake: `\`${source}\` names no kind of record. ${advice}` };
  }
  const records = catalog.records.get(kind) ?? new Map<string, CatalogRecord>();
  const record = records.get(key);
  if (record !== undefined) return { record };
  const near = nearest(key, records.keys());
  const advice =
    near === undefined
      ? `Add \`${key}\` under \`${heading}\`.`
      : `Did you mean \`\${{ ${heading}.${near} }}\`?`;
  return { mistake: `\`${source}\` leads nowhere: \`${heading}\` has no \`${key}\`. ${advice}` };
}

/** The record's fields with ids in place of references; with problems there is something that cannot be sent yet. */
export function resolveFields(
  catalog: Catalog,
  record: CatalogRecord,
): { readonly fields: JsonObject; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const idOf = (source: string, inside: string): string => {
    const followed = follow(catalog, written(source, inside));
    if ("mistake" in followed) {
      problems.push({ ...record.at, severity: "error", message: followed.mistake });
      return source;
    }
    const { kind, key, id } = followed.record;
    if (id !== undefined) return id;
    const name = nameOf(followed.record);
    const advice = canBeCreated(followed.record)
      ? `create \`${name}\` first, or add its \`id\``
      : `add the \`id\` of \`${name}\``;
    const at = record.references.find(reference => reference.kind === kind && reference.key === key)?.at;
    problems.push({
      ...(at ?? record.at),
      severity: "error",
      message: `\`${source}\` has no id yet: ${advice}.`,
    });
    return source;
  };
  const resolve = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return value.replaceAll(pattern, idOf);
    if (Array.isArray(value)) return value.map(resolve);
    return isJsonObject(value) ? resolveObject(value) : value;
  };
  const resolveObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, resolve(value)]));
  return { fields: resolveObject(record.fields ?? {}), problems };
}

export function canBeCreated({ kind }: CatalogRecord): boolean {
  return operationFor("create", kind) !== undefined;
}

export function nameOf({ kind, key }: CatalogRecord): string {
  return `${pluralOf[kind]}.${key}`;
}
