import type { Report, ReportTest } from "./model.ts";
import { type CaseGroup, caseGroupOf, withTests } from "./report.ts";
import { chooseAmongTargets } from "./spread.ts";
import type { ReportView } from "./view.ts";

/** The number of cases to keep of each group, for publications with a limit. */
export type Sample = Readonly<Record<CaseGroup, number>>;

/** Leaves out cases, but the counts still include them. Other failures are left out before new failures. */
export function sampleReport({ report, comparison }: ReportView, sample: Sample): Report {
  const kept: Record<CaseGroup, ReportTest[]> = {
    failed: [],
    undecided: [],
    flaky: [],
    skipped: [],
    passed: [],
  };
  const oldFailures: ReportTest[] = [];
  for (const test of report.results.tests) {
    const group = caseGroupOf(test);
    const isOldFailure =
      group === "failed" && comparison !== undefined && comparison.changeOf(test) !== "new";
    const list = isOldFailure ? oldFailures : kept[group];
    if (sample[group] > 0) list.push(test);
  }
  const chosen = Object.entries(kept).map(([group, tests]) =>
    chooseAmongTargets(tests, sample[group as CaseGroup]),
  );
  const [failed = [], ...others] = chosen;
  const oldOnes = chooseAmongTargets(oldFailures, sample.failed - failed.length);
  return withTests(report, [...failed, ...oldOnes, ...others.flat()]);
}
