/**
 * The records learned from responses so far, as plain JSON that can be stored as it is. What is read back may have been
 * changed by anything.
 */

import { isJsonObject } from "../json.ts";
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

/** Reads stored records; corrupt entries are dropped, because they are no reason to fail. */
export function knownFrom(stored: unknown): KnownRecord[] {
  if (!Array.isArray(stored)) return [];
  return learn(
    [],
    stored.flatMap((entry: unknown) => {
      if (!isJsonObject(entry)) return [];
      const { id, label, project } = entry;
      const kind = kinds.find(known => known === entry["kind"]);
      if (kind === undefined || typeof id !== "string" || id === "") return [];
      return [knownRecord(kind, id, textOrNothing(label), textOrNothing(project))];
    }),
  );
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
