/** What reading goes by, point by point: shapes that show it, and traps beside them. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/json.ts";
import { evidenceText } from "../../../../shared/report/evidence.ts";
import { read } from "../../../../shared/report/read.ts";

/** A verdict, or that it still runs. */
type Expected = "passed" | "failed" | "unknown" | "running";

const done = { name: "a", status: "passed" };
const failing = { name: "b", status: "failed" };

function each(rows: readonly (readonly [Expected, JsonObject])[]): void {
  test.each(rows.map(([expected, response]) => [expected, JSON.stringify(response).slice(0, 150), response]))(
    "%s: %s",
    (expected, _, response) => {
      const { verdict, running, evidence } = read(response as JsonObject);
      expect(running ? "running" : verdict, evidenceText(evidence)).toBe(expected);
    },
  );
}

describe("what was planned is not what runs", () => {
  const left = { name: "c", status: "todo" };
  each([
    ["passed", { status: "passed", tests: [done, left] }],
    ["passed", { verdict: "pass", summary: { total: 3, passed: 2, failed: 0, todo: 1 } }],
    ["failed", { tests: [failing, left] }],
    ["failed", { tests: [failing, { name: "c", status: "pending" }] }],
    ["failed", { tests: [done, failing, { name: "c", status: "not run" }] }],
    ["failed", { failed: 1, passed: 3, pending: 2 }],
    ["failed", { failed: 1, passed: 3, todo: 2, tests: [left] }],
    ["passed", { tests_triggered: 4, passed: 4, failed: 0 }],
    ["passed", { triggered: 4, total: 4, passed: 4, failed: 0 }],
    ["passed", { testsStarted: 5, testsPassed: 4, testsSkipped: 1, testsFailed: 0 }],
    ["failed", { scenarios_launched: 5, scenarios_passed: 3, scenarios_failed: 2 }],
    [
      "passed",
      {
        success: true,
        numTotalTests: 2,
        numPassedTests: 1,
        numFailedTests: 0,
        numPendingTests: 1,
        groups: [{ name: "g", status: "passed", tests: [done, { name: "c", status: "pending" }] }],
      },
    ],
    // Traps
    ["unknown", { tests: [done, left] }],
    ["unknown", { status: "passed", tests: [left] }],
    ["unknown", { status: "completed", passed: 3, failed: 0, pending: 2, total: 5 }],
    ["unknown", { status: "passed", tests: [done, { name: "c", status: "not run" }] }],
    ["unknown", { tests_triggered: 6, passed: 4, failed: 0 }],
    ["unknown", { triggered: 4 }],
    ["unknown", { triggered: 4, passed: 4 }],
    ["unknown", { triggered: 4, success: 4 }],
    ["unknown", { triggered: 4, successful: 4, failed: 0 }],
    ["unknown", { success: true, groups: [{ name: "g", status: "aborted", tests: [done, left] }] }],
    ["running", { tests: [done, { name: "c", status: "pending" }] }],
    ["running", { tests: [failing, { name: "c", status: "running" }] }],
    ["running", { status: "running", failed: 1, todo: 2 }],
    ["running", { status: "to do" }],
    ["running", { passed: 3, failed: 0, running: 1 }],
    ["running", { passed: 3, failed: 0, tests_queued: 1 }],
  ]);
});

describe("in a list or a map of cases, a flag of success is the case's verdict", () => {
  const good = { name: "a", success: true };
  const bad = { name: "b", success: false };
  each([
    ["passed", { tests: [good] }],
    ["passed", { tests: [{ id: "1", success: true }] }],
    ["passed", { results: [good, { name: "b", success: true }] }],
    ["passed", { cases: { a: { success: true }, b: { success: true } } }],
    ["passed", { results: { a: { ok: true }, b: { ok: true } } }],
    ["passed", { success: true, scenarios: [good] }],
    ["passed", { scenarios: [{ title: "a", ok: true, score: 0.9 }] }],
    ["passed", { data: { runs: [{ name: "a", successful: true, duration: 3 }] } }],
    ["failed", { tests: [good, bad] }],
    ["failed", { success: true, results: [good, bad] }],
    ["failed", { tests: { a: { success: true }, b: { success: false } } }],
    // Traps: what may be the call's own, or that of taking up an order.
    ["unknown", { success: true }],
    ["unknown", { success: true, data: { id: "1" } }],
    ["unknown", { results: [{ testId: "t1", success: true }] }],
    ["unknown", { results: [{ runId: "r1", success: true, queue: 3 }] }],
    ["unknown", { success: false, tests: [good] }],
    ["unknown", { uploads: [{ name: "report.xml", success: true }] }],
    ["unknown", { users: [{ name: "Ann", ok: true }] }],
    ["unknown", { tests: [{ id: "1", name: "a", valid: true }] }],
    ["unknown", { results: [{ name: "a", status: "success", score: 0.1 }] }],
    ["unknown", { results: [{ success: true }, { success: null }] }],
  ]);
});

