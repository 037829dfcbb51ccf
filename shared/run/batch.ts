/** Runs a batch with one request, because no other operation reports a batch's result. */

import { withdrawPass } from "../reading/reading-with-note.ts";
import type { TargetRun } from "../report/model.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedTarget, RunOptions } from "./plan.ts";
import { requestAndRead } from "./request.ts";

const operation = operationFor("run", "batch");

export async function runBatch(target: PlannedTarget, options: RunOptions): Promise<TargetRun> {
  const run = await requestAndRead(operation, target, options);
  const { reading } = run;
  return reading?.isRunning
    ? { ...run, reading: withdrawPass(reading, { kind: "batch-still-running" }) }
    : run;
}
