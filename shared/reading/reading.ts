/** The reading of one response. */

import type { Turn } from "./conversation.ts";
import type { DecisionFact } from "./decision.ts";
import type { Evidence } from "./evidence.ts";
import type { RecordReference } from "./records.ts";

export type Verdict = "passed" | "failed" | "unknown";

/** The statuses that CTRF knows. `pending` has not been run yet; `other` has no verdict. */
export type CaseStatus = "passed" | "failed" | "skipped" | "pending" | "other";

export interface Case {
  readonly name: string;
  readonly status: CaseStatus;
  /** The status as the response writes it. */
  readonly rawStatus?: string;
  readonly durationMs?: number;
  readonly message?: string;
  /** A page for people; always http or https. */
  readonly url?: string;
  /** Groups around the case, outermost first. */
  readonly suite?: readonly string[];
  readonly file?: string;
  readonly line?: number;
  readonly retries?: number;
  /** The case failed at first and passed in the end. */
  readonly flaky?: boolean;
}

/** Counts of cases. `other` includes pending ones; `null` means unknown. */
export interface Totals {
  readonly total: number | null;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly other: number | null;
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
}

export interface Reading {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  /** The run goes on, so a later response may differ. */
  readonly isRunning: boolean;
  readonly progress?: RunProgress;
  readonly totals: Totals;
  readonly cases: readonly Case[];
  readonly durationMs?: number;
  /** Pages about the run, for people; http or https. */
  readonly links: readonly string[];
  /** The verdict of the run apart from its listed cases. It is failed only if something other than the cases failed. */
  readonly runVerdict: Verdict;
  /** Null if the response lists no case. */
  readonly casesVerdict: Verdict | null;
  readonly reviews: readonly ReviewReference[];
  /** The fields of a response to a submission that describe its review. */
  readonly decisionFacts?: readonly DecisionFact[];
  /** Present only with `includeRecords`, as is `reviewContexts`. */
  readonly recordReferences?: readonly RecordReference[];
  readonly reviewContexts?: ReadonlyMap<string, ReviewContext>;
}

export interface ReviewContext {
  readonly case?: Pick<Case, "name" | "status" | "message" | "url" | "durationMs" | "file" | "line">;
  readonly conversation?: readonly Turn[];
}

export interface ReviewReference {
  readonly id: string;
  readonly label?: string;
  /** The name of the case, or the question that the review asks. */
  readonly case?: string;
  /** `settled`: a person has decided. Absent if the response doesn't report the state; such a review counts as open. */
  readonly state?: "open" | "settled";
  /** Unknown if the response does not report the decision; absent unless `state` is `settled`. */
  readonly verdict?: Verdict;
  readonly evidence?: Evidence;
  /** Calibration reviews have operations of their own. */
  readonly calibration?: true;
}
