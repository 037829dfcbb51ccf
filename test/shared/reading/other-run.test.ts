import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { hasNoReport } from "../../../shared/reading/empty-report.ts";
import { findOtherRun, runStartOf } from "../../../shared/reading/other-run.ts";

const target = "cha_2";
const channel = { kind: "channel", id: target } as const;
const began = Date.UTC(2026, 2, 9, 10);
const at = (secondsLater: number) => new Date(began + secondsLater * 1000).toISOString();

type Row = readonly [start: JsonObject, report: JsonObject];

function otherRun([start, report]: Row) {
  return findOtherRun(report, channel, runStartOf(start, channel, began));
}

const others: readonly Row[] = [
  [{ run_id: "run_2" }, { run_id: "run_1" }],
  [{ runId: "run_2" }, { run_id: "run_1", status: "passed" }],
  [{ run_id: 2 }, { run_id: 1 }],
  [{ run: { id: "run_2" } }, { runId: "run_1" }],
  [{ run_id: "run_2" }, { run: "run_1" }],
  [{ run_id: "run_2" }, { data: { run_id: "run_1" } }],
  [{ data: { run: { id: "run_2" } } }, { report: { run: { id: "run_1" } } }],
  [{ run_id: "run_2" }, { result: { runId: "run_1" } }],
  [{ execution_id: "e-2" }, { execution: { id: "e-1" } }],
  [{ sessionId: "5a" }, { session_id: "4f" }],
  [{ job: "job-2" }, { job_id: "job-1" }],
  [{ run: "amber-falcon" }, { run: "quiet-otter", status: "passed" }],
  [{ run: "deadbeef" }, { run: "cafebabe" }],
  [{ data: { type: "evaluations", id: "1950" } }, { data: { type: "evaluations", id: "1902" } }],
  [
    { object: "run", id: "1950" },
    { object: "run", id: "1902" },
  ],
  ...[{ reference: "Task/task-17" }, [{ reference: "Task/task-17" }]].map(
    (basedOn): Row => [
      { resourceType: "Task", id: "task-18" },
      { status: "passed", basedOn },
    ],
  ),
  [{ StartResponse: { TestRun: { No: 20299 } } }, { ReportResponse: { TestRun: { No: 20260 } } }],
  // Under a name of the service.
  [{ scan_id: "s_2" }, { scan_id: "s_1" }],
  [{ sweepId: "w2" }, { data: { sweepId: "w1" } }],
  [{ scan: { id: "s_2" } }, { scan_id: "s_1" }],
  [{ job: 42 }, { job: 41 }],
  [{ ref: "rdt-4472" }, { ref: "rdt-4471", status: "passed" }],
  [{ reference: "R-20261128-03" }, { reference: "R-20261127-03" }],
  [{ rotnNbr: "R-18" }, { rotnNbr: "R-17" }],
  [{ run: { no: 18 } }, { run: { no: 17 } }],
  [{ run: { code: "CX-2" } }, { run: { code: "CX-1" } }],
  [{ seq: 18 }, { seq: 17 }],
  [{ ejecucion: { id: "ej_2" } }, { informe: { ejecucionId: "ej_1", casos: [{ titulo: "Saluda" }] } }],
  // A report that was made after the start would name this run.
  [{ runId: "r7" }, { status: "passed", basedOnRun: "r6" }],
  [{ runId: "r7" }, { status: "passed", latestRun: { id: "r6" } }],
  [{ runId: "r7" }, { status: "passed", lastCompletedRunId: "r6" }],
  [{ runId: "r7" }, { latest: { id: "r6", status: "passed" } }],
  // A run keeps its commit and its environment.
  [{ commit: "4f1c9a2" }, { commit: "b7720de" }],
  [{ rev: "77ab001" }, { rev: "e91fd20" }],
  [
    { kind: "TestRun", metadata: { name: "smoke-abc12" } },
    { kind: "TestRun", metadata: { name: "smoke-zzz99" } },
  ],
  [{ environment: "staging" }, { environment: "production" }],
  [{ agentVersion: "2.19.0" }, { data: { agentVersion: "2.18.3" } }],
  // Links to the run.
  [{ location: "/v1/runs/18" }, { location: "/v1/runs/17" }],
  [{ location: "/v1/runs/18" }, { run_id: "17" }],
  [{ location: "/v1/runs/r-62" }, { id: "r-61" }],
  [{ location: "/v1/runs/r-62" }, { _links: { self: { href: "https://x.example/v1/runs/r-61" } } }],
  [{ name: "channels/cha_2/runs/r-62" }, { name: "channels/cha_2/runs/r-61" }],
  [{ runId: "r-62" }, { name: "channels/cha_2/runs/r-61" }],
  [{ name: "operations/op-8813" }, { name: "operations/op-8812" }],
  [{ run: { ref: "r-62" } }, { run: { ref: "r-61" } }],
  [{ id: "run_992" }, { runs: ["run_991"] }],
  [{ runId: "run_992" }, { runId: "run_992", resultsOfRun: "run_991" }],
  [{ runId: "run_992" }, { runId: "run_992", requestedRunId: "run_991" }],
  [{ runNumber: 12 }, { run_number: 11 }],
  [{ id: 9 }, { runId: 8 }],
  [{ id: "run_2" }, { id: "run_1" }],
  [{ id: "run_2" }, { run_id: "run_1" }],
  [{ run_id: "run_2" }, { id: "run_1" }],
  [{ data: { id: "run_2" } }, { data: { id: "run_1" } }],
  [{ id: "channel-1-run-2" }, { id: "channel-1-run-1" }],
  [
    { id: target, run_id: "run_2" },
    { id: target, run_id: "run_1" },
  ],
  // The run decides, even if both responses are of one session.
  [
    { run_id: "run_2", session_id: "s_1" },
    { run_id: "run_1", session_id: "s_1" },
  ],
  // A report of two runs is not only of this one.
  [{ run_id: "run_2" }, { run_id: "run_2", report: { run_id: "run_1" } }],
  // The only object with an outcome.
  [{ run_id: "run_2" }, { run_id: "run_2", latest: { status: "passed", run_id: "run_1" } }],
  [{ runId: "run_2" }, { latestResult: { verdict: "passed", runId: "run_1" } }],
  [
    { data: { runChannel: { run: { id: "run_2" } } } },
    { data: { channelReport: { run: { id: "run_1", status: "success" } } } },
  ],
  [
    { ExecutionInfo: { ExecutionId: "778121" } },
    { TestExecutionResponse: { ExecutionInfo: { ExecutionId: "778120", ExecResult: "Passed" } } },
  ],
  [{ id: "run_2" }, { latestRun: { id: "run_1", status: "passed" } }],
  [{ runReference: "JG-2" }, { runReference: "JG-1", status: "passed" }],
  [{ _links: { self: { href: "/executions/2" } } }, { _links: { self: { href: "/executions/1" } } }],
  [{ run_ids: ["run_2"] }, { run_ids: ["run_1"] }],
  [{ run_ids: ["run_2"] }, { run_id: "run_1" }],
  [{ run_id: "run_2" }, { channelRunIds: ["run_1"] }],
  [{ runIds: [3, 4] }, { runIds: [1, 2] }],
  [{ runs: [{ id: "run_2" }] }, { runId: "run_1" }],
  [{ run_id: "run_3" }, { runs: [{ id: "run_1" }, { id: "run_2" }] }],
  // The cases or the runs in a list.
  [
    { run_id: "run_2" },
    { run_id: "run_2", status: "passed", results: [{ run_id: "run_1", status: "passed" }] },
  ],
  [{ run_id: "run_2" }, { runs: [{ id: "run_1" }] }],
  [{ run_id: "run_2" }, { results: [{ run_id: "run_1", name: "Greets" }] }],
  [
    { run_id: "run_2" },
    {
      run_id: "run_2",
      results: [
        { run_id: "run_1", name: "Greets" },
        { run_id: "run_1", name: "Refunds" },
      ],
    },
  ],
  [
    { run_id: "run_2" },
    {
      results: [
        { run_id: "run_2", name: "Greets" },
        { run_id: "run_1", name: "Refunds" },
      ],
    },
  ],
];

