/** Builds the responses about runs of batches and channels from the demo data and from people's decisions. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, pluralOf } from "../service/operations.ts";
import { type DemoCase, type DemoCases, demoCases } from "./demo.ts";
import type { ServiceState, StoredRecord } from "./state.ts";

type TargetKind = "batch" | "channel";
type Case = JsonObject & { readonly status: string };

export const statusByVerdict: ReadonlyMap<unknown, "passed" | "failed"> = new Map([
  ["pass", "passed"],
  ["passed", "passed"],
  ["fail", "failed"],
  ["failed", "failed"],
]);

const byGravity = ["failed", "undecided", "passed", "skipped"];

const advice: Readonly<Record<string, string>> = {
  undecided: "Some outcomes wait for a person: submit the reviews named beside them.",
  empty: 'Nothing was called: there are no tests here. Name some as "testIds".',
};

const outlook: Readonly<Record<TargetKind, string>> = {
  batch: "The others are being made in the background.",
  channel: "Ask for the report again.",
};

export function finishedRunResponse(state: ServiceState, kind: TargetKind, target: StoredRecord): JsonObject {
  const cases = referenced(target, "test").map(id => caseOf(state, kind, target, id));
  const status = byGravity.find(each => cases.some(({ status }) => status === each)) ?? "empty";
  const durations = cases.map(({ durationMs }) => (typeof durationMs === "number" ? durationMs : 0));
  return {
    ...head(state, kind, target, status),
    ...(advice[status] !== undefined && { message: advice[status] }),
    durationMs: durations.reduce((sum, each) => sum + each, 0),
    summary: summaryOf(cases),
    cases,
  };
}

export function unfinishedRunResponse(
  state: ServiceState,
  kind: TargetKind,
  target: StoredRecord,
  part: number,
): JsonObject {
  const ids = referenced(target, "test");
  const made = Math.floor(ids.length * part);
  const cases = ids.map((id, position) =>
    position < made ? caseOf(state, kind, target, id) : { ...caseHead(state, id), status: "pending" },
  );
  return {
    ...head(state, kind, target, "running"),
    message: `${made} of ${ids.length} calls have been made. ${outlook[kind]}`,
    summary: summaryOf(cases),
    cases,
  };
}

/** The response contains no cases, because they are in the channel's report. */
export function startedRunResponse(state: ServiceState, channel: StoredRecord): JsonObject {
  return {
    ...head(state, "channel", channel, "running"),
    message: `The calls are being made. Ask for the outcome with POST ${pathOf(channel)}/report.`,
  };
}

export function emptyReportResponse(channel: StoredRecord): JsonObject {
  return {
    id: channel.id,
    name: labelOf(channel),
    status: "not run",
    message: `There is nothing to report yet: POST ${pathOf(channel)}/run comes first.`,
  };
}

function head(state: ServiceState, kind: TargetKind, target: StoredRecord, status: string): JsonObject {
  const { runs } = state.progress(kind, target.id);
  return {
    id: target.id,
    name: labelOf(target),
    ...reference(state, "project", target),
    runId: `${target.id}-run-${runs}`,
    status,
  };
}

function summaryOf(cases: readonly Case[]): JsonObject {
  const count = (status: string) => cases.filter(each => each.status === status).length;
  const statuses = ["passed", "failed", "skipped", "undecided", "pending"];
  return { total: cases.length, ...Object.fromEntries(statuses.map(status => [status, count(status)])) };
}

function caseOf(state: ServiceState, kind: TargetKind, target: StoredRecord, testId: string): Case {
  const test = state.find("test", testId);
  if (test === undefined) {
    return { name: testId, status: "failed", message: "Nothing was called: there is no test with this id." };
  }
  const { runs } = state.progress(kind, target.id);
  const demoCase = demoCaseOf(target, testId, runs);
  return {
    ...caseHead(state, testId),
    status: demoCase.status,
    durationMs: demoCase.durationMs,
    ...(demoCase.attempts !== undefined && { attempts: demoCase.attempts, flaky: true }),
    ...(demoCase.message !== undefined && { message: demoCase.message }),
    ...(demoCase.status === "undecided" &&
      decisionOf(demoCase, reviewOf(state, kind, target, test, demoCase))),
  };
}

function caseHead(state: ServiceState, testId: string): JsonObject {
  const test = state.find("test", testId);
  if (test === undefined) return { name: testId };
  return {
    name: labelOf(test),
    testId,
    ...reference(state, "persona", test),
    ...reference(state, "scenario", test),
  };
}

/** Depends on the number of the run instead of chance, so that demos and tests repeat. */
function demoCaseOf(target: StoredRecord, testId: string, run: number): DemoCase {
  const casesByTest = [demoCases[target.id], ...Object.values(demoCases)].find(
    byTest => byTest?.[testId] !== undefined,
  );
  const found = casesByTest?.[testId] ?? madeUpCase(testId);
  return isSame(found) ? found : (found[(run - 1) % found.length] ?? found[0]);
}

function isSame(found: DemoCases): found is DemoCase {
  return !Array.isArray(found);
}

/** Makes up a result for a test without demo data: mostly passed, and always the same for the same id. */
function madeUpCase(testId: string): DemoCase {
  const sum = [...testId].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const durationMs = 20_000 + (sum % 60) * 1000;
  switch (sum % 5) {
    case 3:
      return {
        status: "failed",
        durationMs,
        message: "Made up: the agent hung up before the caller was done.",
      };
    case 4:
      return { status: "undecided", durationMs, message: "Made up: the agent mumbled, and nobody is sure." };
    default:
      return { status: "passed", durationMs };
  }
}

function reviewOf(
  state: ServiceState,
  kind: TargetKind,
  target: StoredRecord,
  test: StoredRecord,
  demoCase: DemoCase,
): StoredRecord {
  const id = demoCase.review ?? `rev_${target.id}_${test.id}`;
  const name = `Was this right? ${labelOf(test)}`;
  return (
    state.find("review", id) ??
    state.put("review", id, {
      name,
      testId: test.id,
      [`${kind}Id`]: target.id,
      assignee: null,
      status: "waiting",
    })
  );
}

function decisionOf(demoCase: DemoCase, review: StoredRecord): JsonObject {
  const verdict = review["status"] === "settled" ? statusByVerdict.get(review["verdict"]) : undefined;
  if (verdict === undefined) return { review: { id: review.id, name: labelOf(review) } };
  const comment = typeof review["comment"] === "string" ? `: ${review["comment"]}` : ".";
  return {
    status: verdict,
    message: `${demoCase.message ?? ""}\nA reviewer decided "${verdict}"${comment}`.trim(),
  };
}

function reference(state: ServiceState, kind: Kind, record: StoredRecord): JsonObject {
  const [id] = referenced(record, kind);
  const found = id === undefined ? undefined : state.find(kind, id);
  return found === undefined ? {} : { [kind]: { id: found.id, name: labelOf(found) } };
}

/** Returns the ids of records under any of the usual names: `persona`, `personaId`, `tests`, `testIds`. */
function referenced(record: JsonObject, kind: Kind): string[] {
  return [kind, `${kind}Id`, pluralOf[kind], `${kind}Ids`]
    .flatMap((field): JsonValue => record[field] ?? [])
    .map(value => (isJsonObject(value) ? value["id"] : value))
    .filter(id => typeof id === "string");
}

function labelOf(record: StoredRecord): string {
  const label = record["name"] ?? record["title"];
  return typeof label === "string" ? label : record.id;
}

function pathOf(channel: StoredRecord): string {
  return `/v1/channels/${encodeURIComponent(channel.id)}`;
}
