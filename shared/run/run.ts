/**
 * Carries a plan out: so many targets at a time, each outcome handed over as it comes. One target's failure never
 * stops the others, and a cancel leaves every target with an outcome that says how far it came.
 */

import { withoutVerdict } from "../report/doubt.ts";
import type { Outcome } from "../report/model.ts";
import { ServiceError } from "../service/error.ts";
import { runBatch } from "./batch.ts";
import { runChannel } from "./channel.ts";
import type { Means, Plan, RunTarget } from "./plan.ts";

/** What running a target gave; what is not there never came. */
export type Found = Partial<Pick<Outcome, "reading" | "reviews" | "error" | "raw">>;

export async function run(plan: Plan, means: Means): Promise<void> {
  const waiting = plan.targets.entries();
  const worker = async () => {
    let before: Promise<void> | undefined;
    // One iterator for all workers: each takes the next target that nobody has.
    for (const [position, target] of waiting) {
      let settling: Promise<void> | undefined;
      await new Promise<void>((asked, failed) => {
        settling = outcomeOf(target, plan, means, asked).then(outcome => means.settled(outcome, position));
        settling.then(asked, failed);
      });
      // The service need not wait while an answer is read; but no more than one waits for that.
      await before;
      before = settling;
    }
    await before;
  };
  await Promise.all(Array.from({ length: Math.min(plan.concurrency, plan.targets.length) }, worker));
}

/** Tells as soon as nothing more will be asked for this target. */
async function outcomeOf(target: RunTarget, plan: Plan, means: Means, asked: () => void): Promise<Outcome> {
  const { kind, id, name } = target;
  const known = { kind, id, ...(name !== undefined && { name }), raw: "" };
  if (means.signal.aborted) {
    return { ...known, reading: withoutVerdict({ kind: "cancelled", when: "before-the-start" }) };
  }
  means.watch?.started(target);
  const startedAt = means.clock.now();
  const found = await (kind === "batch" ? runBatch : runChannel)(target, plan, means, asked).catch(notRun);
  return { ...known, ...found, durationMs: means.clock.now() - startedAt };
}

function notRun(error: unknown): Found {
  if (error instanceof ServiceError && error.kind === "cancelled") {
    return { reading: withoutVerdict({ kind: "cancelled", when: "while-running" }) };
  }
  return { error: error instanceof Error ? error.message : String(error) };
}
