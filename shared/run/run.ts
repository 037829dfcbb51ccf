/**
 * Carries a plan out, several targets at a time. One target's failure never stops the others, and after a cancel each
 * target is still in the report, with how far it came.
 */

import { withoutVerdict } from "../reading/doubt.ts";
import type { Outcome, Report, Target } from "../report/model.ts";
import { reportOf, reportOfTargets, type TargetReport, targetLabel, targetReport } from "../report/report.ts";
import { clean, type Tidy } from "../report/text.ts";
import { isServiceError } from "../service/error.ts";
import type { Redact } from "../service/secret.ts";
import { runBatch } from "./batch.ts";
import { reportOfChannel, runChannel } from "./channel.ts";
import type { Found, Plan, PlannedTarget, RunOptions } from "./plan.ts";
import { messageOf } from "./request.ts";

export async function run(plan: Plan, options: RunOptions): Promise<Report> {
  const { clock, signal, listener } = options;
  const tidy = tidyWith(options.redact);
  const startedAt = clock.now();
  const results: TargetReport[] = [];
  const settle = async (position: number, target: PlannedTarget, hasAnswered: () => void) => {
    const result = targetReport(await outcomeOf(target, plan, options, hasAnswered), tidy);
    results[position] = result;
    listener?.settled?.(target, result);
  };
  // All workers take from one iterator, so that each target is taken once.
  const remaining = plan.targets.entries();
  const worker = async () => {
    let previous: Promise<void> | undefined;
    for (const [position, target] of remaining) {
      let settled: Promise<void> | undefined;
      await new Promise<void>((answered, failed) => {
        settled = settle(position, target, answered);
        settled.then(answered, failed);
      });
      // The next target is asked for while this answer is read, but not the one after it: answers would pile up.
      await previous;
      previous = settled;
    }
    await previous;
  };
  await Promise.all(Array.from({ length: Math.min(plan.concurrency, plan.targets.length) }, worker));
  const stoppedAt = clock.now();
  return reportOfTargets(results, { startedAt, stoppedAt, cancelled: signal.aborted, shard: plan.shard });
}

/** In this order, as cleaning can put a key together. */
function tidyWith(redact: Redact): Tidy {
  return text => redact(clean(text));
}

/** Calls `hasAnswered` when the last request about the target is answered, which may be before the answer is read. */
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
    return { ...known, reading: withoutVerdict({ kind: "cancelled", when: "before-the-start" }) };
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
    : // Who has time to wait for a report alone knows that the run goes on.
      reportOfChannel(target, waiting, options, waiting.limitMs > 0);
}

function withoutAnswer(error: unknown): Found {
  if (isServiceError(error) && error.kind === "cancelled") {
    return { reading: withoutVerdict({ kind: "cancelled", when: "while-running" }) };
  }
  return { error: messageOf(error) };
}

/** The report of a plan of which nothing could be run. */
export function reportOfNothing(
  { targets, shard }: Plan,
  why: string,
  { clock, signal, redact }: Pick<RunOptions, "clock" | "signal" | "redact">,
): Report {
  const tidy = tidyWith(redact);
  const results = targets.map(({ kind, id, name }) =>
    targetReport({ kind, id, ...(name !== undefined && { name }), error: why, raw: "" }, tidy),
  );
  const at = clock.now();
  return reportOfTargets(results, { startedAt: at, stoppedAt: at, cancelled: signal.aborted, shard });
}

/**
 * The report, with batches of an earlier one as they stand there: nobody can ask for their answers again. Of those that
 * it does not have, the answers came when nobody waited for them any more.
 */
export function withBatches(
  { results }: Report,
  batches: readonly Pick<Target, "kind" | "id" | "name">[],
  earlier: Report | undefined,
  redact: Redact,
): Report {
  const { summary, tests, extra } = results;
  const { targets, cancelled } = extra.callboard;
  const tidy = tidyWith(redact);
  const reading = withoutVerdict({ kind: "answer-lost" });
  const kept = batches.map(batch => {
    const { target } = targetReport({ ...batch, reading, raw: "" }, tidy);
    return earlier?.results.extra.callboard.targets.find(isSame(target)) ?? target;
  });
  const labels = new Set(kept.map(targetLabel));
  const keptTests = earlier?.results.tests.filter(({ suite: [label = ""] }) => labels.has(label)) ?? [];
  return reportOf([...targets, ...kept], [...tests, ...keptTests], {
    startedAt: summary.start,
    stoppedAt: summary.stop,
    cancelled,
  });
}

function isSame({ kind, id }: Target) {
  return (other: Target) => other.kind === kind && other.id === id;
}
