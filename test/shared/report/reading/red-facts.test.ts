import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/json.ts";
import { read } from "../../../../shared/reading/read.ts";

const tests = [
  { name: "a", status: "passed" },
  { name: "b", status: "passed" },
];

/** Beside a verdict, and beside cases that all passed. */
const green: readonly JsonObject[] = [{ status: "passed" }, { tests }];

describe("nothing passes beside what speaks of failure and is not understood:", () => {
  test.each([
    ["failed", { failed: "1,024" }],
    ["failed", { failed: { critical: 1, minor: 2 } }],
    ["failed", { failed: 2.5 }],
    ["failed", { failed: 3e9 }],
    ["critical_failures", { critical_failures: 1 }],
    ["unexpected_failures", { unexpected_failures: 2 }],
    ["failedTestNames", { failedTestNames: ["Asks for a refund"] }],
    ["summary", { summary: "3 failed, 12 passed" }],
    ["stats.text", { stats: { text: "12 passed, 1 test failed" } }],
    ["personas[0].status", { personas: [{ id: "p", status: "failed" }] }],
    ["qualityGate", { qualityGate: "failed" }],
    ["report.summary.hardFailures", { report: { summary: { hardFailures: 4 } } }],
    ["failed", { failed: { "Asks for a refund": { message: "No refund." } } }],
    ["summary", { summary: "Failed: 3, Passed: 12" }],
    ["summary", { summary: "passes=12 failures=3" }],
    ["notes[0].failures", { notes: [{ failures: ["The line was dead."] }] }],
    ["verdicts[1]", { verdicts: ["passed", "failed"] }],
    ["results[1]", { results: ["passed", "failed"] }],
    ["regressions", { regressions: 3 }],
    ["mismatches", { mismatches: 2 }],
    ["notes[0].failureReason", { notes: [{ failureReason: "The line was dead." }] }],
  ])("%s in %j", (path, red) => {
    for (const base of green) {
      const { verdict, evidence } = read({ ...base, ...red });
      expect(verdict).not.toBe("passed");
      // A failure that is understood is the basis itself.
      const { basis, against } = evidence;
      expect(JSON.stringify([basis, against])).toContain(JSON.stringify(path));
    }
  });

  test.each<JsonObject>([
    { failureMessage: "No refund." },
    { failure: { message: "No refund." } },
    { failures: ["No refund."] },
    { failures: [{ message: "No refund." }] },
    { failedSteps: ["Asks for a refund"] },
    { failed: { polite: { reason: "It shouted." } } },
    { error: "No refund." },
    { error: { message: "No refund." } },
    { errors: ["No refund."] },
  ])("a passed case with a reason for its failure: %j", reason => {
    const [first] = tests;
    expect(read({ tests: [{ ...first, ...reason }] })).toMatchObject({
      verdict: "unknown",
      evidence: { against: { facts: [{ path: `tests[0].${Object.keys(reason)[0]}` }] } },
    });
  });
});

test.each<JsonObject>([
  { error: null },
  { error: "" },
  { error: "none" },
  { error: {} },
  { errors: [] },
  { failures: [] },
  { failureMessage: null },
])("a case passes that says it has no reason: %j", none => {
  expect(read({ tests: tests.map(each => ({ ...each, ...none })) }).verdict).toBe("passed");
});

describe("what passes stays passed beside", () => {
  test.each<JsonObject>([
    { failed: 0 },
    { failed: "0" },
    { failed: "none" },
    { failed: null },
    { failures: [] },
    { failed: { critical: 0, minor: 0 } },
    { failureMessage: "" },
    { failure_rate: 0 },
    { failFast: true },
    { failOn: "unknown" },
    { failedAt: "2026-03-09T10:00:00Z" },
    { previous: { failed: 3 } },
    { expectedFailures: 2 },
    { config: { failures: 3 } },
    { summary: "0 failed, 12 passed" },
    { summary: "Failed: 0, Passed: 12" },
    { failures: { label: "Failures", unit: "cases", value: 0 } },
    { notes: [{ failures: [], failure: null, failed: {} }] },
    { results: ["passed", "passed"] },
    { regressions: 0, mismatches: [] },
    { name: "failed" },
    { description: "What to do when a payment failed" },
    {
      checks: { "payment failed": { status: "passed", duration: 3 }, "shows failures": { status: "passed" } },
    },
  ])("%j", fields => {
    for (const base of green) expect(read({ ...base, ...fields }).verdict).toBe("passed");
  });
});
