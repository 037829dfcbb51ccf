/**
 * Applies decisions to the headline and the table of targets. The step's outputs, its exit status and `report.json`
 * stay as they are.
 */

import type { Verdict } from "../reading/reading.ts";
import { mostSevereVerdict } from "../reading/severity.ts";
import type { Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { caseGroupOf, targetLabel, withTests } from "./report.ts";
import { isLeftToReviews, type ReviewView, reviewDetailsOf } from "./reviews.ts";
import type { DecidedReview, ReportView } from "./view.ts";

/** The states of reviews, by id. A review without an entry keeps the state that it has in the report. */
export type Decisions = ReadonlyMap<string, ReviewView["state"]>;

export function decisionsOf(reviews: Iterable<Pick<ReviewView, "id" | "state">>): Decisions {
  return new Map(Array.from(reviews, ({ id, state }) => [id, state]));
}

/**
 * A target that waits only for reviews takes their most severe verdict once all of them are decided. The report then
 * passes only if nothing else is failed, unknown, not run or cancelled, and no other review is open.
 */
export function withDecisions(view: ReportView, decisions: Decisions): ReportView {
  const { callboard } = view.report.results.extra;
  const decidedTargets = new Map<TargetResult, readonly DecidedReview[]>();
  const targets = callboard.targets.map(target => {
    if (target.reviews.length === 0) return target;
    const before = reviewDetailsOf(target);
    const reviewDetails = before.map(review => withDecision(review, decisions.get(review.id)));
    const after = { ...target, reviewDetails };
    if (!reviewDetails.every(isSettled)) return after;
    if (!isLeftToReviews(target)) return withAdviceAfterDecisions(after);
    const result = withAdviceAfterDecisions(
      decidedTarget(
        after,
        reviewDetails.filter((_, index) => before[index]?.state === "open"),
      ),
    );
    decidedTargets.set(
      result,
      reviewDetails.map(({ id, verdict = "unknown" }) => ({ id, verdict })),
    );
    return result;
  });
  const report = reportWith(view.report, targets, decidedTargets.size > 0);
  return decidedTargets.size === 0 ? { ...view, report } : { ...view, report, decidedTargets };
}

function withAdviceAfterDecisions({ advice, ...target }: TargetResult): TargetResult {
  if (target.verdict !== "unknown" || advice === undefined) return target;
  return { ...target, advice: "run" };
}

/** Gives each undecided case of a decided target the decision about it. The counts have these decisions already. */
export function withDecidedCases(view: ReportView): ReportView {
  const targets = new Map(
    Array.from(view.decidedTargets?.keys() ?? [], target => [targetLabel(target), target]),
  );
  if (targets.size === 0) return view;
  const tests = view.report.results.tests.map(test => {
    const target = targets.get(test.suite[0] ?? "");
    if (target === undefined || caseGroupOf(test) !== "undecided") return test;
    const status = decisionAbout(test, target);
    return status === "unknown" ? test : { ...test, status };
  });
  return { ...view, report: withTests(view.report, tests) };
}

/** A target passes only if all of its reviews do, and then also a case that no review names has passed. */
function decisionAbout({ name }: ReportTest, target: TargetResult): Verdict {
  if (target.verdict === "passed") return "passed";
  const verdicts = reviewDetailsOf(target).flatMap(({ case: about, verdict }) =>
    about === name ? (verdict ?? "unknown") : [],
  );
  return verdicts.length === 0 ? "unknown" : mostSevereVerdict(verdicts);
}

function isSettled({ state }: ReviewDetail): boolean {
  return state === "settled";
}

function withDecision(review: ReviewDetail, decision: ReviewView["state"] | undefined): ReviewDetail {
  const state = review.state === "open" ? review.state : (review.verdict ?? "unknown");
  if (decision === undefined || decision === state) return review;
  // The evidence explains the state in the report, and the decision replaces that state.
  const { verdict: _, evidence: __, ...rest } = review;
  return decision === "open" ? { ...rest, state: "open" } : { ...rest, state: "settled", verdict: decision };
}

function decidedTarget(
  { waitsForReviews: _, ...target }: TargetResult,
  openInReport: readonly ReviewDetail[],
): TargetResult {
  const verdict = mostSevereVerdict(reviewDetailsOf(target).map(review => review.verdict ?? "unknown"));
  const count = (wanted: Verdict) => openInReport.filter(review => review.verdict === wanted).length;
  const { other } = target;
  if (count("passed") === openInReport.length)
    return { ...target, verdict, ...moveUndecided(target, other, 0) };
  // With more open reviews than undecided cases, the reviews don't show how many cases passed and failed.
  if (openInReport.length !== other) return { ...target, verdict };
  return { ...target, verdict, ...moveUndecided(target, count("passed"), count("failed")) };
}

function moveUndecided({ passed, failed, other }: TargetResult, toPassed: number, toFailed: number) {
  return { passed: passed + toPassed, failed: failed + toFailed, other: other - toPassed - toFailed };
}

function reportWith(report: Report, targets: readonly TargetResult[], isDecided: boolean): Report {
  const { results } = report;
  const { callboard } = results.extra;
  const growth = (name: "passed" | "failed") =>
    targets.reduce((sum, target, index) => sum + target[name] - (callboard.targets[index]?.[name] ?? 0), 0);
  const [passed, failed] = [growth("passed"), growth("failed")];
  const { summary } = results;
  const undecided = Math.max(0, summary.other + summary.pending - passed - failed);
  const other = Math.min(summary.other, undecided);
  return {
    ...report,
    results: {
      ...results,
      summary: {
        ...summary,
        passed: summary.passed + passed,
        failed: summary.failed + failed,
        other,
        pending: undecided - other,
      },
      extra: {
        callboard: {
          ...callboard,
          targets,
          verdict: isDecided ? verdictAfter(callboard, targets) : callboard.verdict,
        },
      },
    },
  };
}

function verdictAfter(
  { verdict, targets: before, cancelled }: Report["results"]["extra"]["callboard"],
  targets: readonly TargetResult[],
): Verdict {
  const verdicts = targets.map(target => target.verdict);
  // A report can state a more severe verdict than its targets have. A decision does not improve that verdict.
  const isOfTargets = verdict === mostSevereVerdict(before.map(target => target.verdict));
  const after = mostSevereVerdict(isOfTargets ? verdicts : [verdict, ...verdicts]);
  const isOpen = targets.some(
    target => target.reviews.length > 0 && !reviewDetailsOf(target).every(isSettled),
  );
  return after === "passed" && (cancelled || isOpen) ? "unknown" : after;
}
