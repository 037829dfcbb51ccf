import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { PlannedTarget } from "../../../shared/run/plan.ts";
import { channel, nothing, passed, run } from "./run-one-target.ts";
import { status } from "./scripted-service.ts";

const start = { runId: "r1" };

describe("an empty report of a run that was accepted", () => {
  test.each<[JsonObject]>([
    [{ runId: "r1", cases: [] }],
    [{ runId: "r1", stage: "collecting", cases: [] }],
    [{ runId: "r1", total: 0, passed: 0, failed: 0 }],
    [{ data: { results: [] } }],
    [{ ok: true, conversations: [] }],
  ])("means that the cases are still to come: %j", async empty => {
    const { target, requests } = await run(channel, start, [empty, passed]);
    expect([requests, target?.verdict]).toEqual([2, "passed"]);
  });

  test("is what it says when the time is up", async () => {
    const { target, requests } = await run(channel, start, [{ runId: "r1", cases: [] }]);
    expect(requests).toBeGreaterThan(2);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toMatch(/^`cases` is `\[\]`: nothing was run\. To get a verdict/);
  });

  test.each<[JsonObject]>([
    [{ runId: "r1", status: "completed", cases: [] }],
    [{ runId: "r1", status: "cancelled", total: 0 }],
    [{ runId: "r1", finishedAt: new Date(Date.now() + 60_000).toISOString(), cases: [] }],
    [{ verdict: "passed", cases: [] }],
  ])("counts at once if it says that the run is over: %j", async empty => {
    expect((await run(channel, start, [empty, passed])).requests).toBe(1);
  });

  test("counts at once after a start that shows no run, or without a start", async () => {
    expect((await run(channel, { scenarios: 0 }, [{ cases: [] }, passed])).requests).toBe(1);
    const onlyReport = { ...channel, task: "report" } as PlannedTarget;
    expect((await run(onlyReport, {}, [{ cases: [] }, passed])).requests).toBe(1);
  });

  test("counts at once if the team's expression decides it", async () => {
    const read: PlannedTarget["read"] = response => ({
      ...readResponse(response),
      evidence: { basis: { kind: "pass-when", isPass: false }, notes: [] },
    });
    expect((await run({ ...channel, read }, start, [{ cases: [] }, passed])).requests).toBe(1);
  });
});

describe("a case that had failed while the run went on", () => {
  const going = {
    runId: "r1",
    status: "running",
    tests: [
      { name: "a", status: "passed" },
      { name: "b", status: "failed" },
    ],
  };
  const ended = (...tests: JsonObject[]) => ({ runId: "r1", status: "passed", tests });
  const a = { name: "a", status: "passed" };

  test("leaves the pass open if the last report lacks it", async () => {
    const { target } = await run(channel, start, [going, ended(a)]);
    expect(target?.verdict).toBe("unknown");
    expect(target?.evidence).toContain(
      "But `b` had failed in an earlier report of this run, and is not in the last one.",
    );
  });

  test("can pass in the end, because it was repeated", async () => {
    const { target } = await run(channel, start, [going, ended(a, { name: "b", status: "passed" })]);
    expect(target?.verdict).toBe("passed");
  });
});

describe("a report with fewer cases than the start announced", () => {
  const one = { tests: [{ name: "a", status: "passed" }] };
  const all = { tests: ["a", "b", "c", "d"].map(name => ({ name, status: "passed" })) };
  const announced = { runId: "r2", totalCalls: 4 };

  test.each<[JsonObject, JsonObject]>([
    [announced, one],
    [{ runId: "r2", plannedCalls: 4 }, one],
    [announced, { passed: 1, failed: 0, total: 1 }],
    [announced, { runId: "r2", tests: [{ name: "a", status: "tepid" }] }],
  ])("is requested again, until all are there: started %j, reported %j", async (begun, part) => {
    const { target, requests } = await run(channel, begun, [part, part, all]);
    expect([requests, target?.verdict]).toEqual([3, "passed"]);
    const late = await run(channel, begun, [part]);
    expect(late.requests).toBe(4);
    expect(late.target?.verdict).toBe("unknown");
  });

  test("says what is missing when the time is up", async () => {
    const { target } = await run(channel, announced, [one]);
    expect(target?.evidence).toMatch(
      /But 4 cases were announced by `totalCalls` .*, and 1 is in the report\. The run was not over after 4 requests/,
    );
  });

  test.each<[JsonObject]>([
    [{ ...one, status: "passed" }],
    [{ ...one, finishedAt: new Date(Date.now() + 60_000).toISOString() }],
    [{ tests: [{ name: "a", status: "failed" }] }],
  ])("counts at once if it states an end or a failure: %j", async part => {
    const { target, requests } = await run(channel, announced, [part, all]);
    expect(requests).toBe(1);
    expect(target?.verdict).not.toBe("passed");
  });

  test.each<[JsonObject, JsonObject]>([
    [
      { runId: "r2", calls: 5 },
      { passed: true, total: 3 },
    ],
    [
      { runId: "r2", total: 5 },
      { passed: true, calls: [{ sid: "a" }, { sid: "b" }] },
    ],
    [
      { runId: "r2", callSids: ["a", "b", "c"] },
      { passed: true, calls: [{ sid: "a" }] },
    ],
  ])("is no pass, even if its cases have no status: started %j, reported %j", async (begun, part) => {
    const { target } = await run(channel, begun, [part]);
    expect(target?.verdict).toBe("unknown");
    expect(target?.evidence).toMatch(/But \d cases were announced/);
  });

  test("is requested once without time to wait, or if the team's expression decides it", async () => {
    expect((await run(channel, announced, [one, all], { limitMs: 0 })).requests).toBe(1);
    const read: PlannedTarget["read"] = response => ({
      ...readResponse(response),
      evidence: { basis: { kind: "pass-when", isPass: true }, notes: [] },
    });
    const { target, requests } = await run({ ...channel, read }, announced, [one, all]);
    expect([requests, target?.verdict]).toEqual([1, "passed"]);
  });
});

