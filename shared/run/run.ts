/**
 * Carries a plan out: so many targets at a time. One target's failure never stops the others, and a cancel leaves every
 * target in the report with what says how far it came.
 */

import { withoutVerdict } from "../report/doubt.ts";
import type { Outcome, Report } from "../report/model.ts";
import { reportOfTargets, type TargetReport, targetReport } from "../report/report.ts";
import { ServiceError } from "../service/error.ts";
import { runBatch } from "./batch.ts";
import { reportOfChannel, runChannel } from "./channel.ts";
import type { Found, Plan, PlannedTarget, RunOptions } from "./plan.ts";
import { messageOf } from "./request.ts";

export async function run(plan: Plan, options: RunOptions): Promise<Report> {
  const { clock, signal, listener } = options;
  const startedAt = clock.now();
  const results: TargetReport[] = [];
  const remaining = plan.targets.entries();
  const worker = async () => {
    let before: Promise<void> | undefined;
    // One iterator for all workers: each takes the next target that nobody has.
    for (const [position, target] of remaining) {
      let settling: Promise<void> | undefined;
      await new Promise<void>((answered, failed) => {
        settling = outcomeOf(target, plan, options, answered).then(outcome => {
          const result = targetReport(outcome);
          results[position] = result;
          listener?.settled?.(target, result);
        });
        settling.then(answered, failed);
      });
      // The service need not wait while an answer is read; but no more than one waits for that.
      await before;
      before = settling;
    }
    await before;
  };
  await Promise.all(Array.from({ length: Math.min(plan.concurrency, plan.targets.length) }, worker));
  const stoppedAt = clock.now();
  return reportOfTargets(results, { startedAt, stoppedAt, cancelled: signal.aborted, shard: plan.shard });
}

/** Says as soon as nothing more will be asked for about this target. */
async function outcomeOf(
  target: PlannedTarget,
  plan: Plan,
  options: RunOptions,
  hasAnswered: () => void,
): Promise<Outcome> {
  const { kind, id, name } = target;
  const { clock, signal, listener } = options;
  const known = { kind, id, ...(name !== undefined && { name }), raw: "" };
  if (signal.aborted) {
    return { ...known, reading: withoutVerdict("The run was cancelled before this was started.") };
  }
  listener?.started?.(target);
  const startedAt = clock.now();
  const found = await carryOut(target, plan, options, hasAnswered).catch(withoutAnswer);
  return { ...known, ...found, durationMs: clock.now() - startedAt };
}

function carryOut(
  target: PlannedTarget,
  { waiting }: Plan,
  options: RunOptions,
  hasAnswered: () => void,
): Promise<Found> {
  if (target.kind === "batch") return runBatch(target, options, hasAnswered);
  return target.task === "run"
    ? runChannel(target, waiting, options)
    : reportOfChannel(target, waiting, options, false);
}

function withoutAnswer(error: unknown): Found {
  if (error instanceof ServiceError && error.kind === "cancelled") {
    const went = "The run was cancelled while this was under way; the service may have gone on with it.";
    return { reading: withoutVerdict(went) };
  }
  return { error: messageOf(error) };
}

/** The report of a plan that could not be begun. */
export function reportOfNothing(
  { targets, shard }: Plan,
  why: string,
  { clock, signal }: Pick<RunOptions, "clock" | "signal">,
): Report {
  const results = targets.map(({ kind, id, name }) =>
    targetReport({ kind, id, ...(name !== undefined && { name }), error: why, raw: "" }),
  );
  const at = clock.now();
  return reportOfTargets(results, { startedAt: at, stoppedAt: at, cancelled: signal.aborted, shard });
}
