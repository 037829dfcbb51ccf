/** Finds circles of records that can't be created, because each needs the id of the next. */

import {
  allRecords,
  type Catalog,
  type CatalogProblem,
  type CatalogRecord,
  type Location,
  recordAt,
} from "./catalog.ts";
import { quote } from "./quote.ts";
import { canBeCreated, referenceName } from "./references.ts";

interface Need {
  readonly record: CatalogRecord;
  readonly at: Location;
}

/** Connected circles can give one problem together. After one is removed, the next reading finds the other. */
export function circleProblems(catalog: Catalog): CatalogProblem[] {
  const needs = findNeeds(catalog);
  const blocked = findBlocked(needs);
  const problems: CatalogProblem[] = [];
  const seen = new Set<CatalogRecord>();
  for (const start of blocked) {
    const path: CatalogRecord[] = [];
    let need: Need | undefined = { record: start, at: start.at };
    while (need !== undefined && !seen.has(need.record)) {
      path.push(need.record);
      seen.add(need.record);
      // Every blocked record needs a blocked record, so the path reaches one of its own records or an earlier path.
      need = needs.get(need.record)?.find(({ record }) => blocked.has(record));
    }
    const from = need === undefined ? -1 : path.indexOf(need.record);
    if (need !== undefined && from !== -1) problems.push(circleProblem(path.slice(from), need.at));
  }
  return problems;
}

function findNeeds(catalog: Catalog): Map<CatalogRecord, Need[]> {
  const isMissing = (record: CatalogRecord) => record.id === undefined && canBeCreated(record);
  const missing = allRecords(catalog).filter(isMissing);
  return new Map(
    missing.map(record => [
      record,
      record.references.flatMap(({ kind, key, at }) => {
        const needed = recordAt(catalog, kind, key);
        return needed !== undefined && isMissing(needed) ? [{ record: needed, at }] : [];
      }),
    ]),
  );
}

function findBlocked(needs: ReadonlyMap<CatalogRecord, readonly Need[]>): Set<CatalogRecord> {
  const blocked = new Set(needs.keys());
  const unmet = new Map<CatalogRecord, number>();
  const neededBy = new Map<CatalogRecord, CatalogRecord[]>([...needs.keys()].map(record => [record, []]));
  for (const [record, all] of needs) {
    unmet.set(record, all.length);
    for (const need of all) neededBy.get(need.record)?.push(record);
  }
  const created = [...needs.keys()].filter(record => unmet.get(record) === 0);
  // The loop extends `created`, because each created record can allow others to be created.
  for (const record of created) {
    blocked.delete(record);
    for (const waiting of neededBy.get(record) ?? []) {
      const left = (unmet.get(waiting) ?? 0) - 1;
      unmet.set(waiting, left);
      if (left === 0) created.push(waiting);
    }
  }
  return blocked;
}

const mostNamed = 10;

function circleProblem(circle: readonly CatalogRecord[], at: Location): CatalogProblem {
  const names = circle.slice(0, mostNamed).map(record => quote(referenceName(record)));
  const others = circle.length > mostNamed ? [`${circle.length - mostNamed} more`] : [];
  const path = [...names, ...others, ...names.slice(0, 1)].join(" -> ");
  return {
    ...at,
    severity: "error",
    message:
      `These records wait for each other's id, so none can be created: ${path}. ` +
      "Remove one of the references, or add the `id` of a record that the service already has.",
  };
}
