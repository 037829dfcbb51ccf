import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import type { PlannedTarget } from "../../../shared/run/plan.ts";
import { anHourAgo, batchTarget, channel, failed, nothing, passed, run, soon } from "./run-one-target.ts";
import { type ScriptedResponse, status } from "./scripted-service.ts";

describe("a channel report of another run", () => {
  test("is not this run's: it is requested again, until this run's report is there", async () => {
    const { target, requests } = await run(channel, { run_id: "run_2" }, [
      { run_id: "run_1", ...failed },
      { run_id: "run_1", ...passed },
      { run_id: "run_2", ...passed },
    ]);
    expect(requests).toBe(3);
    expect(target).toMatchObject({ verdict: "passed", total: 1, reviews: [] });
  });

  test.each([passed, failed])("leaves the channel unknown in the end, with both ids: %j", async report => {
    const { target, tests, requests } = await run(channel, { run_id: "run_2" }, [
      { run_id: "run_1", ...report },
    ]);
    expect(requests).toBe(4);
    expect(tests).toEqual([]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing, raw: "raw/c-report" });
    expect(target?.evidence).toMatch(/^The last report is of another run: .*`run_1`.*`run_2`\. .*4 requests/);
    expect(target).not.toHaveProperty("links");
    expect(target).not.toHaveProperty("error");
  });

  test("can be known by the address of the run in the header of the start", async () => {
    const started = status(202, {}, { location: "/v1/runs/18" });
    const { target } = await run(channel, started, [{ run_id: "17", ...passed }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toMatch(/another run: .*`17`.*`18`/);
    const own = await run(channel, started, [{ run_id: "18", ...passed }]);
    expect(own.target?.verdict).toBe("passed");
  });

  test("can be known by the time at which its run ended", async () => {
    const { target } = await run(channel, { status: "queued" }, [{ ...passed, finished_at: anHourAgo() }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toMatch(/ended at `20\d\d-.*Z`, but this one began at 20\d\d-.*Z/);
    const later = await run(channel, { status: "queued" }, [{ ...passed, finished_at: soon() }]);
    expect(later.target?.verdict).toBe("passed");
  });

  test("can be known by the time at which it was made", async () => {
    const { target } = await run(channel, {}, [{ ...passed, generatedAt: anHourAgo() }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toContain("The response is from before this run: its `generatedAt` is");
  });

  test("is reported with its date as the report writes it", async () => {
    const { target } = await run(channel, {}, [{ ...passed, reportDate: "2026-01-01" }]);
    expect(target?.evidence).toContain("its `reportDate` is `2026-01-01`, but this run began at");
  });

  test.each<[string, string, string]>([
    ["age", "86400", "its `Age` is `86400 s`"],
    ["last-modified", "Fri, 20 Nov 2020 09:00:00 GMT", "its `Last-Modified` is `Fri, 20 Nov 2020"],
  ])("can be known by the header %s", async (name, value, named) => {
    const { target } = await run(channel, {}, [status(200, passed, { [name]: value })]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toContain(`The response is from before this run: ${named}`);
  });

  test.each<[string, string]>([
    ["age", "0"],
    ["age", "old"],
    ["last-modified", new Date().toUTCString()],
  ])("is this run's with the header %s: %s", async (name, value) => {
    const { target } = await run(channel, {}, [status(200, passed, { [name]: value })]);
    expect(target?.verdict).toBe("passed");
  });

  test.each([
    "20.11.2020 09:00",
    "20.11.2020",
    "20 Nov 2020",
    "11/20/2020 09:00 AM",
    "20201120T090000Z",
    "20201120",
    "2020-11-20T06:15:07",
    "2020-11-20",
  ])("is reported with its end as the report writes it: %s", async finished_at => {
    const { target } = await run(channel, { run_id: "run_2" }, [{ ...passed, finished_at }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toContain(`that run ended at \`${finished_at}\`, but this one began at`);
  });

  test("can be known by the time of one case", async () => {
    const cases = [anHourAgo(), soon()].map(ended_at => ({ name: ended_at, status: "passed", ended_at }));
    const report = { status: "passed", cases };
    for (const { target } of [await run(channel, {}, [report]), await run(batchTarget, report)]) {
      expect(target).toMatchObject({ verdict: "unknown", ...nothing });
      expect(target?.evidence).toContain("its `cases[0].ended_at` is");
    }
  });

  test("can be known by the times of all its cases", async () => {
    const tests = passed.tests.map(each => ({ ...each, endedAt: anHourAgo() }));
    const reports = [
      { ...passed, tests, generatedAt: soon() },
      { ...passed, generatedAt: soon() },
    ];
    expect((await run(channel, {}, reports)).target).toMatchObject({ verdict: "passed", passed: 1 });
    expect((await run(channel, {}, reports)).requests).toBe(2);
  });

  test("can be known by the id of another channel", async () => {
    const { target } = await run({ ...channel, id: "cha_2" }, {}, [{ ...passed, channelId: "cha_9" }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toContain(
      "The response is about another channel: its `channelId` names `cha_9`, but the one that was run is `cha_2`.",
    );
  });

  test.each<[JsonObject]>([[{ batch_id: "bat_9" }], [{ batch: { id: "bat_9" } }]])(
    "and a batch's response by the id of another batch: %j",
    async other => {
      const { target } = await run({ ...batchTarget, id: "bat_2" }, { ...passed, ...other });
      expect(target).toMatchObject({ verdict: "unknown", ...nothing });
      expect(target?.evidence).toContain("names `bat_9`, but the one that was run is `bat_2`.");
    },
  );

  test.each<[JsonObject, JsonObject]>([
    [{ scan: { scan_id: "s2", state: "queued" } }, { scan: { scan_id: "s1", state: "finished" } }],
    [{ experiment: { id: "exp_2", status: "running" } }, { experiment: { id: "exp_1", status: "complete" } }],
    [{ data: { id: "r2", type: "run" } }, { data: { id: "r1", type: "run" } }],
    [{ id: "r2" }, { scan: { channel_id: "cha_2", state: "finished" } }],
    [{ id: "r2" }, { target: { channelId: "cha_2" } }],
    [{ id: "r2" }, { target: { kind: "channel", id: "cha_2" } }],
  ])("can be known by an id in an object of any name: started %j, reported %j", async (start, other) => {
    const { target, requests } = await run({ ...channel, id: "cha_1" }, start, [{ ...passed, ...other }]);
    expect(requests).toBe(4);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    const own = JSON.parse(
      JSON.stringify(other).replaceAll(
        /(cha|s|exp|r)(_?)[12]"/g,
        (_, word, separator) => `${word}${separator}${word === "cha" ? 1 : 2}"`,
      ),
    );
    expect((await run({ ...channel, id: "cha_1" }, start, [{ ...passed, ...own }])).target?.verdict).toBe(
      "passed",
    );
  });

  test.each<[JsonObject, string]>([
    [{ run_id: "run_1" }, "another run (`run_1` instead of `run_2`)"],
    [{ channelId: "cha_9" }, "another channel (`cha_9` instead of `cha_2`)"],
    [{ generatedAt: "2020-02-01T10:00:00Z" }, "an earlier run"],
  ])("is not called a run that needs more time: %j", async (other, named) => {
    const { target } = await run({ ...channel, id: "cha_2" }, { run_id: "run_2" }, [{ ...passed, ...other }]);
    expect(target?.evidence).toContain(
      `The service still answered with the report of ${named} after 4 requests in 4.0 s: look at the channel in the service.`,
    );
    expect(target?.evidence).not.toContain("allow more time");
  });

  test("that gives way to this run's unfinished report is not mentioned", async () => {
    const reports = [
      { run_id: "run_1", ...passed },
      { run_id: "run_2", status: "running" },
    ];
    const { target } = await run(channel, { run_id: "run_2" }, reports);
    expect(target?.evidence).toContain("The run was not over after 4 requests");
    expect(target?.evidence).not.toContain("run_1");
  });

  test("is recognized by the object of the run when a run is continued", async () => {
    const start = { ids: [], objectIds: [{ name: "scanid", id: "s2" }] };
    const continued: PlannedTarget = { ...channel, task: "report", start } as PlannedTarget;
    const reports = ["s1", "s2"].map(id => ({ ...passed, scan: { scan_id: id } }));
    const { target, requests } = await run(continued, {}, reports);
    expect([requests, target?.verdict]).toEqual([2, "passed"]);
  });

  test("is compared by the service's clock and not by ours", async () => {
    const start = status(200, { status: "queued" }, { date: "Sat, 01 Feb 2020 10:00:00 GMT" });
    const ends = async (at: string) =>
      (await run(channel, start, [{ ...passed, ended_at: at }])).target?.verdict;
    expect(await ends("2020-02-01T10:01:00Z")).toBe("passed");
    expect(await ends("2020-02-01T09:00:00Z")).toBe("unknown");
  });

  test("is not shown to the team's expressions", async () => {
    const read: PlannedTarget["read"] = response => ({ ...readResponse(response), verdict: "passed" });
    const { target } = await run({ ...channel, read }, { run_id: "run_2" }, [{ run_id: "run_1", ...failed }]);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
  });

  test("without time to wait is requested once", async () => {
    const reports = [{ run_id: "run_1", ...passed }];
    const { target, requests } = await run(channel, { run_id: "run_2" }, reports, { limitMs: 0 });
    expect(requests).toBe(1);
    expect(target?.verdict).toBe("unknown");
    expect(target?.evidence).toMatch(/`run_1`.*`run_2`.*requested only once/);
  });

  test("is not this run's report after a cancel either", async () => {
    const controller = new AbortController();
    const { target } = await run(channel, { run_id: "run_2" }, [{ run_id: "run_1", ...failed }], {
      signal: controller.signal,
      listener: { waiting: () => controller.abort() },
    });
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toMatch(/`run_1`.*`run_2`.*cancelled/);
  });

  test("is recognized when a run is continued by its start", async () => {
    const start = { ids: [{ name: "run", id: "run_2" }] };
    const continued: PlannedTarget = { ...channel, task: "report", start } as PlannedTarget;
    const { target, requests } = await run(continued, {}, [
      { run_id: "run_1", ...passed },
      status(404),
      { run_id: "run_2", ...failed },
    ]);
    expect([requests, target?.verdict]).toEqual([3, "failed"]);
  });

  test("is known by ids that the start tells its listener", async () => {
    const { starts } = await run(channel, { run_id: "run_2" }, [passed]);
    expect(starts).toEqual([{ ids: [{ name: "run", id: "run_2" }], beganAt: expect.any(Number) }]);
  });
});

const noContent: ScriptedResponse = response => response.writeHead(204).end();
const missing: readonly (readonly [string, ScriptedResponse])[] = [
  ["202", status(202, { message: "It is being made." })],
  ["204", noContent],
  ["404", status(404)],
  ["409", status(409)],
  ["425", status(425)],
  ["{}", {}],
  ["{report: null}", { report: null }],
  ["{data: {}}", { data: {} }],
];

describe.each(missing)("after a run that was accepted, %s", (_, response) => {
  test("means that the report is still to come", async () => {
    const { target, requests } = await run(channel, status(202, { id: "c" }), [response, response, passed]);
    expect([requests, target?.verdict]).toEqual([3, "passed"]);
  });

  test("leaves the channel unknown in the end", async () => {
    const { target, requests } = await run(channel, { id: "c" }, [response]);
    expect(requests).toBe(4);
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toMatch(/The service had no (final )?report of the run yet/);
    expect(target).not.toHaveProperty("error");
  });

  test("is no pass by an expression", async () => {
    const read: PlannedTarget["read"] = () => ({ ...readResponse(passed) });
    const { target } = await run({ ...channel, read }, { id: "c" }, [response]);
    expect(target?.verdict).toBe("unknown");
  });
});

describe("a report with 202", () => {
  test("is provisional, even if it reads as passed", async () => {
    const { target, requests } = await run(channel, {}, [status(202, passed), passed]);
    expect([requests, target?.verdict]).toEqual([2, "passed"]);
    expect((await run(channel, {}, [status(202, passed)])).target).toMatchObject({ verdict: "unknown" });
  });

  test("that fails in the end is a failure", async () => {
    expect((await run(channel, {}, [status(202, failed)])).target?.verdict).toBe("failed");
  });
});

describe("without a run, a report", () => {
  const onlyReport = { ...channel, task: "report" } as PlannedTarget;

  test.each([404, 409, 425])("that is answered %d is an error", async code => {
    const { target, requests } = await run(onlyReport, {}, [status(code)]);
    expect(requests).toBe(1);
    expect(target?.error).toContain(String(code));
  });

  test.each<JsonObject>([{}, { report: null }])("%j is unknown at once", async response => {
    const { target, requests } = await run(onlyReport, {}, [response]);
    expect([requests, target?.verdict]).toEqual([1, "unknown"]);
  });

  test.each<[string, ScriptedResponse]>([
    ["202", status(202)],
    ["204", noContent],
  ])("is still to come after %s", async (_, response) => {
    const { target, requests } = await run(onlyReport, {}, [response, passed]);
    expect([requests, target?.verdict]).toEqual([2, "passed"]);
  });
});

describe("a passed report is unknown after a start", () => {
  test.each<[JsonObject]>([
    [{ started: false, reason: "busy" }],
    [{ queued: false, message: "The channel is paused" }],
    [{ active: false }],
    [{ success: true, running: false }],
    [{ callsPlaced: 0 }],
    [{ data: { calls_placed: 0 } }],
    [{ started: 0 }],
    [{ run: null }],
    [{ run_id: null }],
    [{ status: "paused" }],
    [{ status: "deferred" }],
    [{ status: "busy" }],
    [{ status: "throttled" }],
    [{ status: "noop" }],
    [{ status: "duplicate", of: "run_3" }],
    [{ status: "already_running", run: { id: "run_1" } }],
    [{ status: "running", alreadyRunning: true }],
    [{ code: "RUN_IN_PROGRESS", message: "Another run is active" }],
    [{ status: "snoozed" }],
    [{ ok: true, message: "The run was not started." }],
    [{ message: "A run is already in progress.", id: "run_1" }],
    [{ message: "Channel is paused" }],
    [{ started: false, reason: "A run was started before" }],
    [{ active: true, queued: false }],
    [{ ok: true, isPaused: true }],
    [{ id: "run_9", started: false }],
    [{ ok: true, message: "No new calls were placed" }],
    [{ ok: true, message: "We couldn't start the run" }],
  ])("that doesn't show that a run began: %j", async start => {
    const { target } = await run(channel, start, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain("the response to the channel's start doesn't show that a run began");
  });

  test.each<[JsonObject, string]>([
    [
      { accepted: false, reason: "No minutes left in plan" },
      "`accepted` is `false` and `reason` is `No minutes left in plan`.",
    ],
    [
      { data: { status: "cancelled", details: "Quota" } },
      "`data.status` is `cancelled` and `data.details` is `Quota`.",
    ],
  ])("and says why, gives the reason: %j", async (start, reason) => {
    const { target } = await run(channel, start, [passed]);
    expect(target?.evidence).toContain(reason);
  });

  test("whose field is named", async () => {
    const { target } = await run(channel, { ok: true, data: { queued: false } }, [passed]);
    expect(target?.evidence).toContain(
      "But the response to the channel's start doesn't show that a run began: `data.queued` is `false`.",
    );
  });

  test.each<[JsonObject]>([
    [{}],
    [{ id: "run_9" }],
    [{ id: "run_9", status: "queued", dryRun: false, cached: false }],
    [{ status: "ok" }],
    [{ ok: true, queued: true }],
    [{ status: "created", paused: false }],
    [{ started: true, queued: false }],
    [{ started: false, status: "queued" }],
    [{ run: { id: "run_9", status: "initiated", endedAt: null } }],
    [{ id: "run_9", status: "running", total: 0, passed: 0, failed: 0, running: 0 }],
    [{ id: "run_9", mode: "async", position: 0, queuePosition: 12, callNumber: 12, maxCalls: 20 }],
    [{ message: "Run started", conversationIds: ["k1"] }],
    [{ code: 0, message: "success", data: { run_id: "run_9" } }],
    [{ status: 202, code: "ACCEPTED" }],
    [{ id: "run_9", status: "gestartet" }],
    [{ id: "run_9", status: "not_started", run: null }],
    [{ status: "completed", running: false }],
    [{ id: "run_9", callsPlaced: 0, running: 0 }],
    [{ total: 1, pending: 1, started: 0 }],
    [{ running: true, queued: false, allowDuplicates: true, skipIfBusy: true }],
    [{ message: "Run queued with no delay, but not billed" }],
    [{ message: "The run is not complete yet" }],
    [{ message: "The run was queued, because the channel is busy" }],
    [{ message: "Run queued. Calls are placed once the channel is no longer busy." }],
    [{ message: "No errors. The run was accepted.", callsPlaced: 0 }],
  ])("but not after %j", async start => {
    expect((await run(channel, start, [passed])).target).toMatchObject({ verdict: "passed" });
  });
});

test.each<[JsonObject]>([
  [{ errors: [{ to: "+1", code: "invalid_number" }] }],
  [{ skipped: [{ scenario: "Angry", reason: "disabled" }] }],
  [{ accepted: 2, rejected: 1 }],
  [{ error: "2 of 4 numbers are invalid" }],
  [{ partial: true }],
  [{ dry_run: true }],
])("after a start in part only, a report doesn't pass: %j", async start => {
  const { target } = await run(channel, { run_id: "run_2", status: "queued", ...start }, [passed]);
  expect(target).toMatchObject({ verdict: "unknown" });
});

describe("a start announces cases", () => {
  test.each<[JsonObject, string]>([
    [{ conversationIds: ["k1", "k2", "k3", "k4", "k5"] }, "5 cases were announced by `conversationIds`"],
    [{ run: { id: "r", total: 5 } }, "5 cases were announced by `run.total`"],
    [{ expectedCalls: 5 }, "5 cases were announced by `expectedCalls`"],
    [{ testIds: [1, 2, 3] }, "3 cases were announced by `testIds`"],
    [{ data: { call_ids: ["a", "b"] } }, "2 cases were announced by `data.call_ids`"],
    [{ queued: 5 }, "5 cases were announced by `queued`"],
    [{ testCount: 5 }, "5 cases were announced by `testCount`"],
    [{ started: 1, requested: 4 }, "4 cases were announced by `requested`"],
    [{ conversations: [{ id: "k1" }, { id: "k2" }] }, "2 cases were announced by `conversations`"],
    [{ targets: ["+1", "+2"] }, "2 cases were announced by `targets`"],
    [{ jobs: [{ id: "j1" }, { id: "j2" }] }, "2 cases were announced by `jobs`"],
    [{ plan: { cases: 3 } }, "3 cases were announced by `plan.cases`"],
    [{ size: 3 }, "3 cases were announced by `size`"],
  ])("and a report with fewer is unknown: %j", async (start, reason) => {
    const { target } = await run(channel, start, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain(
      `But ${reason} in the response to the channel's start, and 1 is in the report.`,
    );
  });

  test.each<[JsonObject]>([
    [{ testIds: [1] }],
    [{ started: 1, requested: 1, runNumber: 7, maxCalls: 9, queuePosition: 4, position: 4 }],
    [{ queued: 1_783_000_000, startedAt: 1_783_000_000 }],
    [{ ids: ["run_1", "run_2"], totalRuns: 12, runCount: 12, testRunCount: 12, callNumber: 12 }],
    [{ channel: { id: "c", scenarios: 12, total: 12 } }],
    [{ testId: 5, caseNumber: 5, total_cost: 5 }],
  ])("but not like this: %j", async start => {
    const { target } = await run(channel, { ok: true, ...start }, [passed]);
    expect(target).toMatchObject({ verdict: "passed" });
  });

  test("and a report that counts no cases can have all of them", async () => {
    const { target } = await run(channel, { queued: 5 }, [{ status: "passed" }]);
    expect(target?.verdict).toBe("passed");
  });

  test("and a failure stays one", async () => {
    expect((await run(channel, { queued: 5 }, [failed])).target?.verdict).toBe("failed");
  });

  test("and `pass-when` decides if fewer are enough", async () => {
    const read = createRuleReader({ passWhen: "status = 'passed'" }, evaluateExpression);
    const { target } = await run({ ...channel, read }, { queued: 5 }, [passed]);
    expect(target?.verdict).toBe("passed");
  });
});

describe("the report of a second run that is the same in each letter", () => {
  const severalRuns = { ...channel, policy: { runs: 2, passes: 2, runAgain: "always" } } as const;

  test("is no second pass, because nothing shows that it is new", async () => {
    const { target } = await run(severalRuns, {}, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain(
      "The last report is the same in each letter as the one of an earlier run, so nothing shows that it is new.",
    );
  });

  test("is requested again until it differs", async () => {
    const { target, requests } = await run(severalRuns, {}, [passed, passed, { ...passed, minutes: 2 }]);
    expect([requests, target?.verdict]).toEqual([3, "passed"]);
  });

  test("is a second failure", async () => {
    const { requests, target } = await run(
      { ...severalRuns, policy: { ...severalRuns.policy, runs: 3 } },
      {},
      [failed],
    );
    expect([requests, target?.verdict]).toEqual([2, "failed"]);
  });
});

test("a run that was not accepted is an error, and no report is requested", async () => {
  const { target, requests } = await run(channel, status(409), [passed]);
  expect(requests).toBe(0);
  expect(target?.error).toContain("409");
});

describe("a batch's response", () => {
  test.each([passed, failed])("about a run that ended before the request is unknown: %j", async response => {
    const { target, tests } = await run(batchTarget, { ...response, finished_at: anHourAgo() });
    expect(target).toMatchObject({ verdict: "unknown", ...nothing, raw: "raw/b-run" });
    expect(target?.evidence).toMatch(/^The response is about another run: /);
    expect(tests).toEqual([]);
  });

  test.each<[JsonObject]>([
    [{ batchId: "bat_9" }],
    [{ batch: { id: "bat_9", name: "nightly" } }],
    [{ build: { batch: "bat_api" } }],
    [{ batch_id: "bat-easter-2025" }],
    [{ experiment: { batch_id: "bat_zz" } }],
  ])("about another batch is unknown: %j", async other => {
    const { target } = await run({ ...batchTarget, id: "bat_7" }, { ...passed, ...other });
    expect(target).toMatchObject({ verdict: "unknown", ...nothing });
    expect(target?.evidence).toContain("another batch");
  });

  test("with 202 says that the run was accepted, and not how it ended, unless a team's expression says so", async () => {
    const { target } = await run(batchTarget, status(202, passed));
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain("its last response was 202");
    expect((await run(batchTarget, status(202, failed))).target?.verdict).toBe("failed");
    const read = createRuleReader({ passWhen: "status = 'passed'" }, evaluateExpression);
    expect((await run({ ...batchTarget, read }, status(202, passed))).target?.verdict).toBe("passed");
  });

  test("about its own run is read", async () => {
    expect((await run(batchTarget, { ...passed, finished_at: soon() })).target?.verdict).toBe("passed");
  });

  test("that is empty is unknown, and the batch is not run again", async () => {
    const { target } = await run(batchTarget, noContent);
    expect(target).toMatchObject({ verdict: "unknown", raw: "raw/b-run" });
    expect(target).not.toHaveProperty("error");
  });
});