const otherCases: readonly Row[] = [
  [{ conversationIds: ["c3", "c4"] }, { conversations: [{ id: "c1" }, { id: "c2" }] }],
  [{ conversations: [{ id: "c3" }] }, { data: { conversations: [{ id: "c1" }] } }],
  [
    { runId: "r1", conversation_ids: ["c3"] },
    { runId: "r1", results: [{ conversationId: "c1" }] },
  ],
  [{ callIds: ["Xy"] }, { results: [{ callId: "Zw" }] }],
  // The report or the start calls them cases, or nothing in particular.
  [{ conversation_ids: ["c8"] }, { cases: [{ id: "c1" }] }],
  [{ conversation_ids: ["c8"] }, { results: [{ id: "c1" }, { id: "c2" }] }],
  [{ case_ids: ["c8"] }, { conversations: [{ id: "c1" }] }],
];

const otherIds: readonly Row[] = [
  [{ id: "r2" }, { run_id: "r1" }],
  [{ ticket: "t2" }, { ticket: "t1" }],
  [{ uuid: "t2" }, { uuid: "t1" }],
  [{ handle: "t2" }, { handle: "t1" }],
  [{ sequence: 18 }, { sequence: 17 }],
  [{ run: { sequence: 18 } }, { run: { sequence: 17 } }],
  [{ href: "/v1/runs/r2" }, { href: "/v1/runs/r1" }],
  [{ url: "https://tests.example/runs/18" }, { url: "https://tests.example/runs/17" }],
  [{ runId: "r2" }, { latestRunId: "r2", reportRunId: "r1" }],
];

