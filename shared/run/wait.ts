/** Repeats a request until the run is over or the time is up. It goes on after a temporary failure, as the run does. */

import { type Clock, pause } from "../clock.ts";
import type { PollTiming } from "./plan.ts";

export type PollResponse<T> =
  | { readonly value: T; readonly isRunning: boolean }
  | { readonly failure: string; readonly isTemporary: boolean; readonly retryAfterMs?: number | undefined };

export interface PollOptions<T> {
  request(): Promise<PollResponse<T>>;
  /** The run's state before the first response. A failed request is sent again only if the run counts as running. */
  readonly isRunning: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onPause(value: T): void;
  onFailure(failure: string): void;
}

export interface PollResult<T> {
  readonly last: T | undefined;
  readonly end:
    | { readonly why: "over" | "cancelled" }
    | { readonly why: "late"; readonly times: number }
    | { readonly why: "failed"; readonly failure: string };
}

const growth = 1.5;
const longestPauseMs = 60_000;
const tooLong = "The time that is left to wait is shorter than the service asks for: allow more time.";

export async function pollUntilOver<T>(
  { limitMs, pauseMs: firstPauseMs }: PollTiming,
  { request, isRunning: wasRunning, clock, signal, onPause, onFailure }: PollOptions<T>,
): Promise<PollResult<T>> {
  const endsAt = clock.now() + limitMs;
  let last: T | undefined;
  let isRunning = wasRunning;
  let pauseMs = firstPauseMs;
  for (let times = 1; ; times++) {
    const response = await request();
    const hasFailed = "failure" in response;
    if (!hasFailed) {
      last = response.value;
      isRunning = response.isRunning;
      if (!isRunning) return { last, end: { why: "over" } };
    }
    if (signal.aborted) return { last, end: { why: "cancelled" } };

    const leftMs = endsAt - clock.now();
    let leastMs = 0;
    if (!hasFailed) {
      if (leftMs <= 0) return { last, end: { why: "late", times } };
      onPause(response.value);
    } else {
      const { failure } = response;
      if (!response.isTemporary || !isRunning || leftMs <= 0)
        return { last, end: { why: "failed", failure } };
      leastMs = response.retryAfterMs ?? 0;
      if (leastMs > leftMs) return { last, end: { why: "failed", failure: `${failure} ${tooLong}` } };
      onFailure(failure);
    }
    // The last pause is cut short, so that the last request is sent when the time limit is reached.
    await pause(Math.max(leastMs, Math.min(pauseMs, leftMs)), clock, signal);
    if (signal.aborted) return { last, end: { why: "cancelled" } };
    pauseMs = Math.max(pauseMs, Math.min(pauseMs * growth, longestPauseMs));
  }
}
