import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { bundleFile, runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const passed = { status: "passed" };

test("all mistakes of inputs and catalog are reported together, and nothing is sent", async () => {
  await using service = await startScriptedService(() => passed);
  const files = {
    "callboard.yml": [
      "batches:",
      "  smoke: { id: bat_7, projekt: checkout }",
      "  nightly: {}",
      "tests:",
      "  pays: { id: tst_1, fields: { persona: '${{ personas.nobody }}' } }",
      "report:",
      "  words: { failed: passed, kept: pased }",
      "  running: 'state = '",
    ].join("\n"),
  };
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "smoek, nightly, bat_9",
    wait: "soon",
    cases: "results.{",
    "pass-when": "summary.failed = ",
    sync: "true",
  };
  const requests = github.requests.length;
  await runStep({ github, files, with: inputs }, left => {
    const told = left.annotations.map(({ message, properties }) => `${properties["line"] ?? "-"} ${message}`);
    expect(told).toEqual([
      expect.stringContaining("- `wait`: `soon` is not a duration; write it like 90s"),
      expect.stringMatching(/^2 .*projekt.*did you mean `project`/i),
      expect.stringMatching(/^5 .*personas/),
      expect.stringMatching(/^7 `report\.words\.kept`/),
      expect.stringContaining("- `batches`: callboard.yml has no batch `smoek`; did you mean `smoke`?"),
      expect.stringContaining("- `batches`: `batches.nightly` (callboard.yml:3) has no `id` yet"),
      expect.stringContaining("- `cases`: "),
      expect.stringContaining("- `pass-when`: Unexpected end of expression"),
      expect.stringContaining("- `report.running`: Unexpected end of expression"),
      expect.stringContaining("- `report.words.failed`: it is a known word for a failure"),
    ]);
    expect(left.exitCode).toBe(1);
    expect(left.lines.at(-1)).toBe("Nothing was sent to the service: 10 mistakes to mend first.");
    const counts = { total: "0", passed: "0", failed: "0", skipped: "0", other: "0", runs: "0", flaky: "0" };
    const empty = {
      "new-failures": "",
      fixed: "",
      report: "",
      "comment-url": "",
      "check-url": "",
      "review-check-url": "",
      response: "",
    };
    expect(left.outputs).toEqual({ verdict: "unknown", ...counts, reviews: "[]", ...empty });
  });
  expect(service.requests).toEqual([]);
  // There is no comment that the step would have to change.
  expect(github.requests.slice(requests).map(({ operation }) => operation)).toEqual([
    "GET /issues/{issue_number}/comments",
  ]);
});

describe("a missing catalog", () => {
  const inputs = { "base-url": "http://127.0.0.1:9", "api-key": stepKey, batches: "b" };

  test.each([
    ["is missed where it was named", { catalog: "quality/callboard.yml" }, "catalog"],
    ["is missed where it is to be sent", { sync: "true" }, "sync"],
  ])("%s", async (_, more, input) => {
    await runStep({ github, with: { ...inputs, ...more } }, ({ annotations, exitCode }) => {
      expect(annotations.map(({ message }) => message)).toEqual([
        expect.stringMatching(new RegExp(`^\`${input}\`: There is no .*callboard.yml in the workspace`)),
      ]);
      expect(exitCode).toBe(1);
    });
  });
});

describe("without a key", () => {
  const inputs = { "base-url": "http://127.0.0.1:9", batches: "b" };
  const explained = (event: Awaited<ReturnType<typeof events.pullRequest>>, env = {}) =>
    runStep({ github, event, with: inputs, env, token: "fork" }, ({ annotations }) =>
      annotations.map(({ message }) => message),
    );

  test("for a fork's pull request, the message explains the reason and the ways out", async () => {
    const pull = await github.createPullRequest({ fork: true });
    expect(await explained(await events.pullRequest(github, pull))).toEqual([
      expect.stringMatching(/`api-key`: .*comes from a fork \(contributor\/shop\).*workflow_run/),
    ]);
  });

  test("for Dependabot, the message names the place of its secrets", async () => {
    const pull = await github.createPullRequest();
    expect(
      await explained(await events.pullRequest(github, pull), { GITHUB_ACTOR: "dependabot[bot]" }),
    ).toEqual([expect.stringMatching(/`api-key`: .*secrets that are set for Dependabot/)]);
  });

  test("for a fork's event with secrets, the message doesn't mention forks", async () => {
    const pull = await github.createPullRequest({ fork: true, branch: "given-secrets" });
    expect(await explained(await events.pullRequestTarget(github, pull))).toEqual([
      expect.stringContaining("A secret is empty if it does not exist in this repository"),
    ]);
  });

  test("for any other event, the message mentions missing secrets", async () => {
    const pull = await github.createPullRequest();
    expect(await explained(await events.pullRequest(github, pull))).toEqual([
      expect.stringContaining("A secret is empty if it does not exist in this repository"),
    ]);
  });
});

test("in an empty environment, the bundle reports the missing inputs and fails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callboard-empty-"));
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>(resolve => {
    execFile(process.execPath, [bundleFile], { cwd: folder, env: {} }, (error, stdout) =>
      resolve({ code: error?.code, stdout }),
    );
  });
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(stdout.match(/^::error /gm)).toHaveLength(3);
  expect(stdout).toContain("There is nothing to do");
});
