import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { ReportTest, TargetResult } from "../../../shared/report/model.ts";
import { targetLabel } from "../../../shared/report/report.ts";
import type { FurtherRun, Plan, PlannedTarget, RunOptions } from "../../../shared/run/plan.ts";
import { runTargets } from "../../../shared/run/run.ts";
import type { Policy } from "../../../shared/sampling/decide-case.ts";
import { Client } from "../../../shared/service/client.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import {
  brokenOff,
  type ScriptedRequest,
  type ScriptedResponse,
  startScriptedService,
  status,
} from "./scripted-service.ts";
import { virtualClock } from "./virtual-clock.ts";

const key = "key-of-the-test";

/** A response with one case for each letter: `p` passed, `f` failed. */
function casesOf(...statuses: string[]): JsonObject {
  const words: Record<string, string> = { p: "passed", f: "failed" };
  const tests = statuses.map((letter, index) => ({
    name: ["Refund", "Hello", "Farewell"][index] ?? "",
    status: words[letter] ?? letter,
    ...(letter === "f" && { message: "Promised 89" }),
  }));
  return { status: statuses.includes("f") ? "failed" : "passed", tests };
}

const passes = casesOf("p", "p");
const fails = casesOf("f", "p");

function batch(id: string, policy: Partial<Policy> = {}): PlannedTarget {
  return { kind: "batch", id, fields: {}, policy: { runs: 5, passes: 3, runAgain: "failed", ...policy } };
}

function channel(id: string, policy: Partial<Policy> = {}): PlannedTarget {
  return { ...batch(id, policy), kind: "channel", task: "run" };
}

interface Ran {
  readonly result: TargetResult;
  readonly results: readonly TargetResult[];
  readonly tests: readonly ReportTest[];
  readonly calls: readonly string[];
  readonly kept: readonly string[];
  readonly again: readonly FurtherRun[];
  readonly mostAtOnce: number;
}

/** Runs the targets on a service that gives these responses, the last one again and again. */
async function runOn(
  targets: readonly PlannedTarget[],
  responses: readonly ScriptedResponse[] | ((request: ScriptedRequest) => ScriptedResponse),
  { plan, signal = new AbortController().signal }: { plan?: Partial<Plan>; signal?: AbortSignal } = {},
): Promise<Ran> {
  await using service = await startScriptedService(request =>
    typeof responses === "function"
      ? responses(request)
      : (responses[request.time - 1] ?? responses.at(-1) ?? {}),
  );
  const transport = createUndiciTransport();
  const client = new Client({ baseUrl: service.url, apiKey: key, transport: transport.send });
  const kept: string[] = [];
  const again: FurtherRun[] = [];
  const options: RunOptions = {
    send: (call, stop) => client.call(call, stop),
    async storeResponse({ id }, request, _raw, run) {
      kept.push(`${id}-${request}-${run}`);
      return `raw/${id}-${request}-${run}`;
    },
    redact: redactor(key),
    clock: virtualClock(),
    signal,
    listener: { startedAgain: (_, further) => again.push(further) },
  };
  const report = await runTargets(
    { targets, concurrency: 4, pollTiming: { limitMs: 600_000, pauseMs: 1000 }, ...plan },
    options,
  );
  await transport.close();
  const { tests, extra } = report.results;
  const results = extra.callboard.targets;
  const [result] = results;
  if (result === undefined) throw new Error("There is no target.");
  const { calls, mostAtOnce } = service;
  return { result, results, tests, calls, kept, again, mostAtOnce };
}

const runCalls = (count: number) => Array.from({ length: count }, () => "runBatch b");

