/** Decides whether the step fails, and explains why: which targets, and what is wrong with each. */

import { hasFailed } from "../../shared/report/counted-cases.ts";
import { formatCount, formatNumber } from "../../shared/report/markdown/words.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import { groupByError } from "../../shared/report/not-run.ts";
import { targetLabel, testsByTarget } from "../../shared/report/report.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import { shortLine } from "../../shared/report/text.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { PublishedReport } from "../publish/settings.ts";

export interface ReasonToFail {
  /** Contains no text from the service, because it is also the title of an annotation. */
  readonly brief: string;
  readonly details?: string;
}

/** An output or file that could not be written fails the step, because later steps can need it. */
export function describeWriteError(error: unknown): Required<ReasonToFail>[] {
  if (error === undefined) return [];
  const message = error instanceof Error ? error.message : String(error);
  return [
    {
      brief: "not all outputs and files could be written",
      details: `${message}; check that the disk has space and that the job has permission to write`,
    },
  ];
}

type GateOfReport = Pick<PublishedReport, "reviewsAreAwaited" | "isReviewCheckMissing">;
const noGate: GateOfReport = { reviewsAreAwaited: false, isReviewCheckMissing: false };

export function reasonsToFail(
  failOn: Inputs["failOn"],
  view: ReportView,
  gate: GateOfReport = noGate,
): ReasonToFail[] {
  const { cancelled, targets } = view.report.results.extra.callboard;
  if (cancelled) return [{ brief: "the workflow run was cancelled before its end" }];
  const notRun = targets.filter(({ error }) => error !== undefined);
  const reasons =
    notRun.length === 0 ? [] : [reasonOf(notRun, view, "could not be run to the end", causeOfError(notRun))];
  return [...reasons, ...reasonsByVerdict(failOn, view, gate)];
}

function reasonsByVerdict(failOn: Inputs["failOn"], view: ReportView, gate: GateOfReport): ReasonToFail[] {
  const { verdict } = view.report.results.extra.callboard;
  switch (failOn) {
    case "never":
      return [];
    case "failed":
      return hasFailures(view) ? reasonsOfFailed(view) : [];
    case "unknown":
      if (verdict === "passed") return reasonsOfOpenReviews(view, gate);
      return [...(verdict === "failed" ? reasonsOfFailed(view) : []), ...reasonsOfUnknown(view, gate)];
    case "new":
      return hasFailures(view) ? reasonsOfNew(view) : [];
  }
}

function hasFailures(view: ReportView): boolean {
  return view.report.results.extra.callboard.verdict === "failed" || failedTargets(view).length > 0;
}

type Cause = (target: TargetResult) => string;

const mostNamed = 5;
const longestCause = 320;

function reasonOf(
  chosen: readonly TargetResult[],
  { report }: ReportView,
  what: string,
  causeOf: Cause,
): Required<ReasonToFail> {
  const total = formatCount(report.results.extra.callboard.targets.length, "target");
  return { brief: `${formatNumber(chosen.length)} of ${total} ${what}`, details: named(chosen, causeOf) };
}

/** Targets with the same cause stand together, because one fault often prevents all of them. */
function named(chosen: readonly TargetResult[], causeOf: Cause): string {
  const labels = new Map<string, string[]>();
  for (const target of chosen) {
    const cause = causeOf(target);
    labels.set(cause, [...(labels.get(cause) ?? []), shortLine(targetLabel(target), 120)]);
  }
  const texts = Array.from(labels, ([cause, those]) => `${listUpTo(mostNamed, those)} (${cause})`);
  return listUpTo(mostNamed, texts, "; ");
}

function causeOfError(notRun: readonly TargetResult[]): Cause {
  const groups = groupByError(notRun);
  const causes = new Map(groups.flatMap(({ targets, error }) => targets.map(target => [target, error])));
  return target => withoutPeriod(causes.get(target) ?? "");
}

function causeOfVerdict({ evidence }: TargetResult): string {
  return withoutPeriod(evidence);
}

function withoutPeriod(text: string, length = longestCause): string {
  return shortLine(text, length).replace(/\.$/, "");
}

function reasonsOfFailed(view: ReportView): ReasonToFail[] {
  const { targets } = view.report.results.extra.callboard;
  const failed = failedTargets(view);
  if (failed.length > 0) return [reasonOf(failed, view, "failed", causeOfFailures(failuresIn(view)))];
  // A report can be worse than its targets, if a merged file was changed. A target with an error is a reason already.
  return targets.some(({ error }) => error !== undefined)
    ? []
    : [{ brief: "the report's verdict is failed, although none of its targets failed" }];
}

