/** Runs a batch with one request, because no other operation reports a batch's result. */

import { findOtherRun, runStartOf } from "../reading/other-run.ts";
import { readResponse } from "../reading/read.ts";
import { emptyReading, withdrawPass } from "../reading/reading-with-note.ts";
import type { TargetRun } from "../report/model.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedTarget, RunOptions } from "./plan.ts";
import { requestAndRead } from "./request.ts";

const operation = operationFor("run", "batch");

export async function runBatch(target: PlannedTarget, options: RunOptions): Promise<TargetRun> {
  const { id, read = readResponse } = target;
  const { run } = await requestAndRead(operation, target, options, ({ value, beganAt }, readOptions) => {
    // The service can respond with the result of an earlier run, such as a stored one.
    const otherRun = findOtherRun(value, id, runStartOf({}, id, beganAt));
    return otherRun === undefined ? read(value, readOptions) : emptyReading(otherRun);
  });
  const { reading } = run;
  return reading?.isRunning
    ? { ...run, reading: withdrawPass(reading, { kind: "batch-still-running" }) }
    : run;
}
