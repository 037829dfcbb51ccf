/** Runs a channel and requests its channel report until the report no longer reads as running. */

import type { JsonObject } from "../json.ts";
import { type Announcement, findAnnouncement, statedCases } from "../reading/announced-cases.ts";
import {
  hasNoReport,
  isEmptyReport,
  isUnfinishedReport,
  lacksAnnouncedCases,
} from "../reading/empty-report.ts";
import { type Evidence, type EvidenceNote, mayBecomeWhole, otherReportIn } from "../reading/evidence.ts";
import {
  clockToleranceMs,
  findEarlierRun,
  findOtherRun,
  hasIdOf,
  hasRunId,
  isSameAsEarlier,
  isUnderWay,
  type RunStart,
  runStartOf,
  runTraceOf,
} from "../reading/other-run.ts";
import { withoutOtherRuns } from "../reading/own-run.ts";
import { type ReadOptions, readResponse } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import {
  emptyReading,
  pendingReading,
  provisionalReading,
  withdrawPass,
} from "../reading/reading-with-note.ts";
import { findPartialStart, findRefusal } from "../reading/refused-start.ts";
import { findOldHead } from "../reading/response-age.ts";
import type { TargetRun } from "../report/model.ts";
import type { ServiceResponse } from "../service/client.ts";
import { type ErrorKind, mayHaveActed, ServiceError } from "../service/error.ts";
import { operationFor } from "../service/operations.ts";
import type { PlannedChannel, PollTiming } from "./plan.ts";
import { messageOf, type RunContext, requestAndRead, runWithoutResponse, usedUp } from "./request.ts";
import { type PollResponse, pollUntilOver } from "./wait.ts";

const runOperation = operationFor("run", "channel");
const reportOperation = operationFor("report", "channel");

export async function runChannel(
  target: PlannedChannel,
  timing: PollTiming,
  options: RunContext,
): Promise<TargetRun> {
  // Only the words of `target.read` are used, because the team's expressions are for channel reports, and this response
  // only reports a start.
  const words = target.read?.words;
  const startedAt = options.clock.now();
  const { run: started, response } = await requestAndRead(
    runOperation,
    target,
    options,
    ({ value }, readOptions) => readResponse(value, { ...readOptions, words }),
  );
  if (started.reading === undefined) return started;
  const start = runStartOf(response.value, target, response.beganAt, response.header("location"));
  options.listener?.accepted?.(target, start);
  const hasId = hasRunId(start, target);
  const announcement = findAnnouncement(response.value);
  const refusal = findRefusal(response.value, started.reading, {
    hasRun: hasId || announcement !== undefined || isUnderWay(response.value, target, start),
    isAccepted: acceptedStatuses.has(response.status),
    latestStart: start.beganAt === undefined ? undefined : start.beganAt + clockToleranceMs,
    words,
  });
  // The id of a run that was not refused shows that it goes on, even if no word of the response says so.
  const isAwaited = refusal === undefined || (hasId && refusal.isSilent);
  const isRunning = started.reading.isRunning || (hasId && isAwaited);
  let isOwnReport = false;
  const run = await pollChannelReport(target, timing, options, {
    isRunning,
    start,
    startedAt,
    announcement,
    isRefused: !isAwaited,
    ...(refusal?.isSilent && {
      onReport: (report: JsonObject) => {
        isOwnReport =
          isUnderWay(report, target, start) || (!refusal.isEarlierRun && hasIdOf(report, target, start));
      },
    }),
  });
  const { raw, reading } = run;
  const doubt = refusal?.isSilent && isOwnReport ? undefined : refusal?.evidence;
  const doubted = reading && doubtByStart(reading, target, response.value, doubt);
  const isByStart = doubted !== undefined && doubted.evidence.remedy !== reading?.evidence.remedy;
  return {
    ...run,
    raw: raw === "" ? started.raw : raw,
    ...(doubted && { reading: doubted }),
    ...(isByStart && { remediedRaw: started.raw }),
  };
}

/** 201 and 202 say that something began. 204 has no content that could show a run. */
const acceptedStatuses: ReadonlySet<number> = new Set([201, 202, 204]);

/**
 * After a refused start the channel report may be about an earlier run. After a partial start it is about a part of the
 * run.
 */
