/**
 * References, `${{ kind.key }}`: one record's fields naming another record, whose id the service gives. They are
 * followed here, and replaced by ids.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { nearest } from "../nearest.ts";
import { operationFor, pluralOf } from "../service/operations.ts";
import {
  byLocation,
  type Catalog,
  type CatalogRecord,
  headings,
  kindOf,
  type Problem,
  type Reference,
  recordAt,
} from "./catalog.ts";
import { quote } from "./quote.ts";
import { replaceReferences, type WrittenReference } from "./written-reference.ts";

/** The record that is meant, if there is one. */
export function follow(
  catalog: Pick<Catalog, "records">,
  { heading, key }: WrittenReference,
): CatalogRecord | undefined {
  const kind = kindOf(heading);
  return kind && catalog.records.get(kind)?.get(key);
}

/** What is wrong with a reference that leads nowhere. */
export function whyNowhere(
  catalog: Pick<Catalog, "records">,
  { source, heading, key }: WrittenReference,
  suggest: typeof nearest,
): string {
  const kind = kindOf(heading);
  if (kind === undefined) {
    const near = suggest(heading, headings);
    const advice =
      near === undefined
        ? `A reference is written \`\${{ kind.key }}\`, where the kind is one of ${headings.join(", ")}.`
        : `Did you mean ${quote(`\${{ ${near}.${key || "key"} }}`)}?`;
    return `${quote(source)} names no kind of record. ${advice}`;
  }
  const near = suggest(key, catalog.records.get(kind)?.keys() ?? []);
  const advice =
    near === undefined
      ? `Add ${quote(key)} under \`${heading}\`.`
      : `Did you mean ${quote(`\${{ ${heading}.${near} }}`)}?`;
  return `${quote(source)} leads nowhere: \`${heading}\` has no ${quote(key)}. ${advice}`;
}

/** The record's fields with ids in place of references; with problems there is something that cannot be sent yet. */
export function resolveFields(
  catalog: Catalog,
  record: CatalogRecord,
): { readonly fields: JsonObject; readonly problems: readonly Problem[] } {
  const resolve = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      return replaceReferences(value, reference => follow(catalog, reference)?.id ?? reference.source);
    }
    if (Array.isArray(value)) return value.map(resolve);
    return isJsonObject(value) ? resolveObject(value) : value;
  };
  const resolveObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, resolve(value)]));
  const withoutId = record.references.filter(
    ({ kind, key }) => recordAt(catalog, kind, key)?.id === undefined,
  );
  return {
    fields: resolveObject(record.fields ?? {}),
    problems: [...record.mistakes, ...withoutId.map(noId)].sort(byLocation),
  };
}

function noId(reference: Reference): Problem {
  const name = nameOf(reference);
  const advice = canBeCreated(reference)
    ? `create ${quote(name)} first, or add its \`id\``
    : `add the \`id\` of ${quote(name)}`;
  return {
    ...reference.at,
    severity: "error",
    message: `${quote(`\${{ ${name} }}`)} has no id yet: ${advice}.`,
  };
}

export function canBeCreated({ kind }: Pick<CatalogRecord, "kind">): boolean {
  return operationFor("create", kind) !== undefined;
}

/** As a reference names it. */
export function nameOf({ kind, key }: Pick<CatalogRecord, "kind" | "key">): string {
  return `${pluralOf[kind]}.${key}`;
}
