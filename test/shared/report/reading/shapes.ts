/**
 * Shapes that services, pipelines, monitors, scanners and evaluation services answer with, each with the verdict that
 * an honest reader gives. Made up, no real product's own.
 */

import type { JsonObject } from "../../../../shared/json.ts";
import type { Verdict } from "../../../../shared/reading/reading.ts";

export type Shape = readonly [
  verdict: Verdict,
  response: JsonObject,
  more?:
    | { readonly running: true }
    /** The verdict of a person who knows the service, and why a reader need not come to it. */
    | { readonly or: Verdict; readonly why: string },
];

export const shapes: readonly Shape[] = [
  ["unknown", { status: "passed", cases: [{ name: "a", result: "❌" }] }],
  ["failed", { results: { "Asks for a refund": "✅", "Says goodbye": "✗" } }],
  ["passed", { results: { "Asks for a refund": "✅", "Says goodbye": "✔️" } }],
  ["unknown", { cases: [{ name: "a", status: "⚠️" }] }],
  ["unknown", { status: "passed", cases: [{ name: "a", state: "error" }] }],
  [
    "failed",
    {
      results: [
        { name: "a", status: "passed", severity: "x" },
        { name: "b", outcome: { code: "fail" } },
      ],
    },
  ],
  [
    "failed",
    {
      testRun: {
        name: "R",
        state: "Completed",
        passedTests: 4,
        totalTests: 5,
        unanalyzedTests: 1,
        failedTests: 1,
      },
    },
  ],
  [
    "unknown",
    { testRun: { name: "R", state: "Completed", passedTests: 4, totalTests: 5, unanalyzedTests: 1 } },
  ],
  [
    "failed",
    {
      runStatistics: [
        { state: "Completed", outcome: "Passed", count: 3 },
        { state: "Completed", outcome: "Failed", count: 1 },
      ],
    },
  ],
  ["failed", { automation_session: { status: "timeout", name: "x" } }],
  ["unknown", { automation_session: { status: "done", name: "x", reason: "CLIENT_STOPPED_SESSION" } }],
  ["passed", { automation_session: { status: "passed", name: "x" } }],
  [
    "failed",
    { code: "SUCCESS", data: { passing: false, countPassing: 3, countFailing: 1, countUnknown: 0 } },
  ],
  ["passed", { code: "SUCCESS", data: { passing: true, countPassing: 3, countFailing: 0, countUnknown: 0 } }],
  [
    "unknown",
    { code: "SUCCESS", data: { passing: null, countPassing: 0, countFailing: 0, countUnknown: 3 } },
  ],
  [
    "unknown",
    { code: "SUCCESS", data: { _id: "x", executionId: "1", passing: null, screenshotComparePassing: true } },
  ],
  ["unknown", { code: "SUCCESS", data: { passing: true, screenshotComparePassing: false } }],
  [
    "failed",
    {
      total_time: 12.5,
      total_count: 3,
      success_count: 2,
      failed_count: 1,
      skipped_count: 0,
      error_count: 0,
      test_suites: [
        {
          name: "s",
          total_time: 12,
          total_count: 3,
          success_count: 2,
          failed_count: 1,
          skipped_count: 0,
          error_count: 0,
          test_cases: [
            { status: "success", name: "a", classname: "c", execution_time: 1 },
            { status: "success", name: "b", classname: "c", execution_time: 2 },
            { status: "failed", name: "c", classname: "c", execution_time: 3, system_output: "boom" },
          ],
        },
      ],
    },
  ],
  [
    "passed",
    {
      total_time: 12.5,
      total_count: 2,
      success_count: 2,
      failed_count: 0,
      skipped_count: 0,
      error_count: 0,
      test_suites: [
        {
          name: "s",
          total_count: 2,
          success_count: 2,
          failed_count: 0,
          skipped_count: 0,
          error_count: 0,
          test_cases: [
            { status: "success", name: "a", classname: "c", execution_time: 1 },
            { status: "success", name: "b", classname: "c", execution_time: 2 },
          ],
        },
      ],
    },
  ],
  [
    "passed",
    {
      id: 1,
      state: "passed",
      blocked: false,
      url: "https://service.invalid/builds/1",
      jobs: [{ id: "a", type: "script", name: "t", state: "passed", exit_status: 0 }],
    },
  ],
  [
    "unknown",
    {
      id: 1,
      state: "passed",
      jobs: [{ id: "a", type: "script", name: "t", state: "failed", exit_status: 1, soft_failed: true }],
    },
  ],
  ["unknown", { id: 1, state: "blocked", jobs: [{ name: "t", state: "passed", exit_status: 0 }] }],
  [
    "failed",
    {
      total_count: 2,
      check_runs: [
        { name: "a", status: "completed", conclusion: "success" },
        { name: "b", status: "completed", conclusion: "failure" },
      ],
    },
  ],
  [
    "passed",
    {
      total_count: 2,
      check_runs: [
        { name: "a", status: "completed", conclusion: "success" },
        { name: "b", status: "completed", conclusion: "success" },
      ],
    },
  ],
  [
    "unknown",
    {
      total_count: 2,
      check_runs: [
        { name: "a", status: "completed", conclusion: "success" },
        { name: "b", status: "in_progress", conclusion: null },
      ],
    },
    { running: true },
  ],
  [
    "unknown",
    {
      total_count: 40,
      check_runs: [
        { name: "a", status: "completed", conclusion: "success" },
        { name: "b", status: "completed", conclusion: "success" },
      ],
    },
  ],
  ["failed", { state: "failure", statuses: [{ state: "failure", context: "ci" }], total_count: 1 }],
  ["unknown", { state: "pending", statuses: [], total_count: 0 }, { running: true }],
  [
    "unknown",
    {
      id: 3,
      name: "Run",
      is_completed: true,
      passed_count: 3,
      blocked_count: 0,
      untested_count: 1,
      retest_count: 0,
      failed_count: 0,
    },
  ],
  [
    "failed",
    {
      id: 3,
      name: "Run",
      is_completed: true,
      passed_count: 3,
      blocked_count: 0,
      untested_count: 0,
      retest_count: 0,
      failed_count: 2,
    },
  ],
  [
    "passed",
    {
      id: 3,
      name: "Run",
      is_completed: true,
      passed_count: 3,
      blocked_count: 0,
      untested_count: 0,
      retest_count: 0,
      failed_count: 0,
      custom_status1_count: 0,
    },
  ],
  [
    "unknown",
    {
      id: 3,
      name: "Run",
      is_completed: false,
      passed_count: 3,
      blocked_count: 0,
      untested_count: 0,
      failed_count: 0,
    },
    { running: true },
  ],
  [
    "failed",
    {
      testExecutionKey: "X-1",
      tests: [
        { testKey: "X-2", status: "PASS" },
        { testKey: "X-3", status: "FAIL", comment: "no" },
      ],
    },
  ],
  [
    "unknown",
    {
      tests: [
        { testKey: "X-2", status: "PASS" },
        { testKey: "X-3", status: "TODO" },
      ],
    },
  ],
  [
    "unknown",
    {
      tests: [
        { testKey: "X-2", status: "PASS" },
        { testKey: "X-3", status: "EXECUTING" },
      ],
    },
    { running: true },
  ],
  [
    "failed",
    {
      id: 1,
      status: "FAILED",
      statistics: {
        executions: { total: "4", passed: "3", failed: "1", skipped: "0" },
        defects: { product_bug: { total: 1 } },
      },
    },
  ],
  [
    "unknown",
    {
      id: 1,
      status: "PASSED",
      statistics: { executions: { total: "4", passed: "3", failed: "1", skipped: "0" } },
    },
  ],
  [
    "unknown",
    { id: 1, status: "IN_PROGRESS", statistics: { executions: { total: "4", passed: "4", failed: "0" } } },
    { running: true },
  ],
  ["failed", { status: "success", passed: false }],
  [
    "failed",
    {
      data: { type: "run", id: "1", attributes: { status: "finished", result: "failed", "total-tests": 4 } },
    },
  ],
  [
    "unknown",
    {
      data: {
        type: "builds",
        attributes: {
          state: "finished",
          "review-state": "unreviewed",
          "total-comparisons": 4,
          "total-comparisons-diff": 2,
        },
      },
    },
  ],
  ["unknown", { call_status: "ended", call_analysis: { call_successful: true, user_sentiment: "Positive" } }],
  [
    "failed",
    {
      status: "done",
      analysis: {
        call_successful: "failure",
        evaluation_criteria_results: { c1: { criteria_id: "c1", result: "failure", rationale: "no" } },
      },
    },
  ],
  [
    "unknown",
    {
      status: "done",
      analysis: {
        call_successful: "success",
        evaluation_criteria_results: { c1: { criteria_id: "c1", result: "unknown", rationale: "no" } },
      },
    },
  ],
  [
    "failed",
    {
      id: 5,
      status: "completed",
      success_rate: 66.7,
      runs: [
        { scenario: 1, status: "completed", success: true, duration: "01:02" },
        { scenario: 2, status: "completed", success: false, duration: "00:40" },
      ],
    },
  ],
  [
    "unknown",
    { id: 5, status: "completed", runs: [{ id: 1, scenario: 1, status: "evaluating", success: null }] },
  ],
  ["unknown", { id: 5, status: "completed", score: 85, threshold: 90 }],
  [
    "unknown",
    {
      evaluations: [
        { name: "acc", score: 0.4 },
        { name: "rel", score: 0.9 },
      ],
    },
  ],
  [
    "failed",
    {
      runs: [
        { name: "a", evaluation: { passed: true } },
        { name: "b", evaluation: { passed: false } },
      ],
    },
  ],
  ["unknown", { message: "Workflow was successfully started" }],
  ["unknown", { status: "OK", result: { runId: "r" } }],
  ["unknown", { success: true, result: { id: "x", created_on: "2024" }, errors: [], messages: [] }],
  ["unknown", { ok: false, error: "not_found" }],
  ["unknown", { ok: false, tests: [{ name: "a", ok: true }] }],
  [
    "failed",
    { ok: false, count: 2, pass: 1, fail: 1, bailout: false, failures: [{ ok: false, id: 2, name: "b" }] },
  ],
  ["passed", { ok: true, count: 2, pass: 2, fail: 0, bailout: false, todo: 0, skip: 0, failures: [] }],
  ["failed", { ok: true, count: 2, pass: 2, fail: 0, bailout: true }],
  ["unknown", { ok: true, count: 2, pass: 1, fail: 0, todo: 1, skip: 0 }],
  [
    "failed",
    {
      testsuites: {
        testsuite: [
          {
            "@name": "s",
            "@tests": "2",
            "@failures": "1",
            "@errors": "0",
            testcase: [{ "@name": "a" }, { "@name": "b", failure: { "@message": "no" } }],
          },
        ],
      },
    },
  ],
  ["unknown", { testsuites: { testsuite: [{ testcase: [{ name: "a" }, { name: "b" }] }] } }],
  [
    "failed",
    {
      testsuites: {
        tests: 3,
        failures: 0,
        errors: 1,
        testsuite: [{ name: "s", testcase: [{ name: "a", error: { message: "x" } }] }],
      },
    },
  ],
  [
    "unknown",
    { aggregate: { counters: { "vusers.failed": 3, "http.requests": 10, "vusers.completed": 7 } } },
    { or: "failed", why: "What a `vuser` is only its product knows." },
  ],
  ["unknown", { categories: { performance: { score: 0.9 }, accessibility: { score: 1 } } }],
  ["failed", { assertions: [{ name: "p", passed: false }], status: "completed" }],
  ["failed", { monitor: { lastRun: { status: "failed", stats: { assertions: { total: 3, failed: 1 } } } } }],
  [
    "unknown",
    { run: { info: { status: "running" }, stats: { assertions: { total: 3, failed: 0 } } } },
    { running: true },
  ],
  ["failed", { run: { info: { status: "failed" }, stats: { assertions: { total: 3, failed: 1 } } } }],
  ["unknown", { run: { info: { status: "success" }, stats: { assertions: { total: 3, failed: 1 } } } }],
  ["failed", { projectStatus: { status: "ERROR" } }],
  [
    "unknown",
    { projectStatus: { status: "OK", conditions: [{ status: "OK", metricKey: "new_coverage" }] } },
    { or: "passed", why: "`OK` may be said of the call." },
  ],
  ["unknown", { projectStatus: { status: "NONE" } }],
  [
    "unknown",
    { ok: true, vulnerabilities: [{ id: "V", severity: "high" }] },
    { or: "failed", why: "Whether what was found is a failure only the scanner knows." },
  ],
  ["unknown", { result: "passed", warnings: ["x"], failedCount: "3" }],
  ["unknown", { status: "passed", summary: { failed: 1, passed: 3 } }],
  ["unknown", { state: "complete", outcome: { summary: "inconclusive" } }],
  ["passed", { state: "complete", outcome: { summary: "success" } }],
  ["failed", { state: "complete", outcome: { summary: "failure", failureDetail: {} } }],
  [
    "unknown",
    {
      steps: [
        { name: "a", state: "complete", outcome: { summary: "success" } },
        { name: "b", state: "inProgress" },
      ],
    },
  ],
  ["failed", { verdict: { passed: false } }],
  ["passed", { verdict: { passed: true } }],
  ["unknown", { verdict: { passed: null } }],
  ["unknown", { verdict: "pass", gates: [{ name: "latency", verdict: "fail" }] }],
  ["unknown", { status: "PASSED", issues: [{ status: "failed" }] }],
  ["unknown", { passed: true, status: "partial" }],
  ["unknown", { isPassed: true, isComplete: false }, { running: true }],
  ["unknown", { status: "pass", remaining: 3 }],
  ["unknown", { status: "completed", results: { total: 3, completed: 3, failed: 0 } }],
  ["unknown", { status: "completed", total: 3, completed: 3 }],
  ["passed", { status: "completed", total: 3, success: 3 }],
  ["passed", { status: "completed", total: 3, success: 3, failed: 0 }],
  ["unknown", { total: 3, success: 2 }, { or: "failed", why: "The third may have been skipped." }],
  ["unknown", { results: [] }],
  ["unknown", { tests: [], failed: 0, passed: 0 }],
  ["unknown", { verdicts: { a: "pass", b: "needs_review" } }],
  ["failed", { verdicts: { a: "pass", b: "fail" } }],
  ["failed", { scenarioOutcomes: { a: { ok: true }, b: { ok: false } } }],
  [
    "failed",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "failed", muted: true },
      ],
    },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "errored" },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "exception thrown" },
      ],
    },
    { or: "failed", why: "The word is none that is known." },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "no response" },
      ],
    },
    { or: "failed", why: "The word is none that is known." },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "did not pass" },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "🔴" },
      ],
    },
    { or: "failed", why: "The word is none that is known." },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "❌ failed" },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "" },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: null },
      ],
    },
  ],
  ["unknown", { items: [{ name: "a", status: "passed" }, { name: "b" }] }],
  [
    "unknown",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", status: "passed", expectedResult: "x", actualResult: "failed" },
      ],
    },
    { or: "failed", why: "It may be what the tested program put out." },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", passed: true },
        { name: "b", passed: false },
      ],
    },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", passed: true },
        { name: "b", passed: "no" },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", passed: true },
        { name: "b", passed: null },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", passed: 1 },
        { name: "b", passed: 0 },
      ],
    },
    { or: "failed", why: "They may be counts." },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", failed: false },
        { name: "b", failed: true },
      ],
    },
  ],
  [
    "unknown",
    {
      items: [
        { name: "a", failed: false },
        { name: "b", failed: false },
      ],
    },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", result: { passed: false } },
        { name: "b", result: { passed: true } },
      ],
    },
  ],
  [
    "failed",
    {
      items: [
        { name: "a", status: "passed" },
        { name: "b", checks: [{ pass: true }, { pass: false }] },
      ],
    },
  ],
  ["unknown", { a: { b: { c: { tests: [{ name: "x", status: "failed" }] } } }, status: "passed" }],
  [
    "unknown",
    { passed: ["a"], failed: ["b"] },
    { or: "failed", why: "The text may be a message rather than the name of a case." },
  ],
  ["failed", { passed: ["a"], failed: [{ name: "b" }] }],
  ["passed", { passed: ["a"], failed: [] }],
  ["unknown", { passed: ["a"], failed: [], pending: ["c"] }],
  [
    "unknown",
    { succeeded: ["a"], errored: ["b"] },
    { or: "failed", why: "The text may be a message rather than the name of a case." },
  ],
  ["failed", { report: { successful: 10, unsuccessful: 1 } }],
  [
    "unknown",
    { summary: "3 passed, 1 failed", status: "completed" },
    { or: "failed", why: "Counts in a sentence are not read." },
  ],
  ["unknown", { summary: "3 passed", status: "completed" }],
  ["unknown", { result: "3 passed, 1 failed" }, { or: "failed", why: "Counts in a sentence are not read." }],
  ["unknown", { status: "passed", result: "1 failed" }],
  ["failed", { tests: { total: 3, passed: 2, failed: 1 } }],
  ["passed", { tests: { total: 3, passed: 3, failed: 0 } }],
  ["unknown", { tests: { total: 3, passed: 3, failed: 0 }, status: "uploading results" }, { running: true }],
  ["failed", { batch: { status: "COMPLETED", stats: { ok: 3, ko: 1 } } }],
  ["failed", { tests: 3, ok: 2, ko: 1 }],
  ["unknown", { status: "Passed", subStatus: "failed" }],
  ["unknown", { status: "PASSED", percentComplete: 40 }, { running: true }],
  ["unknown", { progress: { completed: 3, total: 5 }, results: [{ name: "a", status: "passed" }] }],
  ["unknown", { page: 1, pages: 4, results: [{ name: "a", status: "passed" }] }],
  ["unknown", { meta: { total: 40 }, data: [{ name: "a", status: "passed" }] }],
  ["unknown", { links: { next: "https://service.invalid/?p=2" }, data: [{ name: "a", status: "passed" }] }],
  [
    "unknown",
    {
      paging: { cursors: { after: "x" }, next: "https://service.invalid" },
      data: [{ name: "a", status: "passed" }],
    },
  ],
  ["unknown", { "@odata.nextLink": "https://service.invalid", value: [{ name: "a", outcome: "passed" }] }],
  ["unknown", { truncated: true, tests: [{ name: "a", status: "passed" }] }],
  ["unknown", { pageInfo: { hasNextPage: true }, edges: [{ node: { name: "a", status: "passed" } }] }],
  ["failed", { pageInfo: { hasNextPage: false }, edges: [{ node: { name: "a", status: "failed" } }] }],
  ["unknown", { status: "aborted by user" }],
  ["unknown", { status: "Not Run" }, { running: true }],
  ["unknown", { status: "blocked" }],
  ["unknown", { result: "N/A" }],
  ["unknown", { result: "none" }],
  ["unknown", { result: "warning" }],
  ["failed", { result: "FAILURE" }],
  ["failed", { outcome: "Failed" }],
  ["failed", { state: "ERRORED" }],
  ["failed", { status: "Test Failed" }],
  ["failed", { status: "broken" }],
  ["passed", { status: "PASSED" }],
  ["passed", { result: "pass" }],
  ["passed", { outcome: "passed" }],
  ["passed", { verdict: "PASS" }],
  ["passed", { test_status: "success" }],
  ["passed", { overall_result: "success" }],
  ["passed", { state: "Completed", result: "succeeded" }],
  ["passed", { status: "completed", result: "succeeded", finishTime: "2024-01-01T00:00:00Z" }],
  ["unknown", { status: "completed", result: "partiallySucceeded" }],
  ["unknown", { lifecycle: "queued", state: "successful" }, { running: true }],
  [
    "passed",
    {
      lifeCycleState: "Finished",
      state: "Successful",
      failedTestCount: 0,
      successfulTestCount: 12,
      skippedTestCount: 1,
    },
  ],
  [
    "unknown",
    { lifeCycleState: "Finished", state: "Successful", failedTestCount: 1, successfulTestCount: 12 },
  ],
  ["failed", { failCount: 2, passCount: 5, skipCount: 0, suites: [] }],
  [
    "passed",
    {
      failCount: 0,
      passCount: 5,
      skipCount: 1,
      empty: false,
      suites: [
        {
          name: "s",
          cases: [
            { className: "c", name: "a", status: "PASSED", duration: 0.1 },
            { className: "c", name: "b", status: "FIXED", duration: 0.1 },
          ],
        },
      ],
    },
  ],
  [
    "unknown",
    {
      failCount: 0,
      passCount: 5,
      suites: [{ name: "s", cases: [{ className: "c", name: "a", status: "REGRESSION" }] }],
    },
  ],
  ["passed", { testOccurrences: { count: 2, passed: 2, failed: 0 }, status: "SUCCESS", state: "finished" }],
  [
    "unknown",
    { testOccurrences: { count: 2, passed: 2, failed: 0 }, status: "SUCCESS", state: "running" },
    { running: true },
  ],
  [
    "failed",
    {
      testOccurrence: [
        { name: "a", status: "SUCCESS", duration: 3 },
        { name: "b", status: "FAILURE", duration: 1 },
      ],
      count: 2,
    },
  ],
  ["unknown", { data: { id: "1", state: "created" } }, { running: true }],
  ["failed", { executionStatus: "SUCCEEDED", testResult: "FAIL" }],
  ["unknown", { checks: { p: { status: "passed" }, q: { status: "warn" } } }],
  ["unknown", { status: "warn", checks: { p: [{ status: "pass" }], q: [{ status: "warn" }] } }],
  ["passed", { status: "pass", checks: { p: [{ status: "pass" }], q: [{ status: "pass" }] } }],
  ["unknown", { status: "pass", checks: { p: [{ status: "pass" }], q: [{ status: "fail" }] } }],
  ["unknown", { flowRuns: [{ status: "COMPLETED" }], status: "SUCCESS" }],
  ["unknown", { status: "success", message: "5 tests triggered", tests: [{ id: "1" }, { id: "2" }] }],
  [
    "unknown",
    {
      status: "success",
      tests: [
        { id: "1", status: "success" },
        { id: "2", status: "success" },
      ],
    },
  ],
  [
    "unknown",
    {
      results: [
        { id: "1", status: "created" },
        { id: "2", status: "created" },
      ],
    },
    { running: true },
  ],
  [
    "unknown",
    {
      results: [
        { id: "1", name: "A", status: "active" },
        { id: "2", name: "B", status: "active" },
      ],
    },
  ],
  ["unknown", { results: [{ id: "1", name: "A", enabled: true }] }],
  ["unknown", { tests: [{ id: "1", name: "A", valid: true }] }],
  ["unknown", { projects: [{ id: "p", name: "A", status: "ok" }] }],
  ["unknown", { items: [{ name: "a", status: "approved" }] }],
  ["unknown", { reviews: [{ id: "r1", status: "pending", verdict: "pass" }] }, { running: true }],
  [
    "unknown",
    { passed: 3, failed: 0, total: 3, reviews: [{ id: "r1", status: "pending" }] },
    { running: true },
  ],
  ["unknown", { passed: 3, failed: 0, total: 3, review: { id: "r1", status: "open", state: "pending" } }],
  ["unknown", { verdict: "passed", awaitingReview: 2 }],
  ["unknown", { verdict: "passed", reviewStatus: "pending" }, { running: true }],
  ["unknown", { verdict: "passed", requiresHumanReview: true }],
  ["unknown", { verdict: "passed", reviewRequired: true }],
  ["unknown", { results: [{ name: "a", verdict: "passed", needsReview: true }] }],
  ["unknown", { results: [{ name: "a", verdict: "passed", review: { status: "pending" } }] }],
  ["unknown", { results: [{ name: "a", verdict: "passed", review_status: "pending" }] }, { running: true }],
  ["unknown", { results: [{ name: "a", verdict: "passed", provisional: true }] }],
  ["unknown", { verdict: "passed", provisional: true }],
  ["unknown", { verdict: "passed", preliminary: true }],
  ["unknown", { verdict: "passed", final: false }, { running: true }],
  ["unknown", { verdict: "passed", dryRun: true }],
];