function doubtByStart(
  reading: Reading,
  target: PlannedChannel,
  start: JsonObject,
  refusal: Evidence | undefined,
): Reading {
  if (refusal !== undefined) return withdrawPassByStart(reading, refusal);
  // An expression of the team can mean that a part is enough, or count otherwise.
  const isDecidedByTeam = reading.evidence.basis?.kind === "pass-when";
  if (reading.verdict !== "passed" || isDecidedByTeam) return reading;
  const partial = findPartialStart(start, { operation: runOperation, id: target.id }, target.read?.words);
  return partial === undefined ? reading : withdrawPassByStart(reading, partial);
}

/** If the report alone is a pass, only the start needs a remedy. */
function withdrawPassByStart(reading: Reading, evidence: Evidence): Reading {
  const withdrawn = withdrawPass(reading, { kind: "start-failed", evidence });
  const { remedy } = evidence;
  if (reading.verdict !== "passed" || (remedy?.by !== "words" && remedy?.by !== "fields")) return withdrawn;
  return { ...withdrawn, evidence: { ...withdrawn.evidence, remedy } };
}

/** With fewer cases than announced, the report is about a part of the run. */
function withdrawPartialPass(
  reading: Reading,
  response: JsonObject,
  announcement: Announcement | undefined,
): Reading {
  // An expression of the team can mean that a part is enough, or count otherwise.
  const isDecidedByTeam = reading.evidence.basis?.kind === "pass-when";
  if (announcement === undefined || reading.verdict !== "passed" || isDecidedByTeam) return reading;
  const { field, count: announced } = announcement;
  const reported = statedCases(response, reading);
  if (reported === 0 || reported >= announced) return reading;
  return withdrawPass(reading, { kind: "fewer-than-announced", field, announced, reported });
}

/** A case that is repeated can pass in the end, but one that disappears has not. */
function withoutVanished(reading: Reading, failed: ReadonlySet<string>): Reading {
  const listed = new Set(reading.cases.map(({ name }) => name));
  const name = listed.size === 0 ? undefined : [...failed].find(each => !listed.has(each));
  return reading.verdict !== "passed" || name === undefined
    ? reading
    : withdrawPass(reading, { kind: "failed-case-gone", name });
}

interface StartedRun {
  /** The state at the start. */
  readonly isRunning: boolean;
  /** Absent unless the service accepted the run and the response is known. */
  readonly start?: RunStart | undefined;
  /** When the start was sent, by the own clock. */
  readonly startedAt?: number | undefined;
  readonly isRefused?: boolean | undefined;
  /** The cases that the response to the start announces. */
  readonly announcement?: Announcement | undefined;
  /** Called with each report that is not of another run. */
  onReport?(report: JsonObject): void;
}

/** Returns the last channel report, with the error if polling failed. */
export async function pollChannelReport(
  target: PlannedChannel,
  timing: PollTiming,
  options: RunContext,
  { isRunning, ...started }: StartedRun,
): Promise<TargetRun> {
  const { clock, signal, listener } = options;
  const latest = { isUsedUp: false, isEmpty: false };
  const failed = new Set<string>();
  const { last = runWithoutResponse(target), end } = await pollUntilOver<TargetRun>(timing, {
    async request() {
      const response = await requestReport(target, options, started);
      latest.isUsedUp = "failure" in response && response.isUsedUp;
      latest.isEmpty = "value" in response && response.isEmpty;
      return response;
    },
    isRunning,
    clock,
    signal,
    onPause: ({ reading }) => {
      if (reading === undefined) return;
      for (const { name, status } of reading.cases) if (status === "failed") failed.add(name);
      listener?.waiting?.(target, reading);
    },
    onFailure: failure => listener?.pollFailed?.(target, failure),
  });
  switch (end.why) {
    case "over":
      return last.reading === undefined ? last : { ...last, reading: withoutVanished(last.reading, failed) };
    case "failed":
      return { ...last, error: end.failure, ...(latest.isUsedUp && !last.reading?.isRunning && usedUp) };
    case "cancelled":
      return withCancelNote(last);
    case "late":
      // A limit of 0 asks for one request and no waiting, so the limit needs no note. An empty report says what it is.
      return latest.isEmpty || (target.task === "report" && timing.limitMs === 0)
        ? last
        : withTimeLimitNote(last, timing, end.times);
  }
}

type ReportResponse =
  | (Extract<PollResponse<TargetRun>, { value: TargetRun }> & { readonly isEmpty: boolean })
  | (Extract<PollResponse<TargetRun>, { failure: string }> & { readonly isUsedUp: boolean });

/** After one of these errors the channel report is requested again. */
const temporaryErrors: ReadonlySet<ErrorKind> = new Set([
  "network",
  "timeout",
  "unavailable",
  "rate-limited",
]);

