/** Builds readings, and reports of runs as a step makes them. */

import type { Case, Reading, ReviewReference, Verdict } from "../../../shared/reading/reading.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { type RunFacts, reportOf, targetResult, testsOf } from "../../../shared/report/report.ts";
import type { Tidy } from "../../../shared/report/text.ts";
import { evidenceOn } from "./evidence.ts";

export const nothingStated = { total: null, passed: null, failed: null, skipped: null, other: null };

/** Parts of a reading; a review can be only its id. */
export interface ReadingParts extends Partial<Omit<Reading, "reviews">> {
  readonly reviews?: readonly (string | ReviewReference)[] | undefined;
}

/** Builds a reading. By default its verdict is `passed`, and its counts come from its cases. */
export function reading({ reviews = [], ...rest }: ReadingParts = {}): Reading {
  const { verdict = "passed", cases = [] } = rest;
  const casesVerdict = verdictOfCases(cases);
  return {
    verdict,
    evidence: evidenceOn("status", "passed"),
    isRunning: false,
    totals: nothingStated,
    cases,
    links: [],
    runVerdict: verdict === casesVerdict ? "passed" : verdict,
    casesVerdict,
    reviews: reviews.map(review => (typeof review === "string" ? { id: review } : review)),
    ...rest,
  };
}

function verdictOfCases(cases: readonly Case[]): Verdict | null {
  if (cases.length === 0) return null;
  if (cases.some(({ status }) => status === "failed")) return "failed";
  return cases.every(({ status }) => status === "passed" || status === "skipped") ? "passed" : "unknown";
}

export function reportFrom(runs: readonly TargetRun[], facts: RunFacts, tidy?: Tidy): Report {
  const results = runs.map(run => targetResult(run, tidy));
  return reportOf(
    results,
    runs.flatMap(run => testsOf(run, tidy)),
    facts,
  );
}
