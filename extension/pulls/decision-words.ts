/** Words for a review's decision and for its earlier decision. */

import type { Review } from "../../shared/gate/state.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import { t } from "../editor/l10n.ts";
import { labelText } from "../editor/text.ts";
import { stateName } from "../services/verdict-labels.ts";

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