/** After a run was accepted, these mean that the report is still to come. */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 409, 425]);

async function requestReport(
  target: PlannedChannel,
  options: RunContext,
  started: Omit<StartedRun, "isRunning">,
): Promise<ReportResponse> {
  const isAwaited = started.start !== undefined && !started.isRefused;
  try {
    const { run, response } = await requestAndRead(
      reportOperation,
      target,
      options,
      (received, readOptions) => readReport(received, readOptions, { ...started, target, options }),
    );
    const { reading } = run;
    const isPending = reading !== undefined && (goesOn(reading) || response.status === 202);
    const awaited = isAwaited && !isPending ? reading : undefined;
    const isEmpty = awaited !== undefined && isEmptyReport(response.value, awaited);
    const isUnfinished =
      awaited !== undefined &&
      isUnfinishedReport(response.value, readingWithoutRefusal(awaited, response.value));
    const { announcement } = started;
    if (awaited && announcement && lacksAnnouncedCases(response.value, awaited, announcement))
      return { value: run, isRunning: true, isEmpty: false };
    return { value: run, isRunning: isPending || isEmpty || isUnfinished, isEmpty };
  } catch (error) {
    if (started.start !== undefined && error instanceof ServiceError && missingStatuses.has(error.status)) {
      const reading = pendingReading({ kind: "no-report-yet", status: error.status ?? 0 });
      return { value: { ...runWithoutResponse(target), reading }, isRunning: true, isEmpty: false };
    }
    return {
      failure: messageOf(error),
      isTemporary: error instanceof ServiceError && temporaryErrors.has(error.kind),
      isUsedUp: mayHaveActed(error),
      retryAfterMs: error instanceof ServiceError ? error.retryAfterMs : undefined,
    };
  }
}

/** An expression of the team that yields no pass for an unfinished report has not decided about the run. */
function readingWithoutRefusal(reading: Reading, response: JsonObject): Reading {
  const { basis } = reading.evidence;
  return basis?.kind === "pass-when" && !basis.isPass ? readResponse(response) : reading;
}

function goesOn({ isRunning, verdict, evidence }: Reading): boolean {
  return isRunning || (verdict === "unknown" && mayBecomeWhole(evidence));
}

interface ReportContext extends Omit<StartedRun, "isRunning"> {
  readonly target: PlannedChannel;
  readonly options: RunContext;
}

/** The team's expressions don't see a report of another run or an empty response, because they could take it for a pass. */
async function readReport(
  { value: response, raw, status, header }: ServiceResponse,
  readOptions: ReadOptions,
  { target, start, startedAt = Number.NEGATIVE_INFINITY, announcement, onReport, options }: ReportContext,
): Promise<Reading> {
  const { read = readResponse } = target;
  const { earlier, noteTrace, clock } = options;
  const value = start === undefined ? response : withoutOtherRuns(response, start);
  const otherRun =
    start &&
    (findOtherRun(value, target, start) ??
      findEarlierRun(value, target, start, earlier) ??
      findOldHead(header, start, clock.now() - startedAt));
  if (otherRun !== undefined) return pendingReading(otherRun);
  const notYet = { kind: "no-report-yet", status } as const;
  const isAwaited = start !== undefined || status === 202 || status === 204;
  if (isAwaited && hasNoReport(value)) return pendingReading(notYet);
  onReport?.(value);
  const trace = runTraceOf(value, target);
  noteTrace({ ...trace, ids: [...trace.ids, ...(start?.ids ?? [])], report: raw });
  const asRead = await read(value, readOptions);
  if (asRead.verdict === "passed" && isSameAsEarlier(raw, earlier))
    return pendingReading({ kind: "same-as-earlier" });
  const reading = withdrawPartialPass(asRead, value, announcement);
  return status === 202 && !reading.isRunning ? provisionalReading(reading, notYet) : reading;
}

function withCancelNote({ error: _, ...run }: TargetRun): TargetRun {
  const why: EvidenceNote = { kind: "cancelled", when: "while-waiting" };
  const { reading } = run;
  return { ...run, reading: reading ? withdrawPass(reading, why) : emptyReading(why) };
}

function withTimeLimitNote(run: TargetRun, { limitMs }: PollTiming, times: number): TargetRun {
  const { reading } = run;
  if (reading === undefined) return run;
  const otherReport = otherReportIn(reading.evidence);
  const waited = {
    kind: "waited",
    requestCount: times,
    limitMs,
    ...(otherReport && { otherReport }),
  } as const;
  return { ...run, reading: withdrawPass(reading, waited) };
}
