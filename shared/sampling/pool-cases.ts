/** Finds the cases of several runs of one target that are the same case. */

import type { Case } from "../reading/reading.ts";
import { compareSeverity } from "../reading/severity.ts";

export interface PoolableCase extends Pick<Case, "name" | "suite" | "status"> {
  /** The service's own id of the case. */
  readonly id?: string | undefined;
  readonly persona?: string | undefined;
  readonly scenario?: string | undefined;
}

/** One case for each run; undefined for a run that doesn't list it. */
type Row<C> = readonly (C | undefined)[];

interface Listing<C> {
  readonly run: number;
  readonly listed: C;
}

/**
 * Cases of one suite and name are one case, unless a run lists several. Then their ids tell them apart if an id comes
 * again in another run, because the ids of conversations are new in each run. Else the persona and scenario tell them
 * apart, else the failed cases of each run come first.
 */
export function poolCases<C extends PoolableCase>(runs: readonly (readonly C[])[]): Row<C>[] {
  const listings: Listing<C>[] = [];
  for (const [run, cases] of runs.entries()) for (const listed of cases) listings.push({ run, listed });
  const groups = partition(listings, ({ suite = [], name }) => [...suite, name].join("\0"));
  return groups.flatMap(group => tellApart(group, runs.length));
}

function tellApart<C extends PoolableCase>(group: readonly Listing<C>[], runCount: number): Row<C>[] {
  if (!hasNamesakes(group)) return [rowOf(group, runCount)];
  const parts = comesAnyIdAgain(group) ? partition(group, ({ id }) => id ?? null) : [group];
  return parts.flatMap(part => {
    if (!hasNamesakes(part)) return [rowOf(part, runCount)];
    const told = partition(part, ({ persona, scenario }) => JSON.stringify([persona, scenario]));
    return told.flatMap(namesakes =>
      hasNamesakes(namesakes) ? rankRows(namesakes, runCount) : [rowOf(namesakes, runCount)],
    );
  });
}

/** Listings are in the order of their runs, so those of one run are neighbours. */
function hasNamesakes<C>(group: readonly Listing<C>[]): boolean {
  return group.some(({ run }, index) => index > 0 && group[index - 1]?.run === run);
}

function comesAnyIdAgain<C extends PoolableCase>(group: readonly Listing<C>[]): boolean {
  const runOfId = new Map<string, number>();
  return group.some(({ run, listed: { id } }) => {
    if (id === undefined) return false;
    const first = runOfId.get(id) ?? run;
    runOfId.set(id, first);
    return first !== run;
  });
}

function partition<C>(group: readonly Listing<C>[], keyOf: (listed: C) => string | null): Listing<C>[][] {
  const parts = new Map<string | null, Listing<C>[]>();
  for (const listing of group) {
    const key = keyOf(listing.listed);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [listing]);
    else part.push(listing);
  }
  return [...parts.values()];
}

function rowOf<C>(group: readonly Listing<C>[], runCount: number): Row<C> {
  const row = new Array<C | undefined>(runCount).fill(undefined);
  for (const { run, listed } of group) row[run] = listed;
  return row;
}

/**
 * The failed cases of each run fill the rows from the first, and all others fill them from the last. A run that lists
 * fewer cases than another thus adds no pass to the row of a case that failed.
 */
function rankRows<C extends PoolableCase>(group: readonly Listing<C>[], runCount: number): Row<C>[] {
  const byRun = Array.from({ length: runCount }, (): C[] => []);
  for (const { run, listed } of group) byRun[run]?.push(listed);
  const rowCount = Math.max(...byRun.map(cases => cases.length));
  const rows = Array.from({ length: rowCount }, () => new Array<C | undefined>(runCount).fill(undefined));
  for (const [run, cases] of byRun.entries()) {
    const gap = rowCount - cases.length;
    for (const [index, listed] of cases.toSorted(bySeverity).entries()) {
      const row = rows[listed.status === "failed" ? index : index + gap];
      if (row !== undefined) row[run] = listed;
    }
  }
  return rows;
}

function bySeverity(one: PoolableCase, other: PoolableCase): number {
  return compareSeverity(one.status, other.status);
}
