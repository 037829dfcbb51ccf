/** Time, timers and random numbers, injected so that tests can control them. */

export interface Clock {
  now(): number;
  /** Gives a number of at least 0 and below 1. */
  random(): number;
  /** Calls back once after `milliseconds`. The returned function cancels the timer. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Node and browsers keep delays as signed 32-bit numbers; a timer with a longer delay would fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `milliseconds`, or earlier if the signal is aborted. */
export function pause(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancelTimer();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancelTimer = clock.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}
