import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runStep, startStep, stepKey, unpublished } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const passed = { status: "passed" };
const files = { taken: "a file", "half/raw": "a file" };

test.each(["taken", "taken/report", "half"])(
  "a file in place of the folder %s is a mistake that is reported before the first request",
  async path => {
    await using service = await startScriptedService(() => passed);
    const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", "report-path": path };
    await runStep({ github, files, with: inputs }, ({ annotations, exitCode }) => {
      expect(exitCode).toBe(1);
      expect(annotations.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^`report-path`: The folder `(?:taken|half).*` can't be written to .*choose a folder that the job may write to/,
        ),
      ]);
    });
    expect(service.requests).toEqual([]);
  },
);

test("mistakes are reported although the outputs can't be written", async () => {
  const inputs = { "base-url": "", "api-key": "", batches: "b" };
  await runStep(
    { github, env: { GITHUB_OUTPUT: "/nowhere/output" }, with: inputs },
    ({ exitCode, lines }) => {
      expect(exitCode).toBe(1);
      expect(lines.at(-1)).toBe("Nothing was sent to the service: 2 mistakes to mend first.");
    },
  );
});

describe("a failure to write fails the step, after everything else is done", () => {
  test.each([
    ["outputs", { env: { GITHUB_OUTPUT: "/nowhere/output" } }],
    ["a file of the report", { files: { "callboard-report/report.json/in-the-way": "" } }],
    ["a response", { files: { "callboard-report/raw/1-batch-b-run.json/in-the-way": "" } }],
  ])("%s", async (_, given) => {
    await using service = await startScriptedService(() => passed);
    const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", check: "off" };
    const requests = github.requests.length;
    await using running = await startStep({ github, ...given, with: inputs });
    const left = await running.result;
    expect(left.exitCode).toBe(1);
    expect(left.annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^This step fails: not all outputs and files could be written: .*check that the disk has space/,
      ),
    ]);
    expect(left.summary).toContain("Passed");
    expect(github.requests.slice(requests).map(({ operation }) => operation)).toContain(
      "POST /issues/{issue_number}/comments",
    );
    expect(await readdir(join(running.workspace, "callboard-report"))).toContain("report.xml");
  });

  test("the response of an operation: the message reports that the operation was carried out", async () => {
    await using service = await startScriptedService(() => ({ id: "per_1" }));
    const inputs = { "base-url": service.url, "api-key": stepKey, operation: "createPersona" };
    await runStep({ github, env: { GITHUB_OUTPUT: "/nowhere/output" }, with: inputs }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.annotations.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^The operation was carried out, but this step fails: /),
      ]);
    });
  });
});

test("a summary that can't be written is logged, and doesn't fail the step", async () => {
  await using service = await startScriptedService(() => passed);
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", ...unpublished };
  const env = { GITHUB_STEP_SUMMARY: "/nowhere/summary" };
  await runStep({ github, env, with: inputs }, async left => {
    expect(left.exitCode).toBe(0);
    expect(left.outputs).toMatchObject({ verdict: "passed" });
    expect(left.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining("The job summary could not be written"),
    ]);
    expect(await left.report("report.json")).toContain("passed");
  });
});
