/** Time and chance, handed in so that tests need neither wait nor luck. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  /** Calls back once after that many milliseconds; the answer calls it off. */
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
