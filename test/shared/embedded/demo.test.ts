/** The demo project, and the course of its batches, channels, reviews and calibrations. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedService, startEmbeddedService } from "../../../shared/embedded/service.ts";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { OperationName } from "../../../shared/service/operations.ts";
import { callEmbedded, idOf, objects, type ParsedResponse, statuses } from "./calling.ts";

let service: EmbeddedService;
beforeEach(async () => {
  service = await startEmbeddedService();
});
afterEach(() => service.close());

async function importedProject(): Promise<JsonObject> {
  const { project } = (await callEmbedded(service, "importDemoProject")).body;
  assert(isJsonObject(project));
  return project;
}

const caseOf = ({ body }: ParsedResponse, testId: string) =>
  objects(body["cases"]).find(each => each["testId"] === testId);

async function finishedReport(channel: string): Promise<ParsedResponse> {
  await callEmbedded(service, "runChannel", channel);
  await callEmbedded(service, "createChannelReport", channel);
  await callEmbedded(service, "createChannelReport", channel);
  return callEmbedded(service, "createChannelReport", channel);
}

describe("importing the demo project", () => {
  test("returns each of its records with id and name", async () => {
    const project = await importedProject();
    const counts = Object.entries(project).flatMap(([heading, value]) =>
      Array.isArray(value) ? [[heading, objects(value).filter(isNamed).length]] : [],
    );
    expect(isNamed(project)).toBe(true);
    expect(Object.fromEntries(counts)).toEqual({
      tests: 12,
      batches: 4,
      channels: 2,
      personas: 5,
      scenarios: 8,
      integrations: 1,
      reviews: 5,
    });
  });

  test("refers only to records that exist", async () => {
    const project = await importedProject();
    const ids = (heading: string) => objects(project[heading]).map(({ id }) => id);
    for (const each of objects(project["tests"])) {
      expect(ids("personas")).toContain(each["personaId"]);
      expect(ids("scenarios")).toContain(each["scenarioId"]);
    }
    for (const target of [...objects(project["batches"]), ...objects(project["channels"])]) {
      expect(ids("tests")).toEqual(expect.arrayContaining([target["testIds"]].flat()));
    }
  });

  test("restores its records, and keeps created ones", async () => {
    const before = await importedProject();
    const firstRun = await callEmbedded(service, "runBatch", "smoke");
    const mine = await idOf(callEmbedded(service, "createBatch", "", { tests: ["finds-late-parcel"] }));

    await callEmbedded(service, "updateBatch", "smoke", {});
    await callEmbedded(service, "updateTest", "cancels-order", { name: "Broken" });
    await callEmbedded(service, "deleteScenario", "late-parcel");
    await callEmbedded(service, "updateIntegration", "order-system", { environment: "live" });
    await callEmbedded(service, "submitReview", "was-the-handover-kind", { verdict: "fail" });
    await callEmbedded(service, "startCalibrationReview", "what-is-friendly");
    await callEmbedded(service, "runChannel", "voice");

    expect(await importedProject()).toEqual(before);
    expect((await callEmbedded(service, "runBatch", "smoke")).body).toEqual(firstRun.body);
    expect((await callEmbedded(service, "createChannelReport", "voice")).body["status"]).toBe("not run");
    expect((await callEmbedded(service, "runBatch", mine)).body["status"]).toBe("passed");
  });
});

describe("a batch", () => {
  test("smoke runs at once and fails", async () => {
    const answer = await callEmbedded(service, "runBatch", "smoke");
    expect(answer.body).toMatchObject({
      id: "smoke",
      project: { id: "lantern-lane", name: "Lantern Lane support line" },
      status: "failed",
      summary: { total: 8, passed: 4, failed: 2, skipped: 1, undecided: 1, pending: 0 },
    });
    expect(caseOf(answer, "cancels-order")).toMatchObject({
      name: "Cancels an order within the hour",
      status: "failed",
      durationMs: 56_100,
      message: expect.stringContaining("never called the order system"),
      persona: { id: "hurried-parent", name: "Hurried parent" },
      scenario: { id: "cancel-order", name: "Cancelled order" },
    });
    expect(caseOf(answer, "hands-over-to-a-person")).toMatchObject({
      status: "undecided",
      review: { id: "was-the-handover-kind" },
    });
  });

  test("returns passes, because a person settled its undecided case", async () => {
    const answer = await callEmbedded(service, "runBatch", "returns");
    expect(answer.body["status"]).toBe("passed");
    expect(caseOf(answer, "declines-expired-voucher")).toMatchObject({
      status: "passed",
      message: expect.stringContaining('A reviewer decided "passed": It offered'),
    });
    expect(caseOf(answer, "declines-expired-voucher")).not.toHaveProperty("review");
  });

  test("nightly responds while its calls are being made, without a failure so far", async () => {
    const answer = await callEmbedded(service, "runBatch", "nightly");
    expect(answer.body).toMatchObject({
      status: "running",
      message: "4 of 12 calls have been made. The others are being made in the background.",
      summary: { total: 12, passed: 4, failed: 0, pending: 8 },
    });
    expect(readResponse(answer.body)).toMatchObject({ verdict: "unknown", isRunning: true });
    expect((await callEmbedded(service, "runBatch", "nightly")).body["status"]).toBe("running");
  });

  test("rush-hour differs from run to run, in the same order after each import", async () => {
    const verdicts = async () => {
      const runs = Array.from({ length: 6 });
      const answers = [];
      for (const _ of runs) answers.push(await callEmbedded(service, "runBatch", "rush-hour"));
      return answers.map(({ body }) => body["status"]);
    };
    const expected = ["failed", "failed", "passed", "passed", "passed", "failed"];
    expect(await verdicts()).toEqual(expected);
    await importedProject();
    expect(await verdicts()).toEqual(expected);
  });

  test("runs in the background if it was created so", async () => {
    const fields = { tests: ["cancels-order"], background: true };
    const batch = await idOf(callEmbedded(service, "createBatch", "", fields));
    expect(statuses(await callEmbedded(service, "runBatch", batch))).toEqual({ "cancels-order": "pending" });
  });

  test("runs the tests that it names, always with the same outcomes", async () => {
    const ids = [];
    for (let index = 0; index < 10; index++) {
      ids.push(
        await idOf(
          callEmbedded(service, "createTest", "", { name: `Test ${index}`, persona: "second-language" }),
        ),
      );
    }
    const batch = await idOf(callEmbedded(service, "createBatch", "", { name: "Mine", tests: ids }));
    const first = await callEmbedded(service, "runBatch", batch);
    const second = await callEmbedded(service, "runBatch", batch);

    expect(Object.keys(statuses(first))).toEqual(ids);
    expect(new Set(Object.values(statuses(first)))).toEqual(new Set(["passed", "failed", "undecided"]));
    expect(caseOf(first, "tst_1")).toMatchObject({ name: "Test 0", persona: { id: "second-language" } });
    expect(second.body).toEqual({ ...first.body, runId: `${batch}-run-2` });
  });

  test.each([
    { testIds: ["cancels-order"] },
    { tests: [{ id: "cancels-order" }] },
    { tests: "cancels-order" },
    { testId: "cancels-order" },
  ])("may name its tests as %o", async fields => {
    const batch = await idOf(callEmbedded(service, "createBatch", "", fields));
    expect(statuses(await callEmbedded(service, "runBatch", batch))).toEqual({ "cancels-order": "failed" });
  });

  test("without tests reports that nothing was called", async () => {
    const batch = await idOf(callEmbedded(service, "createBatch", "", { tests: [7, null, {}] }));
    const { status, body } = await callEmbedded(service, "runBatch", batch);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "empty",
      summary: { total: 0 },
      message: expect.stringContaining("testIds"),
    });
  });

  test("with an unknown test fails", async () => {
    const batch = await idOf(
      callEmbedded(service, "createBatch", "", { tests: ["finds-late-parcel", "no-such-test"] }),
    );
    const answer = await callEmbedded(service, "runBatch", batch);
    expect(answer.body["status"]).toBe("failed");
    expect(statuses(answer)).toEqual({ "finds-late-parcel": "passed", "no-such-test": "failed" });
  });
});

describe("a channel", () => {
  test("is slow: its report reads as running twice, then as finished", async () => {
    expect((await callEmbedded(service, "runChannel", "voice")).body["status"]).toBe("running");
    const reports = [];
    for (let count = 0; count < 4; count++)
      reports.push(await callEmbedded(service, "createChannelReport", "voice"));

    expect(reports.map(({ body }) => body["status"])).toEqual(["running", "running", "passed", "passed"]);
    const pending = reports.map(
      report => Object.values(statuses(report)).filter(each => each === "pending").length,
    );
    expect(pending).toEqual([4, 2, 0, 0]);
    expect(reports[3]?.text).toBe(reports[2]?.text);
  });

  test("can run again", async () => {
    const first = await finishedReport("voice");
    const second = await finishedReport("voice");
    expect(second.body).toEqual({ ...first.body, runId: "voice-run-2" });
  });

  test("voice passes, with one case that took two calls", async () => {
    const report = await finishedReport("voice");
    expect(objects(report.body["cases"]).filter(each => each["flaky"])).toMatchObject([
      { testId: "tells-holiday-hours", status: "passed", attempts: 2 },
    ]);
  });

  test("chat waits for people, and passes when they agree", async () => {
    const waiting = await finishedReport("chat");
    expect(waiting.body).toMatchObject({
      status: "undecided",
      summary: { passed: 3, failed: 0, undecided: 2 },
    });
    const reviews = objects(waiting.body["cases"]).flatMap(({ review }) =>
      isJsonObject(review) ? [review["id"]] : [],
    );
    expect(reviews).toEqual(["was-a-day-promised", "was-the-no-clear"]);

    for (const review of reviews)
      await callEmbedded(service, "submitReview", String(review), { verdict: "pass" });
    expect((await callEmbedded(service, "createChannelReport", "chat")).body["status"]).toBe("passed");
  });

  test("reports that it was not run", async () => {
    const { status, body } = await callEmbedded(service, "createChannelReport", "voice");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "not run",
      message: expect.stringContaining("/v1/channels/voice/run"),
    });
  });

  test("without tests is empty in the end", async () => {
    const channel = await idOf(callEmbedded(service, "createChannel", "", { name: "Fax" }));
    expect((await finishedReport(channel)).body).toMatchObject({ id: channel, name: "Fax", status: "empty" });
  });
});

describe("a review", () => {
  const id = "was-the-handover-kind";

  test.each([
    ["pass", "passed"],
    ["failed", "failed"],
  ])("submitted with %s is settled, and its case has %s", async (verdict, status) => {
    const submitted = await callEmbedded(service, "submitReview", id, {
      verdict,
      comment: "Heard it twice.",
    });
    expect(submitted.body).toMatchObject({ id, status: "settled", verdict, comment: "Heard it twice." });
    expect(caseOf(await callEmbedded(service, "runBatch", "smoke"), "hands-over-to-a-person")).toMatchObject({
      status,
      message: expect.stringContaining(`A reviewer decided "${status}": Heard it twice.`),
    });
  });

  test("that is settled can't be reassigned", async () => {
    await callEmbedded(service, "submitReview", id, { verdict: "pass" });
    const { status, body } = await callEmbedded(service, "reassignReview", id, { assignee: "jonas" });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: "Conflict", review: { id, status: "settled", verdict: "pass" } });
    const run = await callEmbedded(service, "runBatch", "smoke");
    expect(caseOf(run, "hands-over-to-a-person")).toMatchObject({ status: "passed" });
  });

  test("that is settled can be decided again, and a note alone leaves it settled", async () => {
    await callEmbedded(service, "submitReview", id, { verdict: "fail" });
    await callEmbedded(service, "submitReview", id, { verdict: "pass" });
    const { body } = await callEmbedded(service, "submitReview", id, { comment: "On second thoughts." });
    expect(body).toMatchObject({ status: "settled", verdict: "pass", comment: "On second thoughts." });
    const run = await callEmbedded(service, "runBatch", "smoke");
    expect(caseOf(run, "hands-over-to-a-person")).toMatchObject({ status: "passed" });
  });

  test("can be reassigned", async () => {
    const { body } = await callEmbedded(service, "reassignReview", id, {
      assignee: "jonas",
      status: "settled",
    });
    expect(body).toMatchObject({ assignee: "jonas", status: "waiting" });
    const submitted = await callEmbedded(service, "submitReview", id, { verdict: "pass" });
    expect(submitted.body["assignee"]).toBe("jonas");
  });

  test("without a verdict still waits, and keeps the note", async () => {
    const { status, body } = await callEmbedded(service, "submitReview", id, {
      comment: "I'll listen tomorrow.",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "waiting", comment: "I'll listen tomorrow." });
  });

  test("needs a verdict that the service understands", async () => {
    const { status, body } = await callEmbedded(service, "submitReview", id, { verdict: "perhaps" });
    expect(status).toBe(400);
    expect(body["message"]).toContain("pass, passed, fail, failed");
  });

  test("is created for an undecided outcome of a created test", async () => {
    for (let index = 0; index < 5; index++) await callEmbedded(service, "createTest");
    const tests = ["tst_1", "tst_2", "tst_3", "tst_4", "tst_5"];
    const batch = await idOf(callEmbedded(service, "createBatch", "", { tests }));
    const before = objects((await callEmbedded(service, "runBatch", batch)).body["cases"]).find(
      each => each["review"],
    );
    assert(isJsonObject(before?.["review"]));
    await callEmbedded(service, "submitReview", String(before["review"]["id"]), { verdict: "pass" });
    const after = await callEmbedded(service, "runBatch", batch);
    expect(caseOf(after, String(before["testId"]))).toMatchObject({ status: "passed" });
  });
});

test("a calibration review is created and started, and then has results", async () => {
  const id = await idOf(
    callEmbedded(service, "createCalibrationReview", "", { name: "Tone", assignees: ["mina"] }),
  );
  const steps = [
    await callEmbedded(service, "getCalibrationReview", id),
    await callEmbedded(service, "startCalibrationReview", id, { sample: "last night" }),
    await callEmbedded(service, "getCalibrationReview", id),
  ];
  expect(steps.map(({ body }) => body["status"])).toEqual(["created", "started", "finished"]);
  expect(steps[2]?.body).toMatchObject({
    name: "Tone",
    assignees: ["mina"],
    sample: "last night",
    results: { calls: 6, agreed: 5 },
  });
});

test("two fresh services give the same responses to the same requests, byte for byte", async () => {
  const sequence: [OperationName, string, JsonObject][] = [
    ["importDemoProject", "", {}],
    ["createTest", "", { name: "A" }],
    ["createTest", "", { name: "B" }],
    ["createBatch", "", { tests: ["tst_1", "tst_2", "cancels-order"] }],
    ["runBatch", "bat_1", {}],
    ["runBatch", "smoke", {}],
    ["runBatch", "returns", {}],
    ["runChannel", "chat", {}],
    ["createChannelReport", "chat", {}],
    ["createChannelReport", "chat", {}],
    ["createChannelReport", "chat", {}],
    ["submitReview", "was-the-no-clear", { verdict: "fail" }],
    ["submitReview", "was-the-no-clear", { verdict: "fail" }],
    ["createChannelReport", "chat", {}],
    ["createCalibrationReview", "", {}],
    ["startCalibrationReview", "cal_1", {}],
    ["getCalibrationReview", "cal_1", {}],
    ["updateTest", "no-such-test", {}],
  ];
  const record = async (fresh: EmbeddedService) => {
    const answers = [];
    for (const [name, id, fields] of sequence) {
      const { status, headers, text } = await callEmbedded(fresh, name, id, fields);
      answers.push(`${status} ${headers.get("x-request-id")} ${text}`);
    }
    return answers;
  };
  await using other = await startEmbeddedService();
  expect(await record(other)).toEqual(await record(service));
});

function isNamed(record: JsonObject): boolean {
  return typeof record["id"] === "string" && typeof record["name"] === "string";
}
