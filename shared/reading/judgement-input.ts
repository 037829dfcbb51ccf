/** The input of a judgement: the findings in a response, its counts and its cases. */

import type { JsonObject } from "../json.ts";
import { type CaseList, findCases } from "./cases.ts";
import { type CountSummary, chooseMainCounts, summarizeAllCounts } from "./counts.ts";
import type { Findings } from "./findings.ts";
import type { RecordOptions } from "./record-finder.ts";
import { withPlainTexts } from "./text-nodes.ts";
import { walk } from "./walk.ts";

export interface JudgementInput {
  readonly findings: Findings;
  readonly counts: readonly CountSummary[];
  readonly main: CountSummary | null;
  readonly list: CaseList;
  /** Paths of fields lead to the same values in the response. */
  readonly isAsWritten: boolean;
}

export function judgementInputOf(response: JsonObject, options: RecordOptions): JudgementInput {
  const plain = withPlainTexts(response);
  const findings = walk(plain, options);
  const counts = summarizeAllCounts(findings);
  const main = chooseMainCounts(counts);
  return { findings, counts, main, list: findCases(findings, main), isAsWritten: plain === response };
}
