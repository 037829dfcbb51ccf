/** Runs a plan's targets. A target's failure never stops the others, and a cancelled run still reports every target. */

import { emptyReading } from "../reading/reading-with-note.ts";
import type { Report, ReportTest, TargetResult, TargetRun } from "../report/model.ts";
import { reportOf, targetLabel, targetResult, testsOf } from "../report/report.ts";
import { clean, type Tidy } from "../report/text.ts";
import { ServiceError } from "../service/error.ts";
import type { Redact } from "../service/secret.ts";
import { runBatch } from "./batch.ts";
import { pollChannelReport, runChannel } from "./channel.ts";
import type { Plan, PlannedTarget, PollTiming, RunOptions } from "./plan.ts";
import { messageOf, runWithoutResponse } from "./request.ts";

export async function runTargets(plan: Plan, options: RunOptions): Promise<Report> {
  const { clock, signal, listener } = options;
  const tidy = tidyWith(options.redact);
  const startedAt = clock.now();
  const results: TargetResult[] = [];
  const tests: (readonly ReportTest[])[] = [];
  const runAndCollect = async (position: number, target: PlannedTarget, send: RunOptions["send"]) => {
    const run = await runTarget(target, plan.pollTiming, { ...options, send });
    const result = targetResult(run, tidy);
    const testsOfTarget = testsOf(run, tidy);
    results[position] = result;
    tests[position] = testsOfTarget;
    listener?.finished?.(target, result, testsOfTarget);
  };
  // All workers share one iterator, so that each target runs once.
  const remaining = plan.targets.entries();
  const worker = async () => {
    let previous: Promise<void> | undefined;
    for (const [position, target] of remaining) {
      let current: Promise<void> | undefined;
      // While a worker reads a batch's response, it already waits for the response of the next target, because waiting
      // doesn't use the processor. It starts a third target only after the first is finished, because unread responses
      // fill the memory.
      await new Promise<void>((resolve, reject) => {
        current = runAndCollect(position, target, async (request, requestSignal) => {
          const response = await options.send(request, requestSignal);
          if (target.kind === "batch") resolve();
          return response;
        });
        current.then(resolve, reject);
      });
      await previous;
      previous = current;
    }
    await previous;
  };
  await Promise.all(Array.from({ length: Math.min(plan.concurrency, plan.targets.length) }, worker));
  const stoppedAt = clock.now();
  return reportOf(results, tests.flat(), {
    startedAt,
    stoppedAt,
    cancelled: signal.aborted,
    shard: plan.shard,
  });
}

/** `clean` runs first, because removing an invisible character can join the halves of a key for `redact` to find. */
function tidyWith(redact: Redact): Tidy {
  return text => redact(clean(text));
}

async function runTarget(target: PlannedTarget, timing: PollTiming, options: RunOptions): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  if (signal.aborted) {
    const reading = emptyReading({ kind: "cancelled", when: "before-the-start" });
    return { ...runWithoutResponse(target), reading };
  }
  listener?.started?.(target);
  const startedAt = clock.now();
  const run = await runByKind(target, timing, options).catch(error => ({
    ...runWithoutResponse(target),
    ...runAfterError(error),
  }));
  return { ...run, durationMs: clock.now() - startedAt };
}

function runByKind(target: PlannedTarget, timing: PollTiming, options: RunOptions): Promise<TargetRun> {
  if (target.kind === "batch") return runBatch(target, options);
  return target.task === "run"
    ? runChannel(target, timing, options)
    : // If there is time to wait, the run counts as running, so that a temporary failure of the first request is retried.
      pollChannelReport(target, timing, options, { isRunning: timing.limitMs > 0, start: target.start });
}

function runAfterError(error: unknown): Pick<TargetRun, "reading" | "error"> {
  if (error instanceof ServiceError && error.kind === "cancelled") {
    return { reading: emptyReading({ kind: "cancelled", when: "while-running" }) };
  }
  return { error: messageOf(error) };
}

export function reportOfFailedPlan(
  { targets, shard }: Pick<Plan, "targets" | "shard">,
  why: string,
  { clock, signal, redact }: Pick<RunOptions, "clock" | "signal" | "redact">,
): Report {
  const tidy = tidyWith(redact);
  const results = targets.map(target => targetResult({ ...runWithoutResponse(target), error: why }, tidy));
  const at = clock.now();
  return reportOf(results, [], { startedAt: at, stoppedAt: at, cancelled: signal.aborted, shard });
}

export interface FinishedTarget {
  readonly result: TargetResult;
  readonly tests: readonly ReportTest[];
}

/** Reports a run that goes on: the targets that are not among the finished ones are unknown. */
export function reportOfUnfinishedRun(
  { targets, shard }: Plan,
  finished: ReadonlyMap<PlannedTarget, FinishedTarget>,
  { clock, redact, startedAt }: Pick<RunOptions, "clock" | "redact"> & { readonly startedAt: number },
): Report {
  const tidy = tidyWith(redact);
  const reading = emptyReading({ kind: "step-goes-on" });
  const parts = targets.map(
    target =>
      finished.get(target) ?? {
        result: targetResult({ ...runWithoutResponse(target), reading }, tidy),
        tests: [],
      },
  );
  const results = parts.map(({ result }) => result);
  const tests = parts.flatMap(part => part.tests);
  return reportOf(results, tests, { startedAt, stoppedAt: clock.now(), shard });
}

/**
 * Adds batches of an interrupted run to a report, because a batch's result can't be requested again. A batch that the
 * earlier report doesn't contain is unknown: its response is lost.
 */
export function withEarlierBatches(
  { results }: Report,
  batches: readonly Pick<TargetResult, "kind" | "id" | "name">[],
  earlier: Report | undefined,
  redact: Redact,
): Report {
  const { summary, tests, extra } = results;
  const { targets, cancelled } = extra.callboard;
  const tidy = tidyWith(redact);
  const reading = emptyReading({ kind: "answer-lost" });
  const kept = batches.map(batch => {
    const lost = targetResult({ ...runWithoutResponse(batch), reading }, tidy);
    return earlier?.results.extra.callboard.targets.find(hasSameRecord(lost)) ?? lost;
  });
  const labels = new Set(kept.map(targetLabel));
  const keptTests = earlier?.results.tests.filter(({ suite: [label = ""] }) => labels.has(label)) ?? [];
  return reportOf([...targets, ...kept], [...tests, ...keptTests], {
    startedAt: summary.start,
    stoppedAt: summary.stop,
    cancelled,
  });
}

function hasSameRecord({ kind, id }: TargetResult) {
  return (other: TargetResult) => other.kind === kind && other.id === id;
}
