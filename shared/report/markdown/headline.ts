/** What a reviewer reads first, and on a phone perhaps alone: the verdict, what changed, and the counts. */

import type { Comparison } from "../comparison.ts";
import type { Ctrf } from "../model.ts";
import { counted, number, verdictWords } from "./words.ts";

/** One line of plain text, of our own words and numbers: "✗ Failed: 2 new failures, 1 fixed — 43 passed, 3 failed". */
export function headline(document: Ctrf, comparison?: Comparison): string {
  const { verdict } = document.results.extra.callboard;
  const news = [...(comparison ? changes(comparison) : []), ...troubles(document)];
  const lead = news.length === 0 ? verdictWords[verdict] : `${verdictWords[verdict]}: ${news.join(", ")}`;
  return `${lead} — ${counts(document)}`;
}

/** What kept the run from being whole. */
function troubles(document: Ctrf): string[] {
  const { targets, cancelled, verdict } = document.results.extra.callboard;
  const notRun = targets.filter(target => target.error !== undefined).length;
  const unknown = targets.filter(target => target.verdict === "unknown" && target.error === undefined).length;
  return [
    cancelled ? "cancelled before its end" : "",
    notRun > 0 ? `${counted(notRun, "target")} could not be run` : "",
    verdict === "unknown" && unknown > 0 ? `no verdict from ${counted(unknown, "target")}` : "",
  ].filter(text => text !== "");
}

function changes({ newFailures, fixed, stillFailing }: Comparison): string[] {
  const failures =
    newFailures > 0 ? counted(newFailures, "new failure") : stillFailing > 0 ? "no new failures" : "";
  return [failures, fixed > 0 ? `${number(fixed)} fixed` : ""].filter(text => text !== "");
}

export function counts(document: Ctrf): string {
  const { passed, failed, skipped, pending, other } = document.results.summary;
  return countsOf({ passed, failed, skipped, other: pending + other });
}

/** The counts that are not zero, passed ones first. */
export function countsOf(of: { passed: number; failed: number; skipped: number; other: number }): string {
  const named = [
    [of.passed, "passed"],
    [of.failed, "failed"],
    [of.other, "undecided"],
    [of.skipped, "skipped"],
  ] as const;
  const parts = named.filter(([count]) => count > 0).map(([count, word]) => `${number(count)} ${word}`);
  return parts.join(", ") || "no cases";
}
