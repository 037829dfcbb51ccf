/** The reading of one response. */

import type { Turn } from "./conversation.ts";
import type { DecisionFact } from "./decision.ts";
import type { Evidence } from "./evidence.ts";
import type { RecordReference } from "./records.ts";

export type Verdict = "passed" | "failed" | "unknown";

/** The statuses that CTRF knows. `pending` has not been run yet; `other` ended without a verdict. */
export type CaseStatus = "passed" | "failed" | "skipped" | "pending" | "other";

export interface Case {
  readonly name: string;
  readonly status: CaseStatus;
  /** The word the response used, before it was understood. */
  readonly rawStatus?: string;
  readonly durationMs?: number;
  /** Why it did not pass. */
  readonly message?: string;
  /** Where a person can look at it; always http or https. */
  readonly url?: string;
  /** Groups around the case, outermost first. */
  readonly suite?: readonly string[];
  readonly file?: string;
  readonly line?: number;
  /** How often it was tried again after the first attempt. */
  readonly retries?: number;
  /** It failed at first and passed in the end. */
  readonly flaky?: boolean;
}

/** Counts of cases. `other` includes pending ones; `null` is "nobody said". */
export interface Totals {
  readonly total: number | null;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly other: number | null;
}

/** How many of all that a run does are done. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The reader's result for one response. */
export interface Reading {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  /** The response says that the run goes on: asking again later may tell more. */
  readonly running: boolean;
  /** How far a run is that goes on, where the response says it. */
  readonly progress?: Progress;
  readonly totals: Totals;
  readonly cases: readonly Case[];
  readonly durationMs?: number;
  /** Where a person can look at the run; http or https. */
  readonly links: readonly string[];
  /** The verdict of the run apart from its listed cases: failed only where something else than these failed. */
  readonly ofRun: Verdict;
  /** The verdict of the listed cases; null where none is listed. */
  readonly ofCases: Verdict | null;
  /** The reviews that the response names. */
  readonly reviews: readonly ReviewReference[];
  /** The fields by which the answer to a submission tells of its review. */
  readonly decision?: readonly DecisionFact[];
  /** Each place that names a record, and what reviews stood in: only where a reading was asked to be thorough. */
  readonly records?: readonly RecordReference[];
  readonly contexts?: ReadonlyMap<string, ReviewContext>;
}

/** The case that a review is about, as the response tells of it, and the conversation. */
export interface ReviewContext {
  readonly case?: Pick<Case, "name" | "status" | "message" | "url" | "durationMs" | "file" | "line">;
  readonly conversation?: readonly Turn[];
}

/** A review that a response names, and what it tells of the review there. */
export interface ReviewReference {
  readonly id: string;
  /** The service's name for it. */
  readonly label?: string;
  /** The case or the question that it is about. */
  readonly case?: string;
  /** Absent where the response says neither: it is open until a person has decided it. */
  readonly state?: "open" | "settled";
  /** How it was decided, as far as the response tells; absent while it is open. */
  readonly verdict?: Verdict;
  /** The evidence of the state. */
  readonly evidence?: Evidence;
  /** It is one of those that have operations of their own. */
  readonly calibration?: true;
}
