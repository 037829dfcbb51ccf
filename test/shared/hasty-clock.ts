import { type Clock, systemClock } from "../../shared/clock.ts";

/** A clock that records pauses and skips them; only the given time limits run in real time. */
export function hastyClock(...limits: readonly number[]): Clock & { readonly pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => Date.now(),
    random: () => 0.5,
    after(milliseconds, callback) {
      if (limits.includes(milliseconds)) return systemClock.after(milliseconds, callback);
      pauses.push(milliseconds);
      return systemClock.after(0, callback);
    },
  };
}