describe("the words of a name count wherever they stand among others", () => {
  each([
    ["failed", { overall_check_failure_total: 1, overall_check_total: 4 }],
    ["failed", { number_of_tests_that_failed: 2 }],
    ["failed", { failuresInSuite: 1 }],
    ["failed", { batchRunFailedCount: 1 }],
    ["failed", { runHasFailures: true }],
    ["failed", { suiteRunStatus: "failed" }],
    ["failed", { finalVerdictOfRun: "FAIL" }],
    ["failed", { numFailedTests: 1, numTotalTests: 3 }],
    ["passed", { suiteRunStatus: "success" }],
    ["passed", { final_verdict_of_the_run: "passed" }],
    ["passed", { overallPassed: true }],
    ["passed", { completedRunVerdict: "pass" }],
    ["passed", { batch_run_success_total: 4, batch_run_failure_total: 0 }],
    ["passed", { executedTestsPassed: 3, executedTestsFailed: 0 }],
    ["passed", { testsRun: 3, failures: 0, errors: 0, skipped: 0, time: 1.5 }],
    // Traps: a word that is not known may stand for anything.
    ["unknown", { status: "passed", acmeFailedTotal: 1 }],
    ["unknown", { status: "passed", failed_zork_checks: 1 }],
    ["unknown", { zorkPassed: true }],
    ["unknown", { zork_run_verdict: "passed" }],
    ["unknown", { passedThreshold: 80 }],
    ["unknown", { passed_of_failed_total: 4 }],
    ["unknown", { no_failures_in_run: true }],
    ["unknown", { expectedRunStatus: "passed" }],
    ["unknown", { previous_run_verdict: "passed" }],
    ["unknown", { runSuccessful: true }],
    ["running", { suiteRunStatus: "in_progress", overall_check_failure_total: 0 }],
  ]);
});

describe("results that stand deep are found", () => {
  each([
    ["passed", { a: { b: { c: { d: { e: { verdict: "passed" } } } } } }],
    ["failed", { a: { b: { c: { d: { e: { verdict: "failed" } } } } } }],
    ["running", { a: { b: { c: { d: { e: { status: "running" } } } } } }],
    ["passed", { a: { b: { c: { d: { e: { passed: 3, failed: 0 } } } } } }],
    ["failed", { a: { b: { c: { d: { e: { passed: 3, failed: 1 } } } } } }],
    ["passed", { a: [{ b: [{ c: [{ d: [{ e: [done] }] }] }] }] }],
    ["failed", { a: [{ b: [{ c: [{ d: [{ e: [done, failing] }] }] }] }] }],
    ["passed", { a: { b: [{ c: { d: [{ tests: [done] }] } }] } }],
    ["passed", { a: [{ b: { c: [{ d: { verdict: "passed" } }] } }] }],
    ["failed", { a: [{ b: { c: [{ d: { verdict: "failed" } }] } }] }],
    ["failed", { a: [[[[[failing]]]]] }],
    ["passed", { a: { b: { c: { d: { e: { f: { g: { status: "passed" } } } } } } } }],
    ["passed", { data: { run: { output: { report: { result: { status: "passed" } } } } } }],
    // Traps
    ["unknown", { a: { b: { c: { d: { e: { success: true } } } } } }],
    ["unknown", { a: { b: { c: { d: { e: { status: "completed" } } } } } }],
    ["unknown", { a: { b: { config: { d: { e: { status: "passed" } } } } } }],
    ["unknown", { a: { b: { previous_run: { d: { status: "passed" } } } } }],
    ["unknown", { a: { b: { c: { id: "1", d: { e: { status: "passed" } } } } } }],
    ["unknown", { a: { b: [{ c: { d: [{ e: { id: "1", name: "a" } }] } }] } }],
    ["unknown", { a: { b: { c: { d: { e: { verdict: "passed", failed: 1 } } } } } }],
    ["unknown", { a: { b: { c: { d: { e: {} } } } } }],
    ["unknown", { a: { b: { c: { d: { expected: { verdict: "passed" } } } } } }],
    ["unknown", { a: [{ b: [{ c: [] }] }] }],
  ]);
});

