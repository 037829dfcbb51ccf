/** A review as its page shows it: a plain value, from whatever tells of it. */

import type { ReviewContext, Verdict } from "../../shared/reading/reading.ts";

export interface ReviewFacts extends ReviewContext {
  readonly id: string;
  /** The id of the service that a decision is sent to. */
  readonly service?: string | undefined;
  /** What it asks, or what it is about. */
  readonly question: string;
  readonly isSettled: boolean;
  /** How it was decided, where that is known. */
  readonly verdict?: Verdict | undefined;
  /** What its state rests on, as "status is waiting"; empty where nothing was said. */
  readonly evidence: string;
  /** It has operations of its own, and no decision is submitted for it. */
  readonly isCalibration: boolean;
  /** A pull request waits for it, and it can be decided by a comment there. */
  readonly isOnPullRequest?: boolean;
  /** It was decided, and another decision can take that one's place. */
  readonly canBeRevised?: boolean;
  readonly assignee?: string | undefined;
  /** What else was said of it: names and values. */
  readonly said: readonly (readonly [name: string, value: string])[];
  /** What it belongs to and where it comes from, as "batch" and "Smoke". */
  readonly origins: readonly (readonly [what: string, name: string])[];
  /** The report that mentions it can be opened. */
  readonly hasReport: boolean;
}
