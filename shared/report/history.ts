/**
 * Compares a report's cases with the history of the base branch: the digest at the base, and digests before it. A failure
 * is new unless the base or the history explains it.
 */

import type { RunCounts } from "../sampling/decide-case.ts";
import { hasSignificantlyFewerPasses } from "../sampling/statistics.ts";
import { nameKey, nthKey } from "./case-keys.ts";
import type { ComparedCase, CountedCase } from "./counted-cases.ts";
import { type CaseDigest, type CountsOfKeys, identityKey, numberNamesakes } from "./digest.ts";

/** The first digest is that of the base. */
export type DigestsOfHistory = readonly [base: CaseDigest, ...earlier: CaseDigest[]];

export type CaseChange = "new" | "still-failing" | "as-flaky-as-before" | "fixed";

export interface CaseWithHistory {
  /** Absent if the case neither failed now nor is fixed. */
  readonly change?: CaseChange;
  /** How often the case passed and failed in the history. Absent if the history doesn't contain it. */
  readonly before?: RunCounts;
}

export interface ComparisonWithHistory {
  /** In the order of the compared cases. */
  readonly cases: readonly CaseWithHistory[];
  readonly newFailures: number;
  readonly stillFailing: number;
  readonly asFlakyAsBefore: number;
  readonly fixed: number;
  /** Absent, like `vanished`, if the base's digest had no room for all cases. */
  readonly newCases?: number;
  readonly vanished?: number;
}

interface PooledCounts {
  base?: RunCounts;
  passes: number;
  failures: number;
  /** How many incomplete digests contain the case. */
  incomplete: number;
}

type Pool = Map<string, PooledCounts>;

/** The history of all cases, pooled over its digests. Several reports can be compared with it. */
export class History {
  readonly #base: CaseDigest;
  readonly #pools: Readonly<Record<CaseDigest["keys"], Readonly<Record<"cases" | "runs" | "ids", Pool>>>>;
  readonly #incomplete: number;

