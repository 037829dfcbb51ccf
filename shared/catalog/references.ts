/**
 * References, `${{ kind.key }}`: one record's fields naming another record, whose id the service will give. They are
 * found here, replaced by ids, and say which record has to be created before which.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { operationFor, pluralOf } from "../service/operations.ts";
import {
  allRecords,
  type Catalog,
  type CatalogRecord,
  headings,
  kindOf,
  type Location,
  type Problem,
  type Reference,
  recordAt,
} from "./catalog.ts";

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

/**
 * The records without an id, each after those that its fields refer to, otherwise in the order of the file. Records
 * that wait for each other, and those that wait for them, are left out and explained.
 */
export function creationOrder(catalog: Catalog): {
  readonly order: readonly CatalogRecord[];
  readonly problems: readonly Problem[];
} {
  const order: CatalogRecord[] = [];
  const problems: Problem[] = [];
  const visited = new Set<CatalogRecord>();
  const impossible = new Set<CatalogRecord>();
  const isMissing = (record: CatalogRecord) => record.id === undefined && canBeCreated(record);

  for (const start of allRecords(catalog).filter(isMissing)) {
    if (visited.has(start)) continue;
    // A stack of our own: a chain of references may be as long as the file.
    const path: { readonly record: CatalogRecord; readonly needs: Iterator<Reference> }[] = [];
    const onPath = new Map<CatalogRecord, number>();
    const enter = (record: CatalogRecord) => {
      visited.add(record);
      onPath.set(record, path.length);
      path.push({ record, needs: record.references.values() });
    };
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { record, needs } = step;
      const reference = needs.next();
      if (reference.done) {
        path.pop();
        onPath.delete(record);
        const waiting = path.at(-1)?.record;
        if (!impossible.has(record)) order.push(record);
        else if (waiting !== undefined) impossible.add(waiting);
        continue;
      }
      const needed = recordAt(catalog, reference.value.kind, reference.value.key);
      if (needed === undefined || !isMissing(needed)) continue;
      const from = onPath.get(needed);
      if (from !== undefined) {
        const cycle = path.slice(from).map(waiting => waiting.record);
        if (!cycle.every(waiting => impossible.has(waiting))) {
          problems.push(cycleProblem(cycle, reference.value.at));
        }
        for (const waiting of cycle) impossible.add(waiting);
      } else if (!visited.has(needed)) {
        enter(needed);
      } else if (impossible.has(needed)) {
        impossible.add(record);
      }
    }
  }
  return { order, problems };
}

function cycleProblem(cycle: readonly CatalogRecord[], at: Location): Problem {
  const path = [...cycle, ...cycle.slice(0, 1)].map(record => `\`${nameOf(record)}\``).join(" -> ");
  return {
    ...at,
    severity: "error",
    message:
      `These records wait for each other's id, so none can be created: ${path}. ` +
      "Take one of the references out, or add the `id` of a record that exists already.",
  };
}

function nameOf({ kind, key }: CatalogRecord): string {
  return `${pluralOf[kind]}.${key}`;
}