/** The name of the field says nothing about runs, but the id is made like the one of the start. */
const mentionedIds: readonly Row[] = [
  [{ run_id: "run_2" }, { data: { relationships: { run: { data: { type: "runs", id: "run_1" } } } } }],
  [
    { data: { type: "channel-runs", id: "90412" } },
    { data: { relationships: { "channel-run": { data: { type: "channel-runs", id: "90377" } } } } },
  ],
  [
    { data: { type: "channel-runs", id: "90412" } },
    { data: { relationships: { run: { links: { related: "/v1/channel-runs/90377" } } } } },
  ],
  [{ run_id: "run_2" }, { run_id: "run_2", candidate: { run_id: "run_1", status: "passed" } }],
  [{ executionNo: "20261127-0042" }, { executionNo: "20261126-0017" }],
  [{ RunChannelResponse: { ExecutionId: "EX-2" } }, { GetChannelReportResponse: { ExecutionId: "EX-1" } }],
  [
    { data: { runChannel: { run: { id: "9001" } } } },
    { data: { createChannelReport: { run: { id: "8001" } } } },
  ],
  [{ run_id: "run_2" }, { status: "passed", links: { run: "/v1/runs/run_1" } }],
  [{ run_id: "run_2" }, { status: "passed", _links: { self: { href: "/v1/runs/run_1/report" } } }],
  [{ run_id: "run_2" }, { status: "passed", forRun: "run_1" }],
  [{ run_id: "run_2" }, { status: "passed", report: { of: "run_1" } }],
];

/** The object of the run has a name of the service, or says that it is a run. */
const otherObjects: readonly Row[] = [
  [
    { scan: { scan_id: "s2", state: "queued" } },
    { scan: { scan_id: "s1", state: "finished" }, result: "PASS", totals: { probes: 4 } },
  ],
  [{ scan: { id: "s2" } }, { scan: { id: "s1" }, status: "passed" }],
  [{ scan: { id: "s2" } }, { data: { scan: { scanId: "s1" } } }],
  [{ experiment: { id: "exp_2" } }, { experiment: { id: "exp_1" }, gate_result: "passed" }],
  [{ build: { hashed_id: "b2" } }, { build: { hashed_id: "b1", status: "passed" } }],
  [
    { application: { id: "a1" }, scan: { id: "s2" } },
    { application: { id: "a1" }, scan: { id: "s1" } },
  ],
  [
    { data: { id: "r2", type: "run" } },
    { data: { id: "r1", type: "run", attributes: { status: "passed" } } },
  ],
  [{ data: { id: "r2", type: "test-runs" } }, { data: { id: "r1", type: "test-runs" } }],
  [{ id: "r2" }, { data: { id: "r1", type: "run" } }],
  [
    { id: "x2", number: 18 },
    { id: "rep_9", runNumber: 17 },
  ],
];

