import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needsId, operation, operationNames, sendsBody } from "../../../shared/service/operations.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { brokenOff, startService, status } from "../../shared/run/service.ts";
import { key, newPullRequest, step } from "../step.ts";

let github: LocalGitHub;
let event: Awaited<ReturnType<typeof newPullRequest>>;
beforeAll(async () => {
  github = await startGitHub();
  event = await newPullRequest(github);
});
afterAll(() => github[Symbol.asyncDispose]());

/** What of the demo project the operations with an id are about. */
const demo: Readonly<Record<string, string>> = {
  test: "finds-late-parcel",
  batch: "smoke",
  channel: "voice",
  persona: "hurried-parent",
  scenario: "late-parcel",
  integration: "order-system",
  review: "was-the-handover-kind",
};
const calibration = /Calibration/;

describe("each operation can be called", () => {
  test.each(operationNames)("%s", async name => {
    const { kind, title } = operation(name);
    const id = calibration.test(name) ? "what-is-friendly" : (demo[kind] ?? "");
    const inputs = {
      "base-url": "embedded",
      operation: name,
      ...(needsId(name) && { id }),
      ...(sendsBody(name) && {
        fields: "name: Made by a workflow\nverdict: pass\nassignee: mina\ntestIds: []",
      }),
    };
    await step({ github, event, with: inputs }, async left => {
      expect(left.annotations).toEqual([]);
      expect(left.exitCode).toBe(0);
      const response: unknown = JSON.parse(left.outputs["response"] ?? "");
      expect(response).toBeTypeOf("object");
      expect(JSON.parse(await left.report(`raw/${name}.json`))).toEqual(response);
      expect(left.groups).toEqual([`✓ ${title}`]);
      expect(left.summary).toContain(`### ✓ ${title}`);
      expect(left.complaints).toEqual([]);
    });
  });
});

const inputs = { "api-key": key, operation: "runBatch", id: "smoke" } as const;

test("what it sends is what the inputs say, and what comes back is the output, byte for byte", async () => {
  const answer = '{ "id": "rev_1",\n  "big": 12345678901234567890, "reviewIds": ["rev_2"] }';
  await using service = await startService(() => answer);
  const more = { operation: "reassignReview", id: "a/b c", fields: '{"assignee": "mina"}' };
  await step({ github, event, with: { ...inputs, ...more, "base-url": service.url } }, left => {
    expect(service.asked).toMatchObject([
      { operation: "reassignReview", id: "a/b c", fields: { assignee: "mina" } },
    ]);
    expect(left.outputs["response"]).toBe(answer);
    expect(JSON.parse(left.outputs["reviews"] ?? "")).toEqual(["rev_1", "rev_2"]);
  });
});

test("a call that fails, fails the step with the advice", async () => {
  await using service = await startService(() => status(404, { error: "::warning::no such batch" }));
  await step({ github, event, with: { ...inputs, "base-url": service.url } }, left => {
    expect(left.exitCode).toBe(1);
    expect(left.annotations).toMatchObject([
      {
        level: "error",
        message: expect.stringMatching(/^Run batch \(POST \/v1\/batches\/smoke\/run\): .*404/),
      },
    ]);
    expect(left.summary).toContain("### ✗ Run batch");
    expect(left.outputs["response"]).toBe("");
  });
});

test("a call of which nobody can know whether it acted says so", async () => {
  await using service = await startService(() => brokenOff);
  await step({ github, event, with: { ...inputs, "base-url": service.url } }, left => {
    expect(service.calls).toHaveLength(1);
    expect(left.annotations[0]?.message).toContain("may have acted on it all the same: look at the batch");
  });
});

test("a response that is too long for an output is in the report's folder", async () => {
  const long = JSON.stringify({ note: "x".repeat(600_000) });
  await using service = await startService(() => long);
  await step({ github, event, with: { ...inputs, "base-url": service.url } }, async left => {
    expect(left.outputs["response"]).toBe("");
    expect(left.annotations[0]?.message).toContain("callboard-report/raw/runBatch.json");
    expect(await left.report("raw/runBatch.json")).toBe(long);
    expect(left.summary.length).toBeLessThan(200_000);
  });
});
