/** A step that runs its targets several times. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Report } from "../../../shared/report/model.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { expectValidCtrf } from "../../shared/report/support.ts";
import { startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { runStep, startStep, stepKey, unpublished } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const tests = (refund: string) => [
  { name: "Refund", status: refund, ...(refund === "failed" && { message: "Promised 89" }) },
  { name: "Hello", status: "passed" },
];
const passed = { status: "passed", tests: tests("passed") };
const failed = { status: "failed", tests: tests("failed") };

const catalog = "batches:\n  smoke: { id: bat_7, runs: 5, passes: 3 }\n  other: { id: bat_8, runs: 4 }\n";

test("a batch that fails once is run again until it is certain, and all files say so", async () => {
  await using service = await startScriptedService(({ time }) => (time === 1 ? failed : passed));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "bat_7", ...unpublished };
  await using running = await startStep({ github, files: { "callboard.yml": catalog }, with: inputs });
  const { exitCode, outputs, lines } = await running.result;
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ verdict: "passed", total: "2", passed: "2", runs: "4", flaky: "1" });
  expect(lines).toContain("batch: smoke: Refund fails in 1 of 1: run 2 of at most 5.");
  expect(lines).toContain("batch: smoke: Refund fails in 1 of 2: run 3 of at most 5.");
  const folder = join(running.workspace, "callboard-report");
  const raws = ["1-batch-smoke-run.json", ...[2, 3, 4].map(run => `1-batch-smoke-run-${run}.json`)];
  expect((await readdir(join(folder, "raw"))).sort()).toEqual(raws.toSorted());
  const report: Report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  expectValidCtrf(report);
  expect(report.results.extra.callboard.targets).toMatchObject([
    { runs: 4, passes: 3, raws: raws.map(name => `raw/${name}`), raw: `raw/${raws[3]}` },
  ]);
  expect(report.results.tests[0]).toMatchObject({ name: "Refund", flaky: true, retries: 3 });
  const junit = await readFile(join(folder, "report.xml"), "utf8");
  const schema = await readFile(new URL("../../shared/report/junit.xsd", import.meta.url), "utf8");
  expect((await validateXML({ xml: junit, schema })).errors).toEqual([]);
  expect(junit).toContain(
    '<testcase classname="batch: smoke" name="Refund" time="0.000">' +
      '<flakyFailure message="Promised 89" type="failed"><stackTrace>Promised 89</stackTrace></flakyFailure></testcase>',
  );
  expect(junit).toContain('<testcase classname="batch: smoke" name="Hello" time="0.000"/>');
});

test("a case that failed for certain has its other failed runs as reruns in JUnit", async () => {
  await using service = await startScriptedService(() => failed);
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", runs: "3", ...unpublished };
  await runStep({ github, with: inputs }, async left => {
    expect(left.outputs).toMatchObject({ verdict: "failed", failed: "1", runs: "2", flaky: "0" });
    const junit = await left.report("report.xml");
    expect(junit.match(/<failure /g)).toHaveLength(1);
    expect(junit.match(/<rerunFailure /g)).toHaveLength(1);
  });
});

test("a target that could not be run to its end is red in every mode", async () => {
  await using service = await startScriptedService(({ time }) => (time === 1 ? failed : status(401)));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", runs: "5", "fail-on": "never" };
  await runStep({ github, with: { ...inputs, ...unpublished } }, left => {
    expect(left.exitCode).toBe(1);
    expect(left.outputs).toMatchObject({ verdict: "unknown", runs: "2" });
    expect(left.lines.at(-1)).toContain("1 of 1 target could not be run to the end");
  });
});

test("a used-up run is not shown as an error, and the log says what happened", async () => {
  await using service = await startScriptedService(({ time }) => (time === 1 ? status(500) : passed));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", runs: "2", passes: "1" };
  await runStep({ github, with: { ...inputs, ...unpublished } }, left => {
    expect(left.exitCode).toBe(0);
    expect(left.outputs).toMatchObject({ verdict: "passed", runs: "2", flaky: "0" });
    expect(left.groups).toEqual(["batch: b: the last run gave no readable response: run 2 of at most 2."]);
  });
});

test("a merge adds up the runs and the flaky cases", async () => {
  await using service = await startScriptedService(({ time }) => (time === 1 ? failed : passed));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", runs: "3", ...unpublished };
  const report = await runStep({ github, with: inputs }, left => left.report("report.json"));
  const files = { "shards/1/report.json": report, "shards/2/report.json": report };
  await runStep({ github, files, with: { merge: "shards/*/report.json", ...unpublished } }, async left => {
    expect(left.outputs).toMatchObject({ verdict: "passed", runs: "6", flaky: "2" });
    const merged: Report = JSON.parse(await left.report("report.json"));
    expectValidCtrf(merged);
    expect(merged.results.extra.callboard.targets[1]?.raws?.[1]).toBe("../shards/2/raw/1-batch-b-run-2.json");
  });
});

test("the policy of a target is its own in the catalog before that of the inputs, and the dry run shows it", async () => {
  const inputs = { "base-url": "https://api.example.com", "api-key": stepKey, "dry-run": "true" };
  const policy = { runs: "7", passes: "2", "run-again": "always", "max-runs": "9" };
  const files = { "callboard.yml": catalog };
  const given = { ...inputs, ...policy, batches: "bat_7, other, third" };
  await runStep({ github, files, with: given }, left => {
    expect(left.lines.filter(line => line.startsWith("Would"))).toEqual([
      "Would run 3 targets, at most 8 at a time, at most 9 runs altogether.",
      "Would run batch `smoke` (bat_7): POST /v1/batches/bat_7/run with {}; at most 5 runs, until every case is certain; a case needs 3 passes.",
      "Would run batch `other` (bat_8): POST /v1/batches/bat_8/run with {}; at most 4 runs, until every case is certain; a case needs 3 passes.",
      "Would run batch `third`: POST /v1/batches/third/run with {}; at most 7 runs, until every case is certain; a case needs 2 passes.",
    ]);
  });
});
