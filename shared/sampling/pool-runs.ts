/** Pools the readings of one target's runs: how each run counts for each case, and the verdict that follows. */

import { waitsOnlyForPeople } from "../reading/evidence.ts";
import type { Reading, Verdict } from "../reading/reading.ts";
import { type CaseRun, type CaseVerdict, decideCase, type Policy } from "./decide-case.ts";
import { type PoolableCase, poolCases } from "./pool-cases.ts";

export interface RunReading<C extends PoolableCase>
  extends Pick<Reading, "verdict" | "runVerdict" | "evidence" | "reviews"> {
  readonly cases: readonly C[];
}

export interface PooledCase<C> {
  /** One for each run; undefined for a run that doesn't list the case. */
  readonly cases: readonly (C | undefined)[];
  readonly runs: readonly CaseRun[];
}

export interface PooledRuns<C> {
  readonly cases: readonly PooledCase<C>[];
  /** The run itself as one more case: the verdict of each run apart from its listed cases. */
  readonly own: readonly CaseRun[];
  /** The team's `pass-when` decided a run, so the runs themselves decide the target, whatever their cases say. */
  readonly isByPassWhen: boolean;
}

/** A used-up run has no reading. */
export function poolRuns<C extends PoolableCase>(
  readings: readonly (RunReading<C> | undefined)[],
): PooledRuns<C> {
  const counters = readings.map(reading => (reading === undefined ? undefined : new RunCounter(reading)));
  const rows = poolCases(readings.map(reading => reading?.cases ?? []));
  return {
    cases: rows.map(cases => ({
      cases,
      runs: counters.map((counter, run) => counter?.countFor(cases[run]) ?? "used-up"),
    })),
    own: counters.map(counter => counter?.own ?? "used-up"),
    isByPassWhen: counters.some(counter => counter?.isByPassWhen),
  };
}

class RunCounter {
  readonly own: CaseRun;
  readonly isByPassWhen: boolean;
  /** The number of open reviews of each name of a case. */
  readonly #openReviews = new Map<string, number>();

  constructor({ verdict, runVerdict, evidence, reviews }: RunReading<PoolableCase>) {
    this.isByPassWhen = evidence.basis?.kind === "pass-when";
    const open = reviews.filter(({ state }) => state !== "settled");
    for (const { case: name } of open) {
      if (name !== undefined) this.#openReviews.set(name, (this.#openReviews.get(name) ?? 0) + 1);
    }
    const withoutVerdict = open.length > 0 && waitsOnlyForPeople(evidence) ? "review" : "neither";
    this.own = countOfVerdict[this.isByPassWhen ? verdict : runVerdict] ?? withoutVerdict;
  }

  /** To be called once for each case of the run, because each open review leaves only one case to people. */
  countFor(listed: PoolableCase | undefined): CaseRun {
    if (listed === undefined) return "neither";
    const { name, status } = listed;
    if (status === "skipped") return "skipped";
    if (status === "passed" || status === "failed") {
      if (this.own !== "neither" && this.own !== "review") return status === "passed" ? "pass" : "failure";
      return status === "passed" ? this.own : "neither";
    }
    const reviewCount = this.#openReviews.get(name) ?? 0;
    this.#openReviews.set(name, reviewCount - 1);
    return reviewCount > 0 ? "review" : "neither";
  }
}

const countOfVerdict: Readonly<Record<Verdict, CaseRun | undefined>> = {
  passed: "pass",
  failed: "failure",
  unknown: undefined,
};

/** The run itself is shown and counted only if it failed in a run or no case is listed. */
export function isOwnShown({ own, cases }: PooledRuns<unknown>): boolean {
  return cases.length === 0 || own.includes("failure");
}

export interface DecidedRuns<C> {
  readonly runs: readonly CaseRun[];
  readonly verdict: CaseVerdict;
  /** Absent if these are the runs themselves. */
  readonly case?: PooledCase<C>;
}

/** Decides everything that the verdict of the target rests on. */
export function decideRuns<C>(pooled: PooledRuns<C>, policy: Policy): readonly DecidedRuns<C>[] {
  const { cases, own, isByPassWhen } = pooled;
  // A run itself that is not shown must not ask for more runs after its cases are certain, so it needs no passes.
  const ownPolicy: Policy = isByPassWhen || isOwnShown(pooled) ? policy : { ...policy, runAgain: "failed" };
  const decidedOwn = { runs: own, verdict: decideCase(own, ownPolicy) };
  if (isByPassWhen) return [decidedOwn];
  const decided = cases.map(each => ({
    runs: each.runs,
    verdict: decideCase(each.runs, policy),
    case: each,
  }));
  return [...decided, decidedOwn];
}

export function verdictOfRuns(pooled: PooledRuns<unknown>, policy: Policy): Verdict {
  const verdicts = new Set(decideRuns(pooled, policy).map(({ verdict }) => verdict));
  if (verdicts.has("failed")) return "failed";
  return verdicts.has("not-certain") || verdicts.has("waiting") ? "unknown" : "passed";
}
