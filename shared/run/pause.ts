/** Waiting, which a cancel ends early. */

import type { Clock } from "../clock.ts";

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
