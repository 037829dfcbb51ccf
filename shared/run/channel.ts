/** Runs a channel and requests its channel report until the report no longer reads as running. */

import type { EvidenceNote } from "../reading/evidence.ts";
import { readResponse } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import { emptyReading, withdrawPass } from "../reading/reading-with-note.ts";
import type { TargetRun } from "../report/model.ts";
import { type ErrorKind, ServiceError } from "../service/error.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedChannel, PollTiming, RunOptions } from "./plan.ts";
import { messageOf, requestAndRead, runWithoutResponse } from "./request.ts";
import { type PollResponse, pollUntilOver } from "./wait.ts";

const runOperation = operationFor("run", "channel");
const reportOperation = operationFor("report", "channel");

export async function runChannel(
  target: PlannedChannel,
  timing: PollTiming,
  options: RunOptions,
): Promise<TargetRun> {
  // `target.read` is not used, because the team's expressions are for channel reports, and this response only reports a
  // start.
  const start = await requestAndRead(runOperation, target, options, readResponse);
  if (start.reading === undefined) return start;
  const run = await pollChannelReport(target, timing, options, start.reading.isRunning);
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
  return withdrawPass(reading, { kind: "start-failed", evidence: started.evidence });
}

/** Returns the last channel report, with the error if polling failed. `isRunning`: the state at the start. */
export async function pollChannelReport(
  target: PlannedChannel,
  timing: PollTiming,
  options: RunOptions,
  isRunning: boolean,
): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  const { last = runWithoutResponse(target), end } = await pollUntilOver<TargetRun>(timing, {
    request: () => requestReport(target, options),
    isRunning,
    clock,
    signal,
    onPause: ({ reading }) => reading && listener?.waiting?.(target, reading),
    onFailure: failure => listener?.pollFailed?.(target, failure),
  });
  switch (end.why) {
    case "over":
      return last;
    case "failed":
      return { ...last, error: end.failure };
    case "cancelled":
      return withCancelNote(last);
    case "late":
      // A limit of 0 asks for one request and no waiting, so the limit needs no note.
      return target.task === "report" && timing.limitMs === 0
        ? last
        : withTimeLimitNote(last, timing, end.times);
  }
}

/** After one of these errors the channel report is requested again. */
const temporaryErrors: ReadonlySet<ErrorKind> = new Set([
  "network",
  "timeout",
  "unavailable",
  "rate-limited",
]);

async function requestReport(target: PlannedChannel, options: RunOptions): Promise<PollResponse<TargetRun>> {
  try {
    const run = await requestAndRead(reportOperation, target, options);
    return { value: run, isRunning: run.reading?.isRunning ?? false };
  } catch (error) {
    return {
      failure: messageOf(error),
      isTemporary: error instanceof ServiceError && temporaryErrors.has(error.kind),
    };
  }
}

function withCancelNote({ error: _, ...run }: TargetRun): TargetRun {
  const why: EvidenceNote = { kind: "cancelled", when: "while-waiting" };
  const { reading } = run;
  return { ...run, reading: reading ? withdrawPass(reading, why) : emptyReading(why) };
}

function withTimeLimitNote(run: TargetRun, { limitMs }: PollTiming, times: number): TargetRun {
  const { reading } = run;
  return reading
    ? { ...run, reading: withdrawPass(reading, { kind: "waited", requestCount: times, limitMs }) }
    : run;
}
