/** An expression that never ends or takes all memory makes its target unknown, and affects nothing else. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../../shared/report/model.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runStep, startStep, stepKey, unpublished } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

/** Never ends for the response of `hostile`. */
const answers = ({ id }: { id: string }) => ({
  status: id === "red" ? "failed" : "passed",
  text: id === "hostile" ? `${"a".repeat(20_000)}!` : "a",
});
const runsOn = "$not($contains(text, /^(a*){25}b/))";

test("SIGINT ends the step while an expression runs, and the report is written", async () => {
  // The next target is requested while a response is read.
  const never = new Promise<never>(() => {});
  await using service = await startScriptedService(asked => (asked.id === "after" ? never : answers(asked)));
  const inputs = {
    ...unpublished,
    "base-url": service.url,
    "api-key": stepKey,
    batches: "good, red, hostile, after, last",
    concurrency: "1",
    "pass-when": `status = "passed" and ${runsOn}`,
  };
  await using running = await startStep({ github, with: inputs });
  await expect.poll(() => service.calls).toContain("runBatch after");
  const left = await running.cancel();

  expect(left.signal).toBeNull();
  expect(left.exitCode).toBe(1);
  const report: Report = JSON.parse(
    await readFile(join(running.workspace, "callboard-report/report.json"), "utf8"),
  );
  expect(report.results.extra.callboard).toMatchObject({
    cancelled: true,
    targets: [
      { id: "good", verdict: "passed" },
      { id: "red", verdict: "failed" },
      { id: "hostile", verdict: "unknown", evidence: expect.stringContaining("cancelled") },
      {
        id: "after",
        verdict: "unknown",
        evidence: expect.stringContaining("cancelled while the target was running"),
      },
      { id: "last", verdict: "unknown", evidence: expect.stringContaining("cancelled before") },
    ],
  });
});

test("an expression that takes all memory doesn't affect the other targets", async () => {
  await using service = await startScriptedService(answers);
  const text = '$s := $reduce([1..17], function($all, $_) { $all & $all }, "€€€€€€€€")';
  const fills = "$count($map([1..900], function($i) { $uppercase($s & $i) }))";
  const inputs = {
    ...unpublished,
    "base-url": service.url,
    "api-key": stepKey,
    batches: "good, hostile, after",
    "pass-when": `(${text}; text = "a" or ${fills} > 0)`,
    "fail-on": "never",
  };
  // On a busy machine, the time limit can end the expression before the memory limit.
  const problem = /takes more than 512 MB of memory|takes longer than 5 seconds/;
  await runStep({ github, with: inputs }, async left => {
    expect(left.exitCode).toBe(0);
    const report: Report = JSON.parse(await left.report("report.json"));
    expect(report.results.extra.callboard.targets).toMatchObject([
      { id: "good", verdict: "passed" },
      { id: "hostile", verdict: "unknown", evidence: expect.stringMatching(problem) },
      { id: "after", verdict: "passed" },
    ]);
  });
});

test("the catalog's words and `running` read the responses of all targets", async () => {
  const said: Record<string, object> = {
    green: { status: "greenlit", state: "closed" },
    red: { status: "binned", state: "closed" },
    open: { status: "greenlit", state: "open" },
    closed: { status: "binned", state: "open", reviews: [{ id: "rev_1", status: "greenlit" }] },
  };
  await using service = await startScriptedService(({ id }) => ({ ...said[id] }));
  const catalog = [
    "report:",
    "  words: { greenlit: passed, binned: failed }",
    "  running: state != 'closed'",
  ].join("\n");
  const inputs = {
    ...unpublished,
    "base-url": service.url,
    "api-key": stepKey,
    batches: "green, red, open, closed",
    "fail-on": "unknown",
  };
  await runStep({ github, with: inputs, files: { "callboard.yml": catalog } }, async left => {
    expect(left.exitCode).toBe(1);
    const report: Report = JSON.parse(await left.report("report.json"));
    expect(report.results.extra.callboard.targets).toMatchObject([
      { id: "green", verdict: "passed", evidence: "`status` is `greenlit`." },
      { id: "red", verdict: "failed", evidence: "`status` is `binned`." },
      {
        id: "open",
        verdict: "unknown",
        evidence: expect.stringMatching(/^`running` is `true`, so the run is not over/),
      },
      { id: "closed", verdict: "unknown" },
    ]);
  });
});

test("a known bad word in the catalog is a mistake, and nothing is sent", async () => {
  await using service = await startScriptedService(() => ({ status: "failed" }));
  const inputs = { ...unpublished, "base-url": service.url, "api-key": stepKey, batches: "smoke" };
  const files = { "callboard.yml": "report: { words: { failed: passed } }" };
  await runStep({ github, with: inputs, files }, left => {
    expect(left.exitCode).toBe(1);
    expect(left.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "`report.words.failed`: it is a known word for a failure, so it can't mean passed",
      ),
    ]);
    expect(service.calls).toEqual([]);
  });
});

test("`cases` does not turn a red response green", async () => {
  const results = [1, 2].map(id => ({ name: `case ${id}`, status: "passed" }));
  const said: Record<string, object> = {
    verdict: { status: "failed" },
    count: { failed: 3 },
    pages: { nextPage: "2" },
  };
  await using service = await startScriptedService(({ id }) => ({ ...said[id], results }));
  const inputs = {
    ...unpublished,
    "base-url": service.url,
    "api-key": stepKey,
    batches: "verdict, count, pages",
    cases: "results.{ 'name': name, 'status': status }",
    "fail-on": "unknown",
  };
  await runStep({ github, with: inputs }, async left => {
    expect(left.exitCode).toBe(1);
    const report: Report = JSON.parse(await left.report("report.json"));
    expect(
      report.results.extra.callboard.targets.map(({ verdict, evidence }) => [verdict, evidence]),
    ).toEqual([
      [
        "unknown",
        "By `cases`, `case 1` is `passed`, as in all 2 cases, but `status` is `failed`. " +
          "If that does not matter, define a pass with `pass-when`.",
      ],
      [
        "unknown",
        "By `cases`, `case 1` is `passed`, as in all 2 cases, but `failed` is `3`. " +
          "If that does not matter, define a pass with `pass-when`.",
      ],
      [
        "unknown",
        "By `cases`, `case 1` is `passed`, as in all 2 cases, but `nextPage` is `2`, so the list continues elsewhere. " +
          "If that does not matter, define a pass with `pass-when`.",
      ],
    ]);
  });
});
