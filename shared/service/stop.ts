/** Ends a request at its deadline or when a signal is aborted, with one timer and one listener for all attempts. */

import { type Clock, pause } from "../clock.ts";

export class Stop {
  reason: "timeout" | "cancelled" | undefined;
  /** Called once at most, to end the current attempt or pause. */
  onStop: (() => void) | undefined;
  readonly #cancelTimer: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #deadline: number;
  readonly #clock: Clock;

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#deadline = clock.now() + timeoutMs;
    this.#cancelTimer = clock.after(timeoutMs, () => this.#stop("timeout"));
    this.#signal = signal;
    if (signal?.aborted) this.reason = "cancelled";
    else signal?.addEventListener("abort", this.#onAbort);
  }

  get remainingMs(): number {
    return this.#deadline - this.#clock.now();
  }

  async pause(milliseconds: number): Promise<void> {
    if (this.reason !== undefined) return;
    // Created only here, because a controller is costly and most requests never pause.
    const end = new AbortController();
    this.onStop = () => end.abort();
    await pause(milliseconds, this.#clock, end.signal);
  }

  dispose(): void {
    this.onStop = undefined;
    this.#cancelTimer();
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = () => this.#stop("cancelled");

  #stop(reason: "timeout" | "cancelled"): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onStop?.();
  }
}