const sameOrUnknown: readonly Row[] = [
  [{ seq: 18 }, { seq: 18 }],
  [{ runId: "r7" }, { runId: "r7", latestRun: { id: "r6" } }],
  [{ runId: "r7" }, { previousRun: "r6", latestRun: "r7" }],
  [{ run: "queued-up" }, { run: "queued-up" }],
  [{ data: { type: "jobs", id: "1950" } }, { data: { type: "reports", id: "1902" } }],
  [{ data: { type: "evaluation-reports", id: "1" } }, { data: { type: "evaluation-reports", id: "2" } }],
  [{ scan: { scan_id: "s2" } }, { scan: { scan_id: "s2" }, id: "rep_5" }],
  [{ scan: { id: "s2" } }, { scan: { uuid: "5c0d" } }],
  [{ scan: { id: "s2" } }, { report: { id: "rep_5" }, experiment: { id: "exp_1" } }],
  [{ scan: { id: "s2" } }, { scanId: "s2", snapshot: { id: "sn_1" } }],
  [
    { id: "x2", number: 18 },
    { id: "rep_9", runNumber: 18 },
  ],
  [
    { id: "x2", number: 18 },
    { id: "x2", runNumber: 1 },
  ],
  [
    { id: "x2", number: "15551234567" },
    { id: "rep_9", runNumber: 17 },
  ],
  // The run has an id, so the object is another thing.
  [
    { id: "r2", widget: { id: "w1" } },
    { id: "rep_5", widget: { id: "w2" } },
  ],
  [{ run_id: "r2", widget: { id: "w1" } }, { widget: { id: "w2" } }],
  // Agents, people, cases, states and parts of the service are not the run.
  ...["agent", "persona", "scenario", "testCase", "user", "commit", "status", "state", "phase"].map(
    (name): Row => [{ [name]: { id: "x1" } }, { [name]: { id: "x2" } }],
  ),
  ...["worker", "request", "trace", "report", "currentStep", "nextScan", "message", "config", "story"].map(
    (name): Row => [{ [name]: { id: "x1" } }, { [name]: { id: "x2" } }],
  ),
  [{ scan: { agent: { id: "a1" } } }, { scan: { agent: { id: "a2" } } }],
  [{ scans: [{ id: "s2" }] }, { scans: [{ id: "s1" }] }],
  // These are kinds of runs or of reports, and not of records.
  [
    { id: "x2", type: "voice" },
    { id: "rep_5", type: "voice" },
  ],
  [
    { id: "run_2", type: "simulation" },
    { id: "rep_5", type: "simulation" },
  ],
  [
    { id: "run_2", type: "run" },
    { id: "rep_5", type: "report" },
  ],
  // Some of the cases are those that were announced, or none can be compared.
  [{ conversationIds: ["c3", "c4"] }, { conversations: [{ id: "c4" }, { id: "c9" }] }],
  [{ conversationIds: ["c3"] }, { conversations: [{ id: "result_1", conversationId: "c3" }] }],
  [{ testIds: ["t1"] }, { tests: [{ id: "res_8f" }] }],
  [{ testIds: ["t1"] }, { conversations: [{ id: "t2" }] }],
  [{ conversationIds: [] }, { conversations: [{ id: "c4" }] }],
  [{ conversationIds: ["c3"] }, { cases: [{ id: "c3" }, { id: "c9" }] }],
  [{ conversationIds: ["c3"] }, { results: [{ id: "res_1" }] }],
  [{ test_ids: [11] }, { cases: [{ id: 1 }] }],
  [{ items: [{ id: "c3" }] }, { items: [{ id: "c4" }] }],
  [{ run_ids: ["run_1", "run_2"] }, { run_id: "run_2" }],
  [{ run_ids: ["run_1", "run_2"] }, { runs: [{ id: "run_1" }, { id: "run_2" }] }],
  [{ run_id: "run_2" }, { run_id: "run_2", runs: [{ id: "run_7" }, { id: "run_8" }] }],
  [{ run_id: 42 }, { runs: [{ id: 1 }, { id: 2 }] }],
  [{ run_id: 42 }, { runs: [0, 1] }],
  [{ run_id: "run_2" }, { runs: [{ id: "part-7" }, { id: "part-8" }] }],
  [{ run_id: "run_2", runs: [{ id: "run_1" }, { id: "run_2" }] }, { runs: [{ id: "run_2" }] }],
  // A report can have a number and a link of its own.
  [
    { run_id: "r2", sequence: 18 },
    { run_id: "r2", sequence: 3 },
  ],
  [
    { run_id: "r2", href: "/v1/runs/r2" },
    { run_id: "r2", href: "/v1/runs/r3" },
  ],
  [{ href: "/v1/channels/7/run" }, { href: "/v1/channels/7/report" }],
  [{ location: "/v1/runs/18" }, { run_id: "run_18" }],
  [{ runId: "r-62" }, { name: "channels/cha_2/runs/r-62" }],
  [{ runId: "r-62" }, { runId: "r-62", url: "https://x.example/runs/r-63" }],
  [{ name: "Smoke" }, { name: "Smoke 2" }],
  [{ run: { id: "run_18" } }, { run: { id: "run_18", no: 3 } }],
  // The commit can be written short.
  [{ commit: "4f1c9a2" }, { commit: "4f1c9a2e0b" }],
  [
    { kind: "TestRun", metadata: { name: "smoke-abc12" } },
    { kind: "TestRunReport", metadata: { name: "smoke-abc12-report" } },
  ],
  [{ environment: "staging" }, { environment: "Staging" }],
  [
    { run_id: "run_2", commit: "4f1c9a2" },
    { run_id: "run_2", commit: "b7720de" },
  ],
  [{ version: "v1" }, { version: "v2" }],
  [{ uuid: "0b0e9d52-5c0d-4e0c-9f5b-0d3a4a1d6a10" }, { uuid: "f0a4e6cc-1ba3-4b53-8b56-9d6f8a0c1e2f" }],
  [{ runId: "r2" }, { latestRunId: "r3" }],
  [{ run_id: "run_2" }, { run_id: "run_2" }],
  [{ run_id: 2 }, { run_id: "2" }],
  [{ run: { id: "run_2" } }, { data: { runId: "run_2" } }],
  [{}, { run_id: "run_1" }],
  [{ run_id: "run_2" }, {}],
  // The ids of the channel, of the report and of the request are of no run.
  [{ id: target }, { id: target, report_id: "rep_5" }],
  [{ id: "run_2" }, { id: target }],
  [{ id: "run_2" }, { id: "rep_5" }],
  [{ run_id: "run_2" }, { id: "rep_5", report: { id: "rep_5" } }],
  [
    { run_id: "run_2", request_id: "req_7" },
    { run_id: "run_2", request_id: "req_8" },
  ],
  [{ id: "channel-1-run-2" }, { id: "channel-1-report-1" }],
  [{ id: "0b0e9d52-5c0d-4e0c-9f5b-0d3a4a1d6a10" }, { id: "f0a4e6cc-1ba3-4b53-8b56-9d6f8a0c1e2f" }],
  [{ id: 12 }, { id: 13 }],
  // Different kinds of ids can't be compared.
  [{ run_id: "run_2" }, { execution_id: "exe_1" }],
  [{ run_id: "run_2" }, { run_number: 1, run_uuid: "5c0d" }],
  // A task of the service may differ, if the run is the same.
  [
    { run_id: "run_2", job_id: "job_1" },
    { run_id: "run_2", job_id: "job_9" },
  ],
  // These don't name the reported run.
  [{ run_id: "run_2" }, { previous_run_id: "run_1", last_run: { id: "run_1" } }],
  [
    { run_id: "run_2", previous_run_id: "run_1" },
    { run_id: "run_2", baseline: { run_id: "run_1" } },
  ],
  [
    { run_id: "run_2" },
    {
      run_id: "run_2",
      tests: [
        { run_id: "run_7", name: "Greets" },
        { run_id: "run_8", name: "Refunds" },
      ],
    },
  ],
  [{ run_id: "run_2" }, { runs: [{ id: "run_2" }, { id: "run_1" }] }],
  [
    { run_id: "run_2" },
    { baselineRun: "run_1", comparison: { to: "run_1" }, note: "run_1 was better", retryOf: "run_1" },
  ],
  [{ run_id: "run_2" }, { forRun: "run_2", links: { similar: "/v1/runs/run_1" } }],
  [{ run_id: "run_2" }, { links: { self: "/v1/runs/run_2/report" }, group: "run_1" }],
  // A text under `run` can be something else than an id.
  [{ run: "started" }, { run: "finished" }],
  // A reference to a record of another type.
  [
    { resourceType: "Task", id: "4472" },
    { status: "passed", subject: { reference: "Patient/4471" } },
  ],
  [
    { resourceType: "Task", id: "task-18" },
    { status: "passed", basedOn: [{ reference: "Task/task-18" }] },
  ],
  [{ run: "run_2" }, { run: "finished" }],
  [{ call: "12s" }, { call: "45s" }],
  [{ job: "job-2" }, { job: "3/5" }],
];

