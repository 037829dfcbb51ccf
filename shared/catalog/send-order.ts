/** Orders the creation of records: each comes after the records without an id that its fields refer to. */

import { type Catalog, type CatalogRecord, recordAt } from "./catalog.ts";

/**
 * Gives the record and all records without an id that it needs. Nothing is left out, also not a record that the service
 * can't create: the caller tells the person. A circle, which the catalog's problems report, is cut at any of its records.
 */
export function sendOrder(catalog: Catalog, record: CatalogRecord): CatalogRecord[] {
  const order = new Set<CatalogRecord>();
  const begun = new Set<CatalogRecord>();
  const waiting = [record];
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const needed = begun.has(next) ? [] : neededBy(catalog, next).filter(each => !begun.has(each));
    begun.add(next);
    if (needed.length > 0) waiting.push(...needed.reverse());
    else {
      waiting.pop();
      order.add(next);
    }
  }
  return [...order];
}

function neededBy(catalog: Catalog, { references }: CatalogRecord): CatalogRecord[] {
  return references.flatMap(({ kind, key }) => {
    const needed = recordAt(catalog, kind, key);
    return needed !== undefined && needed.id === undefined ? [needed] : [];
  });
}
