/** Runs a channel and requests its channel report until the report no longer reads as running. */

import { doubted, withoutVerdict } from "../reading/doubt.ts";
import type { Note } from "../reading/evidence.ts";
import { read } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import type { TargetRun } from "../report/model.ts";
import { type ErrorKind, isServiceError } from "../service/error.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedChannel, RunOptions, Waiting } from "./plan.ts";
import { messageOf, requestAndRead, withoutResponse } from "./request.ts";
import { type Asked, askUntilOver } from "./wait.ts";

const runOperation = operationFor("run", "channel");
const reportOperation = operationFor("report", "channel");

export async function runChannel(
  target: PlannedChannel,
  waiting: Waiting,
  options: RunOptions,
): Promise<TargetRun> {
  // `target.read` contains the team's expressions for channel reports. This response only reports the start of a run.
  const start = await requestAndRead(runOperation, target, options, read);
  if (start.reading === undefined) return start;
  const run = await reportOfChannel(target, waiting, options, start.reading.running);
  const { raw, reading } = run;
  return {
    ...run,
    raw: raw === "" ? start.raw : raw,
    ...(reading && { reading: doubtAfterFailedStart(reading, start.reading) }),
  };
}

/** After a failed start a passed channel report becomes unknown, because it may be about an earlier run. */
function doubtAfterFailedStart(reading: Reading, started: Reading): Reading {
  if (started.verdict !== "failed") return reading;
  return doubted(reading, { kind: "start-failed", evidence: started.evidence });
}

/** The last channel report, with the error if polling failed. */
export async function reportOfChannel(
  target: PlannedChannel,
  waiting: Waiting,
  options: RunOptions,
  isRunning: boolean,
): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  const { last = withoutResponse(target), end } = await askUntilOver<TargetRun>(waiting, {
    ask: () => requestReport(target, options),
    isGoingOn: isRunning,
    clock,
    signal,
    waits: ({ reading }) => reading && listener?.waiting?.(target, reading),
    fails: failure => listener?.troubled?.(target, failure),
  });
  switch (end.why) {
    case "over":
      return last;
    case "failed":
      return { ...last, error: end.failure };
    case "cancelled":
      return withCancelNote(last);
    case "late":
      return target.task === "report" && waiting.limitMs === 0
        ? last
        : withTimeLimitNote(last, waiting, end.times);
  }
}

/** After one of these errors the channel report is requested again. */
const temporaryErrors: ReadonlySet<ErrorKind> = new Set([
  "network",
  "timeout",
  "unavailable",
  "rate-limited",
]);

async function requestReport(target: PlannedChannel, options: RunOptions): Promise<Asked<TargetRun>> {
  try {
    const run = await requestAndRead(reportOperation, target, options);
    return { answer: run, goesOn: run.reading?.running ?? false };
  } catch (error) {
    return {
      failure: messageOf(error),
      mayPass: isServiceError(error) && temporaryErrors.has(error.kind),
    };
  }
}

function withCancelNote({ error: _, ...run }: TargetRun): TargetRun {
  const why: Note = { kind: "cancelled", when: "while-waiting" };
  const { reading } = run;
  return { ...run, reading: reading ? doubted(reading, why) : withoutVerdict(why) };
}

function withTimeLimitNote(run: TargetRun, { limitMs }: Waiting, times: number): TargetRun {
  const { reading } = run;
  return reading ? { ...run, reading: doubted(reading, { kind: "waited", asked: times, limitMs }) } : run;
}
