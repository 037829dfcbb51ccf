/** The time limit for all requests to GitHub together. A cancel shortens it, because the step then has only seconds. */

import { type Clock, pause } from "../clock.ts";

const atMostMs = 120_000;

export class Deadline {
  readonly #clock: Clock;
  readonly #cancel: AbortSignal;
  readonly #afterCancelMs: number;
  readonly #end = new AbortController();
  #at = 0;
  #cancelTimer = () => {};

  constructor(clock: Clock, cancel: AbortSignal, afterCancelMs: number) {
    this.#clock = clock;
    this.#cancel = cancel;
    this.#afterCancelMs = afterCancelMs;
    this.#set(cancel.aborted ? afterCancelMs : atMostMs);
    cancel.addEventListener("abort", this.#hurry);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get leftMs(): number {
    return this.#at - this.#clock.now();
  }

  /** Resolves early at the deadline; the next request is then refused. */
  pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, this.#clock, this.signal);
  }

  [Symbol.dispose](): void {
    this.#cancelTimer();
    this.#cancel.removeEventListener("abort", this.#hurry);
  }

  readonly #hurry = () => {
    if (this.leftMs > this.#afterCancelMs) this.#set(this.#afterCancelMs);
  };

  #set(milliseconds: number): void {
    this.#cancelTimer();
    this.#at = this.#clock.now() + milliseconds;
    this.#cancelTimer = this.#clock.after(milliseconds, () =>
      this.#end.abort(new Error("there was no time left")),
    );
  }
}
