/** The decisions about the reviews of a target or a report, in words. */

import type { Verdict } from "../../reading/reading.ts";
import { mostSevereVerdict } from "../../reading/severity.ts";
import type { DecidedReview } from "../view.ts";
import { formatCount, formatNumber } from "./words.ts";

export function gravestDecision(decided: readonly DecidedReview[]): Verdict | undefined {
  return decided.length === 0 ? undefined : mostSevereVerdict(decided.map(({ verdict }) => verdict));
}

/** Follows the verdict `passed`: ", 2 by people". Empty for other verdicts, and without decisions. */
export function decisionCountSuffix(verdict: Verdict, decided: readonly DecidedReview[]): string {
  return verdict !== "passed" || decided.length === 0
    ? ""
    : `, ${formatNumber(idsOf(decided).size)} by people`;
}

/** "2 reviews passed", "1 of 2 reviews failed". */
export function formatDecisions(decided: readonly DecidedReview[]): string {
  const total = idsOf(decided).size;
  const gravest = gravestDecision(decided);
  const count = idsOf(decided.filter(({ verdict }) => verdict === gravest)).size;
  const countText = `${formatNumber(count)} of ${formatCount(total, "review")}`;
  switch (gravest) {
    case "failed":
      return `${countText} failed`;
    case "unknown":
      return `${countText} ${count === 1 ? "was" : "were"} decided neither as passed nor as failed`;
    default:
      return `${formatCount(total, "review")} passed`;
  }
}

/** Counts a review once, even if several targets have it. */
function idsOf(decided: readonly DecidedReview[]): Set<string> {
  return new Set(decided.map(({ id }) => id));
}
