/** Runs a plan's targets. A target's failure never stops the others, and a cancelled run still reports every target. */

import type { EvidenceNote } from "../reading/evidence.ts";
import type { RunTrace } from "../reading/other-run.ts";
import { emptyReading } from "../reading/reading-with-note.ts";
import type { Report, ReportTest, TargetResult, TargetRun } from "../report/model.ts";
import { reportOf, responseToTeach, targetLabel, targetResult, testsOf } from "../report/report.ts";
import { resultOfRuns } from "../report/several-runs.ts";
import { clean, type Tidy } from "../report/text.ts";
import { mayHaveActed, ServiceError } from "../service/error.ts";
import type { Redact } from "../service/secret.ts";
import { runBatch } from "./batch.ts";
import { pollChannelReport, runChannel } from "./channel.ts";
import type { Plan, PlannedTarget, PollTiming, RunOptions } from "./plan.ts";
import { policyOf, type QueuedTarget, RunQueue, reasonToRunAgain } from "./queue.ts";
import { messageOf, type RunContext, runWithoutResponse, usedUp } from "./request.ts";

export async function runTargets(plan: Plan, options: RunOptions): Promise<Report> {
  const { clock, signal, listener } = options;
  const tidy = tidyWith(options.redact);
  const startedAt = clock.now();
  const results: TargetResult[] = [];
  const tests: (readonly ReportTest[])[] = [];
  const queue = new RunQueue(plan);
  const finish = (queued: QueuedTarget, missingRun?: EvidenceNote) => {
    const { position, target } = queued;
    const { result, tests: testsOfTarget } = finishedTarget(queued, missingRun, { ...options, tidy });
    results[position] = result;
    tests[position] = testsOfTarget;
    listener?.finished?.(target, result, testsOfTarget);
  };
  const runAndCollect = async (queued: QueuedTarget, send: RunOptions["send"]) => {
    const { target, runs } = queued;
    if (signal.aborted && runs.length > 0) {
      finish(queued, { kind: "cancelled", when: "between-runs" });
      return;
    }
    const run = await runTarget(queued, plan.pollTiming, { ...options, send });
    runs.push(run);
    queued.reason = reasonToRunAgain(target, runs);
    if (queued.reason === undefined) finish(queued);
    else if (!queue.addAgain(queued)) finish(queued, { kind: "no-runs-left" });
  };
  const worker = async () => {
    let previous: Promise<void> | undefined;
    for (let queued = await queue.next(); queued !== undefined; queued = await queue.next()) {
      const { target } = queued;
      let current: Promise<void> | undefined;
      // While a worker reads a batch's response, it already waits for the response of the next target, because waiting
      // doesn't use the processor. It starts a third target only after the first is finished, because unread responses
      // fill the memory.
      await new Promise<void>((resolve, reject) => {
        current = runAndCollect(queued, async (request, requestSignal) => {
          const response = await options.send(request, requestSignal);
          if (target.kind === "batch") resolve();
          return response;
        }).finally(() => queue.ended());
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

function finishedTarget(
  queued: QueuedTarget,
  missingRun: EvidenceNote | undefined,
  { tidy, linkTo }: Pick<RunOptions, "linkTo"> & { readonly tidy: Tidy },
): FinishedTarget {
  const { result, tests } = resultOf(queued, missingRun, tidy);
  const raw = responseToTeach(result, queued.runs);
  if (raw === undefined || linkTo === undefined) return { result, tests };
  return { result: { ...result, teachLink: linkTo(tidy(raw)) }, tests };
}

function resultOf(
  { target, runs }: QueuedTarget,
  missingRun: EvidenceNote | undefined,
  tidy: Tidy,
): FinishedTarget {
  const policy = policyOf(target);
  if (policy !== undefined && runs.some(({ durationMs }) => durationMs !== undefined))
    return resultOfRuns({ target, policy, runs, missingRun }, tidy);
  const [run = runWithoutResponse(target)] = runs;
  const result = targetResult(run, tidy);
  const notRun = policy && { runs: 0, mostRuns: policy.runs, passes: policy.passes, raws: [] };
  return { result: { ...result, ...notRun }, tests: testsOf(run, tidy) };
}

/** `clean` runs first, because removing an invisible character can join the halves of a key for `redact` to find. */
export function tidyWith(redact: Redact): Tidy {
  return text => redact(clean(text));
}

async function runTarget(
  { target, runs, reason, earlier }: QueuedTarget,
  timing: PollTiming,
  options: RunOptions,
): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  if (signal.aborted) {
    const reading = emptyReading({ kind: "cancelled", when: "before-the-start" });
    return { ...runWithoutResponse(target), reading };
  }
  const number = runs.length + 1;
  const most = target.policy?.runs ?? 1;
  if (reason === undefined) listener?.started?.(target);
  else listener?.startedAgain?.(target, { number, most, reason, error: runs.at(-1)?.error });
  let trace: RunTrace | undefined;
  const noteTrace = (last: RunTrace) => {
    trace = last;
  };
  const startedAt = clock.now();
  const before = (await options.tracesOf?.(target)) ?? [];
  const context: RunContext = { ...options, number, earlier: [...before, ...earlier], noteTrace };
  const run = await runByKind(target, timing, context).catch(error => ({
    ...runWithoutResponse(target),
    ...runAfterError(error),
  }));
  if (trace !== undefined) earlier.push(trace);
  return { ...run, durationMs: clock.now() - startedAt };
}

function runByKind(target: PlannedTarget, timing: PollTiming, options: RunContext): Promise<TargetRun> {
  if (target.kind === "batch") return runBatch(target, options);
  return target.task === "run"
    ? runChannel(target, timing, options)
    : // If there is time to wait, the run counts as running, so that a temporary failure of the first request is retried.
      pollChannelReport(target, timing, options, { isRunning: timing.limitMs > 0, start: target.start });
}

function runAfterError(error: unknown): Pick<TargetRun, "reading" | "error" | "isUsedUp"> {
  if (error instanceof ServiceError && error.kind === "cancelled") {
    return { reading: emptyReading({ kind: "cancelled", when: "while-running" }) };
  }
  return { error: messageOf(error), ...(mayHaveActed(error) && usedUp) };
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
