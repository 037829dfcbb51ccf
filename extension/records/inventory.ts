/**
 * The records of catalogs and those that responses mentioned, as one list. The same id in both is one record, under the
 * name that the catalog gives it.
 */

import { allRecords, type Catalog, type CatalogRecord } from "../../shared/catalog/catalog.ts";
import { type KnownRecord, recordName } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { FolderCatalog } from "../catalogs/catalogs.ts";

export interface RecordEntry {
  /** Unique, also for a record without an id. */
  readonly key: string;
  readonly kind: Kind;
  /** Absent for a record of a catalog that was not created yet. */
  readonly id?: string;
  readonly name: string;
  /** The `key` of its project. */
  readonly project?: string;
  /** Where it stands in a catalog; absent for one that only responses mentioned. */
  readonly pinned?: { readonly folder: string; readonly record: CatalogRecord };
}

/** A record that an operation can be called for. */
export type Addressed = RecordEntry & { readonly id: string };

export function isAddressed(record: RecordEntry): record is Addressed {
  return record.id !== undefined;
}

/** A record of which only the id is known. */
export function unknownRecord(kind: Kind, id: string): Addressed {
  return { key: recordName({ kind, id }), kind, id, name: id };
}

/** `caseOf` says what a review is about, by which it is called where the service gave it no label. */
export function inventory(
  catalogs: readonly FolderCatalog[],
  known: readonly KnownRecord[],
  caseOf: (review: string) => string | undefined = () => undefined,
): RecordEntry[] {
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
      ...(before ?? { key, kind: record.kind, id: record.id, name: nameOf(record, caseOf) }),
      ...(project === undefined ? {} : { project }),
    });
  }
  return [...entries.values()];
}

function nameOf({ kind, id, label }: KnownRecord, caseOf: (review: string) => string | undefined): string {
  return label ?? (kind === "review" ? caseOf(id) : undefined) ?? id;
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

/** Two spaces: the name of a record with an id has one after its kind. */
function keyOf(folder: string, { kind, id, key }: CatalogRecord): string {
  return id === undefined ? `${kind}  ${folder} ${key}` : recordName({ kind, id });
}
