/** Sees whether a report is empty because the run has only just been accepted. */

import type { JsonObject } from "../json.ts";
import { reportedCases } from "./announced-cases.ts";
import { judgementInputOf } from "./judgement-input.ts";
import type { Reading } from "./reading.ts";

/** The report counts or lists no cases, and nothing in it shows that the run is over. */
export function isEmptyReport(response: JsonObject, reading: Reading): boolean {
  const { verdict, evidence, totals } = reading;
  if (verdict !== "unknown" || reportedCases(reading) > 0 || evidence.basis?.kind === "pass-when") return false;
  const { findings } = judgementInputOf(response, { request: undefined });
  const { emptyCaseList, zeroTotals, hasEndWord, hasEndTime, runOutcomes } = findings;
  const isOver =
    hasEndWord ||
    hasEndTime ||
    runOutcomes.some(({ status }) => status !== null && status !== "success" && status !== "neutral");
  return !isOver && (emptyCaseList !== null || zeroTotals.length > 0 || totals.total === 0);
}
