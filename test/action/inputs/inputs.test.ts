import { afterEach, describe, expect, test, vi } from "vitest";
import type { InputName } from "../../../action/inputs/inputs.ts";
import { type GivenInputs, readGivenInputs } from "./given.ts";

afterEach(() => vi.unstubAllEnvs());

/** The inputs that every run needs. */
const run = { "base-url": "https://api.example.com", "api-key": "k-123", batches: "smoke" } as const;

async function mistakesOf(given: GivenInputs): Promise<string[]> {
  const { mistakes } = await readGivenInputs(given);
  return mistakes.map(({ input, message }) => `${input ?? "the step"}: ${message}`);
}

test("inputs that are not given have their defaults", async () => {
  const { inputs, mistakes } = await readGivenInputs(run);
  expect(mistakes).toEqual([]);
  expect(inputs).toMatchObject({
    baseUrl: "https://api.example.com",
    apiKey: "k-123",
    batches: ["smoke"],
    channels: [],
    runFields: {},
    catalog: "callboard.yml",
    sync: false,
    wait: 1_800_000,
    pollInterval: 10_000,
    requestTimeout: 600_000,
    concurrency: 8,
    shard: undefined,
    operation: undefined,
    failOn: "unknown",
    comment: "always",
    check: "job",
    checkRunId: undefined,
    summary: true,
    reportPath: "callboard-report",
    githubToken: "",
  });
});

describe("an input is parsed", () => {
  test.each<[InputName, string, string, unknown]>([
    ["batches", "a, b\n c\n\n,d ", "batches", ["a", "b", "c", "d"]],
    ["wait", "90s", "wait", 90_000],
    ["wait", "1.5h", "wait", 5_400_000],
    ["wait", "0", "wait", 0],
    ["poll-interval", "500ms", "pollInterval", 500],
    ["request-timeout", "2 m", "requestTimeout", 120_000],
    ["sync", "True", "sync", true],
    ["concurrency", "32", "concurrency", 32],
    ["shard", "2/5", "shard", { number: 2, count: 5 }],
    ["run-fields", '{"locale": "de"}', "runFields", { locale: "de" }],
    [
      "run-fields",
      "locale: de\nretries: 2\ntags: [a, b]",
      "runFields",
      { locale: "de", retries: 2, tags: ["a", "b"] },
    ],
    ["run-fields", "", "runFields", {}],
    ["fail-on", "new", "failOn", "new"],
    ["check-run-id", "41", "checkRunId", 41],
    ["comment-key", "mine", "commentKey", "mine"],
  ])("%s: %j", async (name, text, key, value) => {
    const { inputs, mistakes } = await readGivenInputs({ ...run, [name]: text });
    expect(mistakes).toEqual([]);
    expect(inputs).toHaveProperty(key, value);
  });
});

describe("a mistake names its input and how to mend it", () => {
  test.each<[InputName, string, string]>([
    ["base-url", "api.example.com", "write it like https://api.example.com"],
    ["base-url", "http://api.example.com", "use https"],
    ["base-url", "https://api.example.com/?x=1", "contains a query"],
    ["wait", "10 minutes", "write it like 90s, 10m, 1h or 500ms"],
    ["wait", "-1s", "write it like 90s"],
    ["wait", "25h", "longer than a day"],
    ["poll-interval", "0", "write it like 90s"],
    ["poll-interval", "0s", "the least is 1ms"],
    ["concurrency", "0", "a whole number from 1 to 1000"],
    ["concurrency", "lots", "a whole number from 1 to 1000"],
    ["sync", "yes", "neither true nor false"],
    ["shard", "6/5", "counted from 1, like 1/5 to 5/5"],
    ["shard", "1/0", "counted from 1"],
    ["shard", "2-5", "write the second of five like 2/5"],
    ["run-fields", "[1, 2]", "this is a list, not an object"],
    ["run-fields", "a: 1\na: 2", "line 2"],
    ["run-fields", "smoke", "this is a string, not an object"],
    ["run-fields", '{"order": 9007199254740993}', "has too many digits to be kept as a number"],
    ["run-fields", '{"order": 1, "order": 2}', "`order` is here twice"],
    ["run-fields", '{"order": 1e999}', "is not a number that JSON knows"],
    ["fail-on", "faled", "did you mean `failed`?"],
    ["comment", "on_failure", "did you mean `on-failure`?"],
    ["operation", "run-batch", "did you mean `runBatch`?"],
    ["operation", "zzz", "is not one of createProject"],
    ["runs", "21", "`21` is not a whole number from 1 to 20."],
    ["run-again", "never", "`never` is not one of failed, always."],
    ["check-run-id", "abc", "is not the number of a check run"],
    ["api-key", "two words", "Copy the key again, without anything around it"],
  ])("%s: %j", async (name, text, advice) => {
    const mistakes = await mistakesOf({ ...run, [name]: text });
    expect(
      mistakes
        .filter(mistake => mistake.startsWith(`${name}: `))
        .join()
        .toLowerCase(),
    ).toContain(advice.toLowerCase());
  });
});

