/** Waiting for what is named, and for what is drawn to come to rest. */

import { setTimeout as pause } from "node:timers/promises";

/**
 * What is in sight at the moment when it is called, which may still be what was there before: a test polls it
 * (`expect.poll(window.tree("Runs").text()).toBe(…)`), and so says what it waits for.
 */
export type Reading<T> = () => Promise<T>;

/** For how long, in milliseconds: a slow machine is not a failed test. */
export const patience = 30_000;

/** Waits until what is read is as it should be; `what` says so when it never is. */
export async function until<T>(
  read: Reading<T>,
  isReached: (now: T) => boolean,
  what: string,
  within = patience,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const now = await read();
    if (isReached(now)) return now;
    if (Date.now() > end) throw new Error(`Waited for ${what}, but there was ${JSON.stringify(now)}.`);
    await pause(50);
  }
}

/** Waits until what is read has been the same for a while: for a click, which would hit something else as things move. */
export async function atRest(read: Reading<unknown>, milliseconds: number): Promise<void> {
  let last = "";
  let since = Date.now();
  const calm = async () => {
    const now = JSON.stringify(await read());
    if (now !== last) since = Date.now();
    last = now;
    return Date.now() - since;
  };
  await until(calm, elapsed => elapsed >= milliseconds, "what is drawn to come to rest");
}
