/** Words for the state of a review and for its decisions. The row and the page show the same words. */

import type { Review } from "../../shared/gate/state.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import { t } from "../editor/l10n.ts";
import { labelText } from "../editor/text.ts";
import { stateName } from "../services/verdict-labels.ts";
import { describePendingDecision, type PendingDecision } from "./decision-sender.ts";

/** The review's state: "passed", "@kim". A pending decision replaces the verdict. */
export function describeReviewState(review: Review, pending: PendingDecision | undefined): string[] {
  const { state, by } = review;
  const isOpen = state === "open";
  const stateWords = isOpen ? t("waits for a person") : stateName(state);
  return [
    pending === undefined ? stateWords : describePendingDecision(pending),
    isOpen || by === undefined ? "" : `@${labelText(by)}`,
    describeEarlierDecision(review),
  ].filter(Boolean);
}

/** Empty if the review has no earlier decision. */
export function describeEarlierDecision(review: Review): string {
  const { by, state } = review.before ?? {};
  if (state === undefined) return "";
  if (review.state !== "open") return t("in place of: {0}", describeDecision({ by, state }));
  return by === undefined
    ? t("decided before, for another conversation")
    : t("decided before, by {0}, for another conversation", labelText(by));
}

export function describeDecision({ by, state }: { by?: string | undefined; state: Verdict }): string {
  return by === undefined ? stateName(state) : t("{0} by @{1}", stateName(state), labelText(by));
}
