import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { type PollResponse, pollUntilOver } from "../../../shared/run/wait.ts";
import { virtualClock } from "./virtual-clock.ts";

const goesOn = (value: string): PollResponse<string> => ({ value, isRunning: true });
const over = (value: string): PollResponse<string> => ({ value, isRunning: false });
const passing = (failure: string): PollResponse<string> => ({ failure, isTemporary: true });
const lasting = (failure: string): PollResponse<string> => ({ failure, isTemporary: false });

interface Given {
  readonly limitMs?: number;
  readonly pauseMs?: number;
  readonly isGoingOn?: boolean;
  readonly controller?: AbortController;
  /** Cancels during the nth request, or during the nth pause. */
  readonly cancel?: { readonly asking: number } | { readonly pause: number };
}

/** Waits with these answers in turn; the last one repeats. */
async function wait(answers: readonly PollResponse<string>[], given: Given = {}) {
  const { limitMs = 3_600_000, pauseMs = 1000, isGoingOn: isRunning = true, cancel = {} } = given;
  const { controller = new AbortController() } = given;
  const clock = virtualClock();
  const told: string[] = [];
  let asked = 0;
  let pauses = 0;
  let timers = 0;
  const result = await pollUntilOver<string>(
    { limitMs, pauseMs },
    {
      async request() {
        asked += 1;
        if ("asking" in cancel && cancel.asking === asked) controller.abort();
        return answers[asked - 1] ?? answers.at(-1) ?? over("nothing");
      },
      isRunning,
      clock: {
        ...clock,
        after(milliseconds, callback) {
          pauses += 1;
          timers += 1;
          const callOff = clock.after(milliseconds, callback);
          if ("pause" in cancel && cancel.pause === pauses) queueMicrotask(() => controller.abort());
          return () => {
            timers -= 1;
            callOff();
          };
        },
      },
      signal: controller.signal,
      onPause: answer => told.push(`waits: ${answer}`),
      onFailure: failure => told.push(`fails: ${failure}`),
    },
  );
  expect(timers).toBe(0);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  return { ...result, asked, told, pauses: clock.pauses };
}

