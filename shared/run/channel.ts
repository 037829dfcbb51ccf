/** A channel is run, and its report asked for until that no longer reads as still running. */

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

const running = operationFor("run", "channel");
const reporting = operationFor("report", "channel");

export async function runChannel(
  target: PlannedChannel,
  waiting: Waiting,
  options: RunOptions,
): Promise<TargetRun> {
  // A team's own expressions (`target.read`) are written for reports; this response only says that a run was started.
  const start = await requestAndRead(running, target, options, read);
  if (start.reading === undefined) return start;
  const run = await reportOfChannel(target, waiting, options, start.reading.running);
  const { raw, reading } = run;
  return {
    ...run,
    raw: raw === "" ? start.raw : raw,
    ...(reading && { reading: asStarted(reading, start.reading) }),
  };
}

/** The report may be an earlier run's: where starting this one failed, a passed report is not believed. */
function asStarted(reading: Reading, started: Reading): Reading {
  if (started.verdict !== "failed") return reading;
  return doubted(reading, { kind: "start-failed", evidence: started.evidence });
}

/** The last report that came, and the error if asking for it was given up. */
export async function reportOfChannel(
  target: PlannedChannel,
  waiting: Waiting,
  options: RunOptions,
  isRunning: boolean,
): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  const { last = withoutResponse(target), end } = await askUntilOver<TargetRun>(waiting, {
    ask: () => askForReport(target, options),
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
      return cancelled(last);
    case "late":
      return target.task === "report" && waiting.limitMs === 0 ? last : tooLate(last, waiting, end.times);
  }
}

/** After one of these the report is asked for again, as it is while the run goes on. */
const mayPass: ReadonlySet<ErrorKind> = new Set(["network", "timeout", "unavailable", "rate-limited"]);

async function askForReport(target: PlannedChannel, options: RunOptions): Promise<Asked<TargetRun>> {
  try {
    const run = await requestAndRead(reporting, target, options);
    return { answer: run, goesOn: run.reading?.running ?? false };
  } catch (error) {
    return {
      failure: messageOf(error),
      mayPass: isServiceError(error) && mayPass.has(error.kind),
    };
  }
}

function cancelled({ error: _, ...run }: TargetRun): TargetRun {
  const why: Note = { kind: "cancelled", when: "while-waiting" };
  const { reading } = run;
  return { ...run, reading: reading ? doubted(reading, why) : withoutVerdict(why) };
}

function tooLate(run: TargetRun, { limitMs }: Waiting, times: number): TargetRun {
  const { reading } = run;
  return reading ? { ...run, reading: doubted(reading, { kind: "waited", asked: times, limitMs }) } : run;
}
