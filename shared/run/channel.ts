/** A channel is run, and then asked for its report until that is no longer about an unfinished run. */

import { doubted, withoutVerdict } from "../report/doubt.ts";
import type { Note } from "../report/evidence.ts";
import type { Reading } from "../report/model.ts";
import { read } from "../report/read.ts";
import { type ErrorKind, ServiceError } from "../service/error.ts";
import { answered } from "./answered.ts";
import { pause } from "./pause.ts";
import type { Means, Plan, RunTarget } from "./plan.ts";
import type { Found } from "./run.ts";

export async function runChannel(target: RunTarget, plan: Plan, means: Means): Promise<Found> {
  const { id } = target;
  const { signal } = means;
  const answer = await means.call("runChannel", { id, fields: plan.runFields, signal });
  const raw = await means.keep(target, "runChannel", answer.raw);
  // The team's own expressions are about reports; this one is about being started.
  const started = read(answer.value);
  const found = await reported(target, plan, means, started.running);
  const { reading } = found;
  return { raw, ...found, ...(reading && { reading: asStarted(reading, started) }) };
}

/** A report may still be the one of an earlier run: it does not outweigh that this one was not even started. */
function asStarted(reading: Reading, started: Reading): Reading {
  if (started.verdict !== "failed") return reading;
  return doubted(reading, { kind: "start-failed", evidence: started.evidence });
}

const growth = 1.5;
const longestPauseMs = 60_000;
/** So many failures in a row do not look as if they would pass. */
const mostFailures = 5;

/**
 * The last report, and the last error where asking for it failed in the end. Only what was last seen running is asked
 * about again.
 */
async function reported(target: RunTarget, plan: Plan, means: Means, isRunning: boolean): Promise<Found> {
  const { clock, signal, watch } = means;
  const { limitMs } = plan.waiting;
  const endsAt = clock.now() + limitMs;
  let found: Found = {};
  let failures = 0;
  for (let { pauseMs } = plan.waiting, asked = 1; ; pauseMs = longer(pauseMs), asked++) {
    const asking = await askForReport(target, plan, means);
    if ("found" in asking) found = { ...found, ...asking.found };
    failures = "found" in asking ? 0 : failures + 1;
    const isOver = "found" in asking && !found.reading?.running;
    if (signal.aborted && (found.error !== undefined || !isOver)) return cancelled(found);
    if (isOver || found.error !== undefined) return found;
    const leftMs = endsAt - clock.now();
    if ("passing" in asking) {
      const isLasting = failures === mostFailures || !(found.reading?.running ?? isRunning);
      if (isLasting || leftMs <= 0) return { ...found, error: asking.passing };
      watch?.troubled(target, asking.passing);
    } else {
      if (leftMs <= 0) return tooLate(found, limitMs, asked);
      if (found.reading) watch?.waiting(target, found.reading);
    }
    // The last asking is when time is up, not a whole pause before it.
    await pause(Math.min(pauseMs, leftMs), clock, signal);
    if (signal.aborted) return cancelled(found);
  }
}

function longer(pauseMs: number): number {
  return Math.max(pauseMs, Math.min(pauseMs * growth, longestPauseMs));
}

/** A failure that may pass is no reason to give a long run up: its report is due to be asked for again anyway. */
const mayPass: ReadonlySet<ErrorKind> = new Set(["network", "timeout", "unavailable", "rate-limited"]);

type Asking = { readonly found: Found } | { readonly passing: string };

async function askForReport(target: RunTarget, plan: Plan, means: Means): Promise<Asking> {
  const operation = "createChannelReport";
  try {
    const call = { id: target.id, fields: plan.reportFields, signal: means.signal };
    return { found: await answered(target, operation, await means.call(operation, call), means) };
  } catch (error) {
    if (error instanceof ServiceError && mayPass.has(error.kind)) return { passing: error.message };
    return { found: { error: error instanceof Error ? error.message : String(error) } };
  }
}

function cancelled(found: Found): Found {
  const why: Note = { kind: "cancelled", when: "while-waiting" };
  const { reading, raw } = found;
  return {
    ...(raw !== undefined && { raw }),
    reading: reading ? doubted(reading, why) : withoutVerdict(why),
  };
}

function tooLate(found: Found, limitMs: number, asked: number): Found {
  const { reading } = found;
  return reading ? { ...found, reading: doubted(reading, { kind: "waited", asked, limitMs }) } : found;
}
