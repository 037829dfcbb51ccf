/**
 * Resolves references. With `${{ kind.key }}` the fields of one record name another record; the reference is replaced by
 * the id that the service gave to that record.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { nearest } from "../nearest.ts";
import { operationFor, pluralOf } from "../service/operations.ts";
import {
  type Catalog,
  type CatalogProblem,
  type CatalogRecord,
  type CatalogReference,
  compareLocations,
  headings,
  kindOfHeading,
  recordAt,
} from "./catalog.ts";
import { quote } from "./quote.ts";
import { replaceReferences, type WrittenReference } from "./written-reference.ts";

export function findReferencedRecord(
  catalog: Pick<Catalog, "records">,
  { heading, key }: WrittenReference,
): CatalogRecord | undefined {
  const kind = kindOfHeading(heading);
  return kind && catalog.records.get(kind)?.get(key);
}

export function explainBrokenReference(
  catalog: Pick<Catalog, "records">,
  { source, heading, key }: WrittenReference,
  suggest: typeof nearest,
): Pick<CatalogProblem, "message" | "suggestion" | "missing"> {
  const kind = kindOfHeading(heading);
  if (kind === undefined) {
    const near = suggest(heading, headings);
    const suggestion = near === undefined ? undefined : `\${{ ${near}.${key || "key"} }}`;
    const advice =
      suggestion === undefined
        ? `A reference is written \`\${{ kind.key }}\`, where the kind is one of ${headings.join(", ")}.`
        : `Did you mean ${quote(suggestion)}?`;
    return { message: `${quote(source)} does not name a kind of record. ${advice}`, suggestion };
  }
  const near = suggest(key, catalog.records.get(kind)?.keys() ?? []);
  const suggestion = near === undefined ? undefined : `\${{ ${heading}.${near} }}`;
  const advice =
    suggestion === undefined
      ? `Add ${quote(key)} under \`${heading}\`.`
      : `Did you mean ${quote(suggestion)}?`;
  const message = `${quote(source)} leads nowhere: \`${heading}\` has no ${quote(key)}. ${advice}`;
  return { message, suggestion, missing: { kind, key } };
}

/** Gives the record's fields with ids in place of references. If there are problems, the fields can't be sent yet. */
export function resolveFields(
  catalog: Catalog,
  record: CatalogRecord,
): { readonly fields: JsonObject; readonly problems: readonly CatalogProblem[] } {
  const withoutId = record.references.filter(
    ({ kind, key }) => recordAt(catalog, kind, key)?.id === undefined,
  );
  return {
    fields: withIds(
      record.fields ?? {},
      reference => findReferencedRecord(catalog, reference)?.id ?? reference.source,
    ),
    problems: [...record.brokenReferences, ...withoutId.map(missingIdProblem)].sort(compareLocations),
  };
}

/**
 * Replaces references with ids in fields from outside the catalog. A reference that leads to no id stays as written.
 */
export function resolveReferences(
  catalog: Pick<Catalog, "records">,
  fields: JsonObject,
): { readonly fields: JsonObject; readonly unresolved: readonly string[] } {
  const unresolved: string[] = [];
  const resolved = withIds(fields, reference => {
    const { id } = findReferencedRecord(catalog, reference) ?? {};
    if (id === undefined) unresolved.push(reference.source);
    return id ?? reference.source;
  });
  return { fields: resolved, unresolved };
}

function withIds(fields: JsonObject, idOf: (reference: WrittenReference) => string): JsonObject {
  const resolve = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return replaceReferences(value, idOf);
    if (Array.isArray(value)) return value.map(resolve);
    return isJsonObject(value) ? withIds(value, idOf) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolve(value)]));
}

function missingIdProblem(reference: CatalogReference): CatalogProblem {
  const name = referenceName(reference);
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

export function referenceName({ kind, key }: Pick<CatalogRecord, "kind" | "key">): string {
  return `${pluralOf[kind]}.${key}`;
}
