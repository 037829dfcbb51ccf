import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needsId, type OperationName, operation, sendsBody } from "../../../shared/service/operations.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { brokenOff, startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { newPullRequest, runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
let event: Awaited<ReturnType<typeof newPullRequest>>;
beforeAll(async () => {
  github = await startGitHub();
  event = await newPullRequest(github);
});
afterAll(() => github[Symbol.asyncDispose]());

/** The record of the demo project for each kind of operation with an id. */
const demo: Readonly<Record<string, string>> = {
  batch: "smoke",
  channel: "voice",
  scenario: "late-parcel",
  integration: "order-system",
  review: "was-the-handover-kind",
};

/** One operation of each shape: by method, with and without an id, with and without fields. */
const sample = [
  "createTest",
  "importDemoProject",
  "updateBatch",
  "getIntegration",
  "deleteScenario",
  "runChannel",
  "submitReview",
] as const satisfies readonly OperationName[];

describe("an operation can be called", () => {
  test.each(sample)("%s", async name => {
    const { kind, title } = operation(name);
    const id = demo[kind] ?? "";
    const inputs = {
      "base-url": "embedded",
      operation: name,
      ...(needsId(name) && { id }),
      ...(sendsBody(name) && {
        fields: "name: Made by a workflow\nverdict: pass\nassignee: mina\ntestIds: []",
      }),
    };
    await runStep({ github, event, with: inputs }, async left => {
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

const inputs = { "api-key": stepKey, operation: "runBatch", id: "smoke" } as const;

test("the request has the inputs' fields, and the output is the response, byte for byte", async () => {
  const answer = '{ "id": "rev_1",\n  "big": 12345678901234567890, "reviewIds": ["rev_2"] }';
  await using service = await startScriptedService(() => answer);
  const more = { operation: "reassignReview", id: "a/b c", fields: '{"assignee": "mina"}' };
  await runStep({ github, event, with: { ...inputs, ...more, "base-url": service.url } }, left => {
    expect(service.requests).toMatchObject([
      { operation: "reassignReview", id: "a/b c", fields: { assignee: "mina" } },
    ]);
    expect(left.outputs["response"]).toBe(answer);
    expect(JSON.parse(left.outputs["reviews"] ?? "")).toEqual(["rev_1", "rev_2"]);
  });
});

test("a deletion that is answered 204 is done", async () => {
  await using service = await startScriptedService(() => response => response.writeHead(204).end());
  const more = { operation: "deleteScenario", id: "scn_1", "base-url": service.url };
  await runStep({ github, event, with: { ...inputs, ...more } }, left => {
    expect(left.exitCode).toBe(0);
    expect(left.groups).toEqual(["✓ Delete scenario"]);
    expect(left.outputs["response"]).toBe("{}");
  });
  expect(service.calls).toEqual(["deleteScenario scn_1"]);
});

test("a failed operation fails the step with advice", async () => {
  await using service = await startScriptedService(() => status(404, { error: "::warning::no such batch" }));
  await runStep({ github, event, with: { ...inputs, "base-url": service.url } }, left => {
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

test("an operation that is refused with a success status fails the step", async () => {
  await using service = await startScriptedService(() => ({ success: false, error: "in use by 3 tests" }));
  const more = { operation: "deleteScenario", id: "scn_1", "base-url": service.url };
  await runStep({ github, event, with: { ...inputs, ...more } }, left => {
    expect(left.exitCode).toBe(1);
    expect(left.annotations[0]?.message).toContain("did not accept the request");
    expect(left.annotations[0]?.message).toContain("in use by 3 tests");
    expect(left.outputs["response"]).toBe("");
  });
});

test("an error reports that the service may have acted", async () => {
  await using service = await startScriptedService(() => brokenOff);
  await runStep({ github, event, with: { ...inputs, "base-url": service.url } }, left => {
    expect(service.calls).toHaveLength(1);
    expect(left.annotations[0]?.message).toContain("may have acted all the same: look at the batch");
  });
});

test("a response that is too long for an output is stored in the report's folder", async () => {
  const long = JSON.stringify({ note: "x".repeat(600_000) });
  await using service = await startScriptedService(() => long);
  await runStep({ github, event, with: { ...inputs, "base-url": service.url } }, async left => {
    expect(left.outputs["response"]).toBe("");
    expect(left.annotations[0]?.message).toContain("callboard-report/raw/runBatch.json");
    expect(await left.report("raw/runBatch.json")).toBe(long);
    expect(left.summary.length).toBeLessThan(200_000);
  });
});

describe("an operation that was carried out succeeds with any response:", () => {
  // A recursive function overflows at a tenth of these levels.
  const deep = 30_000;
  const reviews = Array.from({ length: 60_000 }, (_, index) => ({ id: `review-${index}` }));

  test.each([
    ["nesting without an end", `{"a":${"[".repeat(deep)}${"]".repeat(deep)}}`],
    ["objects in objects", `${'{"batch":'.repeat(deep)}{"id":"bat_1"}${"}".repeat(deep)}`],
    [
      "nesting that is deep and wide",
      `{"a":${"[".repeat(20_000)}${"[],".repeat(20_000)}1${"]".repeat(20_000)}}`,
    ],
    [
      "a very large number of names",
      JSON.stringify(Object.fromEntries(reviews.slice(0, 20_000).map(({ id }) => [id, {}]))),
    ],
    ["reviews in reviews", `${'{"id":"rev_1","review":'.repeat(deep)}{}${"}".repeat(deep)}`],
    ["line breaks", JSON.stringify({ note: "\n".repeat(400_000) })],
  ])("%s", async (_, answer) => {
    await using service = await startScriptedService(() => answer);
    await runStep({ github, event, with: { ...inputs, "base-url": service.url } }, async left => {
      expect(left.exitCode).toBe(0);
      expect(left.annotations.filter(({ level }) => level === "error")).toEqual([]);
      expect(left.groups).toEqual(["✓ Run batch"]);
      const rest =
        "Only the beginning is shown; the whole response is in callboard-report/raw/runBatch.json.";
      expect(left.lines).toContain(rest);
      expect(left.summary).toContain(rest);
      expect(await left.report("raw/runBatch.json")).toBe(answer);
      expect(left.stderr).toBe("");
    });
    expect(service.calls).toEqual(["runBatch smoke"]);
  });

  test("very deeply nested reviews in an operation about a review", async () => {
    const answer = `${'{"id":"rev_1","reviews":[{"case":'.repeat(deep)}{}${"}]}".repeat(deep)}`;
    await using service = await startScriptedService(() => answer);
    const more = { operation: "reassignReview", "base-url": service.url };
    await runStep({ github, event, with: { ...inputs, ...more } }, left => {
      expect(left.exitCode).toBe(0);
      expect(left.groups).toEqual(["✓ Reassign review"]);
      expect(JSON.parse(left.outputs["reviews"] ?? "")).toContain("rev_1");
    });
  });

  test("with more reviews than fit an output, the output differs from an empty list", async () => {
    const answer = JSON.stringify({ reviews });
    await using service = await startScriptedService(() => answer);
    await runStep({ github, event, with: { ...inputs, "base-url": service.url } }, left => {
      expect(left.exitCode).toBe(0);
      expect(left.outputs).toMatchObject({ response: "", reviews: "" });
      expect(left.annotations.map(({ message }) => message)).toEqual([
        "The response is too long for an output; it is in callboard-report/raw/runBatch.json.",
        "The ids of reviews are too long for an output; they are in callboard-report/raw/runBatch.json.",
      ]);
    });
  });

  test("both outputs together stay within the limit of a job", async () => {
    const answer = JSON.stringify({ reviewIds: reviews.slice(0, 15_000).map(({ id }) => id) });
    expect(answer.length).toBeGreaterThan(200_000);
    const padded = `${answer.slice(0, -1)},"note":"${"x".repeat(200_000)}"}`;
    await using service = await startScriptedService(({ time }) => (time === 1 ? answer : padded));
    const reviewsOf = () =>
      runStep(
        { github, event, with: { ...inputs, "base-url": service.url } },
        ({ outputs }) => outputs["reviews"],
      );
    expect(JSON.parse((await reviewsOf()) ?? "")).toHaveLength(15_000);
    expect(await reviewsOf()).toBe("");
  });
});
