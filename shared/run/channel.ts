/** A channel is run, and its report asked for until that no longer reads as still running. */

import { doubted, withoutVerdict } from "../reading/doubt.ts";
import type { Note } from "../reading/evidence.ts";
import type { Reading } from "../reading/reading.ts";
import { type ErrorKind, isServiceError } from "../service/error.ts";
import { operationFor } from "../service/operations.ts";
import type { Found, PlannedChannel, RunOptions, Waiting } from "./plan.ts";
import { keepAndRead, messageOf, readAnswer, request } from "./request.ts";
import { type Asked, askUntilOver } from "./wait.ts";

const running = operationFor("run", "channel");
const reporting = operationFor("report", "channel");

export async function runChannel(
  target: PlannedChannel,
  waiting: Waiting,
  options: RunOptions,
): Promise<Found> {
  const answer = await request(running, target, options);
  const raw = await options.keep(target, "run", answer.raw);
  // A team's own expressions (`target.read`) are written for reports; this answer only says that a run was started.
  const started = await readAnswer(running, target, answer, options);
  const found = await reportOfChannel(target, waiting, options, started.running);
  const { reading } = found;
  return { raw, ...found, ...(reading && { reading: asStarted(reading, started) }) };
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
): Promise<Found> {
  const { clock, signal, listener } = options;
  const { last = {}, end } = await askUntilOver<Found>(waiting, {
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

async function askForReport(target: PlannedChannel, options: RunOptions): Promise<Asked<Found>> {
  try {
    const answer = await request(reporting, target, options);
    const found = await keepAndRead(reporting, target, answer, options);
    return { answer: found, goesOn: found.reading?.running ?? false };
  } catch (error) {
    return {
      failure: messageOf(error),
      mayPass: isServiceError(error) && mayPass.has(error.kind),
    };
  }
}

function cancelled({ error: _, ...found }: Found): Found {
  const why: Note = { kind: "cancelled", when: "while-waiting" };
  const { reading } = found;
  return { ...found, reading: reading ? doubted(reading, why) : withoutVerdict(why) };
}

function tooLate(found: Found, { limitMs }: Waiting, times: number): Found {
  const { reading } = found;
  return reading ? { ...found, reading: doubted(reading, { kind: "waited", asked: times, limitMs }) } : found;
}