describe("a share of all supports a pass, and alone it is none", () => {
  const success = { id: "1", status: "success" };
  each([
    ["passed", { status: "finished", pass_percentage: 100, results: [success] }],
    ["passed", { status: "completed", success_rate: "100%", results: [success, { id: "2", status: "ok" }] }],
    ["passed", { status: "completed", success_rate: " 100.0 % ", results: [success] }],
    ["passed", { state: "done", passRate: 100, items: [{ success: true }] }],
    ["passed", { finished_at: "2026-03-09T10:00:00Z", pass_rate: 100.0, results: [success] }],
    ["passed", { success: true, statistics: { success_percent: 100 }, results: [{ success: true }] }],
    ["passed", { status: "finished", pass_percentage: 100, tests: [done] }],
    ["passed", { status: "finished", summary: { percent_passed: 100 }, results: [success] }],
    ["failed", { status: "finished", pass_percentage: 100, tests: [failing] }],
    ["failed", { status: "finished", passRate: 66.7, tests: [done, failing] }],
    ["running", { status: "evaluating", passRate: 100, results: [success] }],
    // Traps
    ["unknown", { pass_percentage: 100 }],
    ["unknown", { status: "finished", pass_percentage: 100 }],
    ["unknown", { pass_percentage: 100, results: [success] }],
    ["unknown", { status: "finished", score: 100, results: [success] }],
    ["unknown", { status: "finished", percent: 100, results: [success] }],
    ["unknown", { status: "finished", pass_percentage: 99, results: [success] }],
    ["unknown", { status: "finished", pass_rate: 1, results: [success] }],
    ["unknown", { status: "finished", failure_rate: 100, results: [success] }],
    [
      "unknown",
      { status: "finished", pass_percentage: 100, results: [success, { id: "2", status: "aborted" }] },
    ],
    ["unknown", { status: "finished", pass_percentage: 100, results: [{ id: "1" }] }],
    ["unknown", { status: "cancelled", pass_percentage: 100, results: [success] }],
  ]);
});

describe("of a suite that is over, its cases and counts tell", () => {
  const counts = { total: 3, passed: 3, failed: 0 };
  each([
    ["passed", { reports: [{ name: "a", status: "COMPLETED", summary: counts }] }],
    ["passed", { reports: [{ name: "a", status: "SUCCEEDED", summary: counts }] }],
    ["passed", { runs: [{ id: "1", state: "finished", tests: [done] }] }],
    ["passed", { suites: [{ name: "s", status: "done", tests: [done] }] }],
    ["failed", { suites: [{ name: "s", status: "done", tests: [done, failing] }] }],
    [
      "failed",
      { reports: [{ name: "a", status: "COMPLETED", summary: { ...counts, passed: 2, failed: 1 } }] },
    ],
    ["unknown", { reports: [{ name: "a", status: "COMPLETED", summary: { ...counts, passed: 2 } }] }],
    [
      "unknown",
      {
        reports: [
          { name: "a", status: "COMPLETED", summary: counts },
          { name: "b", status: "COMPLETED" },
        ],
      },
    ],
    ["unknown", { reports: [{ name: "a", status: "CANCELLED", summary: counts }] }],
    ["unknown", { suites: [{ name: "s", status: "done", result: "tepid", tests: [done] }] }],
    ["running", { suites: [{ name: "s", status: "running", tests: [done] }] }],
  ]);
});

describe("a run fails that does not keep to what it has to", () => {
  each([
    ["failed", { checks: [{ name: "a", passes: 3, fails: 0 }], thresholds: { "p95<500": { ok: false } } }],
    ["failed", { passed: 3, failed: 0, thresholds: [{ name: "p95", passed: false }] }],
    ["passed", { passed: 3, failed: 0, thresholds: [{ name: "p95", passed: true }] }],
    ["unknown", { verdict: "passed", thresholds: [{ name: "p95", passed: false }] }],
    ["unknown", { thresholds: [{ name: "p95", passed: true }] }],
    ["unknown", { tests: [{ ...done, thresholds: [{ name: "p95", passed: false }] }] }],
  ]);
});

