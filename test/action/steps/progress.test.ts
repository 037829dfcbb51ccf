import { expect, test } from "vitest";
import type { Log } from "../../../action/runner/log.ts";
import { ProgressLog } from "../../../action/steps/progress.ts";
import type { Clock } from "../../../shared/clock.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { PlannedTarget } from "../../../shared/run/plan.ts";

/** A clock that the test advances. */
function manualClock(): Clock & { minute(): void } {
  let now = 0;
  let next: (() => void) | undefined;
  return {
    now: () => now,
    random: () => 0,
    after(_, callback) {
      next = callback;
      return () => {
        next = undefined;
      };
    },
    minute() {
      now += 60_000;
      next?.();
    },
  };
}

function collecting(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const add = (text: string) => void lines.push(text);
  return { lines, info: add, warning: add, error: add, group: title => add(title) };
}

const voice: PlannedTarget = { kind: "channel", task: "run", id: "chn_1", name: "voice", fields: {} };
const chat: PlannedTarget = { kind: "channel", task: "run", id: "chat", fields: {} };
const reading = (decided: number) =>
  readResponse({
    status: "running",
    tests: [1, 2, 3].map(index => ({
      name: `Call ${index}`,
      status: index <= decided ? "passed" : "pending",
    })),
  });

test("a running channel has a line for each change, and the step logs a summary each minute", () => {
  const log = collecting();
  const clock = manualClock();
  const progress = new ProgressLog(2, log, clock);
  progress.started(voice);
  progress.started(chat);
  for (const decided of [0, 0, 1, 1, 1, 2]) progress.waiting(voice, reading(decided));
  clock.minute();
  clock.minute();
  progress.end();
  clock.minute();
  expect(log.lines).toEqual([
    "channel: voice is being run.",
    "channel: chat is being run.",
    "channel: voice is still running: 0 of 3 cases decided.",
    "channel: voice is still running: 1 of 3 cases decided.",
    "channel: voice is still running: 2 of 3 cases decided.",
    "After 1 min, 0 of 2 targets done; under way: channel: voice, channel: chat.",
    "After 2 min, 0 of 2 targets done; under way: channel: voice, channel: chat.",
  ]);
});

test("stated counts without a list of cases are progress too", () => {
  const log = collecting();
  const progress = new ProgressLog(1, log, manualClock());
  for (const passed of [0, 1, 1, 3]) {
    progress.waiting(voice, readResponse({ status: "running", summary: { total: 4, passed } }));
  }
  progress.end();
  expect(log.lines).toEqual([
    "channel: voice is still running: 0 of 4 cases decided.",
    "channel: voice is still running: 1 of 4 cases decided.",
    "channel: voice is still running: 3 of 4 cases decided.",
  ]);
});

test("a further run has a line that says why, and the summary counts further runs", () => {
  const log = collecting();
  const clock = manualClock();
  const progress = new ProgressLog(2, log, clock);
  progress.started(chat);
  const counts = { passes: 1, failures: 1 };
  const refund = { name: "Refund", status: "failed" } as const;
  const pooled = { cases: [refund, undefined], runs: [] };
  const reason = { kind: "failed", case: pooled, counts, others: 2 } as const;
  progress.startedAgain(chat, { number: 3, most: 5, reason });
  progress.startedAgain(chat, { number: 4, most: 5, reason: { kind: "not-certain", counts, others: 0 } });
  clock.minute();
  progress.end();
  expect(log.lines.slice(1)).toEqual([
    "channel: chat: Refund fails in 1 of 2, and 2 more cases are not certain: run 3 of at most 5.",
    "channel: chat: the run itself passes in 1 of 2: run 4 of at most 5.",
    "After 1 min, 0 of 2 targets done, 2 further runs; under way: channel: chat.",
  ]);
});

test("a channel whose report is of another run has a line that says so", () => {
  const log = collecting();
  const progress = new ProgressLog(1, log, manualClock());
  const note = { kind: "other-run", field: "run_id", id: "run_1", startedId: "run_2" } as const;
  progress.started(voice);
  progress.waiting(voice, { ...reading(0), evidence: { notes: [note] } });
  progress.end();
  expect(log.lines.at(-1)).toBe(
    "channel: voice has no report of its own yet: the last one is of another run.",
  );
});
