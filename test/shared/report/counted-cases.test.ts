import { describe, expect, it } from "vitest";
import type { CaseStatus } from "../../../shared/reading/reading.ts";
import { countedCases, hasFailed } from "../../../shared/report/counted-cases.ts";
import type { Report, TargetResult, TestExtra } from "../../../shared/report/model.ts";
import { nothingStated } from "./readings.ts";
import { batch, document, smoke } from "./support.ts";

const statuses = { p: "passed", f: "failed", o: "other" } as const;

/** `fpf` are the runs of a case: failed, passed, failed. */
function ofRuns(statusesOfCases: Record<string, CaseStatus>, runs: Record<string, string>): Report {
  const report = document(smoke(statusesOfCases));
  const { results } = report;
  const tests = results.tests.map(test => {
    const extra: TestExtra = {
      ...test.extra,
      runs: Array.from(runs[test.name] ?? "", run => statuses[run as keyof typeof statuses]),
      ...(test.name === "smoke" && { isRun: true as const }),
    };
    return { ...test, extra };
  });
  const { callboard } = results.extra;
  const targets = callboard.targets.map(
    (target): TargetResult => ({ ...target, runs: 3, passes: 2, raws: [] }),
  );
  return { ...report, results: { ...results, tests, extra: { callboard: { ...callboard, targets } } } };
}

function counted(report: Report): string[] {
  return Array.from(
    countedCases(report),
    ({ name, passes, failures, outcome, count = 1 }) =>
      `${name || "run"} ${passes}-${failures} ${outcome}${count > 1 ? ` ${count} times` : ""}`,
  );
}

describe("the cases of a report", () => {
  it("have one run each, if their target was run once", () => {
    expect(counted(document(smoke({ a: "passed", b: "failed", c: "skipped" })))).toEqual([
      "a 1-0 passed",
      "b 0-1 failed",
      "c 0-0 other",
      "run 0-0 other",
    ]);
    expect(counted(document(smoke({ a: "passed" })))).toContain("run 1-0 passed");
  });

  it("have the failures that a run doesn't list as a case without a name", () => {
    const totals = { ...nothingStated, total: 40, failed: 3 };
    expect(counted(document(batch("smoke", { verdict: "failed", totals })))).toEqual([
      "run 0-1 failed 3 times",
    ]);
  });

  it("have several runs, and the ones that decided a case have passed themselves", () => {
    const report = ofRuns({ a: "passed", b: "other" }, { a: "ppo", b: "ofo" });
    expect(counted(report)).toEqual(["a 2-0 passed", "b 0-1 failed", "run 2-0 other"]);
  });

  it("have the run itself without a name, if it is listed", () => {
    const report = ofRuns({ a: "passed", smoke: "failed" }, { a: "ppp", smoke: "fpf" });
    expect(counted(report)).toEqual(["a 3-0 passed", "run 1-2 failed"]);
  });

  it("have failed if a run of them failed and they did not end passed", () => {
    const report = ofRuns({ a: "passed", b: "other", c: "other" }, { a: "fpp", b: "fpo", c: "ooo" });
    expect(report.results.tests.map(hasFailed)).toEqual([false, true, false]);
  });
});
