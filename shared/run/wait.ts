/** Repeats a request until the run is over. Temporary failures don't end that, because a run continues without them. */

import { type Clock, pause } from "../clock.ts";
import type { Waiting } from "./plan.ts";

export type Asked<T> =
  | { readonly answer: T; readonly goesOn: boolean }
  | { readonly failure: string; readonly mayPass: boolean };

export interface WaitOptions<T> {
  ask(): Promise<Asked<T>>;
  /** The run's state before the first response. After a failure only a running one is polled again. */
  readonly isGoingOn: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  waits(answer: T): void;
  fails(failure: string): void;
}

export interface Waited<T> {
  readonly last: T | undefined;
  readonly end:
    | { readonly why: "over" | "cancelled" }
    | { readonly why: "late"; readonly times: number }
    | { readonly why: "failed"; readonly failure: string };
}

const growth = 1.5;
const longestPauseMs = 60_000;

export async function askUntilOver<T>(
  { limitMs, pauseMs: firstPauseMs }: Waiting,
  { ask, isGoingOn: wasRunning, clock, signal, waits, fails }: WaitOptions<T>,
): Promise<Waited<T>> {
  const endsAt = clock.now() + limitMs;
  let last: T | undefined;
  let isRunning = wasRunning;
  let pauseMs = firstPauseMs;
  for (let times = 1; ; times++) {
    const response = await ask();
    const hasFailed = "failure" in response;
    if (!hasFailed) {
      last = response.answer;
      isRunning = response.goesOn;
      if (!isRunning) return { last, end: { why: "over" } };
    }
    if (signal.aborted) return { last, end: { why: "cancelled" } };

    const leftMs = endsAt - clock.now();
    if (!hasFailed) {
      if (leftMs <= 0) return { last, end: { why: "late", times } };
      waits(response.answer);
    } else {
      const { failure } = response;
      if (!response.mayPass || !isRunning || leftMs <= 0) return { last, end: { why: "failed", failure } };
      fails(failure);
    }
    // The last pause ends with the time limit, so that the last request is sent then.
    await pause(Math.min(pauseMs, leftMs), clock, signal);
    if (signal.aborted) return { last, end: { why: "cancelled" } };
    pauseMs = Math.max(pauseMs, Math.min(pauseMs * growth, longestPauseMs));
  }
}