describe("a report is of another run if it names another run:", () => {
  const all = [...others, ...otherIds, ...mentionedIds, ...otherCases, ...otherObjects];
  test.each(all)("started %j, reported %j", (...row) => {
    expect(otherRun(row)?.kind).toBe("other-run");
  });

  test("a batch's own response can list the cases of another run", () => {
    const response = { runId: "run_2", runs: [{ id: "run_1", status: "passed" }] };
    expect(findOtherRun(response, channel, runStartOf({}, channel, undefined))?.kind).toBe("other-run");
  });

  test("both ids are in the note", () => {
    expect(otherRun([{ run_id: "run_2" }, { data: { run_id: "run_1" } }])).toEqual({
      kind: "other-run",
      field: "data.run_id",
      id: "run_1",
      startedId: "run_2",
    });
  });
});

describe("a report is not of another run without evidence:", () => {
  test.each(sameOrUnknown)("started %j, reported %j", (...row) => {
    expect(otherRun(row)).toBeUndefined();
  });
});

describe("a report is of another run if its run ended before this one began:", () => {
  test.each<[JsonObject]>([
    [{ finished_at: at(-60) }],
    [{ data: { completedAt: at(-60) } }],
    [{ metadata: { completedAt: at(-60) } }],
    [{ closedOn: at(-60) }],
    [{ ExecutionEnd: at(-60) }],
    [{ lastCallEndedAt: at(-60) }],
    [{ from: at(-90), to: at(-60) }],
    [{ finishedAt: String(began / 1000 - 60) }],
    [{ finishedAt: { _seconds: began / 1000 - 60, _nanoseconds: 0 } }],
    [{ finishedAt: { seconds: String(began / 1000 - 60), nanos: 0 } }],
    [{ finishedAt: { $date: at(-60) } }],
    [{ finishedAt: { $date: { $numberLong: String(began - 60_000) } } }],
    [{ endTimeUnixNano: `${began - 60_000}000000` }],
    [{ ended_at: (began - 60_000) * 1000 }],
    [{ run: { id: "run_2", endTime: began - 60_000 } }],
    [{ ended_at: began / 1000 - 60 }],
    [{ finished_at: "2026-03-09T10:30:00+01:00" }],
    [{ finished_at: "20260309T093000Z" }],
    [{ finished_at: "05.03.2026 09:00" }],
    [{ finished_at: "05.03.2026" }],
    [{ finished_at: "5 Mar 2026" }],
    [{ finished_at: "Mar 5, 2026, 9:00 AM" }],
    [{ finished_at: "02/28/2026 09:00 AM" }],
    [{ finished_at: "28/02/2026" }],
    // The later of both readings is the second of March.
    [{ finished_at: "03/02/2026" }],
    // Only America writes so.
    [{ finished_at: "2/11/2026, 9:00:00 AM" }],
    [{ finished_at: "20260305" }],
    [{ finished_at: 20260305 }],
    [{ finished_at: "Thu Mar 5 09:00:00 UTC 2026" }],
    [{ FinishedUtc: `/Date(${began - 60_000})/` }],
  ])("%j", report => {
    expect(otherRun([{ run_id: "run_2" }, report])?.kind).toBe("ended-before");
  });

  test.each<[string, JsonObject]>([
    ["later", { finished_at: at(60) }],
    ["within the difference of two clocks", { finished_at: at(-4) }],
    ["not a time", { finished_at: null, completed: 12, ended: true, stopped_at: "yesterday" }],
    ["without a zone", { finished_at: "2026-03-09T08:00:00" }],
    ["a date", { finished_at: "2026-03-08", end_date: "2026-03-08" }],
    [
      "a time that stands for none",
      { finished_at: "0001-01-01T00:00:00Z", ended_at: "1970-01-01T00:00:00Z" },
    ],
    ["of something else", { baseline_ended_at: at(-60), previous_run: { finished_at: at(-60) } }],
    ["of the day of the run", { started_at: "2026-03-09", finished_at: "09.03.2026", ended: "3/9/2026" }],
    ["of a day that can be the day of the run", { finished_at: "09/03/2026", ended: "03/09/2026" }],
    ["without a zone, in another form", { finished_at: "09.03.2026 08:00", ended_at: "20260309T080000" }],
    ["of a step of this run's case", { tests: [{ steps: [{ ended: at(-60) }], ended: at(60) }] }],
  ])("but not if the time is %s", (_, report) => {
    expect(otherRun([{}, report])).toBeUndefined();
  });

  test("which can't be known without a time of the service", () => {
    expect(
      findOtherRun({ finished_at: at(-60) }, channel, runStartOf({}, channel, undefined)),
    ).toBeUndefined();
  });
});

