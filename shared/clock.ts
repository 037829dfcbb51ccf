/** The time, timers and random numbers, handed in so that tests decide about them. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  /** Calls back once after that many milliseconds, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Timers hold a signed 32-bit number of milliseconds; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Waits that long, or until the signal is aborted. Then, too, it resolves: who needs to know looks at the signal. */
export function pause(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const end = () => {
      callOff();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const callOff = clock.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}
