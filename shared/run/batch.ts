/** Runs a batch with one request, because no other operation reports a batch's result. */

import { findEarlierRun, findOtherRun, runStartOf, runTraceOf } from "../reading/other-run.ts";
import { readResponse } from "../reading/read.ts";
import { emptyReading, provisionalReading, withdrawPass } from "../reading/reading-with-note.ts";
import type { TargetRun } from "../report/model.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedTarget } from "./plan.ts";
import { type RunContext, requestAndRead } from "./request.ts";

const operation = operationFor("run", "batch");

export async function runBatch(target: PlannedTarget, options: RunContext): Promise<TargetRun> {
  const { read = readResponse } = target;
  const { run } = await requestAndRead(operation, target, options, async (response, readOptions) => {
    const { value, beganAt, status } = response;
    // The service can respond with the result of an earlier run, such as a stored one.
    const start = runStartOf({}, target, beganAt);
    const otherRun =
      findOtherRun(value, target, start) ?? findEarlierRun(value, target, start, options.earlier);
    if (otherRun !== undefined) return emptyReading(otherRun);
    options.noteTrace(runTraceOf(value, target));
    const reading = await read(value, readOptions);
    // 202 says that the run was accepted, and not how it ended. A team's expression can know better.
    const isByExpression = reading.evidence.basis?.kind === "pass-when";
    return status === 202 && !reading.isRunning && !isByExpression
      ? provisionalReading(reading, { kind: "no-report-yet", status })
      : reading;
  });
  const { reading } = run;
  return reading?.isRunning
    ? { ...run, reading: withdrawPass(reading, { kind: "batch-still-running" }) }
    : run;
}
