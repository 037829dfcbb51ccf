/** Asks for something again, with growing pauses, until it is over. */

import { type Clock, pause } from "../clock.ts";

import type { Waiting } from "./plan.ts";

/** What asking once gave. */
export type Asked<T> =
  | { readonly answer: T; readonly goesOn: boolean }
  | { readonly failure: string; readonly mayPass: boolean };

export interface WaitOptions<T> {
  ask(): Promise<Asked<T>>;
  /** What is known before the first answer: only what was last seen going on is asked about again after a failure. */
  readonly isGoingOn: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told before each pause. */
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

/** So many failures in a row do not look as if they would pass. */
const mostFailures = 5;
const growth = 1.5;
const longestPauseMs = 60_000;

export async function askUntilOver<T>(
  { limitMs, pauseMs: firstPauseMs }: Waiting,
  { ask, isGoingOn, clock, signal, waits, fails }: WaitOptions<T>,
): Promise<Waited<T>> {
  const endsAt = clock.now() + limitMs;
  let last: T | undefined;
  let goesOn = isGoingOn;
  let failures = 0;
  let pauseMs = firstPauseMs;
  for (let times = 1; ; times++) {
    const asked = await ask();
    if ("answer" in asked) ({ answer: last, goesOn } = asked);
    if ("answer" in asked && !goesOn) return { last, end: { why: "over" } };
    if (signal.aborted) return { last, end: { why: "cancelled" } };

    const leftMs = endsAt - clock.now();
    if ("answer" in asked) {
      failures = 0;
      if (leftMs <= 0) return { last, end: { why: "late", times } };
      waits(asked.answer);
    } else {
      const { failure } = asked;
      failures += 1;
      const isLasting = !asked.mayPass || failures === mostFailures || !goesOn;
      if (isLasting || leftMs <= 0) return { last, end: { why: "failed", failure } };
      fails(failure);
    }
    // The last asking is when time is up, not a whole pause before it.
    await pause(Math.min(pauseMs, leftMs), clock, signal);
    if (signal.aborted) return { last, end: { why: "cancelled" } };
    pauseMs = Math.max(pauseMs, Math.min(pauseMs * growth, longestPauseMs));
  }
}
