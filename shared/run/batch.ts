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
  const call = { operation: "runBatch", id: target.id, fields: plan.runFields } as const;
  const answer = await means.call(call, means.signal);
  asked();
  const found = await answered(target, "runBatch", answer, means);
  const { reading } = found;
  return reading?.running ? { ...found, reading: doubted(reading, unfinished) } : found;
}

const unfinished =
  "It was still running when it answered, and a batch's result can't be asked for again: look at it in the service, " +
  "or run it over a channel, whose report can be waited for.";
