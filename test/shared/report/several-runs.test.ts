import { expect, it } from "vitest";
import { readResponse } from "../../../shared/reading/read.ts";
import { junit } from "../../../shared/report/junit.ts";
import type { TargetRun } from "../../../shared/report/model.ts";
import { reportOf } from "../../../shared/report/report.ts";
import { resultOfRuns } from "../../../shared/report/several-runs.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { expectValidCtrf, runFacts } from "./support.ts";

const target = { kind: "batch", id: "b" } as const;
const policy = { runs: 3, passes: 2, runAgain: "failed" } as const;

function run(response: Parameters<typeof readResponse>[0]): TargetRun {
  return { ...target, raw: "raw/b.json", reading: readResponse(response) };
}

it("redacts the texts of every run", () => {
  const key = "s3cret-of-the-team";
  const message = `Said ${key}`;
  const failed = run({
    status: "failed",
    error: message,
    tests: [
      { id: key, name: key, status: "failed", message, persona: key },
      { id: "2", name: key, status: "failed", message },
    ],
  });
  const broken = run({ status: "failed", error: message, tests: [{ name: "Hello", status: "passed" }] });
  const used: TargetRun = { ...target, raw: "", error: message, isUsedUp: true };
  const runs = [failed, broken, used];
  const { result, tests } = resultOfRuns({ target: { ...target, name: key }, policy, runs }, redactor(key));
  const report = reportOf([result], tests, runFacts);
  expect(tests.length).toBeGreaterThan(2);
  expect(JSON.stringify(report)).not.toContain(key);
  expect([...junit(report)].join("")).not.toContain(key);
  expectValidCtrf(report);
});

it("names one flaky case, and the run that decides nothing", () => {
  const doubtful = run({ status: "parked", tests: [{ name: "Refund", status: "parked" }] });
  const failed = run({ status: "failed", tests: [{ name: "Refund", status: "failed" }] });
  const { result } = resultOfRuns({ target, policy, runs: [failed, doubtful] });
  expect(result.verdict).toBe("unknown");
  expect(result.evidence).toMatch(
    /^The only case is not certain after 2 runs; `Refund` failed in 1 of 1, without a verdict in 1 of 2 runs\. Run 2 gave no verdict: .*parked/,
  );
});

it("marks a case as flaky that the service itself ran again in one of the runs", () => {
  const retried = run({ status: "passed", tests: [{ name: "Refund", status: "passed", retries: 1 }] });
  const { tests } = resultOfRuns({ target, policy, runs: [retried] });
  expect(tests).toMatchObject([{ status: "passed", flaky: true, retries: 0 }]);
});
