/** How long publishing may go on: minutes, and from the moment that the step is cancelled, seconds. */

import type { Clock } from "../../shared/clock.ts";

const atMostMs = 120_000;
/** The runner waits 7.5 seconds after it has asked a step to end; the report is to be out within 5. */
const afterCancelMs = 4_000;

export class Deadline {
  readonly #clock: Clock;
  readonly #cancel: AbortSignal;
  readonly #end = new AbortController();
  #at = 0;
  #callOff = () => {};

  constructor(clock: Clock, cancel: AbortSignal) {
    this.#clock = clock;
    this.#cancel = cancel;
    this.#set(cancel.aborted ? afterCancelMs : atMostMs);
    cancel.addEventListener("abort", this.#hurry);
  }

  /** Ends what is going on when time is up. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get leftMs(): number {
    return this.#at - this.#clock.now();
  }

  /** Ends early, without an error, when time is up; what comes next finds out. */
  pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        callOff();
        this.signal.removeEventListener("abort", end);
        resolve();
      };
      const callOff = this.#clock.after(milliseconds, end);
      this.signal.addEventListener("abort", end);
    });
  }

  [Symbol.dispose](): void {
    this.#callOff();
    this.#cancel.removeEventListener("abort", this.#hurry);
  }

  readonly #hurry = () => {
    if (this.leftMs > afterCancelMs) this.#set(afterCancelMs);
  };

  #set(milliseconds: number): void {
    this.#callOff();
    this.#at = this.#clock.now() + milliseconds;
    this.#callOff = this.#clock.after(milliseconds, () =>
      this.#end.abort(new Error("there was no time left")),
    );
  }
}
