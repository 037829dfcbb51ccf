/** A report of outcomes, as a run makes it. */

import type { Outcome, Report } from "../../../shared/report/model.ts";
import { type RunFacts, reportOf, targetReport } from "../../../shared/report/report.ts";

export function reportFrom(outcomes: readonly Outcome[], run: RunFacts): Report {
  const results = outcomes.map(targetReport);
  return reportOf(
    results.map(({ target }) => target),
    results.flatMap(({ tests }) => tests),
    run,
  );
}
