/** Compares a report with the history of its base. */

import type { RunCounts } from "../sampling/decide-case.ts";
import { type CaseOfReport, countedCases, countRunsOf, hasFailed } from "./counted-cases.ts";
import type { CaseDigest } from "./digest.ts";
import {
  type CaseChange,
  type CaseWithHistory,
  type ComparisonWithHistory,
  type DigestsOfHistory,
  History,
} from "./history.ts";
import type { Report, ReportTest } from "./model.ts";
import { withTests } from "./report.ts";

export interface Comparison extends Omit<ComparisonWithHistory, "cases"> {
  /** Undefined if the case neither failed nor is fixed. */
  changeOf(test: ReportTest): CaseChange | undefined;
  /** How often the case passed and failed in the history; undefined if the history doesn't contain it. */
  beforeOf(test: ReportTest): RunCounts | undefined;
}

export function compare(digests: DigestsOfHistory, report: Report): Comparison {
  const history = new History(digests);
  const cases: CaseOfReport[] = [];
  let otherCases = 0;
  let otherFailures = 0;
  for (const each of countedCases(report)) {
    if (history.containsName(each)) {
      cases.push(each);
      continue;
    }
    const { count = 1 } = each;
    if (each.name !== "") otherCases += count;
    if (each.outcome === "failed") otherFailures += count;
  }
  const { cases: compared, newFailures, newCases, ...counts } = history.compare(cases);
  // Only cases of the history are kept, because a report can contain a million others.
  const found = new Map<ReportTest, CaseWithHistory>();
  for (const [index, { test }] of cases.entries()) {
    const each = compared[index];
    if (test !== undefined && each?.before !== undefined) found.set(test, each);
  }
  return {
    ...counts,
    newFailures: newFailures + otherFailures,
    ...(newCases !== undefined && { newCases: newCases + otherCases }),
    changeOf: test => {
      const each = found.get(test);
      return each === undefined && hasFailed(test) ? "new" : each?.change;
    },
    beforeOf: test => found.get(test)?.before,
  };
}

/** The digests before the base's matter only for a case that failed in a run, and not in every decided run at the base. */
export function isHistoryNeeded(base: CaseDigest, report: Report): boolean {
  const history = new History([base]);
  const failed: CaseOfReport[] = [];
  for (const each of countedCases(report)) {
    if (each.failures === 0) continue;
    if (!history.containsName(each)) return true;
    failed.push(each);
  }
  const { cases } = history.compare(failed);
  return cases.some(({ before }) => before === undefined || before.failures === 0 || before.passes > 0);
}

export interface ComparedReport {
  readonly report: Report;
  readonly comparison: Comparison;
}

/** Adds to each case of several runs how often it passes now and passed before. */
export function withPassRates({ report, comparison }: ComparedReport): ComparedReport {
  const originals = new Map<ReportTest, ReportTest>();
  const tests = report.results.tests.map(test => {
    const passRate = test.extra?.runs && passRateOf(countRunsOf(test), comparison.beforeOf(test));
    if (passRate === undefined) return test;
    const rated = { ...test, insights: { passRate } };
    originals.set(rated, test);
    return rated;
  });
  if (originals.size === 0) return { report, comparison };
  const originalOf = (test: ReportTest) => originals.get(test) ?? test;
  return {
    report: withTests(report, tests),
    comparison: {
      ...comparison,
      changeOf: test => comparison.changeOf(originalOf(test)),
      beforeOf: test => comparison.beforeOf(originalOf(test)),
    },
  };
}

function passRateOf(now: RunCounts, before: RunCounts | undefined) {
  const [current, baseline] = [rateOf(now), before && rateOf(before)];
  if (current === undefined || baseline === undefined) return undefined;
  return { current: rounded(current), baseline: rounded(baseline), change: rounded(current - baseline) };
}

function rateOf({ passes, failures }: RunCounts): number | undefined {
  return passes + failures === 0 ? undefined : passes / (passes + failures);
}

function rounded(rate: number): number {
  return Math.round(rate * 1e4) / 1e4;
}
