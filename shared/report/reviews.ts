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
  /** What the case says, which a person decides about. */
  readonly message?: string;
  /** The review's own object in the response says that it is open. */
  readonly isStatedOpen?: true;
  /** `unknown` was submitted, and nothing tells how it was decided. */
  readonly state: "open" | Verdict;
  /** The fields that its state rests on; for an open review, why nobody could decide. */
  readonly evidence?: string;
}

/** In the order of the targets. An open one says why its case is undecided, where the case tells. */
export function reviewsOf({ results }: Report): ReviewView[] {
  const { targets } = results.extra.callboard;
  if (!targets.some(({ reviews }) => reviews.length > 0)) return [];
  const tests = new Map<string, ReportTest>();
  for (const test of results.tests) {
    const key = keyOf(test.suite[0] ?? "", test.name);
    // Of several by one name it is about the one that nobody could decide.
    if (!tests.has(key) || groupOf(test) === "undecided") tests.set(key, test);
  }
  return targets.flatMap(target =>
    detailsOf(target).map(({ state, verdict = "unknown", evidence, isStated, ...review }) => {
      const label = targetLabel(target);
      const its = review.case === undefined ? undefined : tests.get(keyOf(label, review.case));
      const isUndecided = its !== undefined && groupOf(its) === "undecided";
      const why = (state === "open" && isUndecided && whyUndecided(its)) || evidence;
      return {
        ...review,
        ...(its?.message !== undefined && { message: its.message }),
        ...(state === "open" && isStated && { isStatedOpen: true as const }),
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
