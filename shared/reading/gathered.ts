/** All that was gathered from a response, to be judged. */

import type { CaseList } from "./cases.ts";
import type { CountSummary } from "./counts.ts";
import type { Findings } from "./findings.ts";

export interface Gathered {
  readonly findings: Findings;
  readonly counts: readonly CountSummary[];
  /** The counts of the run's cases. */
  readonly main: CountSummary | null;
  readonly list: CaseList;
}