describe("a report of only a part", () => {
  test.each<[JsonObject]>([
    [{ ...passed, status: "partial" }],
    [{ ...passed, provisional: true }],
    [{ ...passed, shards: { expected: 3, reported: 1 } }],
    [{ ...passed, upload: { status: "processing" } }],
    [{ runId: "r1", total: 2, completed: 1, cases: [{ name: "a", status: "passed" }] }],
    [{ runId: "r1", total: 2, passed: 1, failed: 0 }],
    [{ runId: "r1", total: 2, passed: 0, failed: 0 }],
    [{ runId: "r1", cases: [{ name: "a", status: "passed" }], pending: 1 }],
    [{ runId: "r1", verdict: null, cases: [{ name: "a", status: "passed" }] }],
    [{ runId: "r1", ready: false }],
    [{ runId: "r1", message: "Report is being generated" }],
    [{ success: false, message: "Report not ready" }],
    [{ error: "report_not_ready" }],
  ])("is requested again, until the whole is there: %j", async part => {
    expect((await run(channel, start, [part, passed])).requests).toBe(2);
    const { target, requests } = await run(channel, start, [part]);
    expect(requests).toBeGreaterThan(2);
    expect(target?.verdict).toBe("unknown");
  });

  test("is not decided by an expression that yields no pass for it", async () => {
    const read: PlannedTarget["read"] = response => ({
      ...readResponse(response),
      verdict: response === passed || response["passed"] === response["total"] ? "passed" : "failed",
      evidence: { basis: { kind: "pass-when", isPass: response["passed"] === response["total"] }, notes: [] },
    });
    const part = { runId: "r1", total: 2, passed: 1, failed: 0 };
    const whole = { ...part, passed: 2 };
    expect(await run({ ...channel, read }, start, [part, whole])).toMatchObject({
      requests: 2,
      target: { verdict: "passed" },
    });
  });

  test.each<[JsonObject]>([
    [{ runId: "r1", total: 2, passed: 1, failed: 1 }],
    [{ runId: "r1", status: "completed", total: 2, passed: 1, failed: 0 }],
    [
      {
        runId: "r1",
        total: 2,
        passed: 1,
        failed: 0,
        finishedAt: new Date(Date.now() + 60_000).toISOString(),
      },
    ],
  ])("counts at once if it states a failure or an end: %j", async report => {
    expect((await run(channel, start, [report, passed])).requests).toBe(1);
  });

  test("counts at once if the run ended early", async () => {
    expect((await run(channel, start, [{ ...passed, status: "cancelled" }, passed])).requests).toBe(1);
  });
});

describe("a report of several runs", () => {
  const one = { id: "r1", status: "failed" };
  const two = { id: "r2", status: "passed" };

  test.each<[JsonObject]>([
    [{ runs: [one, two] }],
    [{ data: { channelRuns: [two, one] } }],
    [{ executions: [one, two] }],
    [
      {
        runs: [
          { runId: "r1", status: "failed" },
          { runId: "r2", status: "passed" },
        ],
      },
    ],
  ])("is read as the one that was started: %j", async report => {
    const { target } = await run(channel, { runId: "r2" }, [report]);
    expect(target).toMatchObject({ verdict: "passed" });
    expect((await run(channel, { runId: "r1" }, [report])).target?.verdict).toBe("failed");
  });

  test("is read as a whole if its elements can be cases", async () => {
    const report = {
      results: [
        { id: 1, status: "failed" },
        { id: 2, status: "passed" },
      ],
    };
    expect((await run(channel, { id: 2 }, [report])).target?.verdict).toBe("failed");
  });
});

describe("a report that is cut off", () => {
  test("is requested again", async () => {
    const { target, requests } = await run(channel, start, ['{"runId":"r1","cases":[', passed]);
    expect([requests, target?.verdict]).toEqual([2, "passed"]);
  });

  test("is an error in the end, which doesn't blame the base URL", async () => {
    const { target } = await run(channel, start, ['{"runId":"r1","cases":[']);
    expect(target?.error).toContain("a JSON object that is cut off");
    expect(target?.error).not.toContain("base URL");
  });

  test("and JSON that is broken otherwise is an error at once", async () => {
    expect((await run(channel, start, ['{"cases": NaN}', passed])).requests).toBe(1);
  });
});

test("a service that asks to wait longer than there is time is not asked again", async () => {
  const busy = status(429, { message: "slow down" }, { "retry-after": "3600" });
  const { target, requests } = await run(channel, start, [busy, passed]);
  expect(requests).toBe(1);
  expect(target?.error).toMatch(/429.*The time that is left to wait is shorter than the service asks for/);
});
