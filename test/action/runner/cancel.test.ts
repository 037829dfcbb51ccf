import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportFileName, reportFormats } from "../../../shared/report/formats.ts";
import type { Report } from "../../../shared/report/model.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { silence, startScriptedService } from "../../shared/run/scripted-service.ts";
import { newPullRequest, startStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

test("a cancelled step starts no more targets, and publishes before the runner kills it", async () => {
  await using service = await startScriptedService(({ operation, id }) => {
    if (id === "done") return { status: "passed", tests: [{ name: "Books a table", status: "passed" }] };
    return operation === "createChannelReport" ? { status: "running" } : silence;
  });
  const event = await newPullRequest(github);
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "done, stuck, stuck-too, never-started",
    concurrency: "2",
    check: "separate",
  };
  await using running = await startStep({ github, event, with: inputs });
  await running.line(/batch: stuck-too is being run/);
  const left = await running.cancel();

  expect(left.signal).toBeNull();
  expect(left.exitCode).toBe(1);
  expect(left.outputs).toMatchObject({ verdict: "unknown", passed: "1" });
  const report: Report = JSON.parse(
    await readFile(join(running.workspace, "callboard-report/report.json"), "utf8"),
  );
  expect(report.results.extra.callboard).toMatchObject({
    cancelled: true,
    targets: [
      { id: "done", verdict: "passed" },
      { id: "stuck", verdict: "unknown", evidence: expect.stringContaining("cancelled while") },
      { id: "stuck-too", verdict: "unknown", evidence: expect.stringContaining("cancelled while") },
      { id: "never-started", verdict: "unknown", evidence: expect.stringContaining("cancelled before") },
    ],
  });
  const [comment] = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
  expect(comment?.body).toContain("cancelled before its end");
  expect(left.outputs["comment-url"]).toBe(comment?.html_url);
  expect(service.calls).not.toContain("runBatch never-started");
});

test("a cancelled step publishes with few requests, and leaves no base", async () => {
  const tests = Array.from({ length: 120 }, (_, line) => ({
    name: `Case ${line}`,
    status: "failed",
    file: "a.yml",
    line: line + 1,
  }));
  await using service = await startScriptedService(({ id }) =>
    id === "done" ? { status: "failed", tests } : silence,
  );
  const event = await newPullRequest(github);
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "done, stuck", check: "separate" };
  await using running = await startStep({ github, event, with: { ...inputs, concurrency: "1" } });
  await running.line(/batch: stuck is being run/);
  const before = github.requests.length;
  const left = await running.cancel();

  expect(left.exitCode).toBe(1);
  const sent = github.requests.slice(before).filter(({ operation }) => operation.includes("check-run"));
  expect(sent.map(({ operation }) => operation)).toEqual([
    "GET /commits/{ref}/check-runs",
    "POST /check-runs",
  ]);
  expect(sent[1]?.body).toMatchObject({ conclusion: "failure", output: { annotations: { length: 50 } } });
  expect(sent[1]?.body).not.toHaveProperty("output.text");
  expect(left.outputs).toMatchObject({ failed: "120", "check-url": expect.stringContaining("/checks/") });
  const folder = join(running.workspace, "callboard-report");
  expect((await readdir(folder)).sort()).toEqual(["raw", ...reportFormats.map(reportFileName)].sort());
});

test("a cancel ends the pause of a step that waits for a channel report", async () => {
  await using service = await startScriptedService(() => ({ status: "running" }));
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    channels: "voice",
    "poll-interval": "1h",
    wait: "2h",
  };
  await using running = await startStep({ github, with: { ...inputs, check: "off" } });
  await running.line(/channel: voice has no final report yet/);
  const left = await running.cancel();
  expect(left.signal).toBeNull();
  expect(left.outputs).toMatchObject({ verdict: "unknown" });
  expect(left.summary).toContain("cancelled while Callboard waited for the channel's report");
});
