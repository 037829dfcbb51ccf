/** Merges the records of catalogs and of the memory into one list. The catalog's name wins for the same id. */

import { allRecords, type Catalog, type CatalogRecord } from "../../shared/catalog/catalog.ts";
import { type KnownRecord, recordKey } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { FolderCatalog } from "../services/catalogs.ts";

export interface RecordEntry {
  /** Unique, also for a record without an id. */
  readonly key: string;
  readonly kind: Kind;
  /** Absent for a catalog's record that was not created yet. */
  readonly id?: string;
  readonly name: string;
  /** The project's `key`. */
  readonly project?: string;
  /** The record's place in a catalog; absent if no catalog contains it. */
  readonly pinned?: { readonly folder: string; readonly record: CatalogRecord };
}

export type AddressedRecord = RecordEntry & { readonly id: string };

export function hasId(record: RecordEntry): record is AddressedRecord {
  return record.id !== undefined;
}

export function bareRecord(kind: Kind, id: string): AddressedRecord {
  return { key: recordKey({ kind, id }), kind, id, name: id };
}

/** `caseOf` gives a review's case or question, which serves as its name if it has no label. */
export function mergeRecords(
  catalogs: readonly FolderCatalog[],
  known: readonly KnownRecord[],
  caseOf: (review: string) => string | undefined = () => undefined,
): RecordEntry[] {
  const entries = new Map<string, RecordEntry>();
  for (const { folder, catalog } of catalogs) {
    for (const record of allRecords(catalog)) {
      const entry = catalogEntry(folder, catalog, record);
      if (!entries.has(entry.key)) entries.set(entry.key, entry);
    }
  }
  for (const record of known) {
    const key = recordKey(record);
    const pinned = entries.get(key);
    const project = pinned?.project ?? (record.project && recordKey({ kind: "project", id: record.project }));
    entries.set(key, {
      ...(pinned ?? { key, kind: record.kind, id: record.id, name: nameOf(record, caseOf) }),
      ...(project === undefined ? {} : { project }),
    });
  }
  return [...entries.values()];
}

function nameOf({ kind, id, label }: KnownRecord, caseOf: (review: string) => string | undefined): string {
  return label ?? (kind === "review" ? caseOf(id) : undefined) ?? id;
}

export function catalogEntry(folder: string, catalog: Catalog, record: CatalogRecord): RecordEntry {
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

/** Two spaces after the kind keep the key apart from a `recordKey`, which has one. */
function keyOf(folder: string, { kind, id, key }: CatalogRecord): string {
  return id === undefined ? `${kind}  ${folder} ${key}` : recordKey({ kind, id });
}
