/** Decides whether the step fails, and explains why. */

import { formatCount } from "../../shared/report/markdown/words.ts";
import type { Report, TargetResult } from "../../shared/report/model.ts";
import { targetLabel } from "../../shared/report/report.ts";
import { oneLine, shortLine } from "../../shared/report/text.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { Inputs } from "../inputs/inputs.ts";

/** An output or file that could not be written fails the step, because later steps can need it. */
export function describeWriteError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  const message = error instanceof Error ? error.message : String(error);
  return (
    `not all outputs and files could be written (${message}); ` +
    "check that the disk has space and that the job has permission to write"
  );
}

export function reasonToFail(
  failOn: Inputs["failOn"],
  { report, comparison }: ReportView,
  reviewsAreAwaited: boolean,
): string | undefined {
  const { cancelled, targets, verdict } = report.results.extra.callboard;
  const { failed } = report.results.summary;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const count = (wanted: string) =>
    formatCount(targets.filter(target => target.verdict === wanted).length, "target");
  const failures = `${count("failed")} failed, with ${formatCount(failed, "failed case")}`;
  if (cancelled) return "the workflow run was cancelled before its end";
  if (notRun > 0) return `${formatCount(notRun, "target")} could not be run`;
  switch (failOn) {
    case "never":
      return undefined;
    case "failed":
      return verdict === "failed" ? failures : undefined;
    case "unknown":
      if (verdict === "failed") return failures;
      return reasonOfUnknown(report, reviewsAreAwaited);
    case "new":
      if (verdict !== "failed") return undefined;
      // Without a base, every failure can be new.
      if (comparison === undefined) return `${failures}, and without a base all failures count as new`;
      return comparison.newFailures > 0
        ? `${formatCount(comparison.newFailures, "failure")} that the base does not have`
        : undefined;
  }
}

const mostNamed = 5;

/** Ignores targets that only wait for reviews if a review check waits for those reviews. */
function reasonOfUnknown({ results }: Report, reviewsAreAwaited: boolean): string | undefined {
  const unknown = results.extra.callboard.targets.filter(
    target => target.verdict === "unknown" && !(reviewsAreAwaited && target.waitsForReviews),
  );
  if (unknown.length === 0) return undefined;
  const named = unknown.map(
    target => `${oneLine(targetLabel(target))} (${shortLine(target.evidence, 320).replace(/\.$/, "")})`,
  );
  return `${formatCount(unknown.length, "target")} gave no verdict: ${listUpTo(mostNamed, named, "; ")}. Possible remedies: ${remediesFor(unknown).join(", ")}, or, if unknown verdicts are acceptable, \`fail-on: failed\``;
}

/** More time helps only channels, because a batch's response can't be requested again. */
function remediesFor(unknown: readonly TargetResult[]): string[] {
  const byPeople = unknown.filter(({ waitsForReviews }) => waitsForReviews);
  const others = unknown.filter(({ waitsForReviews }) => !waitsForReviews);
  return [
    byPeople.length > 0
      ? "a `review-check`, which waits until people have decided (it needs `checks: write`)"
      : "",
    others.some(({ kind }) => kind === "channel") ? "a longer `wait`" : "",
    others.length > 0 ? "a `pass-when` of your own" : "",
  ].filter(text => text !== "");
}
