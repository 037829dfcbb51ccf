/** One value for all that is rendered, so that it can be handed on whole. */

import type { Comparison } from "./compare.ts";
import type { Report, Target } from "./model.ts";

/** What is shown to people: a report and all that stands beside it. */
export interface ReportView {
  readonly report: Report;
  readonly comparison?: Comparison | undefined;
  /** What the comparison is against, as "main at 1a2b3c4". */
  readonly base?: string | undefined;
  /** Responses worth showing as they came; the first to be left out. */
  readonly raw?: readonly RawResponse[] | undefined;
}

export interface RawResponse {
  readonly target: Pick<Target, "kind" | "id" | "name">;
  readonly text: string;
}