describe("a batch with several runs", () => {
  test("that passes is run once, and keeps the report of a single run", async () => {
    const counted = { ...passes, summary: { total: 40, passed: 40, failed: 0 } };
    const { result, tests, calls } = await runOn([batch("b")], [counted]);
    const single = await runOn([{ kind: "batch", id: "b", fields: {} }], [counted]);
    expect(calls).toEqual(runCalls(1));
    const { durationMs: _, ...shown } = result;
    const { durationMs: __, ...alone } = single.result;
    expect(shown).toEqual({ ...alone, runs: 1, mostRuns: 5, passes: 3, raws: ["raw/b-run-1"] });
    expect(tests).toMatchObject([
      { name: "Refund", status: "passed", retries: 0, flaky: false, extra: { runs: ["passed"] } },
      { name: "Hello", status: "passed" },
    ]);
    expect(tests[0]).not.toHaveProperty("retryAttempts");
  });

  test("is run again while a case that failed is not certain, and passes with enough passes", async () => {
    const { result, tests, calls, again } = await runOn([batch("b")], [fails, passes]);
    expect(calls).toEqual(runCalls(4));
    expect(result).toMatchObject({
      verdict: "passed",
      total: 2,
      passed: 2,
      runs: 4,
      passes: 3,
      raw: "raw/b-run-4",
      raws: ["raw/b-run-1", "raw/b-run-2", "raw/b-run-3", "raw/b-run-4"],
    });
    expect(result.evidence).toBe("All 2 cases are certain after 4 runs; `Refund` failed in 1 of 4.");
    expect(tests).toMatchObject([
      {
        name: "Refund",
        status: "passed",
        message: "Promised 89",
        retries: 3,
        flaky: true,
        retryAttempts: [
          { attempt: 1, status: "failed", message: "Promised 89" },
          { attempt: 2, status: "passed" },
          { attempt: 3, status: "passed" },
        ],
        extra: { runs: ["failed", "passed", "passed", "passed"] },
      },
      { name: "Hello", status: "passed", flaky: false, extra: { runs: Array(4).fill("passed") } },
    ]);
    expect(tests[0]).not.toHaveProperty("rawStatus");
    expect(again.map(({ number, most }) => [number, most])).toEqual([
      [2, 5],
      [3, 5],
      [4, 5],
    ]);
    expect(again[0]?.reason).toMatchObject({ kind: "failed", counts: { passes: 0, failures: 1 } });
  });

  test("fails as soon as a case can't get enough passes any more", async () => {
    const { result, tests, calls } = await runOn([batch("b")], [fails]);
    expect(calls).toEqual(runCalls(3));
    expect(result).toMatchObject({ verdict: "failed", failed: 1, passed: 1, runs: 3 });
    expect(result.evidence).toBe("All 2 cases are certain after 3 runs; `Refund` failed in 3 of 3.");
    expect(tests[0]).toMatchObject({ status: "failed", flaky: false, message: "Promised 89" });
  });

  test("with `always` runs until every case is certain", async () => {
    const { result, calls } = await runOn([batch("b", { runAgain: "always" })], [passes]);
    expect(calls).toEqual(runCalls(3));
    expect(result).toMatchObject({ verdict: "passed", runs: 3 });
  });

  test("pools two cases of one name by their personas, in whatever order a run lists them", async () => {
    const of = (persona: string, word: string) => ({ name: "Refund", persona, status: word });
    const list = (...tests: object[]) => ({ status: "failed", tests }) as ScriptedResponse;
    const { tests } = await runOn(
      [batch("b")],
      [
        list(of("calm", "passed"), of("angry", "failed")),
        list(of("angry", "failed"), of("calm", "passed")),
        list(of("calm", "passed"), of("angry", "failed")),
      ],
    );
    expect(tests).toMatchObject([
      { status: "passed", flaky: false, extra: { persona: "calm" } },
      { status: "failed", extra: { persona: "angry", runs: ["failed", "failed", "failed"] } },
    ]);
  });

  test("keeps the ids of cases of one name only", async () => {
    const tests = [
      { id: "c1", name: "Refund", status: "passed" },
      { id: "c2", name: "Refund", status: "failed" },
      { id: "c3", name: "Hello", status: "passed" },
    ];
    const ran = await runOn([batch("b")], [{ status: "failed", tests }]);
    expect(ran.tests).toMatchObject([
      { status: "passed", extra: { id: "c1" } },
      { status: "failed", extra: { id: "c2" } },
      { name: "Hello" },
    ]);
    expect(ran.tests[2]?.extra).not.toHaveProperty("id");
  });

  test("shows the run itself where it failed for something else than listed cases", async () => {
    const broken = {
      status: "failed",
      error: "The agent crashed",
      tests: [{ name: "Hello", status: "passed" }],
    };
    const { result, tests } = await runOn([{ ...batch("b"), name: "smoke" }], [broken, passes]);
    expect(tests.at(-1)).toMatchObject({
      name: "smoke",
      suite: [targetLabel({ kind: "batch", id: "b", name: "smoke" })],
      status: "passed",
      flaky: true,
      message: expect.stringContaining("status"),
      extra: { isRun: true, runs: ["failed", "passed", "passed", "passed"] },
    });
    expect(result.verdict).toBe("passed");
  });

  test("counts the run itself where no case is listed", async () => {
    const nothing = { status: "failed", summary: { total: 40, failed: 2, passed: 38 } };
    const { result, tests } = await runOn([batch("b")], [nothing]);
    expect(result).toMatchObject({ verdict: "failed", total: 1, failed: 1, runs: 3 });
    expect(tests).toMatchObject([{ name: "b", status: "failed", extra: { isRun: true } }]);
  });

  test("keeps a review open that any run leaves open", async () => {
    const review = (word: string) => ({ ...fails, reviews: [{ id: "r", status: word }] });
    const { result } = await runOn([batch("b")], [review("waiting"), review("passed")]);
    expect(result.reviewDetails).toMatchObject([{ id: "r", state: "open" }]);
  });

  test("rests on `pass-when` where that decided the runs", async () => {
    const read: PlannedTarget["read"] = (value, options) => {
      const reading = readResponse(value, options);
      return {
        ...reading,
        verdict: "passed",
        evidence: { basis: { kind: "pass-when", isPass: true }, notes: [] },
      };
    };
    const { result, calls } = await runOn([{ ...batch("b"), read }], [fails]);
    expect(calls).toEqual(runCalls(1));
    expect(result).toMatchObject({ verdict: "passed", passWhen: true });
  });
});

