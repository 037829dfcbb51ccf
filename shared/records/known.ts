/**
 * The records learned from responses so far, as plain JSON that can be stored as it is. What is read back may have been
 * changed by anything.
 */

import { type Codec, filledText, list, mapped, object, oneOf, optional, orElse } from "../codec.ts";
import { type KnownRecord, knownRecord, recordName } from "../reading/records.ts";
import { kinds } from "../service/operations.ts";

/**
 * Known records first, in their order, then new ones. The latest label and project win; a mention without one, or with
 * a label that only repeats the id, leaves the known one.
 */
export function learn(known: readonly KnownRecord[], mentioned: readonly KnownRecord[]): KnownRecord[] {
  const records = new Map(known.map(record => [recordName(record), record]));
  for (const record of mentioned) {
    const { kind, id, label, project } = record;
    records.set(recordName(record), {
      ...records.get(recordName(record)),
      ...knownRecord(kind, id, label, project),
    });
  }
  return [...records.values()];
}

export function forget(known: readonly KnownRecord[], gone: Pick<KnownRecord, "kind" | "id">): KnownRecord[] {
  return known.filter(record => recordName(record) !== recordName(gone));
}

const recordFields = {
  kind: oneOf(kinds),
  id: filledText,
  label: optional(filledText, "unreadable"),
  project: optional(filledText, "unreadable"),
} satisfies Record<keyof KnownRecord, Codec<unknown>>;

/** Corrupt entries are dropped; they are never a reason to fail. */
export const knownCodec: Codec<readonly KnownRecord[]> = orElse(
  mapped(
    list(optional(object(recordFields), "unreadable")),
    stored => learn([], stored),
    known => known,
  ),
  () => [],
  "unreadable",
);
