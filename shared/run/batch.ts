/** A batch is run with one request; no other operation of the service tells how it went. */

import { doubted } from "../reading/doubt.ts";
import { operationFor } from "../service/operations.ts";
import type { Found, PlannedTarget, RunOptions } from "./plan.ts";
import { keepAndRead, request } from "./request.ts";

const operation = operationFor("run", "batch");

/** Calls `hasAnswered` before the answer is read. */
export async function runBatch(
  target: PlannedTarget,
  options: RunOptions,
  hasAnswered: () => void,
): Promise<Found> {
  const answer = await request(operation, target, options);
  hasAnswered();
  const found = await keepAndRead(operation, target, answer, options);
  const { reading } = found;
  return reading?.running ? { ...found, reading: doubted(reading, { kind: "batch-still-running" }) } : found;
}
