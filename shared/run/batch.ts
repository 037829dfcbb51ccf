/** A batch is run with one call, and its answer is all that there will ever be. */

import { doubted } from "../report/doubt.ts";
import { answered } from "./answered.ts";
import type { Means, Plan, RunTarget } from "./plan.ts";
import type { Found } from "./run.ts";

export async function runBatch(
  target: RunTarget,
  plan: Plan,
  means: Means,
  asked: () => void,
): Promise<Found> {
  const answer = await means.call("runBatch", {
    id: target.id,
    fields: plan.runFields,
    signal: means.signal,
  });
  asked();
  const found = await answered(target, "runBatch", answer, means);
  const { reading } = found;
  return reading?.running ? { ...found, reading: doubted(reading, { kind: "batch-still-running" }) } : found;
}
