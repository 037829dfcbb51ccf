/** A report of outcomes, as a run makes it. */

import type { Outcome, Report } from "../../../shared/report/model.ts";
import { type RunFacts, reportOfTargets, targetReport } from "../../../shared/report/report.ts";

export function reportFrom(outcomes: readonly Outcome[], run: RunFacts): Report {
  return reportOfTargets(
    outcomes.map(outcome => targetReport(outcome)),
    run,
  );
}
