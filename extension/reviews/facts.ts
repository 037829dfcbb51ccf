/** A review as its page shows it, from a service or from a pull request. */

import type { JsonObject } from "../../shared/json.ts";
import type { ReviewContext, Verdict } from "../../shared/reading/reading.ts";
import type { ReportMetric } from "../../shared/report/metric.ts";

export interface ReviewFacts extends ReviewContext {
  readonly id: string;
  readonly service?: string | undefined;
  /** The label or the case in the last report. Another conversation under the same id is another review. */
  readonly about?: string | undefined;
  /** Its label, which is its heading. */
  readonly question: string;
  /** The question that the service asks, if that is not the label. */
  readonly asked?: string | undefined;
  readonly isSettled: boolean;
  readonly verdict?: Verdict | undefined;
  /** The reason for its state in words, such as "status is waiting". Empty if there is none. */
  readonly evidence: string;
  /** Whether it is a calibration review, which has operations of its own and gets no decision. */
  readonly isCalibration: boolean;
  /** No field and no conversation of the review is kept. */
  readonly isOnlyNamed?: true;
  /** Why the review's case is not passed. */
  readonly metrics?: readonly ReportMetric[] | undefined;
  /** Whether a comment on a pull request can decide the review. */
  readonly isOnPullRequest?: boolean;
  /** The fields of the last decision that was sent from this workspace. */
  readonly sent?: JsonObject | undefined;
  readonly canBeRevised?: boolean;
  readonly assignee?: string | undefined;
  readonly otherFields: readonly (readonly [name: string, value: string])[];
  /** The list below the question, such as "batch" and "Smoke", or "decided by" and "@anna". */
  readonly origins: readonly (readonly [what: string, name: string])[];
  readonly hasReport: boolean;
  /** Whether the response with the conversation can be opened, which the page can have shortened. */
  readonly hasResponse?: boolean;
}
