/** The value that is rendered and published: a report, its comparison and its decisions. */

import type { Verdict } from "../reading/reading.ts";
import type { Comparison } from "./compare.ts";
import type { Report, TargetResult } from "./model.ts";

export interface ReportView {
  readonly report: Report;
  readonly comparison?: Comparison | undefined;
  /** The base's name: "main at 1a2b3c4". */
  readonly base?: string | undefined;
  /** Why there is no base, and what to do. Absent if nothing failed, because then nothing is missing. */
  readonly whyNoBase?: string | undefined;
  /** The targets whose verdict comes from decisions, each with its reviews. */
  readonly decidedTargets?: ReadonlyMap<TargetResult, readonly DecidedReview[]> | undefined;
  /** Stored responses, which may be cut. A renderer without enough room leaves them out first. */
  readonly raw?: readonly RawResponse[] | undefined;
}

/** A review of a target whose reviews are all decided. */
export interface DecidedReview {
  readonly id: string;
  readonly verdict: Verdict;
}

export interface RawResponse {
  readonly target: Pick<TargetResult, "kind" | "id" | "name">;
  readonly text: string;
}
