/** A review as its page shows it, from a service or from a pull request. */

import type { ReviewContext, Verdict } from "../../shared/reading/reading.ts";

export interface ReviewFacts extends ReviewContext {
  readonly id: string;
  readonly service?: string | undefined;
  readonly question: string;
  readonly isSettled: boolean;
  readonly verdict?: Verdict | undefined;
  /** The evidence of its state, such as "status is waiting". Empty if there is none. */
  readonly evidence: string;
  /** A calibration review has operations of its own, and no decision is submitted for it. */
  readonly isCalibration: boolean;
  /** A comment on the pull request can decide the review. */
  readonly isOnPullRequest?: boolean;
  readonly canBeRevised?: boolean;
  readonly assignee?: string | undefined;
  readonly otherFields: readonly (readonly [name: string, value: string])[];
  /** The places that the review comes from, such as "batch" and "Smoke". */
  readonly origins: readonly (readonly [what: string, name: string])[];
  readonly hasReport: boolean;
}
