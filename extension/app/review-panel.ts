/** Creates the panel of reviews. `lazy-review-panel.ts` loads this module when it is needed. */

import { setTranslation } from "../editor/l10n.ts";
import { ReviewPanel, type ReviewPanelDeps } from "../reviews/panel.ts";
import { ServiceReviews, type ServiceReviewsDeps } from "../reviews/service-reviews.ts";

export type ReviewsDeps = ReviewPanelDeps & ServiceReviewsDeps;

export function createReviewPanel(deps: ReviewsDeps): ReviewPanel {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => deps.vscode.l10n.t(message, ...values));
  return new ReviewPanel(deps, new ServiceReviews(deps));
}
