import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { anHourAgo, channel, failed, passed, run, soon } from "./run-one-target.ts";
import { status } from "./scripted-service.ts";

describe("a passed report is unknown after a start that shows no run", () => {
  test.each<[JsonObject]>([
    [{ message: "Channel is disabled" }],
    [{ message: "No agents available" }],
    [{ message: "Service in maintenance, try later" }],
    [{ message: "Nothing to run" }],
    [{ message: "Concurrency limit reached" }],
    [{ detail: "Monthly quota exceeded" }],
    [{ data: { message: "Your plan has ended" } }],
    [{ warning: "Channel has no scenarios" }],
    [{ errors: ["The agent is offline"] }],
    [{ id: "c", enabled: false }],
    [{ id: "c", name: "Voice" }],
    [{ channel: { id: "c", status: "active" } }],
    [{ calls: [] }],
    [{ scenarios: 0 }],
    [{ matched: 0 }],
    [{ ok: true, calls: [] }],
    [{ success: true, data: { total: 0 } }],
    [{ lastRunStartedAt: anHourAgo() }],
    [{ createdAt: soon() }],
    // The ids are the channel's.
    [{ channel: { id: "voice-main", enabled: false } }],
    [{ channel_id: "voice-main" }],
    [{ id: "cha_1", name: "Voice" }],
  ])("%j", async start => {
    const { target } = await run(channel, start, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain("the response to the channel's start doesn't show that a run began");
  });

  test("and the field is named that says the most", async () => {
    const { target } = await run(channel, { id: "c", enabled: false }, [passed]);
    expect(target?.evidence).toContain("doesn't show that a run began: `enabled` is `false`.");
    const none = await run(channel, { ok: true, calls: [] }, [passed]);
    expect(none.target?.evidence).toContain("doesn't show that a run began: `calls` is `[]`.");
  });

  test("unless the report shows that its run ended after the start", async () => {
    const verdictOf = async (report: JsonObject) =>
      (await run(channel, { matched: 0 }, [{ ...passed, ...report }])).target?.verdict;
    expect(await verdictOf({ finishedAt: soon() })).toBe("passed");
    expect(await verdictOf({ tests: [{ name: "Greets", status: "passed", endedAt: soon() }] })).toBe(
      "passed",
    );
    // A report of an old run can be made today.
    expect(await verdictOf({ generatedAt: soon() })).toBe("unknown");
    // A time without a zone can be half a day earlier.
    expect(await verdictOf({ finishedAt: soon().replace("Z", "") })).toBe("unknown");
  });

  test("but a refusal counts even then", async () => {
    const { target } = await run(channel, { started: false }, [{ ...passed, finishedAt: soon() }]);
    expect(target).toMatchObject({ verdict: "unknown" });
  });

  test("and a failure stays one", async () => {
    expect((await run(channel, { matched: 0 }, [failed])).target?.verdict).toBe("failed");
  });
});

describe("a passed report is unknown after a start", () => {
  test.each<[JsonObject, string]>([
    [{ id: "x_1", enabled: false }, "`enabled` is `false`"],
    [{ id: "x_1", disabled: true }, "`disabled` is `true`"],
    [{ run_id: "run_1", warnings: ["Trunk down: no call was placed"] }, "`warnings"],
    [{ run_id: "run_1", annotations: ["No new call was placed"] }, "`annotations`"],
    [{ run_id: "run_1", notice: "The line is currently unavailable" }, "`notice`"],
    [
      {
        data: {
          runChannel: { run: { id: "r1", status: "QUEUED" }, userErrors: [{ message: "Trunk down" }] },
        },
      },
      "`data.runChannel.userErrors` is `Trunk down`",
    ],
    [{ runId: "run_1", validationErrors: ["No scenario"] }, "`validationErrors` is `No scenario`"],
  ])("with a run's id that says that nothing runs: %j", async (start, named) => {
    const { target } = await run(channel, start, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain(`doesn't show that a run began: ${named}`);
  });
});

describe("a passed report without an id or a time is unknown after a start that contradicts itself", () => {
  test.each<[JsonObject, string]>([
    [{ status: "started", calls_placed: 0 }, "`calls_placed` is `0`"],
    [{ run: { status: "in_progress", callsStarted: 0 } }, "`run.callsStarted` is `0`"],
    [{ status: "started", message: "Channel is disabled; nothing will be called." }, "`message`"],
  ])("%j", async (fields, named) => {
    const start = { run_id: "run_1", ...fields };
    const { target } = await run(channel, start, [passed]);
    expect(target).toMatchObject({ verdict: "unknown" });
    expect(target?.evidence).toContain(`doesn't show that a run began: ${named}`);
    for (const report of [{ run_id: "run_1" }, { finishedAt: soon() }])
      expect((await run(channel, start, [{ ...passed, ...report }])).target?.verdict).toBe("passed");
  });

  test.each<[JsonObject]>([
    [{ status: "queued", calls_placed: 0 }],
    [{ status: "pending", message: "Not started yet" }],
    [{ status: "running", calls_placed: 0, total: 1 }],
    [{ status: "running", calls_placed: 0, callIds: ["k1"] }],
    [{ status: "running", message: "Not all calls were placed yet" }],
    [{ status: "running", completed: 0, failed: 0, running: 0 }],
    [{ status: "started", enabled: true, message: "The agent is busy, calls follow" }],
    [{ status: "started", warnings: ["Recording is disabled", "Retries are unavailable"] }],
    [{ warnings: ["Recording is disabled"], userErrors: [], lastErrors: ["Trunk down"] }],
  ])("but not after %j", async fields => {
    expect((await run(channel, { run_id: "run_1", ...fields }, [passed])).target?.verdict).toBe("passed");
  });
});

describe("a passed report is unknown after a start that begins no new run now", () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const reports = { withId: { run_id: "run_2" }, withTime: { finishedAt: soon() } };

  async function verdictsAfter(fields: JsonObject, named: string) {
    const start = { run_id: "run_2", ...fields };
    const { target } = await run(channel, start, [passed]);
    expect(target?.evidence).toContain(`doesn't show that a run began: ${named}`);
    const verdictOf = async (report: JsonObject) =>
      (await run(channel, start, [{ ...passed, ...report }])).target?.verdict;
    return [target?.verdict, await verdictOf(reports.withId), await verdictOf(reports.withTime)];
  }

  test.each<[JsonObject, string]>([
    [{ existing: true }, "`existing` is `true`"],
    [{ status: "queued", reused: true }, "`reused` is `true`"],
    [{ created: false }, "`created` is `false`"],
    [{ duplicate_of: "run_1" }, "`duplicate_of` is `run_1`"],
  ])("unless a time shows that the earlier run ended after it: %j", async (fields, named) => {
    expect(await verdictsAfter(fields, named)).toEqual(["unknown", "unknown", "passed"]);
  });

  test.each<[JsonObject, string]>([
    [{ status: "scheduled", scheduled_for: later }, "`scheduled_for`"],
    [{ data: { run_at: later } }, "`data.run_at`"],
  ])("unless the report has its id or a time: %j", async (fields, named) => {
    expect(await verdictsAfter(fields, named)).toEqual(["unknown", "passed", "passed"]);
  });

  test.each<[JsonObject]>([
    [{ existing: false, created: true, duplicate_of: null }],
    [{ scheduled_for: anHourAgo(), expires_at: soon() }],
  ])("but not after %j", async fields => {
    expect((await run(channel, { run_id: "run_2", ...fields }, [passed])).target?.verdict).toBe("passed");
  });
});

describe("a passed report is passed after a start that shows a run, such as", () => {
  test.each<[JsonObject]>([
    [{}],
    [{ data: {} }],
    [{ ok: true }],
    [{ success: true, data: null }],
    [{ status: "accepted" }],
    [{ status: "success" }],
    [{ code: 200 }],
    [{ code: 0, message: "success" }],
    [{ statusCode: 202 }],
    [{ result: "ok", id: "c" }],
    [{ state: "warming_up" }],
    [{ message: "Channel triggered" }],
    [{ message: "OK" }],
    [{ message: "Run created" }],
    [{ message: "Processing" }],
    [{ message: "Request received" }],
    [{ code: "ACCEPTED" }],
    [{ expectedCalls: 5, progress: 0 }],
    [{ conversationIds: ["k1"] }],
    [{ triggered_check_ids: ["k1"], locations: ["eu"] }],
    [{ runId: "run_9" }],
    [{ startedAt: soon() }],
    [{ ticket: "t2" }],
    [{ href: "/v1/channels/c/runs/17" }],
  ])("%j", async start => {
    const one = { ...passed, tests: passed.tests.slice(0, 1) };
    const report = "expectedCalls" in start ? { status: "passed" } : one;
    expect((await run(channel, start, [report])).target).toMatchObject({ verdict: "passed" });
  });

  test.each([201, 202])("a response with status %d", async code => {
    const start = status(code, { message: "Voice, nightly" });
    expect((await run(channel, start, [passed])).target).toMatchObject({ verdict: "passed" });
  });
});
