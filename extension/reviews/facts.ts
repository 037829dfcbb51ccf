/** A review as its page shows it, from a service or from a pull request. */

import type { ReviewContext, Verdict } from "../../shared/reading/reading.ts";

export interface ReviewFacts extends ReviewContext {
  readonly id: string;
  readonly service?: string | undefined;
  /** The review's question, or its case or id. */
  readonly question: string;
  readonly isSettled: boolean;
  readonly verdict?: Verdict | undefined;
  /** The evidence of its state, such as "status is waiting". Empty without any. */
  readonly evidence: string;
  /** A calibration review has operations of its own, and no decision is submitted for it. */
  readonly isCalibration: boolean;
  /** A review check waits for the review, and a comment on the pull request can decide it. */
  readonly isOnPullRequest?: boolean;
  readonly canBeRevised?: boolean;
  readonly assignee?: string | undefined;
  /** Further fields of the review. */
  readonly said: readonly (readonly [name: string, value: string])[];
  /** The records that the review belongs to, such as "batch" and "Smoke". */
  readonly origins: readonly (readonly [what: string, name: string])[];
  readonly hasReport: boolean;
}
