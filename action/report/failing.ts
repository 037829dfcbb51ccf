/** Whether the step fails, and what for. */

import { counted } from "../../shared/report/markdown/words.ts";
import type { Report, TargetResult } from "../../shared/report/model.ts";
import { targetLabel } from "../../shared/report/report.ts";
import { oneLine, shortLine } from "../../shared/report/text.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { Inputs } from "../inputs/inputs.ts";

/** Later steps may need what could not be written, so this one must fail. */
export function reasonOfTrouble(trouble: unknown): string | undefined {
  if (trouble === undefined) return undefined;
  const said = trouble instanceof Error ? trouble.message : String(trouble);
  return (
    `this machine did not take all that was to be written (${said}); ` +
    "see that its disk has room, and that the job may write there"
  );
}

/** Undefined when the step does not fail. */
export function reasonToFail(
  failOn: Inputs["failOn"],
  { report, comparison }: ReportView,
  /** As in `Publicity`. */
  reviewsAreAwaited: boolean,
): string | undefined {
  const { cancelled, targets, verdict } = report.results.extra.callboard;
  const { failed } = report.results.summary;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const count = (wanted: string) =>
    counted(targets.filter(target => target.verdict === wanted).length, "target");
  const red = `${count("failed")} failed, with ${counted(failed, "failed case")}`;
  if (cancelled) return "the run was cancelled before its end";
  if (notRun > 0) return `${counted(notRun, "target")} could not be run`;
  switch (failOn) {
    case "never":
      return undefined;
    case "failed":
      return verdict === "failed" ? red : undefined;
    case "unknown":
      if (verdict === "failed") return red;
      return reasonOfUnknown(report, reviewsAreAwaited);
    case "new":
      if (verdict !== "failed") return undefined;
      // Without a base, every failure may be a new one.
      if (comparison === undefined) return `${red}, and there is no base to say that they are old`;
      return comparison.newFailures > 0
        ? `${counted(comparison.newFailures, "failure")} that the base does not have`
        : undefined;
  }
}

const mostNamed = 5;

/** With a check run for reviews, what only waits for people is left to that. */
function reasonOfUnknown({ results }: Report, reviewsAreAwaited: boolean): string | undefined {
  const unknown = results.extra.callboard.targets.filter(
    target => target.verdict === "unknown" && !(reviewsAreAwaited && target.waitsForReviews),
  );
  if (unknown.length === 0) return undefined;
  const named = unknown.map(
    target => `${oneLine(targetLabel(target))} (${shortLine(target.evidence, 320).replace(/\.$/, "")})`,
  );
  return `${counted(unknown.length, "target")} gave no verdict: ${listUpTo(mostNamed, named, "; ")}. What settles it: ${waysToSettle(unknown).join(", ")}, or, on purpose, \`fail-on: failed\``;
}

/** Only a channel's report can be waited for, and only reviews are settled by people. */
function waysToSettle(unknown: readonly TargetResult[]): string[] {
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
