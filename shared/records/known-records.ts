/** The records learned from responses, as plain JSON for storage. */

import {
  type Codec,
  list,
  nonEmptyText,
  object,
  oneOf,
  optional,
  transform,
  withFallback,
} from "../codec.ts";
import { type KnownRecord, knownRecord, recordKey } from "../reading/records.ts";
import { kinds } from "../service/operations.ts";

/** A new label or project replaces the old one, but a label that only repeats the id is ignored. */
export function learnRecords(known: readonly KnownRecord[], learned: readonly KnownRecord[]): KnownRecord[] {
  const records = new Map(known.map(record => [recordKey(record), record]));
  for (const record of learned) {
    const { kind, id, label, project } = record;
    records.set(recordKey(record), {
      ...records.get(recordKey(record)),
      ...knownRecord(kind, id, label, project),
    });
  }
  return [...records.values()];
}

type RecordId = Pick<KnownRecord, "kind" | "id">;

export function forgetRecords(known: readonly KnownRecord[], forgotten: readonly RecordId[]): KnownRecord[] {
  const keys = new Set(forgotten.map(recordKey));
  return known.filter(record => !keys.has(recordKey(record)));
}

/** Puts forgotten records back into their places in `before`, without losing what was learned meanwhile. */
export function restoreRecords(
  before: readonly KnownRecord[],
  forgotten: readonly RecordId[],
  known: readonly KnownRecord[],
): KnownRecord[] {
  const keys = new Set([...forgotten, ...known].map(recordKey));
  return learnRecords(
    before.filter(record => keys.has(recordKey(record))),
    known,
  );
}

const recordFields = {
  kind: oneOf(kinds),
  id: nonEmptyText,
  label: optional(nonEmptyText, "unreadable"),
  project: optional(nonEmptyText, "unreadable"),
} satisfies Record<keyof KnownRecord, Codec<unknown>>;

/** Drops unreadable entries, and reads an unreadable list as empty. */
export const knownRecordsCodec: Codec<readonly KnownRecord[]> = withFallback(
  transform(
    list(optional(object(recordFields), "unreadable")),
    stored => learnRecords([], stored),
    known => known,
  ),
  () => [],
  "unreadable",
);
