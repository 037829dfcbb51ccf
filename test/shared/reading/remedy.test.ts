import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { VerdictRemedy } from "../../../shared/reading/evidence.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { createExpressionReader } from "../../../shared/reading/expressions.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import { responses } from "./table.ts";

const done = { name: "a", status: "passed" };

function remedyOn(response: JsonObject): VerdictRemedy | undefined {
  return readResponse(response).evidence.remedy;
}

describe("an unknown reading has a remedy:", () => {
  test.each<[JsonObject, string]>([
    [{ total: 12, failedCount: 0 }, "failedCount = 0 and total > 0"],
    [{ summary: { failed: 0, errors: 0 } }, "summary.failed = 0 and summary.errors = 0"],
    [{ stats: { passes: 2, failures: 0, pending: 1 } }, "stats.failures = 0 and stats.passes > 0"],
    [{ verdict: "passed", summary: { failed: 2, passed: 1 } }, "summary.failed = 0 and summary.passed > 0"],
    [{ status: "finished", pass_rate: 100 }, "pass_rate = 100"],
    [{ status: "finished", run: { success_rate: 97.5 } }, "run.success_rate = 100"],
    [{ status: "finished", success_rate: 0.97 }, "success_rate = 1"],
    [{ verdict: "passed", gates: [{ name: "b", verdict: "fail" }] }, 'verdict = "passed"'],
    [{ passed: true, state: "tepid", error: "worker lost" }, "passed = true"],
    [
      { results: [{ id: "1", status: "success" }] },
      '$count(results) > 0 and $count(results[status = "success"]) = $count(results)',
    ],
    [
      { data: { tests: [done, { name: "b", status: "tepid" }] } },
      '$count(data.tests) > 0 and $count(data.tests[status = "passed"]) = $count(data.tests)',
    ],
  ])("%j: `pass-when: %s`", async (response, suggestion) => {
    expect(remedyOn(response)).toMatchObject({ passWhen: suggestion });
    const { verdict } = await createExpressionReader({ passWhen: suggestion }, evaluateExpression)(response);
    expect(verdict).not.toBe("unknown");
  });

  test.each<[JsonObject, VerdictRemedy["by"]]>([
    [{ status: "completed" }, "pass-when"],
    [{ id: "x" }, "pass-when"],
    [{ passed: 0, failed: 0, total: 0 }, "pass-when"],
    [{ tests: [{ name: "a", status: "tepid" }] }, "cases"],
    [{ verdict: "passed", awaitingReview: 2 }, "decision"],
    [{ tests: [done, { name: "b", status: "needs review" }] }, "decision"],
  ])("%j: by %s", (response, by) => {
    expect(remedyOn(response)).toEqual({ by });
  });

  test("but not if it is still running, or decided", () => {
    for (const response of [{ status: "running" }, { status: "failed", failed: 1 }, { tests: [done] }])
      expect(remedyOn(response)).toBeUndefined();
  });

  test("a remedy never takes the success of a call for a pass", () => {
    const calls = [{ success: true }, { success: false, error: "quota" }, { status: "success", id: "1" }];
    for (const response of calls) expect(remedyOn(response)?.passWhen).toBeUndefined();
  });

  test("a remedy contains no name that needs quotes or is too long", () => {
    const odd = [
      { "a b": { failed: 0 } },
      { "x`y": { failed: 0 } },
      { and: { failed: 0 } },
      { [`a${"b".repeat(50)}`]: { failed: 0 } },
      { tests: [{ name: "a", "a status": "passed" }] },
    ];
    for (const response of odd) expect(remedyOn(response)?.passWhen).toBeUndefined();
  });

  test("every suggested expression can be evaluated, and decides", async () => {
    let suggestions = 0;
    for (const response of responses) {
      const passWhen = remedyOn(response)?.passWhen;
      if (passWhen === undefined) continue;
      suggestions += 1;
      const reading = await createExpressionReader({ passWhen }, evaluateExpression)(response);
      expect(reading.verdict, `${passWhen} on ${JSON.stringify(response)}`).not.toBe("unknown");
    }
    expect(suggestions).toBeGreaterThan(40);
  });
});
