/** A report with only some of its cases, for where there is little room. */

import type { Report, ReportTest } from "./model.ts";
import { type CaseGroup, groupOf, withTests } from "./report.ts";

/** How many cases of each group are kept. */
export type Sample = Readonly<Record<CaseGroup, number>>;

/** Keeps the cases that a reader most wants; the counts still speak of all. */
export function sampled(report: Report, sample: Sample): Report {
  const kept: Record<CaseGroup, ReportTest[]> = {
    failed: [],
    undecided: [],
    flaky: [],
    skipped: [],
    passed: [],
  };
  for (const test of report.results.tests) {
    const group = groupOf(test);
    if (kept[group].length < sample[group]) kept[group].push(test);
  }
  return withTests(report, Object.values(kept).flat());
}
