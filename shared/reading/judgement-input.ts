/** The findings of a response with their counts and cases, for a judgement. */

import type { CaseList } from "./cases.ts";
import type { CountSummary } from "./counts.ts";
import type { Findings } from "./findings.ts";

export interface JudgementInput {
  readonly findings: Findings;
  readonly counts: readonly CountSummary[];
  readonly main: CountSummary | null;
  readonly list: CaseList;
}
