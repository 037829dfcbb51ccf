/** A dry run says what the step would do. It sends nothing to the service or to GitHub, and writes nothing but its log. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import type { StepResult } from "../../github/runner.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runShard } from "../shards.ts";
import { newPullRequest, type StepGiven, startStep, stepKey } from "../step.ts";

let github: LocalGitHub;
let event: Awaited<ReturnType<typeof newPullRequest>>;
beforeAll(async () => {
  github = await startGitHub();
  event = await newPullRequest(github);
});
afterAll(() => github[Symbol.asyncDispose]());

const catalog = [
  "batches:",
  "  smoke: { id: bat_7 }",
  "tests:",
  "  pays: { id: tst_1, fields: { name: Pays } }",
  "report:",
  "  pass-when: passed = total",
].join("\n");

/** Expects that nothing was sent, published or written. */
async function dryRun(given: Omit<StepGiven, "github">): Promise<StepResult> {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const before = github.requests.length;
  const { files = { "callboard.yml": catalog } } = given;
  const inputs = { "base-url": service.url, "api-key": stepKey, "dry-run": "true", ...given.with };
  await using running = await startStep({ github, event, ...given, files, with: inputs });
  const result = await running.result;
  expect(service.requests).toEqual([]);
  expect(github.requests.slice(before)).toEqual([]);
  expect(result.summary).toBe("");
  expect(Object.values(result.outputs).join("")).toBe("");
  expect(existsSync(join(running.workspace, "callboard-report"))).toBe(false);
  expect(result.lines.filter(line => !line.startsWith("::add-mask::")).join("\n")).not.toContain(stepKey);
  return result;
}

const nothingDone = "This was a dry run: nothing was sent, and nothing was published.";

describe("a dry run says what would be done:", () => {
  test("each update and each target with its requests", async () => {
    const { lines, exitCode } = await dryRun({
      with: { batches: "smoke", channels: "cha_2", sync: "true", "run-fields": "{ speed: 2 }", wait: "5m" },
    });
    expect(lines.filter(line => !line.startsWith("::"))).toEqual([
      expect.stringMatching(/^The service is http:\/\/127\.0\.0\.1:\d+\.$/),
      'Would first update tests.pays: PUT /v1/tests/tst_1 with {"name":"Pays"}.',
      "Would run 2 targets, at most 8 at a time.",
      'Would run batch `smoke` (bat_7): POST /v1/batches/bat_7/run with {"speed":2}.',
      'Would run channel `cha_2`: POST /v1/channels/cha_2/run with {"speed":2}, then ' +
        "POST /v1/channels/cha_2/report with {}, and wait up to 5 m 00 s for the report.",
      nothingDone,
    ]);
    expect(exitCode).toBe(0);
  });

  test("the request of an operation", async () => {
    const { lines, exitCode } = await dryRun({
      with: { operation: "submitReview", id: "rev/1", fields: "verdict: pass" },
    });
    expect(lines).toContain('Would send POST /v1/reviews/rev%2F1/submit with {"verdict":"pass"}.');
    expect(exitCode).toBe(0);
  });

  test("the origin of the service, without a path that can contain a secret", async () => {
    const targets = [{ batches: "smoke" }, { operation: "runBatch", id: "bat_7" }];
    for (const what of targets) {
      const { lines } = await dryRun({ with: { ...what, "base-url": "https://api.example.com/t/s3cret/" } });
      expect(lines).toContain("The service is https://api.example.com.");
      expect(lines.join("\n")).not.toContain("s3cret");
    }
    const { lines } = await dryRun({ with: { batches: "smoke", "base-url": "embedded" }, files: {} });
    expect(lines).toContain("The service is the embedded one, with its demo project.");
  });

  test("the comment that a settle step would read", async () => {
    const pull = await github.createPullRequest();
    const comment = { id: 11, body: "/callboard submit rev_1 verdict=pass" };
    const { lines, exitCode } = await dryRun({
      event: await events.issueComment(github, pull, comment),
      with: { settle: "true" },
    });
    expect(lines).toContain(`Would read the commands of comment 11 on pull request #${pull.number}.`);
    expect(exitCode).toBe(0);
  });

  test("on a fork's pull request, too, where there is no key", async () => {
    const fork = await events.pullRequest(github, await github.createPullRequest({ fork: true }));
    const { exitCode } = await dryRun({ event: fork, with: { batches: "smoke", "api-key": "" } });
    expect(exitCode).toBe(0);
  });
});

describe("a dry run is never green where something is wrong:", () => {
  let files: NonNullable<StepGiven["files"]>;
  beforeAll(async () => {
    await using service = await startScriptedService(() => ({ status: "passed" }));
    files = {
      "callboard.yml": catalog,
      "shards/1/report.json": await runShard(github, service.url, "1/2"),
    };
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["a name", { batches: "smoek" }, "did you mean `smoke`?"],
    ["an input", { batches: "smoke", wait: "soon" }, "`wait`: `soon` is not a duration"],
    ["an expression", { batches: "smoke", "pass-when": "a = " }, "`pass-when`: Unexpected end of expression"],
    ["no key", { batches: "smoke", "api-key": "" }, "`api-key`: It is empty"],
    ["an operation's id", { operation: "runBatch" }, "`runBatch` needs the batch's id."],
    ["no report to merge", { merge: "none/*.json" }, "No file matches `none/*.json`"],
    [
      "a shard without a report",
      { merge: "shards/*/report.json" },
      "`merge`: 1 of 4 targets could not be run to the end: batch: shard 2/2 (No report of this shard was merged",
    ],
    ["an event that settles nothing", { settle: "true" }, "this workflow was started by `pull_request`"],
    [
      "the catalog of an operation",
      { operation: "getIntegration", id: "a", catalog: "none.yml" },
      "There is no none.yml",
    ],
  ])("%s", async (_, inputs, message) => {
    const { exitCode, annotations, lines } = await dryRun({ with: inputs, files });
    expect(annotations.map(annotation => annotation.message).join("\n")).toContain(message);
    expect(lines).not.toContain(nothingDone);
    expect(exitCode).toBe(1);
  });
});
