/**
 * Small responses written by hand, each around one trap, with what a person reads in them. None is a product's own;
 * together they cover the shapes that test services, pipelines, monitors and evaluation services answer with.
 */

import type { JsonObject } from "../../../../shared/json.ts";
import type { CaseStatus, Totals, Verdict } from "../../../../shared/reading/reading.ts";

export interface Trap {
  readonly trap: string;
  readonly response: JsonObject;
  readonly verdict: Verdict;
  readonly running?: true;
  /** The paths that the verdict rests on; none where nothing in the response tells. */
  readonly basis: readonly string[];
  /** The paths that speak against it, or leave it open. */
  readonly against?: readonly string[];
  readonly totals?: Partial<Totals>;
  readonly cases?: readonly (readonly [name: string, status: CaseStatus])[];
}

const running = { verdict: "unknown", running: true } as const;

export const traps: readonly Trap[] = [
  // --- Still running ---------------------------------------------------------------------------------------------
  { trap: "an empty response", response: {}, verdict: "unknown", basis: [] },
  { trap: "only an id", response: { id: "run-1" }, verdict: "unknown", basis: [] },
  { trap: "queued", response: { id: "1", status: "queued" }, ...running, basis: ["status"] },
  {
    trap: "a provisional result while running",
    response: { status: "running", result: "passed" },
    ...running,
    basis: ["status"],
  },
  {
    trap: "a provisional verdict while processing",
    response: { state: "PROCESSING", verdict: "pass", passed: 3, failed: 0, total: 3 },
    ...running,
    basis: ["state"],
  },
  {
    trap: "pending at the root",
    response: { status: "pending", failed: 0, passed: 0, total: 0 },
    ...running,
    basis: ["status"],
  },
  {
    trap: "running one level down",
    response: { data: { run: { status: "in-progress" } }, success: true },
    ...running,
    basis: ["data.run.status"],
  },
  {
    trap: "a flag for running",
    response: { passed: true, isRunning: true },
    ...running,
    basis: ["isRunning"],
  },
  {
    trap: "not finished, as a flag",
    response: { passed: 2, failed: 0, total: 2, finished: false },
    ...running,
    basis: ["finished"],
  },
  {
    trap: "not done, as a flag",
    response: { done: false, results: [{ name: "a", status: "passed" }] },
    ...running,
    basis: ["done"],
  },
  {
    trap: "some are running by the counts",
    response: { total: 3, passed: 3, failed: 0, running: 1 },
    ...running,
    basis: ["running"],
  },
  {
    trap: "some are queued by the counts",
    response: { summary: { passed: 3, failed: 0, queued: 2 } },
    ...running,
    basis: ["summary.queued"],
  },
  {
    trap: "a case is running and nothing tells the end",
    response: {
      results: [
        { name: "a", status: "passed" },
        { name: "b", status: "running" },
      ],
    },
    ...running,
    basis: ["results[1].status"],
  },
  {
    trap: "a word nobody listed, of that form",
    response: { status: "transcribing", passed: 1, failed: 0, total: 1 },
    ...running,
    basis: ["status"],
  },
  {
    trap: "not started",
    response: { state: "NOT_STARTED", total: 12, failed: 0 },
    ...running,
    basis: ["state"],
  },
  {
    trap: "scheduled for later",
    response: { status: "Scheduled", results: [] },
    ...running,
    basis: ["status"],
  },
  {
    trap: "in progress with an outcome of null",
    response: { status: "in_progress", conclusion: null },
    ...running,
    basis: ["status"],
  },
  {
    trap: "a running phase beside a finished side",
    response: { state: "Running", uploadState: "Complete", passed: 1, failed: 0 },
    ...running,
    basis: ["state"],
  },
  {
    trap: "waiting for a worker",
    response: { job: { status: "waiting_for_runner" } },
    ...running,
    basis: ["job.status"],
  },
  {
    trap: "a list of one run that is running",
    response: { data: [{ id: "r1", status: "running", counts: { passed: 2, failed: 0, total: 2 } }] },
    ...running,
    basis: ["data[0].status"],
  },
  {
    trap: "progress below the end",
    response: { progress: 45, passed: 4, failed: 0 },
    ...running,
    basis: ["progress"],
  },
  {
    trap: "a provisional pass rate while evaluating",
    response: { status: "evaluating", passRate: 100, passed: 3, failed: 0 },
    ...running,
    basis: ["status"],
  },
  {
    trap: "accepted for processing",
    response: { status: "accepted", message: "OK" },
    ...running,
    basis: ["status"],
  },

  // --- A call's success is no verdict ----------------------------------------------------------------------------
  {
    trap: "success of the call",
    response: { success: true, id: "b1" },
    verdict: "unknown",
    basis: ["success"],
  },
  { trap: "ok of the call", response: { ok: true, data: { id: "b1" } }, verdict: "unknown", basis: ["ok"] },
  {
    trap: "status success of the call",
    response: { status: "success", data: { runId: "r1" } },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "status ok",
    response: { status: "OK", message: "Batch accepted" },
    verdict: "unknown",
    basis: ["status"],
  },
  { trap: "status 200", response: { status: 200, message: "OK" }, verdict: "unknown", basis: [] },
  {
    trap: "code success beside a missing verdict",
    response: { code: "SUCCESS", data: { passing: null, name: "Checkout" } },
    verdict: "unknown",
    basis: ["data.passing"],
  },
  {
    trap: "code success beside a real verdict",
    response: { code: "SUCCESS", data: { passing: true, name: "Checkout" } },
    verdict: "passed",
    basis: ["data.passing"],
  },
  {
    trap: "code success beside a real failure",
    response: { code: "SUCCESS", data: { passing: false, name: "Checkout" } },
    verdict: "failed",
    basis: ["data.passing"],
  },
  {
    trap: "result success of the call",
    response: { result: "success", msg: "" },
    verdict: "unknown",
    basis: ["result"],
  },
  {
    trap: "success of the call over failing counts",
    response: { success: true, results: { passed: 2, failed: 1, total: 3 } },
    verdict: "failed",
    basis: ["results.failed"],
  },
  {
    trap: "success of the call over a failed list",
    response: { success: true, data: [{ name: "a", status: "failed" }] },
    verdict: "failed",
    basis: ["data[0].status"],
  },
  {
    trap: "success of the call over a running batch",
    response: { success: true, batch: { status: "started" } },
    ...running,
    basis: ["batch.status"],
  },
  {
    trap: "the call failed",
    response: { success: false, error: "quota exceeded" },
    verdict: "unknown",
    basis: ["success"],
  },
  {
    trap: "a triggered list where every call worked",
    response: {
      results: [
        { testId: "t1", success: true },
        { testId: "t2", success: true },
      ],
    },
    verdict: "unknown",
    basis: ["results[0].success"],
  },
  {
    trap: "evaluated successfully, with a bad score",
    response: { results: [{ name: "a", status: "success", score: 0.1 }] },
    verdict: "unknown",
    basis: ["results[0].status"],
  },
  {
    trap: "HTTP answers inside",
    response: { executions: [{ name: "GET /", response: { status: "OK", code: 200 } }] },
    verdict: "unknown",
    basis: [],
  },
  {
    trap: "succeeded, when it may be the job that did",
    response: { id: "j", status: "SUCCEEDED", finishedAt: "2024-01-01T00:00:00Z" },
    verdict: "unknown",
    basis: ["status"],
  },

  // --- Finished is no verdict ------------------------------------------------------------------------------------
  { trap: "completed", response: { status: "completed" }, verdict: "unknown", basis: ["status"] },
  {
    trap: "completed, with a conclusion",
    response: { status: "completed", conclusion: "success" },
    verdict: "passed",
    basis: ["conclusion"],
  },
  {
    trap: "completed, with a bad conclusion",
    response: { status: "completed", conclusion: "failure" },
    verdict: "failed",
    basis: ["conclusion"],
  },
  {
    trap: "completed, with a neutral conclusion",
    response: { status: "completed", conclusion: "neutral" },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "completed, action required",
    response: { status: "completed", conclusion: "action_required" },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "completed and cancelled",
    response: { status: "completed", result: "cancelled" },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "completed and skipped",
    response: { status: "completed", conclusion: "skipped" },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "finished with a result",
    response: { state: "finished", status: "SUCCESS" },
    verdict: "passed",
    basis: ["status"],
  },
  {
    trap: "built, with a result",
    response: { building: false, result: "SUCCESS", duration: 61000 },
    verdict: "passed",
    basis: ["result"],
  },
  {
    trap: "built and unstable",
    response: { building: false, result: "UNSTABLE" },
    verdict: "unknown",
    basis: ["building"],
  },
  {
    trap: "completed with failures",
    response: { status: "completed", result_counts: { total: 10, passed: 8, failed: 2 } },
    verdict: "failed",
    totals: { total: 10, passed: 8, failed: 2 },
    basis: ["result_counts.failed"],
  },
  {
    trap: "completed with errors",
    response: { status: "completed_with_errors", passed: 3, total: 3, failed: 0 },
    verdict: "failed",
    basis: ["status"],
  },
  {
    trap: "done with all cases passed",
    response: {
      status: "done",
      tests: [
        { name: "a", result: "pass" },
        { name: "b", result: "pass" },
      ],
    },
    verdict: "passed",
    basis: ["tests[0].result"],
  },
  {
    trap: "done, with cases that are only done",
    response: {
      status: "done",
      tests: [
        { name: "a", status: "done" },
        { name: "b", status: "done" },
      ],
    },
    verdict: "unknown",
    basis: ["tests[0].status"],
  },
  {
    trap: "passed empty, whatever else",
    response: { status: "complete", passed: null },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "timed out",
    response: { status: "timed_out", passed: 3, failed: 0, total: 3 },
    verdict: "failed",
    basis: ["status"],
  },
  {
    trap: "cancelled with all passed so far",
    response: { status: "cancelled", passed: 3, failed: 0, total: 3 },
    verdict: "unknown",
    basis: ["passed", "total"],
    against: ["status"],
  },
  {
    trap: "aborted",
    response: { status: "ABORTED", results: [{ name: "a", status: "passed" }] },
    verdict: "unknown",
    basis: ["results[0].status"],
    against: ["status"],
  },
  {
    trap: "expired",
    response: { state: "expired", passed: 1, failed: 0 },
    verdict: "unknown",
    basis: ["passed", "failed"],
    against: ["state"],
  },
  {
    trap: "interrupted, as a flag",
    response: { numPassedTests: 3, numFailedTests: 0, numTotalTests: 3, wasInterrupted: true },
    verdict: "unknown",
    basis: ["numPassedTests", "numTotalTests"],
    against: ["wasInterrupted"],
  },
  {
    trap: "a status word that nobody knows",
    response: { status: "kaputt", passed: 3, failed: 0, total: 3 },
    verdict: "unknown",
    basis: ["passed", "total"],
    against: ["status"],
  },

  // --- Negations -------------------------------------------------------------------------------------------------
  { trap: "not passed", response: { result: "not passed" }, verdict: "failed", basis: ["result"] },
  { trap: "unsuccessful", response: { status: "unsuccessful" }, verdict: "failed", basis: ["status"] },
  {
    trap: "not ok",
    response: { tests: [{ name: "a", result: "not ok" }] },
    verdict: "failed",
    basis: ["tests[0].result"],
  },
  {
    trap: "no failures is no pass",
    response: { status: "no failures" },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "partially passed",
    response: { result: "PARTIALLY_PASSED" },
    verdict: "unknown",
    basis: ["result"],
  },
  {
    trap: "passed with warnings",
    response: { result: "passed with warnings" },
    verdict: "unknown",
    basis: ["result"],
  },
  {
    trap: "all tests passed",
    response: { result: "All tests passed" },
    verdict: "passed",
    basis: ["result"],
  },
  { trap: "a false pass in text", response: { passed: "false" }, verdict: "failed", basis: ["passed"] },
  { trap: "not all passed", response: { allPassed: false }, verdict: "failed", basis: ["allPassed"] },
  {
    trap: "a pass with failures counted",
    response: { status: "passed", failed: 2 },
    verdict: "unknown",
    basis: ["status"],
    against: ["failed"],
  },
  {
    trap: "has failures",
    response: { status: "finished", hasFailures: true },
    verdict: "failed",
    basis: ["hasFailures"],
  },
  {
    trap: "has no failures",
    response: { status: "finished", hasFailures: false },
    verdict: "unknown",
    basis: ["status"],
  },

  // --- Counts ----------------------------------------------------------------------------------------------------
  {
    trap: "no failures, and nothing passed",
    response: { total: 12, failedCount: 0 },
    verdict: "unknown",
    basis: ["total"],
  },
  {
    trap: "no failures, nothing run",
    response: { passed: 0, failed: 0, total: 0 },
    verdict: "unknown",
    basis: ["total"],
  },
  {
    trap: "an explicit pass of nothing",
    response: { status: "passed", total: 0, passed: 0, failed: 0 },
    verdict: "unknown",
    basis: ["status"],
    against: ["total"],
  },
  {
    trap: "counts that add up",
    response: { passed: 10, failed: 0, skipped: 2, total: 12 },
    verdict: "passed",
    totals: { total: 12, passed: 10, failed: 0, skipped: 2 },
    basis: ["passed", "total"],
  },
  {
    trap: "counts that do not add up",
    response: { passed: 10, failed: 0, total: 12 },
    verdict: "unknown",
    basis: ["passed", "total"],
    against: ["total"],
  },
  {
    trap: "counts of errors",
    response: { tests: 5, failures: 0, errors: 1, skipped: 0 },
    verdict: "failed",
    totals: { total: 5, failed: 1 },
    basis: ["errors"],
  },
  {
    trap: "counts in text",
    response: { passed: "12", failed: "0", total: "12" },
    verdict: "passed",
    totals: { total: 12, passed: 12 },
    basis: ["passed", "total"],
  },
  {
    trap: "counts in many words",
    response: { numPassedTests: 4, "num-failed-tests": 0, NUM_TOTAL_TESTS: 4 },
    verdict: "passed",
    totals: { total: 4 },
    basis: ["numPassedTests", "NUM_TOTAL_TESTS"],
  },
  {
    trap: "counts after the noun",
    response: { testsPassed: 4, testsFailed: 1 },
    verdict: "failed",
    totals: { passed: 4, failed: 1, total: 5 },
    basis: ["testsFailed"],
  },
  {
    trap: "counts without a total",
    response: { passed_count: 4, failed_count: 0 },
    verdict: "passed",
    basis: ["passed_count", "failed_count"],
  },
  { trap: "only what passed", response: { passed: 4 }, verdict: "unknown", basis: [] },
  {
    trap: "all skipped",
    response: { passed: 0, failed: 0, skipped: 5, total: 5 },
    verdict: "unknown",
    totals: { skipped: 5 },
    basis: ["passed"],
  },
  {
    trap: "untested ones",
    response: { passed_count: 3, failed_count: 0, untested_count: 2, blocked_count: 0 },
    verdict: "unknown",
    basis: ["passed_count", "failed_count"],
    against: ["untested_count"],
  },
  {
    trap: "blocked ones",
    response: { passed_count: 3, failed_count: 0, blocked_count: 1, untested_count: 0 },
    verdict: "unknown",
    basis: ["passed_count", "failed_count"],
    against: ["blocked_count"],
  },
  {
    trap: "broken ones",
    response: { statistic: { failed: 0, broken: 1, skipped: 0, passed: 9, unknown: 0, total: 10 } },
    verdict: "failed",
    basis: ["statistic.broken"],
  },
  {
    trap: "unknown ones",
    response: { statistic: { failed: 0, broken: 0, skipped: 0, passed: 9, unknown: 1, total: 10 } },
    verdict: "unknown",
    basis: ["statistic.passed", "statistic.total"],
    against: ["statistic.unknown"],
  },
  {
    trap: "counts nested by what they count",
    response: {
      status: "PASSED",
      statistics: { executions: { total: 3, passed: 3, failed: 0, skipped: 0 } },
    },
    verdict: "passed",
    totals: { total: 3 },
    basis: ["status"],
  },
  {
    trap: "tests rather than suites",
    response: {
      numTotalTestSuites: 2,
      numPassedTestSuites: 2,
      numFailedTestSuites: 0,
      numTotalTests: 9,
      numPassedTests: 9,
      numFailedTests: 0,
      success: true,
    },
    verdict: "passed",
    totals: { total: 9, passed: 9 },
    basis: ["numPassedTests", "numTotalTests"],
  },
  {
    trap: "a suite that could not run",
    response: {
      success: false,
      numTotalTestSuites: 2,
      numFailedTestSuites: 1,
      numPassedTestSuites: 1,
      numTotalTests: 5,
      numPassedTests: 5,
      numFailedTests: 0,
    },
    verdict: "failed",
    basis: ["numFailedTestSuites"],
  },
  {
    trap: "a total of tokens",
    response: { usage: { total: 864 }, passed: 2, failed: 0, total: 2 },
    verdict: "passed",
    totals: { total: 2 },
    basis: ["passed", "total"],
  },
  {
    trap: "a page size",
    response: { count: 20, limit: 20, offset: 0, items: [{ name: "a", status: "passed" }] },
    verdict: "passed",
    totals: { total: 1 },
    basis: ["items[0].status"],
  },
  {
    trap: "a time limit is no failure",
    response: { passed: 2, failed: 0, total: 2, timeout: 30000 },
    verdict: "passed",
    basis: ["passed", "total"],
  },
  {
    trap: "needs review",
    response: { passed: 3, failed: 0, needsReview: 1, total: 4 },
    verdict: "unknown",
    basis: ["passed", "total"],
    against: ["needsReview"],
  },
  {
    trap: "a list of failures, empty",
    response: { failures: [], errors: [] },
    verdict: "unknown",
    basis: [],
  },
  {
    trap: "counts under words of the list",
    response: { passed: { count: 3 }, failed: { count: 1 } },
    verdict: "failed",
    totals: { passed: 3, failed: 1 },
    basis: ["failed"],
  },
  {
    trap: "expected and unexpected",
    response: { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } },
    verdict: "failed",
    basis: ["stats.unexpected"],
  },
  {
    trap: "expected, none unexpected",
    response: { stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 } },
    verdict: "passed",
    totals: { passed: 6, failed: 0 },
    basis: ["stats.expected", "stats.unexpected"],
  },
  {
    trap: "expected 5 is not 5 passed",
    response: { expected: 5, actual: 3, failed: 0 },
    verdict: "unknown",
    basis: ["failed"],
  },
  {
    trap: "a pass rate below full",
    response: { status: "completed", passRate: 85 },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "a full pass rate alone",
    response: { status: "completed", passRate: 100 },
    verdict: "unknown",
    basis: ["status"],
  },
  {
    trap: "warnings beside passes",
    response: { counters: { total: 3, passed: 2, warned: 1, failed: 0, errored: 0, stopped: 0, skipped: 0 } },
    verdict: "unknown",
    basis: ["counters.passed", "counters.total"],
    against: ["counters.warned"],
  },
  {
    trap: "stopped beside passes",
    response: { counters: { total: 3, passed: 2, stopped: 1, failed: 0 } },
    verdict: "unknown",
    basis: ["counters.passed", "counters.total"],
    against: ["counters.stopped"],
  },
  {
    trap: "counts per suite, without a sum",
    response: {
      suites: [
        { name: "a", passed: 2, failed: 0, total: 2 },
        { name: "b", passed: 1, failed: 1, total: 2 },
      ],
    },
    verdict: "failed",
    totals: { total: 4, passed: 3, failed: 1 },
    basis: ["suites[1].failed"],
  },
  {
    trap: "one suite fails where the sum is fine",
    response: { passed: 4, failed: 0, total: 4, suites: [{ name: "a", passed: 2, failed: 1, total: 3 }] },
    verdict: "unknown",
    basis: ["passed", "total"],
    against: ["suites[0].failed"],
  },
  {
    trap: "critical findings",
    response: { status: "completed", vulnerabilities: { critical: 2, high: 0 }, passed: true },
    verdict: "passed",
    basis: ["passed"],
  },

  // --- Cases -----------------------------------------------------------------------------------------------------
  {
    trap: "one failed case",
    response: {
      results: [
        { name: "a", status: "passed" },
        { name: "b", status: "failed", error: "no" },
      ],
    },
    verdict: "failed",
    cases: [
      ["a", "passed"],
      ["b", "failed"],
    ],
    basis: ["results[1].status"],
  },
  {
    trap: "all passed",
    response: {
      testCases: [
        { title: "a", outcome: "Passed" },
        { title: "b", outcome: "Passed" },
      ],
    },
    verdict: "passed",
    cases: [
      ["a", "passed"],
      ["b", "passed"],
    ],
    basis: ["testCases[0].outcome"],
  },
  {
    trap: "a case that needs review",
    response: {
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "needs_review" },
      ],
    },
    verdict: "unknown",
    basis: ["cases[0].status"],
    against: ["cases[1].status"],
  },
  {
    trap: "a pending case in a finished run",
    response: {
      status: "completed",
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "pending" },
      ],
    },
    verdict: "unknown",
    basis: ["cases[0].status"],
    against: ["cases[1].status"],
  },
  {
    trap: "an inconclusive case",
    response: {
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "Inconclusive" },
      ],
    },
    verdict: "unknown",
    basis: ["cases[0].status"],
    against: ["cases[1].status"],
  },
  {
    trap: "a skipped case does not hinder",
    response: {
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "skipped" },
      ],
    },
    verdict: "passed",
    totals: { total: 2, passed: 1, skipped: 1 },
    basis: ["cases[0].status"],
  },
  {
    trap: "all cases skipped",
    response: { cases: [{ name: "a", status: "skipped" }] },
    verdict: "unknown",
    basis: [],
  },
  {
    trap: "an explicit pass with all cases skipped",
    response: { status: "passed", cases: [{ name: "a", status: "skipped" }] },
    verdict: "unknown",
    basis: ["status"],
    against: [],
  },
  {
    trap: "an explicit pass with a failed case",
    response: { verdict: "passed", cases: [{ name: "a", status: "failed" }] },
    verdict: "unknown",
    basis: ["verdict"],
    against: ["cases[0].status"],
  },
  {
    trap: "an explicit pass with a case to review",
    response: {
      verdict: "passed",
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "pending review" },
      ],
    },
    verdict: "unknown",
    basis: ["verdict"],
    against: ["cases[1].status"],
  },
  {
    trap: "an explicit failure with passing cases",
    response: { status: "failed", cases: [{ name: "a", status: "passed" }] },
    verdict: "failed",
    basis: ["status"],
  },
  {
    trap: "fine counts with a failed case",
    response: {
      passed: 2,
      failed: 0,
      total: 2,
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "failed" },
      ],
    },
    verdict: "unknown",
    basis: ["failed"],
    against: ["cases[1].status"],
  },
  {
    trap: "bad counts with passing cases",
    response: {
      passed: 1,
      failed: 1,
      total: 2,
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "passed" },
      ],
    },
    verdict: "unknown",
    basis: ["cases[0].status"],
    against: ["failed"],
  },
  {
    trap: "numeric status codes",
    response: {
      tests: [
        { title: "a", status_id: 1 },
        { title: "b", status_id: 5 },
      ],
    },
    verdict: "unknown",
    basis: ["tests[0].status_id"],
  },
  {
    trap: "a status in an object",
    response: { tests: [{ name: "a", status: { id: 2, name: "FAILED" } }] },
    verdict: "failed",
    cases: [["a", "failed"]],
    basis: ["tests[0].status.name"],
  },
  {
    trap: "a state with its result",
    response: {
      values: [
        { name: "a", state: { name: "COMPLETED", result: { name: "SUCCESSFUL" } }, duration_in_seconds: 3 },
      ],
    },
    verdict: "passed",
    basis: ["values[0].state.name"],
  },
  {
    trap: "a result object",
    response: { tests: [{ test: { name: "a" }, result: { status: "failed", message: "no" } }] },
    verdict: "failed",
    cases: [["a", "failed"]],
    basis: ["tests[0].result.status"],
  },
  {
    trap: "a map by name",
    response: { tests: { login: { status: "passed" }, logout: { status: "failed" } } },
    verdict: "failed",
    cases: [
      ["login", "passed"],
      ["logout", "failed"],
    ],
    basis: ["tests.logout.status"],
  },
  {
    trap: "a map of words",
    response: { results: { login: "passed", logout: "passed" } },
    verdict: "passed",
    cases: [
      ["login", "passed"],
      ["logout", "passed"],
    ],
    basis: ["results.login"],
  },
  {
    trap: "a map of flags",
    response: { checks: { "status is 200": true, "body is small": false } },
    verdict: "failed",
    basis: ['checks["body is small"]'],
  },
  {
    trap: "a list of failed names",
    response: { passedTests: ["a", "b"], failedTests: ["c"] },
    verdict: "failed",
    cases: [
      ["a", "passed"],
      ["b", "passed"],
      ["c", "failed"],
    ],
    basis: ["failedTests[0]"],
  },
  {
    trap: "only a list of passed names",
    response: { passedTests: ["a", "b"] },
    verdict: "unknown",
    basis: [],
  },
  {
    trap: "a list of passed names and none failed",
    response: { passedTests: ["a", "b"], failedTests: [] },
    verdict: "passed",
    basis: ["passedTests[0]"],
  },
  {
    trap: "nested suites",
    response: {
      suites: [
        {
          name: "s",
          suites: [{ name: "t", tests: [{ name: "a", status: "passed" }] }],
          tests: [{ name: "b", status: "failed" }],
        },
      ],
    },
    verdict: "failed",
    cases: [
      ["a", "passed"],
      ["b", "failed"],
    ],
    basis: ["suites[0].tests[0].status"],
  },
  {
    trap: "steps are no cases",
    response: {
      tests: [
        {
          name: "a",
          status: "passed",
          steps: [
            { name: "x", status: "passed" },
            { name: "y", status: "passed" },
          ],
        },
      ],
    },
    verdict: "passed",
    cases: [["a", "passed"]],
    basis: ["tests[0].status"],
  },
  {
    trap: "attempts are no cases",
    response: {
      tests: [{ name: "a", status: "passed", attempts: [{ status: "failed" }, { status: "passed" }] }],
    },
    verdict: "passed",
    cases: [["a", "passed"]],
    basis: ["tests[0].status"],
  },
  {
    trap: "a case judged by its steps",
    response: {
      scenarios: [
        {
          name: "a",
          steps: [
            { name: "x", status: "passed" },
            { name: "y", status: "failed" },
          ],
        },
      ],
    },
    verdict: "failed",
    cases: [["a", "failed"]],
    basis: ["scenarios[0].steps[1].status"],
  },
  {
    trap: "locations are no cases",
    response: { results: [{ id: "1" }], locations: [{ name: "Ohio", status: "active" }] },
    verdict: "unknown",
    cases: [],
    basis: [],
  },
  {
    trap: "the same cases twice",
    response: {
      tests: [
        { id: "1", name: "a", status: "failed" },
        { id: "2", name: "b", status: "passed" },
      ],
      failures: [{ id: "1", name: "a", status: "failed" }],
    },
    verdict: "failed",
    cases: [
      ["a", "failed"],
      ["b", "passed"],
    ],
    basis: ["tests[0].status"],
  },
  {
    trap: "a page of a list",
    response: { has_more: true, data: [{ name: "a", status: "passed" }] },
    verdict: "unknown",
    basis: ["data[0].status"],
    against: ["has_more"],
  },
  {
    trap: "a token for more",
    response: { items: [{ name: "a", status: "passed" }], next_page_token: "abc" },
    verdict: "unknown",
    basis: ["items[0].status"],
    against: ["next_page_token"],
  },
  {
    trap: "a last page",
    response: { items: [{ name: "a", status: "passed" }], next_page_token: null, hasMore: false },
    verdict: "passed",
    basis: ["items[0].status"],
  },
  {
    trap: "a total greater than the list",
    response: { total: 50, items: [{ name: "a", status: "passed" }] },
    verdict: "unknown",
    basis: ["items[0].status"],
    against: ["total"],
  },
  {
    trap: "more by the pages",
    response: { pagination: { page: 1, total_pages: 3 }, items: [{ name: "a", status: "passed" }] },
    verdict: "unknown",
    basis: ["items[0].status"],
    against: ["pagination.total_pages"],
  },
  {
    trap: "a failing page is enough",
    response: { has_more: true, data: [{ name: "a", status: "failed" }] },
    verdict: "failed",
    basis: ["data[0].status"],
  },
  {
    trap: "error text on a passed case",
    response: { checks: [{ name: "a", result: "Pass", runError: "text" }] },
    verdict: "passed",
    basis: ["checks[0].result"],
  },
  {
    trap: "an error and no status",
    response: {
      tests: [
        { name: "a", error: { message: "boom" } },
        { name: "b", error: null },
      ],
    },
    verdict: "failed",
    basis: ["tests[0]"],
  },
  {
    trap: "turns of a conversation are no cases",
    response: {
      results: [
        {
          status: "pass",
          messages: [
            { role: "user", content: "x" },
            { role: "assistant", judge: { status: "pass" } },
          ],
        },
      ],
    },
    verdict: "passed",
    basis: ["results[0].status"],
  },
  {
    trap: "a failing turn decides where nothing else does",
    response: {
      conversations: [
        { name: "a", turns: [{ evaluation: { passed: true } }, { evaluation: { passed: false } }] },
      ],
    },
    verdict: "failed",
    basis: ["conversations[0].turns[1].evaluation.passed"],
  },
  {
    trap: "contradiction within a case",
    response: { tests: [{ name: "a", status: "passed", success: false }] },
    verdict: "failed",
    basis: ["tests[0].success"],
  },
  {
    trap: "a completed case with its verdict",
    response: { executions: [{ name: "a", status: "completed", success: true, duration: 12 }] },
    verdict: "passed",
    basis: ["executions[0].status"],
  },
  {
    trap: "a case marked a retry",
    response: {
      results: [
        { name: "a", status: "failed", retry: 0 },
        { name: "a", status: "passed", isRetry: true },
      ],
    },
    verdict: "passed",
    cases: [["a", "passed"]],
    basis: ["results[1].status"],
  },
  {
    trap: "the same name twice, without a word of retry",
    response: {
      results: [
        { name: "a", status: "failed" },
        { name: "a", status: "passed" },
      ],
    },
    verdict: "failed",
    basis: ["results[0].status"],
  },
  {
    trap: "a failed thing beside passing cases",
    response: { tests: [{ name: "a", status: "passed" }], teardown: { status: "failed" } },
    verdict: "unknown",
    basis: ["tests[0].status"],
    against: ["teardown.status"],
  },
  {
    trap: "a quality gate beside passing cases",
    response: { tests: [{ name: "a", status: "passed" }], qualityGate: { status: "ERROR" } },
    verdict: "failed",
    basis: ["qualityGate.status"],
  },
  {
    trap: "a gate with conditions",
    response: {
      projectStatus: {
        status: "ERROR",
        conditions: [
          { status: "OK", metricKey: "a" },
          { status: "ERROR", metricKey: "b" },
        ],
      },
    },
    verdict: "failed",
    basis: ["projectStatus.status"],
  },
  {
    trap: "an old result does not count",
    response: { status: "passed", previousRun: { status: "failed" }, passed: 1, failed: 0, total: 1 },
    verdict: "passed",
    basis: ["status"],
  },
  {
    trap: "an expectation is no result",
    response: { tests: [{ name: "a", expectedStatus: "failed", status: "passed" }] },
    verdict: "passed",
    basis: ["tests[0].status"],
  },
  {
    trap: "xfail",
    response: {
      tests: [
        { name: "a", outcome: "xfailed" },
        { name: "b", outcome: "passed" },
      ],
    },
    verdict: "passed",
    basis: ["tests[1].outcome"],
  },
  {
    trap: "violations",
    response: {
      passes: [{ id: "x", description: "X" }],
      violations: [{ id: "y", description: "Y" }],
      incomplete: [],
    },
    verdict: "failed",
    basis: ["violations[0]"],
  },
  {
    trap: "no violations, something incomplete",
    response: {
      passes: [{ id: "x", description: "X" }],
      violations: [],
      incomplete: [{ id: "z", description: "Z" }],
    },
    verdict: "unknown",
    basis: ["passes[0]"],
    against: ["incomplete[0]"],
  },
  {
    trap: "exit code",
    response: { exitCode: 1, status: "completed" },
    verdict: "failed",
    basis: ["exitCode"],
  },
  { trap: "exit code zero alone", response: { exitCode: 0 }, verdict: "unknown", basis: [] },
  {
    trap: "a pass with a bad exit code",
    response: { status: "passed", exit_code: 2 },
    verdict: "unknown",
    basis: ["status"],
    against: ["exit_code"],
  },
  {
    trap: "a definition list",
    response: { status: "passed", tests: [{ id: "1", name: "a" }] },
    verdict: "passed",
    cases: [],
    basis: ["status"],
  },
  {
    trap: "a failed error at the root",
    response: { status: "passed", error: { message: "worker lost" } },
    verdict: "unknown",
    basis: ["status"],
    against: ["error"],
  },
  {
    trap: "errors at the root",
    response: { status: "passed", errors: ["worker lost"] },
    verdict: "unknown",
    basis: ["status"],
    against: ["errors"],
  },
  {
    trap: "the root passes, one below fails",
    response: { status: "passed", result: { status: "failed" } },
    verdict: "unknown",
    basis: ["status"],
    against: ["result.status"],
  },
  {
    trap: "prototype names",
    response: JSON.parse(
      '{"__proto__":{"status":"failed"},"constructor":{"passed":true},"toString":"passed","status":"passed"}',
    ) as JsonObject,
    verdict: "unknown",
    basis: ["status"],
    against: ["__proto__.status"],
  },
  {
    trap: "timed out beside passed",
    response: { results: [{ name: "a", status: "passed", timed_out: true }] },
    verdict: "failed",
    basis: ["results[0].timed_out"],
  },
  {
    trap: "a verdict in attributes",
    response: { data: { id: "1", attributes: { status: "passed" } } },
    verdict: "passed",
    basis: ["data.attributes.status"],
  },
  {
    trap: "a verdict in a test's own word",
    response: { overallStatus: "SUCCESS", tests: [] },
    verdict: "passed",
    basis: ["overallStatus"],
  },
  {
    trap: "jobs of a pipeline",
    response: {
      status: "completed",
      jobs: [
        { name: "build", status: "completed", conclusion: "success" },
        { name: "e2e", status: "completed", conclusion: "failure" },
      ],
    },
    verdict: "failed",
    basis: ["jobs[1].conclusion"],
  },
  {
    trap: "a case of unknown word",
    response: {
      tests: [
        { name: "a", status: "passed" },
        { name: "b", status: "bestanden" },
      ],
    },
    verdict: "unknown",
    basis: ["tests[0].status"],
    against: ["tests[1].status"],
  },
  {
    trap: "fails nowhere said but in an unknown list",
    response: {
      status: "completed",
      summary: { passed: 3, failed: 0, total: 3 },
      probingOutcomes: [{ label: "z", verdict: "fail" }],
    },
    verdict: "unknown",
    basis: ["summary.failed"],
    against: ["probingOutcomes[0].verdict"],
  },
  // --- Shapes with more around them ------------------------------------------------------------------------------
  {
    trap: "XML as JSON, attributes apart",
    response: {
      testsuites: {
        $: { tests: "2", failures: "1", errors: "0", skipped: "0", time: "1.5" },
        testsuite: [
          {
            $: { name: "s", tests: "2", failures: "1" },
            testcase: [
              { $: { name: "a", classname: "C", time: "0.5" } },
              {
                $: { name: "b", classname: "C", time: "1.0" },
                failure: [{ _: "stack", $: { message: "boom" } }],
              },
            ],
          },
        ],
      },
    },
    verdict: "failed",
    totals: { total: 2, failed: 1 },
    cases: [
      ["a", "passed"],
      ["b", "failed"],
    ],
    basis: ["testsuites.$.failures"],
  },
  {
    trap: "XML as JSON, all well",
    response: {
      testsuites: {
        "@tests": "1",
        "@failures": "0",
        "@errors": "0",
        "@skipped": "0",
        "@time": "1.5",
        testsuite: [{ "@name": "s", testcase: [{ "@name": "a", "@time": "1.5" }] }],
      },
    },
    verdict: "passed",
    cases: [["a", "passed"]],
    basis: ['testsuites["@tests"]', 'testsuites["@failures"]'],
  },
  {
    trap: "XML as JSON, before anything ran",
    response: {
      testsuites: { "@tests": "1", "@failures": "0", testsuite: [{ testcase: [{ "@name": "a" }] }] },
    },
    verdict: "unknown",
    basis: ['testsuites["@tests"]'],
  },
  {
    trap: "attributes of list elements",
    response: { data: [{ type: "tests", id: "1", attributes: { name: "a", result: "failed" } }] },
    verdict: "failed",
    cases: [["a", "failed"]],
    basis: ["data[0].attributes.result"],
  },
  {
    trap: "edges and nodes",
    response: {
      edges: [{ node: { name: "a", status: "passed" } }, { node: { name: "b", status: "failed" } }],
    },
    verdict: "failed",
    cases: [
      ["a", "passed"],
      ["b", "failed"],
    ],
    basis: ["edges[1].node.status"],
  },
  {
    trap: "a suite that could not run, in the list",
    response: {
      files: [
        { name: "a.ts", status: "passed", tests: [{ name: "a", status: "passed" }] },
        { name: "b.ts", status: "failed", tests: [], message: "cannot be loaded" },
      ],
    },
    verdict: "failed",
    cases: [["a", "passed"]],
    basis: ["files[1].status"],
  },
  {
    trap: "tests and groups of tests in one list",
    response: {
      children: [
        { name: "group", children: [{ name: "a", status: "passed" }] },
        { name: "b", status: "failed" },
      ],
    },
    verdict: "failed",
    cases: [
      ["a", "passed"],
      ["b", "failed"],
    ],
    basis: ["children[1].status"],
  },
  {
    trap: "counts of steps are not counts of cases",
    response: { steps: { total: 9, passed: 8, failed: 1 }, tests: [{ name: "a", status: "passed" }] },
    verdict: "unknown",
    totals: { total: 1, passed: 1 },
    basis: ["tests[0].status"],
    against: ["steps.failed"],
  },
  {
    trap: "a success that ended and counted checks",
    response: {
      run: {
        status: "success",
        finishedAt: "2024-01-01T00:00:00Z",
        stats: { assertions: { total: 4, failed: 0 } },
      },
    },
    verdict: "passed",
    basis: ["run.status"],
  },
  {
    trap: "a number of somebody's own beside a plain flag",
    response: { results: [{ name: "a", status: 0, passed: true }] },
    verdict: "passed",
    basis: ["results[0].passed"],
  },
  {
    trap: "a pass of which no attempt passed",
    response: {
      tests: [{ name: "a", status: "passed", attempts: [{ status: "failed" }, { status: "failed" }] }],
    },
    verdict: "unknown",
    basis: ["tests[0].status"],
    against: ["tests[0].attempts[1].status"],
  },
  {
    trap: "a suite that broke at run time",
    response: { numPassedTests: 2, numFailedTests: 0, numTotalTests: 2, numRuntimeErrorTestSuites: 1 },
    verdict: "failed",
    basis: ["numRuntimeErrorTestSuites"],
  },
];