describe("a running target is asked again", () => {
  test("until it is finished, and each answer before that is reported", async () => {
    expect(await wait([goesOn("1 of 3"), goesOn("2 of 3"), over("3 of 3")])).toMatchObject({
      last: "3 of 3",
      end: { why: "over" },
      told: ["waits: 1 of 3", "waits: 2 of 3"],
    });
  });

  test("but not if it is finished at once", async () => {
    expect(await wait([over("all")])).toEqual({
      last: "all",
      end: { why: "over" },
      asked: 1,
      told: [],
      pauses: [],
    });
  });

  test("after pauses that grow by half, up to a minute", async () => {
    const { pauses } = await wait([...Array.from({ length: 13 }, () => goesOn("some")), over("all")]);
    expect(pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(pauses.slice(-3)).toEqual([57_665.0390625, 60_000, 60_000]);
  });

  test("after longer pauses if the first is longer", async () => {
    const { pauses } = await wait([goesOn("some"), goesOn("some"), over("all")], { pauseMs: 90_000 });
    expect(pauses).toEqual([90_000, 90_000]);
  });
});

describe("at the time limit", () => {
  test("it is asked a last time, without a whole pause before", async () => {
    expect(await wait([goesOn("some")], { limitMs: 4000 })).toMatchObject({
      pauses: [1000, 1500, 1500],
      last: "some",
      end: { why: "late", times: 4 },
    });
  });

  test("the last answer may still be the end", async () => {
    expect(await wait([goesOn("some"), over("all")], { limitMs: 500 })).toMatchObject({
      pauses: [500],
      last: "all",
      end: { why: "over" },
    });
  });

  test("from the start, it is asked once, and no further request is announced", async () => {
    expect(await wait([goesOn("some")], { limitMs: 0 })).toEqual({
      last: "some",
      end: { why: "late", times: 1 },
      asked: 1,
      told: [],
      pauses: [],
    });
  });

  test("a failure is the error, not a late answer", async () => {
    expect(await wait([goesOn("some"), passing("502")], { limitMs: 1000 })).toMatchObject({
      last: "some",
      end: { why: "failed", failure: "502" },
    });
  });
});

describe("a failure", () => {
  test("that may pass is reported, and the request is repeated after the next pause", async () => {
    expect(await wait([goesOn("some"), passing("502"), passing("503"), over("all")])).toMatchObject({
      last: "all",
      end: { why: "over" },
      told: ["waits: some", "fails: 502", "fails: 503"],
      pauses: [1000, 1500, 2250],
    });
  });

  test("of any number does not give up a target that is known to run, until the time limit", async () => {
    const outage = Array.from({ length: 40 }, () => passing("502"));
    const script = [goesOn("some"), ...outage, over("all")];
    expect(await wait(script)).toMatchObject({ last: "all", end: { why: "over" }, asked: 42 });
    expect(await wait([goesOn("some"), passing("502")], { limitMs: 600_000 })).toMatchObject({
      last: "some",
      end: { why: "failed", failure: "502" },
      asked: 20,
    });
  });

  test("that will not pass ends the wait", async () => {
    expect(await wait([goesOn("some"), lasting("404")])).toMatchObject({
      last: "some",
      end: { why: "failed", failure: "404" },
      told: ["waits: some"],
    });
  });

  test("ends the wait for a target that never read as running", async () => {
    expect(await wait([passing("502")], { isGoingOn: false })).toMatchObject({
      last: undefined,
      end: { why: "failed", failure: "502" },
      asked: 1,
    });
    expect(await wait([passing("502"), over("all")], { isGoingOn: true })).toMatchObject({
      last: "all",
      end: { why: "over" },
    });
  });
});

describe("a cancel", () => {
  test("during the first request leaves no answer", async () => {
    expect(await wait([lasting("cancelled")], { cancel: { asking: 1 } })).toEqual({
      last: undefined,
      end: { why: "cancelled" },
      asked: 1,
      told: [],
      pauses: [],
    });
  });

  test("during a later request leaves the last answer", async () => {
    const script = [goesOn("some"), passing("cancelled")];
    expect(await wait(script, { cancel: { asking: 2 } })).toMatchObject({
      last: "some",
      end: { why: "cancelled" },
      asked: 2,
    });
  });

  test("keeps an answer that arrives with it", async () => {
    expect(await wait([goesOn("some")], { cancel: { asking: 1 } })).toMatchObject({
      last: "some",
      end: { why: "cancelled" },
      told: [],
    });
    expect(await wait([over("all")], { cancel: { asking: 1 } })).toMatchObject({
      last: "all",
      end: { why: "over" },
    });
  });

  test("ends a pause, and no request follows", async () => {
    expect(await wait([goesOn("some")], { cancel: { pause: 2 } })).toMatchObject({
      last: "some",
      end: { why: "cancelled" },
      asked: 2,
      pauses: [1000],
    });
  });

  test("ends the pause after a failure as well", async () => {
    expect(await wait([goesOn("some"), passing("502")], { cancel: { pause: 2 } })).toMatchObject({
      last: "some",
      end: { why: "cancelled" },
      told: ["waits: some", "fails: 502"],
      asked: 2,
    });
  });
});

describe("a service that asks to wait", () => {
  const busy = (retryAfterMs: number): PollResponse<string> => ({ ...passing("busy."), retryAfterMs });

  test("is asked again after that time, and not before", async () => {
    const { end, asked, pauses } = await wait([busy(30_000), over("all")], { limitMs: 60_000 });
    expect({ end, asked, pauses }).toEqual({ end: { why: "over" }, asked: 2, pauses: [30_000] });
  });

  test("is asked after the usual pause if that is longer", async () => {
    expect((await wait([busy(10), over("all")])).pauses).toEqual([1000]);
  });

  test("for longer than there is time is not asked again", async () => {
    const { end, asked, told } = await wait([busy(30_000)], { limitMs: 20_000 });
    expect({ asked, told }).toEqual({ asked: 1, told: [] });
    expect(end).toEqual({
      why: "failed",
      failure: "busy. The time that is left to wait is shorter than the service asks for: allow more time.",
    });
  });
});