describe("what is wrong inside something that passed shows:", () => {
  const wrong = ["failed", "error", "FAIL", "timeout", "cancelled", "needs review", "running", "not passed"];
  /** Each with a place for a word, and the path of it. */
  const shapes: readonly (readonly [path: string, make: (word: string) => JsonObject])[] = [
    ["tests[0].steps[1].status", status => ({ tests: [{ ...done, steps: [{ ...done }, { status }] }] })],
    [
      "tests[0].assertions[0].result",
      result => ({ tests: [{ ...done, assertions: [{ name: "x", result }] }] }),
    ],
    [
      "tests[0].messages[1].judge.status",
      status => ({ tests: [{ ...done, messages: [{ role: "user" }, { judge: { status } }] }] }),
    ],
    ["tests[0].evaluation.verdict", verdict => ({ tests: [{ ...done, evaluation: { verdict } }] })],
    [
      "tests[0].turns[0].parts[0].outcome",
      outcome => ({ tests: [{ ...done, turns: [{ parts: [{ outcome }] }] }] }),
    ],
    [
      "tests[0].steps[0].steps[0].steps[0].status",
      status => ({ tests: [{ ...done, steps: [{ ...done, steps: [{ ...done, steps: [{ status }] }] }] }] }),
    ],
    ["tests[0].details.verdict", verdict => ({ tests: [{ ...done, details: { verdict } }] })],
    ["tests[0].teardown.status", status => ({ tests: [{ ...done, teardown: { status } }] })],
    [
      "tests[0].attempts[1].status",
      status => ({ tests: [{ ...done, attempts: [{ status: "failed" }, { status }] }] }),
    ],
    [
      "tests[0].attempts[1].steps[0].status",
      status => ({
        tests: [{ ...done, attempts: [{ status: "failed" }, { status: "passed", steps: [{ status }] }] }],
      }),
    ],
    [
      "tests[0].criteria[0].status.name",
      name => ({ tests: [{ ...done, criteria: [{ status: { name } }] }] }),
    ],
    ["tests.a.steps[0].status", status => ({ tests: { a: { status: "passed", steps: [{ status }] } } })],
    ["suites[0].hooks[0].status", status => ({ suites: [{ ...done, hooks: [{ status }], tests: [done] }] })],
    ["steps[0].status", status => ({ verdict: "passed", steps: [{ status }] })],
    [
      "steps[0].assertions[0].status",
      status => ({ verdict: "passed", steps: [{ ...done, assertions: [{ status }] }] }),
    ],
  ];

  test.each(shapes)("%s", (path, make) => {
    expect(read(make("passed")).verdict).toBe("passed");
    for (const word of wrong) {
      const { verdict, running, evidence, cases } = read(make(word));
      expect([word, verdict, running], evidenceText(evidence)).toEqual([word, "unknown", false]);
      // Both sides: what says that it passed, and what is wrong.
      expect(evidenceText(evidence)).toMatch(/ is `passed`.*, but /);
      expect(evidenceText(evidence)).toContain(`\`${path}\` is \`${word}\``);
      if (path.startsWith("tests")) expect(cases.map(({ status }) => status)).not.toContain("passed");
    }
  });

  each([
    ["unknown", { tests: [{ ...done, criteria: [{ name: "x", met: false }] }] }],
    ["failed", { tests: [{ ...done, result: { verdict: "failed" } }] }],
    ["failed", { tests: [{ name: "a", status: "succeeded", result: { verdict: "failed" } }] }],
    ["unknown", { tests: [{ ...done, assertions: [{ passed: false }] }] }],
    ["unknown", { tests: [{ ...done, assertions: { total: 3, passed: 3, failed: 1 } }] }],
    ["unknown", { tests: [{ ...done, assertions: { total: 3, passed: 2 } }] }],
    ["unknown", { tests: [{ ...done, steps: [{ name: "x", error: "no answer" }] }] }],
    ["unknown", { tests: [{ ...done, judge: { isCorrect: true, valid: false } }] }],
    ["unknown", { tests: [{ ...done, runs: [{ status: "failed" }, { status: "passed" }] }] }],
    [
      "unknown",
      {
        tests: [
          {
            ...done,
            steps: [
              { name: "x", status: "failed" },
              { name: "x", status: "passed" },
            ],
          },
        ],
      },
    ],
    ["unknown", { passed: 2, failed: 0, total: 2, suites: [{ name: "s", total: 2, passed: 1, failed: 0 }] }],
    ["unknown", { numTotalSuites: 2, numPassedSuites: 1, passed: 3, failed: 0, total: 3 }],
    ["unknown", { passed: 1, failed: 0, tests: [done, { name: "b", status: "passed" }] }],
    ["unknown", { status: "passed", total: 3, completed: 2, tests: [done] }],
    ["unknown", { verdict: "passed", steps: { total: 3, passed: 2, failed: 0 } }],
    ["unknown", { tests: [{ ...done, stage: "running" }] }],
    ["unknown", { tests: [{ ...done, goalAchieved: false }] }],
    ["unknown", { tests: [{ ...done, criteria: { polite: true, "books a table": false } }] }],
    ["unknown", { tests: [{ ...done, evaluation: { judges: { tone: "pass", facts: "fail" } } }] }],
    ["unknown", { verdict: "passed", rubric: { polite: "needs review" } }],
    [
      "passed",
      { tests: [{ ...done, criteria: { polite: true, tone: "none", optional: false, notes: "fail" } }] },
    ],
    ["passed", { tests: [{ ...done, judge: { cached: false }, setup: { headless: false } }] }],
    ["passed", { tests: [{ ...done, goalAchieved: true, emailVerified: false }] }],
    ["unknown", { results: [{ ...done, passedSteps: 3, failedSteps: 1 }] }],
    ["unknown", { results: [{ ...done, totalSteps: 4, passedSteps: 3 }] }],
    ["unknown", { tests: [{ ...done, steps: [{ ...done, stage: "interrupted" }] }] }],
    ["passed", { tests: [{ ...done, stage: "finished", steps: [{ ...done, stage: "testing" }] }] }],
    ["passed", { status: "passed", stage: "review", jobs: [{ ...done, stage: "staging" }] }],
    // What was tried again, or may fail, or says nothing of how it went.
    ["passed", { tests: [{ ...done, attempts: [{ status: "failed" }, { status: "passed" }] }] }],
    [
      "passed",
      {
        tests: [
          { ...done, attempts: [{ status: "failed", steps: [{ status: "failed" }] }, { status: "passed" }] },
        ],
      },
    ],
    [
      "passed",
      {
        tests: [
          {
            ...done,
            attempts: [
              { attempt: 2, status: "passed" },
              { attempt: 1, status: "failed" },
            ],
          },
        ],
      },
    ],
    [
      "passed",
      {
        tests: [
          {
            ...done,
            runs: [
              { retry: 0, status: "failed" },
              { retry: 1, status: "passed" },
            ],
          },
        ],
      },
    ],
    ["passed", { tests: [{ ...done, retries: 1, runs: [{ status: "failed" }, { status: "passed" }] }] }],
    ["passed", { tests: [{ ...done, flaky: true, retryAttempts: [{ attempt: 1, status: "failed" }] }] }],
    [
      "passed",
      {
        tests: [
          {
            ...done,
            steps: [
              { name: "x", attempt: 1, status: "failed" },
              { name: "x", attempt: 2, status: "passed" },
            ],
          },
        ],
      },
    ],
    ["passed", { verdict: "passed", attempts: [{ status: "failed" }, { status: "passed" }] }],
    ["passed", { tests: [{ ...done, steps: [{ status: "failed", continueOnError: true }] }] }],
    [
      "passed",
      { tests: [{ ...done, steps: [{ status: "failed", optional: true, steps: [{ status: "failed" }] }] }] },
    ],
    ["passed", { tests: [{ ...done, assertions: [{ passed: false, required: false }] }] }],
    [
      "passed",
      { tests: [{ ...done, steps: [{ status: "skipped" }, { status: "started" }, { result: "none" }] }] },
    ],
    [
      "passed",
      { tests: [{ ...done, events: [{ state: "queued" }, { state: "running" }, { state: "passed" }] }] },
    ],
    [
      "passed",
      { tests: [{ ...done, messages: [{ role: "user", content: "It failed.", phase: "greeting" }] }] },
    ],
    ["passed", { tests: [{ ...done, assertions: { total: 3, passed: 2, skipped: 1, failedAttempts: 2 } }] }],
    ["passed", { tests: [{ ...done, config: { status: "failed" }, expected: { verdict: "failed" } }] }],
    // Marks that say something else.
    ["unknown", { tests: [{ ...done, steps: [{ status: "failed", optional: false }] }] }],
    ["unknown", { tests: [{ ...done, assertions: [{ passed: false, required: true }] }] }],
    ["unknown", { tests: [{ ...done, optional: true, steps: [{ status: "failed" }] }] }],
    ["failed", { tests: [{ name: "b", status: "failed", optional: true }] }],
    [
      "unknown",
      { tests: [{ ...done, flaky: true, attempts: [{ status: "failed" }, { status: "failed" }] }] },
    ],
  ]);
});
