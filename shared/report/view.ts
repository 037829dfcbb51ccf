/** What is rendered for people, as one value: renderers and publishing take it whole. */

import type { Verdict } from "../reading/reading.ts";
import type { Comparison } from "./compare.ts";
import type { Report, TargetResult } from "./model.ts";

export interface ReportView {
  readonly report: Report;
  readonly comparison?: Comparison | undefined;
  /** What the comparison is against, as "main at 1a2b3c4". */
  readonly base?: string | undefined;
  /** The targets to which decisions have given a verdict, each with the reviews that it waited for. */
  readonly decided?: ReadonlyMap<TargetResult, readonly DecidedReview[]> | undefined;
  /** Responses to show as they came; where there is little room, they are left out first. */
  readonly raw?: readonly RawResponse[] | undefined;
}

/** A review of a target, all of whose reviews are decided. */
export interface DecidedReview {
  readonly id: string;
  readonly verdict: Verdict;
}

export interface RawResponse {
  readonly target: Pick<TargetResult, "kind" | "id" | "name">;
  readonly text: string;
}