  constructor(digests: DigestsOfHistory) {
    [this.#base] = digests;
    this.#incomplete = digests.filter(({ isWhole }) => !isWhole).length;
    this.#pools = { name: emptyPools(), identity: emptyPools() };
    for (const digest of digests) {
      const pools = this.#pools[digest.keys];
      for (const section of ["cases", "runs", "ids"] as const)
        addToPool(pools[section], digest[section], !digest.isWhole, digest === this.#base);
    }
  }

  /** Cases of other names are only counted, because a report can contain a million of them. */
  containsName(each: CountedCase): boolean {
    const { identity, name } = this.#pools;
    const own = each.name === "" ? identity.runs : identity.cases;
    return (
      (own.size > 0 && own.has(identityKey(each))) ||
      (name.cases.size > 0 && name.cases.has(keyOfVersion1(each)))
    );
  }

  compare(cases: readonly ComparedCase[]): ComparisonWithHistory {
    const sums = { new: 0, "still-failing": 0, "as-flaky-as-before": 0, fixed: 0 };
    const byIdentity = this.#countsIn("identity", cases, identityKey);
    const byName = this.#countsIn("name", cases, keyOfVersion1);
    let newCases = 0;
    let inBase = 0;
    const compared = cases.map((each, index): CaseWithHistory => {
      const count = each.count ?? 1;
      const changes = new Set<CaseChange>();
      let before: PooledCounts | undefined;
      for (let nth = 0; nth < count; nth++) {
        const found = joined(byIdentity[index]?.(nth), byName[index]?.(nth));
        // A key that the history lacks has no successor in it, so all further cases are alike.
        const alike = found === undefined ? count - nth : 1;
        const change = this.#changeOf(each, found);
        if (change !== undefined) {
          sums[change] += alike;
          changes.add(change);
        }
        before ??= found;
        if (each.name !== "") {
          if (found?.base !== undefined) inBase += 1;
          else newCases += alike;
        }
        if (found === undefined) break;
      }
      if (each.name === "")
        inBase += failuresInBase(nth => joined(byIdentity[index]?.(nth), byName[index]?.(nth)));
      const [change] = mostSevereFirst.filter(one => changes.has(one));
      if (change === undefined && before === undefined) return withoutHistory;
      return {
        ...(change !== undefined && { change }),
        ...(before !== undefined && { before: { passes: before.passes, failures: before.failures } }),
      };
    });
    // A run itself that did not fail is no case.
    const failedRuns = [...this.#base.runs.values()].filter(({ failures }) => failures > 0).length;
    const vanished = Math.max(0, this.#base.cases.size + failedRuns - inBase);
    return {
      cases: compared,
      newFailures: sums.new,
      stillFailing: sums["still-failing"],
      asFlakyAsBefore: sums["as-flaky-as-before"],
      fixed: sums.fixed,
      ...(this.#base.isWhole && { newCases, vanished }),
    };
  }

  #changeOf(now: ComparedCase, before: PooledCounts | undefined): CaseChange | undefined {
    const { passes = 0, failures = 0 } = before?.base ?? {};
    const failedEachTime = failures > 0 && passes === 0;
    if (now.outcome === "passed") return failedEachTime ? "fixed" : undefined;
    if (now.outcome !== "failed") return undefined;
    if (failedEachTime) return "still-failing";
    if (before === undefined || before.failures === 0 || now.passes === 0) return "new";
    // An incomplete digest leaves out only cases that never failed there, so each counts as a pass at least.
    const all = { passes: before.passes + this.#incomplete - before.incomplete, failures: before.failures };
    return hasSignificantlyFewerPasses(now, all) ? "new" : "as-flaky-as-before";
  }

  /** Gives for each case a function that finds the counts of its nth key; undefined if the history lacks its name. */
  #countsIn(
    keys: CaseDigest["keys"],
    compared: readonly ComparedCase[],
    keyOf: (each: ComparedCase) => string,
  ): readonly (CountsByNumber | undefined)[] {
    const { cases, runs, ids } = this.#pools[keys];
    const poolOf = ({ name }: ComparedCase) => (name === "" && keys === "identity" ? runs : cases);
    if (cases.size + runs.size === 0) return [];
    // Cases that the history lacks are not numbered, because a report can contain a million cases.
    const numbered = numberNamesakes(compared, each => {
      const key = keyOf(each);
      return poolOf(each).has(key) ? key : undefined;
    });
    // Ids tell namesakes apart only if one of them comes again.
    const withStableIds = new Set<string>();
    for (const each of numbered)
      if (each?.idKey !== undefined && ids.has(each.idKey)) withStableIds.add(each.key);
    return numbered.map(found => {
      if (found === undefined) return undefined;
      const { each, key, first, idKey } = found;
      if (idKey !== undefined && withStableIds.has(key)) return () => ids.get(idKey);
      return nth => poolOf(each).get(nthKey(key, first + nth));
    });
  }
}

/** Shared, because a report can contain a million cases. */
const withoutHistory: CaseWithHistory = {};

type CountsByNumber = (nth: number) => PooledCounts | undefined;

const mostSevereFirst: readonly CaseChange[] = ["new", "still-failing", "as-flaky-as-before", "fixed"];

/** All failures that a run didn't list at the base, because fewer of them now don't mean that a case has vanished. */
function failuresInBase(countsOf: CountsByNumber): number {
  let nth = 0;
  while ((countsOf(nth)?.base?.failures ?? 0) > 0) nth += 1;
  return nth;
}

function keyOfVersion1({ suite, name }: CountedCase): string {
  return nameKey(suite, name);
}

function emptyPools(): Record<"cases" | "runs" | "ids", Pool> {
  return { cases: new Map(), runs: new Map(), ids: new Map() };
}

function addToPool(pool: Pool, counts: CountsOfKeys, isIncomplete: boolean, isBase: boolean): void {
  for (const [key, each] of counts) {
    let pooled = pool.get(key);
    if (pooled === undefined) {
      pooled = { passes: 0, failures: 0, incomplete: 0 };
      pool.set(key, pooled);
    }
    pooled.passes += each.passes;
    pooled.failures += each.failures;
    if (isIncomplete) pooled.incomplete += 1;
    if (isBase) pooled.base = each;
  }
}

/** Joins the counts of digests of both versions. */
function joined(one: PooledCounts | undefined, other: PooledCounts | undefined): PooledCounts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const base = one.base ?? other.base;
  return {
    ...(base !== undefined && { base }),
    passes: one.passes + other.passes,
    failures: one.failures + other.failures,
    incomplete: one.incomplete + other.incomplete,
  };
}
