/** The input of a judgement: the findings in a response, its counts and its cases. */

import type { CaseList } from "./cases.ts";
import type { CountSummary } from "./counts.ts";
import type { Findings } from "./findings.ts";

export interface JudgementInput {
  readonly findings: Findings;
  readonly counts: readonly CountSummary[];
  readonly main: CountSummary | null;
  readonly list: CaseList;
}
