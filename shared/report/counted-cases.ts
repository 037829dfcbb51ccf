/** The cases of a report with their passes and failures, as digests and comparisons count them. */

import type { CaseStatus } from "../reading/reading.ts";
import type { RunCounts } from "../sampling/decide-case.ts";
import type { PoolableCase } from "../sampling/pool-cases.ts";
import type { Report, ReportTest, TargetResult } from "./model.ts";
import { targetLabel } from "./report.ts";

/** A case, or the run of a target itself, which has an empty name. */
export interface CountedCase extends RunCounts, Pick<PoolableCase, "name" | "id" | "persona" | "scenario"> {
  /** The target's label, then the suites of the case. */
  readonly suite: readonly string[];
  /** How many cases this is; 1 if absent. A single run can have many failures that it doesn't list. */
  readonly count?: number;
}

export interface ComparedCase extends CountedCase {
  /** `failed`: the case failed in a run, and did not end passed. */
  readonly outcome: "passed" | "failed" | "other";
}

export interface CaseOfReport extends ComparedCase {
  /** Absent for a run itself that the report doesn't list. */
  readonly test?: ReportTest;
}

/**
 * All cases, and for each target its run, which has an empty name. If the report doesn't list the run itself, it counts
 * the failures that the target doesn't list. Without it, a failed batch without a list would not count as a new failure.
 * A target that could not be run gets no such run, because the step fails for it anyway.
 */
export function* countedCases({ results }: Report): Generator<CaseOfReport> {
  const labels = new Map<string, ListedTests>();
  for (const test of results.tests) {
    const label = test.suite[0] ?? "";
    const listed = labels.get(label) ?? new ListedTests();
    labels.set(label, listed);
    listed.add(test);
    yield caseOfTest(test, label);
  }
  for (const target of results.extra.callboard.targets) {
    if (target.error !== undefined) continue;
    const label = targetLabel(target);
    const listed = labels.get(label) ?? new ListedTests();
    if (listed.ownRuns > 0) listed.ownRuns -= 1;
    else yield { suite: [label], name: "", ...listed.takeUnlisted(target) };
  }
}

/** The tests of the targets of one label. */
class ListedTests {
  ownRuns = 0;
  #failures = 0;
  /** The positions of the runs that decided a case. */
  readonly #decidedRuns = new Set<number>();

  add({ status, extra }: ReportTest): void {
    if (status === "failed") this.#failures += 1;
    if (extra?.isRun) this.ownRuns += 1;
    if (extra?.runs === undefined) return;
    for (const [run, counted] of extra.runs.entries())
      if (counted === "passed" || counted === "failed") this.#decidedRuns.add(run);
  }

  takeUnlisted({ failed, verdict, runs }: TargetResult): Omit<ComparedCase, "suite" | "name"> {
    const failures = Math.max(failed, verdict === "failed" ? 1 : 0);
    const unlisted = failures - this.#failures;
    this.#failures = Math.max(0, this.#failures - failures);
    if (unlisted > 0) return { passes: 0, failures: 1, outcome: "failed", count: unlisted };
    const isPassed = verdict === "passed";
    // Several runs that are not listed themselves have not failed, so each one that decided a case has passed.
    const passes = runs === undefined ? Number(isPassed) : this.#decidedRuns.size;
    return { passes, failures: 0, outcome: isPassed ? "passed" : "other" };
  }
}

function caseOfTest(test: ReportTest, label: string): CaseOfReport {
  const { name, suite, extra } = test;
  return {
    suite: extra?.isRun ? [label] : suite,
    name: extra?.isRun ? "" : name,
    id: extra?.id,
    persona: extra?.persona,
    scenario: extra?.scenario,
    ...countRunsOf(test),
    outcome: outcomeOf(test),
    test,
  };
}

/** A case of a single run has one pass or one failure, or is undecided. */
export function countRunsOf({ status, extra }: ReportTest): RunCounts {
  if (extra?.runs === undefined) return countsOfStatus[status] ?? undecided;
  const count = (wanted: CaseStatus) => extra.runs?.filter(run => run === wanted).length ?? 0;
  return { passes: count("passed"), failures: count("failed") };
}

const undecided: RunCounts = { passes: 0, failures: 0 };
const countsOfStatus: { readonly [S in CaseStatus]?: RunCounts } = {
  passed: { passes: 1, failures: 0 },
  failed: { passes: 0, failures: 1 },
};

/** The case failed in a run, and did not end passed. */
export function hasFailed(test: ReportTest): boolean {
  return outcomeOf(test) === "failed";
}

function outcomeOf(test: ReportTest): ComparedCase["outcome"] {
  if (test.status === "passed") return "passed";
  return test.status === "failed" || countRunsOf(test).failures > 0 ? "failed" : "other";
}
