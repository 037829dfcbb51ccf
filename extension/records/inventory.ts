/**
 * All records that are known, from both sources as one: what the catalogs of the workspace say, and what responses
 * mentioned. The same id in both is one record; what people wrote wins over what a response called it.
 */

import { allRecords, type Catalog, type CatalogRecord } from "../../shared/catalog/catalog.ts";
import { type KnownRecord, recordName } from "../../shared/records/mentions.ts";
import type { Kind } from "../../shared/service/operations.ts";

/** A catalog and the workspace folder it belongs to. */
export interface FolderCatalog {
  /** The folder's address. */
  readonly folder: string;
  readonly catalog: Catalog;
}

export interface RecordEntry {
  /** Tells it from every other record, also one without an id. */
  readonly key: string;
  readonly kind: Kind;
  /** Absent for a record of a catalog that has not been created. */
  readonly id?: string;
  readonly name: string;
  /** The `key` of its project. */
  readonly project?: string;
  /** Where it stands in a catalog; absent for one that only responses mentioned. */
  readonly pinned?: { readonly folder: string; readonly record: CatalogRecord };
}

export function inventory(catalogs: readonly FolderCatalog[], known: readonly KnownRecord[]): RecordEntry[] {
  const entries = new Map<string, RecordEntry>();
  for (const { folder, catalog } of catalogs) {
    for (const record of allRecords(catalog)) {
      const entry = fromCatalog(folder, catalog, record);
      if (!entries.has(entry.key)) entries.set(entry.key, entry);
    }
  }
  for (const record of known) {
    const key = recordName(record);
    const before = entries.get(key);
    const project =
      before?.project ?? (record.project && recordName({ kind: "project", id: record.project }));
    entries.set(key, {
      ...(before ?? { key, kind: record.kind, id: record.id, name: record.label ?? record.id }),
      ...(project === undefined ? {} : { project }),
    });
  }
  return [...entries.values()];
}

function fromCatalog(folder: string, catalog: Catalog, record: CatalogRecord): RecordEntry {
  const { kind, id, name } = record;
  const project =
    record.project === undefined ? undefined : catalog.records.get("project")?.get(record.project);
  return {
    key: keyOf(folder, record),
    kind,
    ...(id === undefined ? {} : { id }),
    name,
    ...(project === undefined ? {} : { project: keyOf(folder, project) }),
    pinned: { folder, record },
  };
}

/** No kind holds a space, and no record name two of them in a row. */
function keyOf(folder: string, { kind, id, key }: CatalogRecord): string {
  return id === undefined ? `${kind}  ${folder} ${key}` : recordName({ kind, id });
}