describe("a report is from before the run if it or its cases are:", () => {
  test.each<[JsonObject]>([
    [{ started_at: at(-60) }],
    [{ runStartedAt: at(-60), generatedAt: at(60) }],
    [{ report: { generatedAt: at(-60) } }],
    [{ report: { as_of: at(-60) } }],
    [{ created_at: began - 60_000 }],
    [{ createdAt: at(-90), updatedAt: at(-60) }],
    [{ lastRunAt: at(-60) }],
    [{ lastRun: at(-60) }],
    [{ measuredOn: at(-60) }],
    [{ period: { from: "05.03.2026", to: "06.03.2026" } }],
    // One case that is not of this run is enough.
    [{ tests: [{ ended: at(-60) }, { ended: at(60) }] }],
    [
      {
        results: [
          { name: "Greets", ended: at(60) },
          { name: "Refunds", ended: "05.03.2026 09:00" },
        ],
      },
    ],
    [{ timestamp: at(-60) }],
    [{ reportDate: "2026-03-06" }],
    [{ tests: [{ name: "Greets", finished_at: at(-60) }] }],
    [{ generatedAt: at(60), calls: [{ endedAt: at(-60) }, { title: "skipped" }] }],
    [{ experiment: { finished_at: at(-60) } }],
    [{ lifecycle: { phases: { judging: { ended: at(-60) } } }, generatedAt: at(60) }],
    [{ stats: { endedAt: at(-60) } }],
    [{ timing: { end: at(-60) } }],
    [{ window: { start: at(-90), end: at(-60) } }],
    [{ playedAt: at(-60) }],
    [{ time: at(-60) }],
    // The cases alone have times.
    [{ items: [{ title: "Greets", played_at: at(-60) }] }],
    [{ items: [{ title: "Greets", when: at(-60) }] }],
    [{ items: [{ title: "Greets", timestamp: at(-60) }] }],
    // Under names of another language.
    [{ gjennomført: at(-60) }],
    [{ kjøring: { startet: "05.03.2026 07:30:00", avsluttet: "05.03.2026 07:31:24" } }],
    [{ period: { from: at(-90), to: at(-60) } }],
    [{ report: { calls: [{ startedAt: at(-90), endedAt: at(-60) }, { startedAt: at(-70) }] } }],
  ])("%j", report => {
    expect(otherRun([{ run_id: "run_2" }, report])?.kind).toBe("made-before");
  });

  test.each<[JsonObject]>([
    [{ valid_until: at(-60) }],
    [{ finished_at: at(60), expiresAt: at(-60) }],
    [{ scorecard: { outcome: "passed", validThrough: at(-60) } }],
  ])("expired: %j", report => {
    expect(otherRun([{ run_id: "run_2" }, report])?.kind).toBe("no-longer-valid");
  });

  test.each<[string, JsonObject]>([
    ["a later time is beside it", { createdAt: at(-60), updatedAt: at(1) }],
    ["it is within the difference of two clocks", { generatedAt: at(-4) }],
    ["it is a date that can be the day of the run", { date: "2026-03-09", reportDate: "2026-03-08" }],
    ["it is about the channel", { channel: { createdAt: at(-60), startedAt: at(-60) } }],
    ["the object is the channel", { id: target, createdAt: at(-60), updatedAt: at(-60) }],
    ["it is about something else", { scenarioCreatedAt: at(-60), agent_deployed_at: at(-60) }],
    ["it is about a recording", { recording: { url: "https://a.example/1", expires_at: at(-60) } }],
    ["it is a time to come", { nextRunAt: at(-60), expiresAt: at(3600) }],
    ["it is a duration", { time: 1_500_000_000, runTime: 1_500_000_000 }],
    [
      "a part ended before, but another did not",
      { upload: { endedAt: at(-60) }, stats: { endedAt: at(60) } },
    ],
    [
      "a part ended before, but the run did not",
      { upload: { endedAt: at(-60) }, tests: [{ endedAt: at(60) }] },
    ],
    ["another record or an input ended", { persona: { ended_at: at(-60) }, user: { endedAt: at(-60) } }],
    ["an earlier run ended", { previousRun: { endedAt: at(-60) }, baseline: { stats: { end: at(-60) } } }],
    ["it is a telephone number", { from: 1_234_567_890, to: "1234567890" }],
    ["a list has earlier runs", { history: [{ endedAt: at(-60) }], lastRuns: [{ endedAt: at(-60) }] }],
    ["the definitions of cases are older", { tests: [{ createdAt: at(-60), updated_at: at(-60) }] }],
  ])("but not if %s", (_, report) => {
    expect(otherRun([{}, report])).toBeUndefined();
  });
});

