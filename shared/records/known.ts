/** The records learned from responses, as plain JSON for storage. */

import { type Codec, filledText, list, mapped, object, oneOf, optional, orElse } from "../codec.ts";
import { type KnownRecord, knownRecord, recordName } from "../reading/records.ts";
import { kinds } from "../service/operations.ts";

/** The latest label and project win, unless the new reference has none or its label only repeats the id. */
export function learn(known: readonly KnownRecord[], named: readonly KnownRecord[]): KnownRecord[] {
  const records = new Map(known.map(record => [recordName(record), record]));
  for (const record of named) {
    const { kind, id, label, project } = record;
    records.set(recordName(record), {
      ...records.get(recordName(record)),
      ...knownRecord(kind, id, label, project),
    });
  }
  return [...records.values()];
}

export function forget(
  known: readonly KnownRecord[],
  forgotten: Pick<KnownRecord, "kind" | "id">,
): KnownRecord[] {
  return known.filter(record => recordName(record) !== recordName(forgotten));
}

const recordFields = {
  kind: oneOf(kinds),
  id: filledText,
  label: optional(filledText, "unreadable"),
  project: optional(filledText, "unreadable"),
} satisfies Record<keyof KnownRecord, Codec<unknown>>;

/** Drops corrupt entries instead of failing. */
export const knownCodec: Codec<readonly KnownRecord[]> = orElse(
  mapped(
    list(optional(object(recordFields), "unreadable")),
    stored => learn([], stored),
    known => known,
  ),
  () => [],
  "unreadable",
);
