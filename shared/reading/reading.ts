/** The reading of one response. */

import type { Turn } from "./conversation.ts";
import type { DecisionFact } from "./decision.ts";
import type { Evidence } from "./evidence.ts";
import type { RecordReference } from "./records.ts";

export type Verdict = "passed" | "failed" | "unknown";

/** The statuses of CTRF. A `pending` case has not ended; an `other` case has no verdict. */
export type CaseStatus = "passed" | "failed" | "skipped" | "pending" | "other";

export interface Case extends CaseExplanation {
  /** The service's own id of the case. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly status: CaseStatus;
  /** The status as the response writes it. */
  readonly rawStatus?: string;
  readonly durationMs?: number;
  readonly message?: string;
  /** A page for people; always http or https. */
  readonly url?: string;
  /** The names of the suites around the case, outermost first. */
  readonly suite?: readonly string[];
  readonly file?: string;
  readonly line?: number;
  readonly retries?: number;
  /** The case failed at first and passed in the end. */
  readonly flaky?: boolean;
  readonly persona?: string;
  readonly scenario?: string;
}

/** The parts of a response that say why a case has its status. A case that the reader found passed or skipped has none. */
export interface CaseExplanation {
  readonly metrics?: readonly Metric[];
  readonly attachments?: readonly Attachment[];
  readonly transcript?: readonly Turn[];
}

/** A score, a measurement, a criterion, an assertion or a judgement. It has no effect on the status of its case. */
export interface Metric {
  readonly name: string;
  readonly value?: number | string | boolean;
  readonly threshold?: number | string;
  readonly expected?: number | string | boolean;
  /** Absent if the response doesn't state whether the metric was met. */
  readonly passed?: boolean;
  readonly reason?: string;
}

export interface Attachment {
  /** "recording" for audio. */
  readonly name: string;
  /** Always http or https. */
  readonly url: string;
  /** A MIME type. */
  readonly type?: string;
}

/** Counts of cases. `other` includes the pending cases. `null`: the number is unknown. */
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
  /** The verdict of the run apart from its listed cases. It is failed only if these cases don't explain the failure. */
  readonly runVerdict: Verdict;
  /** The verdict of the listed cases alone; null if `cases` is empty. */
  readonly casesVerdict: Verdict | null;
  readonly reviews: readonly ReviewReference[];
  /** Present only after a request that submitted a review: the fields of the response that describe this review. */
  readonly decisionFacts?: readonly DecisionFact[];
  /** Present only with the option `includeRecords`, like `reviewContexts`. */
  readonly recordReferences?: readonly RecordReference[];
  /** How many objects are no records only because their ids are numbers. */
  readonly numberedObjectCount?: number;
  readonly reviewContexts?: ReadonlyMap<string, ReviewContext>;
}

export interface ReviewContext {
  readonly case?: Pick<Case, "name" | "status" | "message" | "url" | "durationMs" | "file" | "line">;
  readonly conversation?: readonly Turn[];
}

export interface ReviewReference {
  readonly id: string;
  /** The question that the review asks, else its name or title. */
  readonly label?: string;
  /** The name of the case, or the question that the review asks. */
  readonly case?: string;
  /** The person who has to decide. */
  readonly assignee?: string;
  /** `settled`: a person has decided. Absent if the response doesn't report the state; such a review counts as open. */
  readonly state?: "open" | "settled";
  /** Valid only if `state` is `settled`. Unknown if the response doesn't report the decision. */
  readonly verdict?: Verdict;
  readonly evidence?: Evidence;
  /** Calibration reviews have operations of their own. */
  readonly calibration?: true;
}
