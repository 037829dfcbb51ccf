import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { type Clock, pause } from "../../shared/clock.ts";

/** A clock whose time the test moves. */
function stoppedClock(): Clock & { readonly waiting: Map<number, () => void> } {
  const waiting = new Map<number, () => void>();
  return {
    waiting,
    now: () => 0,
    random: () => 0,
    after(milliseconds, callback) {
      waiting.set(milliseconds, callback);
      return () => waiting.delete(milliseconds);
    },
  };
}

test("a pause ends when its time is up", async () => {
  const clock = stoppedClock();
  const { signal } = new AbortController();
  const paused = pause(1500, clock, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  clock.waiting.get(1500)?.();
  await paused;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a pause that is cancelled ends early, together with its timer", async () => {
  const clock = stoppedClock();
  const controller = new AbortController();
  const paused = pause(1500, clock, controller.signal);
  controller.abort();
  await paused;
  expect(clock.waiting.size).toBe(0);
});

test("a pause that was cancelled before does not begin", async () => {
  const clock = stoppedClock();
  await pause(1500, clock, AbortSignal.abort());
  expect(clock.waiting.size).toBe(0);
});
