/** The headline, which is also the title of a check run: the verdict, the comparison and the counts. */

import type { Comparison } from "../compare.ts";
import type { Report } from "../model.ts";
import { reviewsOf } from "../reviews.ts";
import type { DecidedReview, ReportView } from "../view.ts";
import { decisionCountSuffix, formatDecisions, gravestDecision } from "./decisions.ts";
import { formatCount, formatNumber, notRunWords, verdictWords } from "./words.ts";

/** Plain text without any text from the service: "🔴 Failed: 2 new failures, 1 fixed — 43 passed, 3 failed". */
export function headline(view: ReportView): string {
  const { report, comparison } = view;
  const { verdict, targets } = report.results.extra.callboard;
  const isNotRun =
    verdict === "unknown" && targets.length > 0 && targets.every(({ error }) => error !== undefined);
  const reasons = [...(comparison ? formatNews(comparison) : []), ...undecidedReasons(view)].join(", ");
  const words = `${isNotRun ? notRunWords : verdictWords[verdict]}${decisionCountSuffix(verdict, decidedIn(view))}`;
  return `${words}${reasons === "" ? "" : `: ${reasons}`} — ${formatReportCounts(report)}`;
}

function decidedIn({ decidedTargets }: ReportView): DecidedReview[] {
  return [...(decidedTargets?.values() ?? [])].flat();
}

function undecidedReasons(view: ReportView): string[] {
  const { report } = view;
  const { targets, cancelled, verdict } = report.results.extra.callboard;
  const notRun = targets.filter(target => target.error !== undefined).length;
  const undecided = targets.filter(target => target.verdict === "unknown" && target.error === undefined);
  const waiting = undecided.filter(target => target.waitsForReviews).length;
  const unknown = undecided.filter(
    target => !target.waitsForReviews && !view.decidedTargets?.has(target),
  ).length;
  const decided = decidedIn(view);
  // After decisions, another review can still be open although no target waits for it.
  const isLeftToReviews = waiting > 0 || (decided.length > 0 && undecided.length === 0);
  const open = isLeftToReviews ? reviewsOf(report).filter(({ state }) => state === "open") : [];
  const reviews = new Set(open.map(({ id }) => id)).size;
  return [
    cancelled ? "cancelled before its end" : "",
    notRun > 0 ? `${formatCount(notRun, "target")} could not be run to the end` : "",
    verdict !== "passed" && verdict === gravestDecision(decided) ? formatDecisions(decided) : "",
    verdict === "unknown" && reviews > 0 ? `left to ${formatCount(reviews, "review")}` : "",
    verdict === "unknown" && unknown > 0 ? `no verdict from ${formatCount(unknown, "target")}` : "",
  ].filter(text => text !== "");
}

function formatNews({ newFailures, fixed, stillFailing, asFlakyAsBefore }: Comparison): string[] {
  const noneNew = newFailures === 0 && stillFailing + asFlakyAsBefore > 0 ? ["no new failures"] : [];
  return [...noneNew, ...formatComparison({ newFailures, fixed })];
}

export function formatComparison(comparison: Partial<Comparison>): string[] {
  const { newFailures = 0, fixed = 0, stillFailing = 0, asFlakyAsBefore = 0 } = comparison;
  const { newCases = 0, vanished = 0 } = comparison;
  return [
    newFailures > 0 ? formatCount(newFailures, "new failure") : "",
    fixed > 0 ? `${formatNumber(fixed)} fixed` : "",
    stillFailing > 0 ? `${formatNumber(stillFailing)} still failing` : "",
    asFlakyAsBefore > 0 ? `${formatNumber(asFlakyAsBefore)} as flaky as before` : "",
    newCases > 0 ? formatCount(newCases, "new case") : "",
    vanished > 0 ? `${formatNumber(vanished)} gone` : "",
  ].filter(text => text !== "");
}

export function formatReportCounts(report: Report): string {
  const { passed, failed, skipped, pending, other } = report.results.summary;
  return formatCounts({ passed, failed, skipped, other: pending + other });
}

export function formatCounts(counts: {
  passed: number;
  failed: number;
  skipped: number;
  other: number;
}): string {
  const named = [
    [counts.passed, "passed"],
    [counts.failed, "failed"],
    [counts.other, "undecided"],
    [counts.skipped, "skipped"],
  ] as const;
  const parts = named.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return parts.join(", ") || "no cases";
}