describe("a response is of another target", () => {
  const otherTarget = (id: string, response: JsonObject) =>
    findOtherRun(response, { kind: "batch", id }, { ids: [] })?.kind;

  test.each<[string, JsonObject]>([
    ["bat_7", { batchId: "bat_9" }],
    ["b1", { batchId: "b2" }],
    ["bat_7", { batch: { id: "bat_9", name: "nightly" } }],
    ["bat_7", { data: { batch: "bat_9" } }],
    ["smoke", { batchId: "nightly" }],
    ["smoke", { batch: { id: "nightly" } }],
    ["7", { batch_id: 9 }],
    ["bat_7", { batchId: "bat_OTHER" }],
    ["bat_7", { "batch-ref": "bat_9" }],
    ["bat_7", { id: "bat_9" }],
    ["bat_ui", { build: { batch: "bat_api" }, stats: { passes: 4 } }],
    ["bat_ui", { batch: "bat_api" }],
    ["bat_qa", { experiment: { batch_id: "bat_zz" }, gate_result: "passed" }],
    ["bat_7", { experiment: { batch: { id: "bat_9" } } }],
    ["bat_7", { scan: { details: { batchId: "bat_9" } } }],
    ["bat_7", { target: { batchId: "bat_9" }, status: "passed" }],
    ["bat_7", { target: { kind: "batch", id: "bat_9" }, status: "passed" }],
    ["bat_7", { data: { subject: { type: "batch", id: "bat_9" } } }],
    ["bat_7", { data: { runBatch: { batchRun: { id: "run_1", batch: { id: "bat_9" } } } } }],
    ["bat_7", { status: "passed", links: { self: "/v1/batches/bat_9/report" } }],
    ["BT-7731", { Body: { BatchExecution: { BatchNo: "BT-7713" } } }],
    ["vibes", { batch: "vibes-old", status: "passed" }],
    ["tavern-npc", { data: { batchReport: { self: "/v1/batches/castle-npc/report" } } }],
    ["12", { data: { relationships: { batch: { data: { type: "batches", id: "13" } } } } }],
  ])("if its id is like %s: %j", (id, response) => {
    expect(otherTarget(id, response)).toBe("other-target");
  });

  test.each<[string, JsonObject]>([
    ["bat_7", { batchId: "bat_7" }],
    ["smoke", { batchId: "bat_9" }],
    ["smoke", { batchId: 9 }],
    ["smoke", { batch: "Smoke tests" }],
    ["smoke", { batch: "nightly" }],
    ["letters-line", { batch: "web-chat" }],
    ["smoke", { batchId: "0b0e9d52-5c0d-4e0c-9f5b-0d3a4a1d6a10" }],
    ["smoke", { batch: { id: "0b0e9d52-5c0d-4e0c-9f5b-0d3a4a1d6a10", name: "smoke" } }],
    ["bat_7", { channelId: "bat_9" }],
    ["bat_7", { batchId: "run_1" }],
    ["bat_7", { batchId: "bat_7_run_3" }],
    ["bat-smoke", { batch: { id: "bat-smoke-0f3a" } }],
    ["bat_7", { id: "run_9" }],
    ["7", { id: "9" }],
    ["bat_7", { scan: { batch_id: "bat_7" } }],
    ["bat_7", { batch_id: "bat_7", experiment: { batch_id: "bat_9" } }],
    ["bat_7", { scan: { batch_id: "bat_7" }, widget: { batch_id: "bat_9" } }],
    ["bat_7", { agent: { batch_id: "bat_9" }, persona: { batchId: "bat_9" }, config: { batch: "bat_9" } }],
    ["bat_7", { scenario: { batchId: "bat_9" }, test: { batch_id: "bat_9" }, story: { batch_id: "bat_9" } }],
    ["bat_7", { probes: [{ batch_id: "bat_9" }], tests: { a: { batch_id: "bat_9" } } }],
    ["bat_7", { baseline: { batch_id: "bat_9" }, nextScan: { batch_id: "bat_9" } }],
    ["bat_7", { target: { kind: "channel", id: "bat_9" } }],
    ["bat_7", { target: { kind: "agent", id: "bat_9" } }],
    ["smoke", { experiment: { batch: "nightly" } }],
    ["smoke", { experiment: { batch_id: "bat_9" } }],
    ["7", { audio: { batch: 2 } }],
    ["v1", { audio: { batch: "v2" } }],
  ])("but not for %s: %j", (id, response) => {
    expect(otherTarget(id, response)).toBeUndefined();
  });
});