function reasonsOfNew(view: ReportView): ReasonToFail[] {
  const { comparison } = view;
  if (comparison === undefined) {
    const because = "without a base all failures count as new";
    return reasonsOfFailed(view).map(({ brief, ...rest }) => ({
      brief: `${brief}, and ${because}`,
      ...rest,
    }));
  }
  if (comparison.newFailures === 0) return [];
  const fresh = failuresIn(view, test => comparison.changeOf(test) === "new");
  const failed = failedTargets(view);
  const withFresh = failed.filter(target => fresh.has(targetLabel(target)));
  // New failures that a target only counts are in no list, so all failed targets are named.
  const chosen = withFresh.length > 0 ? withFresh : failed;
  const brief = `${formatCount(comparison.newFailures, "failure")} that the base does not have`;
  return [{ brief, details: named(chosen, causeOfFailures(fresh)) }];
}

/** Includes unknown targets of which a case failed: after several runs, or beside a result that says otherwise. */
function failedTargets(view: ReportView): TargetResult[] {
  const { targets } = view.report.results.extra.callboard;
  const failures = failuresIn(view);
  const hasFailedCase = (target: TargetResult) => target.failed > 0 || failures.has(targetLabel(target));
  return targets.filter(
    target =>
      target.error === undefined &&
      (target.verdict === "failed" || (target.verdict === "unknown" && hasFailedCase(target))),
  );
}

type CasesByTarget = ReadonlyMap<string, readonly ReportTest[]>;

function failuresIn(
  { report }: ReportView,
  isWanted: (test: ReportTest) => boolean = () => true,
): CasesByTarget {
  const failures = report.results.tests.filter(test => hasFailed(test) && isWanted(test));
  return testsByTarget(failures);
}

const mostCases = 3;

/** "3 of 40 cases failed: Refund — promised 89 instead of 59, Late parcel, Lost receipt". */
function causeOfFailures(failures: CasesByTarget): Cause {
  return target => {
    const { failed, total } = target;
    const count = failed > 0 ? [`${formatNumber(failed)} of ${formatCount(total, "case")} failed`] : [];
    const cases = failures.get(targetLabel(target)) ?? [];
    const uncertain = cases.filter(({ status }) => status !== "failed").length;
    if (uncertain > 0) count.push(`${formatNumber(uncertain)} failed in a run and did not end passed`);
    const why = cases.length > 0 ? listUpTo(mostCases, cases.map(nameOfCase)) : causeOfVerdict(target);
    return [count.join(", "), why].filter(text => text !== "").join(": ");
  };
}

/** Only the first case has its message, so that the line stays short. */
function nameOfCase({ name, message = "" }: ReportTest, index: number): string {
  const why = index === 0 ? withoutPeriod(message, 120) : "";
  return [shortLine(name, 80), why].filter(text => text !== "").join(" — ");
}

/** Ignores targets that only wait for reviews if a review check waits for those reviews. */
function reasonsOfUnknown(view: ReportView, { reviewsAreAwaited }: GateOfReport): ReasonToFail[] {
  const { targets, verdict: whole } = view.report.results.extra.callboard;
  const failed = new Set(whole === "failed" ? failedTargets(view) : []);
  const unknown = targets.filter(
    target =>
      target.verdict === "unknown" &&
      target.error === undefined &&
      !(reviewsAreAwaited && target.waitsForReviews) &&
      !failed.has(target),
  );
  if (unknown.length === 0) return [];
  const { brief, details } = reasonOf(unknown, view, "gave no verdict", causeOfVerdict);
  const remedies = remediesFor(unknown);
  const advice = remedies.length === 0 ? "" : `. Possible remedies: ${remedies.join("; ")}`;
  return [{ brief, details: details + advice }];
}

/** A response can pass while a review of it is open. The review check would wait for it, so without one the step fails. */
function reasonsOfOpenReviews(
  { report }: ReportView,
  { isReviewCheckMissing }: GateOfReport,
): ReasonToFail[] {
  const open = reviewsOf(report).filter(({ state }) => state === "open");
  if (!isReviewCheckMissing || open.length === 0) return [];
  const brief = `${formatCount(open.length, "review is", "reviews are")} open, and the review check could not be made`;
  const details =
    "Nothing waits until people have decided. Possible remedies: `checks: write` for the job, or, if open reviews are acceptable, no `review-check`";
  return [{ brief, details }];
}

function isRunAgain({ mostRuns = 1 }: TargetResult): boolean {
  return mostRuns > 1;
}

/** Other remedies, such as more time or an expression, depend on the response. The evidence names them. */
function remediesFor(unknown: readonly TargetResult[]): string[] {
  const byPeople = unknown.filter(({ waitsForReviews }) => waitsForReviews);
  const others = unknown.filter(({ waitsForReviews }) => !waitsForReviews);
  return [
    byPeople.length > 0
      ? "a `review-check`, which waits until people have decided (it needs `checks: write`)"
      : "",
    others.some(isRunAgain) ? "more `runs`, and a higher `max-runs` if it is set" : "",
  ].filter(text => text !== "");
}
