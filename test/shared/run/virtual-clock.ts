import type { Clock } from "../../../shared/clock.ts";

/** A clock that advances only by pauses, which take no real time. */
export function virtualClock(): Clock & { readonly pauses: number[] } {
  let now = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    random: () => 0,
    after(milliseconds, callback) {
      const timer = setImmediate(() => {
        pauses.push(milliseconds);
        now += milliseconds;
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
}
