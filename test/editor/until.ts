import { setTimeout as pause } from "node:timers/promises";

/**
 * Reads what is visible at this moment, which may still be the previous state. A test polls it with
 * `expect.poll(window.tree("Runs").text()).toBe(…)`.
 */
export type WindowReading<T> = () => Promise<T>;

/** The time limit in milliseconds; it is long because a slow machine is not a failed test. */
export const patience = 60_000;

/** Waits until the value read satisfies `isReached`; `what` names it in the error. */
export async function waitUntil<T>(
  read: WindowReading<T>,
  isReached: (now: T) => boolean,
  what: string,
  within = patience,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const now = await read();
    if (isReached(now)) return now;
    if (Date.now() > end) throw new Error(`Waited for ${what}, but there was ${JSON.stringify(now)}.`);
    await pause(100);
  }
}

/**
 * Waits until the value read stays the same for a while, because a click would hit something else while things move.
 */
export async function waitUntilStill(read: WindowReading<unknown>, milliseconds: number): Promise<void> {
  let last = "";
  let since = Date.now();
  const calm = async () => {
    const now = JSON.stringify(await read());
    if (now !== last) since = Date.now();
    last = now;
    return Date.now() - since;
  };
  await waitUntil(calm, elapsed => elapsed >= milliseconds, "what is drawn to come to rest");
}