describe("a response has no report:", () => {
  test.each<[JsonObject]>([
    [{}],
    [{ report: null }],
    [{ data: {} }],
    [{ data: [] }],
    [{ id: target, run_id: "run_2", report: null }],
    [{ data: { report: null }, error: null }],
    [{ run: { id: "run_2" }, job: "job-7", report: {} }],
    [{ success: true, data: null }],
    [{ status: "success", data: {} }],
    [{ message: "The report is not ready.", report: null }],
  ])("%j", response => {
    expect(hasNoReport(response)).toBe(true);
  });

  test("in a short time, and at any depth", () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field ${index}`, null]));
    expect(hasNoReport({ ...wide, report: null, success: true })).toBe(true);
    const deep = JSON.parse(`${'{"data":'.repeat(50_000)}{}${"}".repeat(50_000)}`);
    expect(hasNoReport(deep)).toBe(false);
    expect(otherRun([deep, deep])).toBeUndefined();
  });

  test.each<[JsonObject]>([
    [{ status: "passed", report: null }],
    [{ failures: [] }],
    [{ tests: [] }],
    [{ success: true }],
    [{ success: true, error: null }],
    [{ success: false, data: null }],
    [{ report: { status: "running" } }],
    [{ total: 0 }],
  ])("but not %j", response => {
    expect(hasNoReport(response)).toBe(false);
  });
});
