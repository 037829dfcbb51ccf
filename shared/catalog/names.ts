/** Finds the record that a name in the Action's inputs stands for, and makes keys for new records. */

import { nearest } from "../nearest.ts";
import type { Kind } from "../service/operations.ts";
import { type Catalog, type CatalogRecord, recordAt } from "./catalog.ts";
import { quote } from "./quote.ts";
import { referenceName } from "./references.ts";

export type ResolvedName =
  | {
      readonly id: string;
      readonly record?: CatalogRecord;
      readonly didYouMean?: string;
    }
  | { readonly mistake: string };

/** Resolves a key of the catalog to its record's id. Any other name is taken as an id. */
export function resolveName(catalog: Catalog, kind: Kind, name: string): ResolvedName {
  const named = recordAt(catalog, kind, name);
  if (named?.id !== undefined) return { id: named.id, record: named };
  if (named !== undefined) {
    const line = `${catalog.file}:${named.at.line}`;
    return {
      mistake: `${quote(referenceName(named))} (${line}) has no \`id\` yet: create the ${kind} in the service, then add the \`id\` to the catalog.`,
    };
  }
  const records = catalog.records.get(kind) ?? new Map<string, CatalogRecord>();
  const record = [...records.values()].find(({ id }) => id === name);
  if (record !== undefined) return { id: name, record };
  const didYouMean = nearest(name, records.keys());
  return { id: name, ...(didYouMean === undefined ? {} : { didYouMean }) };
}

/** Makes a key for a new record from its label, unique among the records of its kind. */
export function createUniqueKey(catalog: Catalog, kind: Kind, label: string): string {
  const words = label
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== "");
  const key = words.join("-").slice(0, 60) || kind;
  let candidate = key;
  for (let number = 2; recordAt(catalog, kind, candidate) !== undefined; number++) {
    candidate = `${key}-${number}`;
  }
  return candidate;
}
