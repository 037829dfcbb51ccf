/** A batch is run with one call, and its answer is all that there will ever be. */

import { answered } from "./answered.ts";
import { doubted } from "./doubt.ts";
import type { Means, Plan, RunTarget } from "./plan.ts";
import type { Found } from "./run.ts";

export async function runBatch(target: RunTarget, plan: Plan, means: Means): Promise<Found> {
  const call = { id: target.id, fields: plan.runFields, signal: means.signal };
  const found = await answered(target, "runBatch", await means.call("runBatch", call), means);
  const { reading } = found;
  return reading?.running ? { ...found, reading: doubted(reading, unfinished) } : found;
}

const unfinished =
  "It was still running when it answered, and a batch's result can't be asked for again: look at it in the service, " +
  "or run it over a channel, whose report can be waited for.";
