/** Targets as Markdown: a line about all of them, notices of those that could not be run to the end, and a table. */

import { compareSeverity } from "../../reading/severity.ts";
import { cut, listUpTo } from "../../wording.ts";
import { evidenceWithAdvice } from "../evidence-text.ts";
import type { TargetResult } from "../model.ts";
import type { NotRunGroup } from "../not-run.ts";
import { targetLabel } from "../report.ts";
import type { DecidedReview, ReportView } from "../view.ts";
import { decisionCountSuffix, formatDecisions } from "./decisions.ts";
import { formatComparison, formatCounts } from "./headline.ts";
import { escapeForCell, inlineName, link, openLink, prose } from "./inline.ts";
import { runsOfTarget } from "./runs.ts";
import {
  formatCount,
  formatKnownDuration,
  formatNumber,
  joinDetails,
  notRunWords,
  signs,
  verdictWords,
  withNonBreakingSpaces,
} from "./words.ts";

/** The number of targets, and the comparison or why there is none; empty if there is only one target to mention. */
export function runLine({ report, comparison, base, whyNoBase }: ReportView): string {
  const { targets } = report.results.extra.callboard;
  if (targets.length === 1 && comparison === undefined && whyNoBase === undefined) return "";
  const batches = targets.filter(target => target.kind === "batch").length;
  const channels = targets.length - batches;
  const ran = [
    batches > 0 ? formatCount(batches, "batch", "batches") : "",
    channels > 0 ? formatCount(channels, "channel") : "",
  ].filter(text => text !== "");
  const against = base === undefined ? "the base" : inlineName(base);
  const line = joinDetails(
    ran.join(" and ") || "Nothing was run",
    comparison && `Against ${against} — ${formatComparison(comparison).join(", ") || "nothing changed"}`,
    whyNoBase && `No base to compare with: ${prose(whyNoBase, 300)}`,
  );
  return `${line}.\n`;
}

const mostNamed = 5;

export function notRunNotice({ targets, error }: NotRunGroup): string {
  const names = listUpTo(
    mostNamed,
    targets.map(target => inlineName(targetLabel(target))),
  );
  return `${signs.failed} **${names} could not be run to the end.** ${prose(error)}\n`;
}

export const tableHead = "| Result | Target | Cases |\n| :-- | :-- | :-- |\n";

/** `decided` contains the reviews that gave the target its verdict, or none if the response did. */
export function tableRow(target: TargetResult, decided: readonly DecidedReview[] = []): string {
  const notRun = target.error !== undefined;
  const time = formatKnownDuration(target.durationMs);
  const result = [
    resultOf(target) + decisionCountSuffix(target.verdict, decided),
    time && `took ${time}`,
    runsOfTarget(target),
  ];
  const address = openLink(target.links?.[0]);
  // A decision replaces the evidence, which only shows that a decision was needed.
  const why =
    decided.length > 0
      ? `${formatDecisions(decided)}.`
      : prose(evidenceWithAdvice(target).replaceAll("\n", " "), longestEvidence);
  const teach = decided.length > 0 ? "" : link("Teach Callboard", target.teachLink);
  const cells = [
    result.filter(Boolean).map(withNonBreakingSpaces).join("<br>"),
    inlineName(cut(targetLabel(target), 120)) + (address === "" ? "" : ` (${address})`),
    notRun
      ? "Not finished, see above."
      : [proportions(target), formatCounts(target), why, teach && `${teach} in the editor`]
          .filter(Boolean)
          .join("<br>"),
  ];
  return `| ${cells.map(escapeForCell).join(" | ")} |\n`;
}

/** Long enough for both sides of a contradiction and the remedy. */
const longestEvidence = 320;

export function resultOf({ error, verdict, waitsForReviews }: TargetResult): string {
  if (error !== undefined && verdict !== "failed") return notRunWords;
  return waitsForReviews ? `${signs.unknown} Left to reviews` : verdictWords[verdict];
}

const squares = 10;

/** Ten squares for ten cases or more, otherwise none. Each count above zero has at least one square. */
function proportions({ passed, failed, other, skipped, total }: TargetResult): string {
  if (total < squares) return "";
  const parts = [
    { sign: "🟩", count: passed },
    { sign: "🟥", count: failed },
    { sign: "🟨", count: other },
    { sign: "⬜", count: skipped },
  ].map(part => ({
    ...part,
    shown: part.count === 0 ? 0 : Math.max(1, Math.round((part.count / total) * squares)),
  }));
  const shown = parts.reduce((sum, part) => sum + part.shown, 0);
  const largest = parts.reduce((one, other) => (other.shown > one.shown ? other : one));
  return parts.map(part => part.sign.repeat(part.shown + (part === largest ? squares - shown : 0))).join("");
}

/** Ten rows fill about one screen. In a longer table, rows of passed targets push the cases off it. */
const mostRows = 10;

interface TargetTable {
  readonly start: string;
  readonly targets: readonly TargetResult[];
  readonly end: string;
}

/** Gives one table, or for many targets a table of those that need a look, and a folded one of the others. */
export function foldTargets(targets: readonly TargetResult[]): TargetTable[] {
  const sorted = sortByUrgency(targets);
  const green = sorted.filter(needsNoLook);
  if (sorted.length <= mostRows || green.length < 2) return [{ start: "", targets: sorted, end: "" }];
  const others = sorted.filter(target => !needsNoLook(target));
  const sum = (name: "total" | "skipped") => green.reduce((all, target) => all + target[name], 0);
  const skipped = sum("skipped") > 0 ? `, ${formatNumber(sum("skipped"))} skipped` : "";
  const summary = `${signs.passed} ${formatNumber(green.length)} targets passed: ${formatCount(sum("total"), "case")}${skipped}`;
  const fold = {
    start: `<details><summary>${summary}</summary>\n\n`,
    targets: green,
    end: "\n</details>\n",
  };
  return others.length === 0 ? [fold] : [{ start: "", targets: others, end: "" }, fold];
}

/** False for a target that passed by a decision or an expression although cases of it did not pass. */
function needsNoLook({ error, verdict, failed, other }: TargetResult): boolean {
  return error === undefined && verdict === "passed" && failed === 0 && other === 0;
}

/** The order is: not run, failed, unknown, passed. */
function sortByUrgency(targets: readonly TargetResult[]): TargetResult[] {
  const hasRun = ({ error }: TargetResult) => Number(error === undefined);
  return targets.toSorted((a, b) => hasRun(a) - hasRun(b) || compareSeverity(a.verdict, b.verdict));
}