describe("inputs that exclude each other", () => {
  const service = { "base-url": run["base-url"], "api-key": run["api-key"] };
  test.each<[string, GivenInputs, string[]]>([
    ["nothing to do", service, ["the step: There is nothing to do"]],
    ["an operation and a batch", { ...run, operation: "createTest" }, ["batches: A step with `operation`"]],
    [
      "an operation and a merge",
      { ...service, operation: "createTest", merge: "*" },
      ["merge: A step with `operation`"],
    ],
    ["a merge and a shard", { merge: "*/report.json", shard: "1/2" }, ["shard: A step with `merge`"]],
    [
      "an operation and several runs",
      { ...service, operation: "importDemoProject", runs: "2" },
      ["runs: A step with `operation` doesn't use this input"],
    ],
    [
      "a merge and a limit of runs",
      { merge: "*.json", "max-runs": "2" },
      ["max-runs: A step with `merge` doesn't use this input"],
    ],
    [
      "settling and running again",
      { ...service, settle: "true", "run-again": "always" },
      ["run-again: A step with `settle` doesn't use this input"],
    ],
    [
      "more passes than runs",
      { ...run, runs: "2", passes: "3" },
      ["passes: A case can't pass 3 times if `runs` is 2"],
    ],
    [
      "more passes than a wrong number of runs",
      { ...run, runs: "0", passes: "9" },
      [
        "runs: `0` is not a whole number from 1 to 20",
        "passes: A case can't pass 9 times if `runs` is 0; it takes a whole number from 1 to `runs`.",
      ],
    ],
    [
      "passes beside runs that are no number",
      { ...run, runs: "many", passes: "9" },
      ["runs: `many` is not a whole number from 1 to 20"],
    ],
    ["a merge and a channel", { merge: "*/report.json", channels: "x" }, ["channels: A step with `merge`"]],
    [
      "fields without an operation",
      { ...run, fields: "a: 1" },
      ["fields: A step with `batches` and `channels` doesn't use this input"],
    ],
    [
      "an operation without its id",
      { ...service, operation: "runBatch" },
      ["id: `runBatch` needs the batch's id."],
    ],
    [
      "an id that is not taken",
      { ...service, operation: "createTest", id: "x" },
      ["id: `createTest` takes no id"],
    ],
    [
      "an id that can't be one",
      { ...service, operation: "runBatch", id: ".." },
      ["id: `..` can't be an id."],
    ],
    [
      "fields for a request without a body",
      { ...service, operation: "getIntegration", id: "x", fields: "{}" },
      [],
    ],
    [
      "fields for a request without a body",
      { ...service, operation: "deleteScenario", id: "x", fields: "a: 1" },
      ["fields: `deleteScenario` is a DELETE request and sends no fields"],
    ],
    ["no address and no key", { batches: "smoke" }, ["base-url: It is empty", "api-key: It is empty"]],
    ["no key for the embedded service", { "base-url": "embedded", batches: "smoke" }, []],
    ["neither for a merge", { merge: "*/report.json" }, []],
  ])("%s", async (_, given, expected) => {
    const mistakes = await mistakesOf(given);
    expect(mistakes).toHaveLength(expected.length);
    for (const [index, text] of expected.entries()) expect(mistakes[index]).toContain(text);
  });

  test.each([
    ["issue_comment", ["base-url: It is empty", "api-key: It is empty"]],
    ["repository_dispatch", []],
    ["schedule", []],
    ["workflow_dispatch", []],
  ])("settling on %s needs a service only to send commands", async (event, expected) => {
    vi.stubEnv("GITHUB_EVENT_NAME", event);
    const mistakes = await mistakesOf({ settle: "true" });
    expect(mistakes.map(mistake => mistake.split(";", 1)[0])).toEqual(expected);
  });

  test("all mistakes at once", async () => {
    const mistakes = await mistakesOf({
      wait: "soon",
      concurrency: "many",
      "fail-on": "never ever",
      shard: "x",
    });
    expect(mistakes.map(mistake => mistake.split(":")[0])).toEqual(
      expect.arrayContaining(["wait", "concurrency", "fail-on", "shard", "the step", "base-url", "api-key"]),
    );
  });
});
