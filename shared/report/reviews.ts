/** The reviews of a report, each with what the report knows around it. */

import type { Verdict } from "../reading/reading.ts";
import type { Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { groupOf, targetLabel } from "./report.ts";

/** A review as people see it, wherever it is shown. */
export interface ReviewView {
  readonly id: string;
  /** The target whose response named it, as "batch: smoke". */
  readonly target: string;
  readonly case?: string;
  readonly label?: string;
  /** `unknown` was submitted, and nothing tells how it was decided. */
  readonly state: "open" | Verdict;
  /** The fields that its state rests on; for an open review, why nobody could decide. */
  readonly evidence?: string;
}

/** In the order of the targets. An open one says why its case is undecided, where the case tells. */
export function reviewsOf({ results }: Report): ReviewView[] {
  const { targets } = results.extra.callboard;
  if (!targets.some(({ reviews }) => reviews.length > 0)) return [];
  const undecided = new Map<string, ReportTest>();
  for (const test of results.tests) {
    if (groupOf(test) === "undecided") undecided.set(keyOf(test.suite[0] ?? "", test.name), test);
  }
  return targets.flatMap(target =>
    detailsOf(target).map(({ state, verdict = "unknown", evidence, ...review }) => {
      const label = targetLabel(target);
      const its = review.case === undefined ? undefined : undecided.get(keyOf(label, review.case));
      const why = (state === "open" && its && whyUndecided(its)) || evidence;
      return {
        ...review,
        state: state === "open" ? state : verdict,
        ...(why !== undefined && { evidence: why }),
        target: label,
      };
    }),
  );
}

/** A report of an earlier version has ids alone. */
export function detailsOf({ reviews, reviewDetails }: TargetResult): readonly ReviewDetail[] {
  return reviewDetails ?? reviews.map(id => ({ id, state: "open" }));
}

/** Each of its undecided cases has an open review, and nothing else keeps it from passing. */
export function isLeftToReviews(target: TargetResult): boolean {
  const { waitsForReviews = false, verdict, error, failed, other } = target;
  const open = detailsOf(target).filter(({ state }) => state === "open").length;
  return (
    waitsForReviews &&
    verdict === "unknown" &&
    error === undefined &&
    failed === 0 &&
    0 < other &&
    other <= open
  );
}

/** Tells of a case whether it is undecided and one of the reviews is about it. */
export function casesUnderReview(reviews: readonly ReviewView[]): (test: ReportTest) => boolean {
  const about = new Set(
    reviews.flatMap(({ target, case: name }) => (name === undefined ? [] : keyOf(target, name))),
  );
  return test => about.has(keyOf(test.suite[0] ?? "", test.name)) && groupOf(test) === "undecided";
}

export function whyUndecided({ message, rawStatus, status }: ReportTest): string {
  if (message !== undefined && message !== "") return message;
  if (rawStatus !== undefined && rawStatus !== "") return `Its status is \`${rawStatus}\`.`;
  return status === "pending" ? "It was not run." : "";
}

function keyOf(target: string, name: string): string {
  return JSON.stringify([target, name]);
}