test("a batch that responds with the result of the run before has no second sample", async () => {
  const { result, tests } = await runOn([batch("b", { runs: 2, passes: 1 })], [{ runId: "run_1", ...fails }]);
  expect(tests[0]).toMatchObject({ status: "other", extra: { runs: ["failed", "other"] } });
  expect(result.verdict).toBe("unknown");
  expect(result.evidence).toContain("Run 2 gave no verdict: The last report is of an earlier run");
});

test("a case that waits for a person asks for no further run", async () => {
  const tests = [
    { name: "Refund", status: "needs review", review: { id: "r", status: "waiting" } },
    { name: "Hello", status: "passed" },
  ];
  const { result, calls } = await runOn([batch("b")], [{ status: "completed", tests }]);
  const single = await runOn([{ kind: "batch", id: "b", fields: {} }], [{ status: "completed", tests }]);
  expect(calls).toEqual(runCalls(1));
  expect(single.result).toMatchObject({ verdict: "unknown", waitsForReviews: true, total: 2, other: 1 });
  expect(result).toMatchObject({ verdict: "unknown", waitsForReviews: true, total: 2, other: 1 });
  expect(result.evidence).toBe(single.result.evidence);
});

describe("a used-up run", () => {
  test("counts for nothing, and a further run is another request", async () => {
    const { result, tests, calls, again } = await runOn([batch("b")], [status(500), passes]);
    expect(calls).toEqual(runCalls(2));
    expect(result).toMatchObject({ verdict: "passed", runs: 2, raws: ["", "raw/b-run-2"] });
    expect(result).not.toHaveProperty("error");
    expect(tests[0]).toMatchObject({ status: "passed", flaky: false, extra: { runs: ["other", "passed"] } });
    expect(again).toMatchObject([{ reason: { kind: "used-up" }, error: expect.stringContaining("500") }]);
  });

  test.each([
    ["a broken connection", brokenOff],
    ["no JSON object", "[]"],
    ["408", status(408)],
    ["409", status(409)],
    ["421", status(421)],
    ["425", status(425)],
  ])("is one with %s", async (_, response) => {
    const { result } = await runOn([batch("b")], [response, passes]);
    expect(result).toMatchObject({ verdict: "passed", runs: 2 });
    expect(result).not.toHaveProperty("error");
  });

  test("ends the target with its error when it is the second in succession", async () => {
    const { result, tests, calls } = await runOn([batch("b")], [status(502)]);
    expect(calls).toEqual(runCalls(2));
    expect(result).toMatchObject({ verdict: "unknown", runs: 2, error: expect.stringContaining("502") });
    expect(tests).toEqual([]);
  });

  test("does not end the target when an answered run is between", async () => {
    const { result, calls } = await runOn([batch("b")], [fails, status(502), passes, status(502), passes]);
    expect(calls).toEqual(runCalls(5));
    expect(result).not.toHaveProperty("error");
    // Two passes and a failure of three answered runs: not certain.
    expect(result).toMatchObject({ verdict: "unknown", other: 1, runs: 5 });
  });

  test("is an error of a target with a single run", async () => {
    const { result } = await runOn([{ kind: "batch", id: "b", fields: {} }], [status(500), passes]);
    expect(result).toMatchObject({ verdict: "unknown", error: expect.stringContaining("500") });
  });
});

test("any other error ends the target at once, and what is known is shown", async () => {
  const { result, tests, calls } = await runOn([batch("b")], [fails, status(401)]);
  expect(calls).toEqual(runCalls(2));
  expect(result).toMatchObject({ verdict: "unknown", error: expect.stringContaining("401"), runs: 2 });
  expect(tests).toMatchObject([
    { name: "Refund", status: "other", rawStatus: "not certain", message: "Promised 89" },
    { name: "Hello", status: "passed" },
  ]);
});

