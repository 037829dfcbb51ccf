/** The reviews of a report, each with its target and case. */

import type { Verdict } from "../reading/reading.ts";
import type { Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { caseGroupOf, targetLabel } from "./report.ts";

export interface ReviewView {
  readonly id: string;
  /** The label of the target whose response contains the review: "batch: smoke". */
  readonly target: string;
  readonly case?: string;
  readonly label?: string;
  /** The person who has to decide, as the response says. */
  readonly assignee?: string;
  /** The message of the case that a person decides about. */
  readonly message?: string;
  /** The review's own object in the response states `open`. */
  readonly isStatedOpen?: true;
  /** `unknown`: a person has decided, but not as passed or failed, or the response doesn't state how. */
  readonly state: "open" | Verdict;
  /** The field that the state rests on. For an open review, the reason why its case is undecided, if that is known. */
  readonly evidence?: string;
}

export function reviewsOf({ results }: Report): ReviewView[] {
  const { targets } = results.extra.callboard;
  if (!targets.some(({ reviews }) => reviews.length > 0)) return [];
  const tests = new Map<string, ReportTest>();
  for (const test of results.tests) {
    const key = keyOf(test.suite[0] ?? "", test.name);
    // Among cases of one name, an undecided one is under review.
    if (!tests.has(key) || caseGroupOf(test) === "undecided") tests.set(key, test);
  }
  return targets.flatMap(target =>
    reviewDetailsOf(target).map(({ state, verdict = "unknown", evidence, isStated, ...review }) => {
      const label = targetLabel(target);
      const reviewedCase = review.case === undefined ? undefined : tests.get(keyOf(label, review.case));
      const isUndecided = reviewedCase !== undefined && caseGroupOf(reviewedCase) === "undecided";
      const why = (state === "open" && isUndecided && whyUndecided(reviewedCase)) || evidence;
      return {
        ...review,
        ...(reviewedCase?.message !== undefined && { message: reviewedCase.message }),
        ...(state === "open" && isStated && { isStatedOpen: true as const }),
        state: state === "open" ? state : verdict,
        ...(why !== undefined && { evidence: why }),
        target: label,
      };
    }),
  );
}

/** The ids of the open reviews whose cases are undecided. A review without a listed case belongs to the target as a whole. */
export function waitingReviewIds(target: TargetResult, tests: readonly ReportTest[]): string[] {
  return reviewDetailsOf(target).flatMap(({ id, state, case: name }) => {
    if (state !== "open") return [];
    const cases = tests.filter(test => test.name === name);
    const isWaiting =
      cases.length === 0
        ? target.verdict === "unknown"
        : cases.some(test => caseGroupOf(test) === "undecided");
    return isWaiting ? [id] : [];
  });
}

/** Reports of earlier versions contain only the ids, so all their reviews count as open. */
export function reviewDetailsOf({ reviews, reviewDetails }: TargetResult): readonly ReviewDetail[] {
  return reviewDetails ?? reviews.map(id => ({ id, state: "open" }));
}

/** True if each undecided case has an open review, and nothing else prevents a pass. */
export function isLeftToReviews(target: TargetResult): boolean {
  const { waitsForReviews = false, verdict, error, failed, other } = target;
  const open = reviewDetailsOf(target).filter(({ state }) => state === "open").length;
  return (
    waitsForReviews &&
    verdict === "unknown" &&
    error === undefined &&
    failed === 0 &&
    0 < other &&
    other <= open
  );
}

export function underReviewPredicate(reviews: readonly ReviewView[]): (test: ReportTest) => boolean {
  const keys = new Set(
    reviews.flatMap(({ target, case: name }) => (name === undefined ? [] : keyOf(target, name))),
  );
  return test => keys.has(keyOf(test.suite[0] ?? "", test.name)) && caseGroupOf(test) === "undecided";
}

export function whyUndecided({ message, rawStatus, status }: ReportTest): string {
  if (message !== undefined && message !== "") return message;
  if (rawStatus !== undefined && rawStatus !== "") return `Its status is \`${rawStatus}\`.`;
  return status === "pending" ? "The case was not run." : "";
}

function keyOf(target: string, name: string): string {
  return JSON.stringify([target, name]);
}
