/** Measures the reader by responses that somebody made who has not seen it: as many passes as reports that are none. */

import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import type { OperationName } from "../../../shared/service/operations.ts";
import { expectWellFormed, readRows } from "./table.ts";

interface CorpusRow {
  readonly row: string;
  readonly operation: OperationName;
  readonly response: JsonObject;
  /** Why no person would show the response green. */
  readonly why?: string;
  /** With a reason, the reader may take the response for a pass. */
  readonly also?: "passed";
  readonly reason?: string;
}

const green = readRows<CorpusRow>("corpus-green.jsonl");
const red = readRows<CorpusRow>("corpus-red.jsonl");

/** Passes that the reader doesn't see. A row goes when the reader learns it. */
const unseen = {
  /** The response leaves a doubt that a person would have, too, unless he knows the service. */
  doubtful: [
    "cypress module api result",
    "exit code and log tail job",
    "coval-like run results with metric status",
    "rspec json",
    "testcafe json report",
    "tool-call accuracy agent eval",
    "dbt-like run results",
    "IoT device test group qualification",
    "visual regression build passed after baseline compare",
  ],
  /** The reader does not understand what a person would. */
  missed: [
    "pact verification all provider states ok",
    "quarantined failure does not gate",
    "human review finished and approved",
    "dataset experiment with aggregate scores vs baseline",
    "load test statistics table with SLA pass",
    "speech recognition benchmark within limits",
    "lex-like test execution overall results",
    "result with nested suites recursive children",
    "pass rate above required with some failures allowed by gate",
    "regression compared to previous run, zero new issues",
    "batch with config echo and per-turn assertions",
  ],
  /** A field beside the pass is not understood. The team defines its pass once, by `pass-when`. */
  notUnderstood: [
    "SIP trunk probe matrix",
    "TAP-like plan/asserts",
    "accessibility scan with no violations",
    "bland-like simulation set passed",
    "k6 summary export with thresholds ok",
    "performance budget report",
    "robot framework style suite statistics",
  ],
  /** The reader takes these for failures. */
  failed: ["mutation testing above break threshold"],
};

function verdictOf({ operation, response }: CorpusRow): Verdict {
  return readResponse(response, { request: { operation, id: undefined } }).verdict;
}

test.each(red.map(row => [row.row, row] as const))("%s is not green", (_, row) => {
  const { evidence } = readResponse(row.response, { request: { operation: row.operation, id: undefined } });
  if (row.also === undefined)
    expect(verdictOf(row), `${row.why}: ${evidenceText(evidence)}`).not.toBe("passed");
  else expect(row.reason).toEqual(expect.any(String));
});

test("all passes are seen but those that are listed", () => {
  const named = (verdict: Verdict) => green.filter(row => verdictOf(row) === verdict).map(({ row }) => row);
  expect(named("unknown").sort()).toEqual(
    [...unseen.doubtful, ...unseen.missed, ...unseen.notUnderstood].sort(),
  );
  expect(named("failed")).toEqual(unseen.failed);
});

test("each row has its own name, and only fields that are tested", () => {
  expectWellFormed(green, "row operation response");
  expectWellFormed(red, "row operation response why also reason");
});
