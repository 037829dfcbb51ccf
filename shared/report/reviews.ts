/** The reviews of a report, each with what the report knows around it. */

import type { Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { groupOf, targetLabel } from "./report.ts";

export interface ReportedReview extends ReviewDetail {
  /** What was run when it was mentioned, as "batch: smoke". */
  readonly target: string;
}

/** In the order of the targets. An open one says why its case is undecided, where the case tells. */
export function reviewsOf({ results }: Report): ReportedReview[] {
  const { targets } = results.extra.callboard;
  if (!targets.some(({ reviews }) => reviews.length > 0)) return [];
  const undecided = new Map<string, ReportTest>();
  for (const test of results.tests) {
    if (groupOf(test) === "undecided") undecided.set(keyOf(test.suite[0] ?? "", test.name), test);
  }
  return targets.flatMap(target =>
    detailsOf(target).map(review => {
      const { evidence, ...said } = review;
      const its = said.case === undefined ? undefined : undecided.get(keyOf(targetLabel(target), said.case));
      const why = (review.state === "open" && its && whyUndecided(its)) || evidence;
      return { ...said, ...(why !== undefined && { evidence: why }), target: targetLabel(target) };
    }),
  );
}

/** A report of an earlier version has ids alone. */
function detailsOf({ reviews, reviewDetails }: TargetResult): readonly ReviewDetail[] {
  return reviewDetails ?? reviews.map(id => ({ id, state: "open" }));
}

/** Tells of a case whether it is undecided and one of the reviews is about it. */
export function casesUnderReview(reviews: readonly ReportedReview[]): (test: ReportTest) => boolean {
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
