/** The review check's status, conclusion and title. */

import { formatCount, formatNumber } from "../report/markdown/words.ts";
import { type Gate, type IncompleteReason, isOpen, type Review } from "./state.ts";

export type ReviewCheckState =
  | { readonly status: "in_progress"; readonly title: string }
  | {
      readonly status: "completed";
      readonly conclusion: "success" | "failure" | "action_required" | "cancelled";
      readonly title: string;
    };

export function reviewCheckStateOf({ reviews, omitted, steps }: Gate): ReviewCheckState {
  const total = reviews.length + omitted;
  const waiting = reviews.filter(waits).length + omitted;
  const failed = reviews.filter(({ state }) => state === "failed").length;
  const unknown = reviews.filter(({ state }) => state === "unknown").length;
  const incomplete = steps.map(step => step.incomplete).find(reason => reason !== undefined);
  const titleOf = (some: number, rest: string) =>
    `${formatNumber(some)} of ${formatCount(total, "review")} ${rest}`;
  const completed = (
    conclusion: Extract<ReviewCheckState, { conclusion: unknown }>["conclusion"],
    title: string,
  ) => ({ status: "completed", conclusion, title }) as const;

  if (waiting > 0) {
    return {
      status: "in_progress",
      title: titleOf(waiting, `${waiting === 1 ? "waits" : "wait"} for a person`),
    };
  }
  if (failed > 0) return completed("failure", titleOf(failed, "failed"));
  // The check can't succeed, because the targets that were not run could have added reviews.
  if (incomplete)
    return completed(
      incomplete.why === "cancelled" ? "cancelled" : "action_required",
      incompleteText(incomplete),
    );
  if (unknown > 0) {
    const how = unknown === 1 ? "does not tell how it was decided" : "do not tell how they were decided";
    return completed("action_required", titleOf(unknown, how));
  }
  return completed("success", total === 0 ? "No review waits" : `${formatCount(total, "review")} passed`);
}

/** A decided review also waits while the result of a new submission is unknown: that submission may change it. */
function waits(review: Review): boolean {
  return isOpen(review) || review.begun?.verb === "submit";
}

export function incompleteText(incomplete: IncompleteReason): string {
  return incomplete.why === "cancelled"
    ? "The workflow run was cancelled before its end"
    : `${formatCount(incomplete.targets, "target")} could not be run to the end`;
}