describe("the limit of all runs", () => {
  test("leaves what is not certain unknown, and says why", async () => {
    const { results, calls } = await runOn([batch("a"), batch("b")], [fails], {
      plan: { maxRuns: 3, concurrency: 1 },
    });
    // The first run of each target comes before a further one of any.
    expect(calls).toEqual(["runBatch a", "runBatch b", "runBatch a"]);
    expect(results).toMatchObject([
      { verdict: "unknown", runs: 2, other: 1, failed: 0 },
      { verdict: "unknown", runs: 1, other: 1, failed: 0 },
    ]);
    expect(results[1]?.evidence).toBe(
      "1 of 2 cases is certain after 1 run; `Refund` failed in 1 of 1. `max-runs` allowed no further run.",
    );
  });

  test("a used-up run without another is an error", async () => {
    const { result } = await runOn([batch("a")], [status(500)], { plan: { maxRuns: 1 } });
    expect(result).toMatchObject({ verdict: "unknown", error: expect.stringContaining("500"), runs: 1 });
  });
});

test("a cancel between two runs keeps what is known", async () => {
  const cancel = new AbortController();
  const { result, tests, calls } = await runOn(
    [batch("b")],
    request => {
      if (request.time === 2) cancel.abort();
      return fails;
    },
    { signal: cancel.signal },
  );
  expect(calls).toEqual(runCalls(2));
  expect(result).toMatchObject({ verdict: "unknown", runs: 2 });
  expect(result.evidence).toContain("cancelled");
  expect(tests).toMatchObject([
    { name: "Refund", status: "other" },
    { name: "Hello", status: "passed" },
  ]);
});

test("a cancel before the first run leaves no run", async () => {
  const { result } = await runOn([batch("b")], [fails], { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ verdict: "unknown", runs: 0, passes: 3, raws: [] });
});

test("runs of one target follow each other, and those of different targets go side by side", async () => {
  const { calls, results } = await runOn(
    ["a", "b", "c"].map(id => batch(id)),
    [fails],
    { plan: { concurrency: 2 } },
  );
  expect(calls).toHaveLength(9);
  expect(results.map(({ verdict }) => verdict)).toEqual(["failed", "failed", "failed"]);
});

describe("a channel with several runs", () => {
  const starts = (time: number) => ({ runId: `run_${time}`, status: "queued" });

  test("takes no report of the run before", async () => {
    let runs = 0;
    let reports = 0;
    const { result, calls, kept } = await runOn([channel("c", { runs: 2, passes: 1 })], ({ operation }) => {
      if (operation === "runChannel") return starts(++runs);
      reports += 1;
      // The second run's first report is still that of the first run.
      return reports <= 2 ? { runId: "run_1", ...fails } : { runId: "run_2", ...passes };
    });
    expect(calls).toEqual([
      "runChannel c",
      "createChannelReport c",
      "runChannel c",
      "createChannelReport c",
      "createChannelReport c",
    ]);
    expect(kept).toEqual(["c-run-1", "c-report-1", "c-run-2", "c-report-2", "c-report-2"]);
    expect(result).toMatchObject({ verdict: "passed", runs: 2, raws: ["raw/c-report-1", "raw/c-report-2"] });
  });

  test("knows the report of the run before where a start has no id", async () => {
    let reports = 0;
    const { result } = await runOn([channel("c", { runs: 2, passes: 1 })], ({ operation }) => {
      if (operation === "runChannel") return { status: "queued" };
      reports += 1;
      return reports <= 2 ? { runId: "run_1", ...fails } : { runId: "run_2", ...passes };
    });
    expect(reports).toBe(3);
    expect(result).toMatchObject({ verdict: "passed", runs: 2 });
  });

  test("knows it by its end, too", async () => {
    let reports = 0;
    const finishedAt = (inMs: number) => new Date(Date.now() + inMs).toISOString();
    const first = finishedAt(0);
    const { result } = await runOn([channel("c", { runs: 2, passes: 1 })], ({ operation }) => {
      if (operation === "runChannel") return { status: "queued" };
      reports += 1;
      return reports <= 2 ? { finishedAt: first, ...fails } : { finishedAt: finishedAt(1), ...passes };
    });
    expect(reports).toBe(3);
    expect(result).toMatchObject({ verdict: "passed", runs: 2 });
  });

  test("that still runs when the time to wait is over is not run again", async () => {
    const { result, calls } = await runOn(
      [channel("c", { runAgain: "always" })],
      ({ operation }) => (operation === "runChannel" ? starts(1) : { runId: "run_1", status: "running" }),
      { plan: { pollTiming: { limitMs: 0, pauseMs: 1 } } },
    );
    expect(calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(result).toMatchObject({ verdict: "unknown", runs: 1 });
    expect(result.evidence).toContain("requested only once");
  });
});
