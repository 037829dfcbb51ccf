/**
 * Runs batches and channels, or requests channel reports, and stores the report. Continues an earlier run by requesting
 * its channels' reports.
 */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { RunTrace } from "../../shared/reading/other-run.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { recordKey } from "../../shared/reading/records.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { Plan, PlannedTarget, PollTiming, RunOptions } from "../../shared/run/plan.ts";
import type { Policy } from "../../shared/sampling/decide-case.ts";
import { mayHaveActed, ServiceError } from "../../shared/service/error.ts";
import {
  type OperationName,
  type OperationRole,
  operation,
  operationFor,
} from "../../shared/service/operations.ts";
import type { ServiceRequest } from "../../shared/service/request.ts";
import { cut } from "../../shared/wording.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import { withProgress } from "../editor/progress.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { ServiceConnection, ServiceConnections } from "../services/connection.ts";
import type { MemoryStore } from "../services/memory.ts";
import { recordsLabel } from "../services/operation-labels.ts";
import type { Service } from "../services/service.ts";
import { RunExpressions } from "./run-expressions.ts";
import {
  type CountedRequest,
  type EndedTarget,
  hasReport,
  type RunStore,
  type RunTarget,
  type StoredRun,
} from "./store.ts";

/** The roles whose requests appear as runs in the Runs view. */
type RunRole = Extract<OperationRole, "run" | "report">;

export function isRunRole(role: OperationRole): role is RunRole {
  return role === "run" || role === "report";
}

export interface RunRequest {
  readonly service: Service;
  /** `report` requests channel reports and runs nothing. */
  readonly role: RunRole;
  readonly records: readonly AddressedRecord[];
  /** Without fields from here, a record gets the fields that were last sent for it. */
  readonly fieldsFor?: ((record: AddressedRecord) => JsonObject | undefined) | undefined;
  /** Without a policy from here, a record gets the one in the catalog. */
  readonly policyFor?: ((record: AddressedRecord) => Policy | undefined) | undefined;
  /** The stored run to continue. Its channel reports are requested until they are complete. */
  readonly continued?: StoredRun | undefined;
  /** The id of the new run; made up if absent. */
  readonly id?: string | undefined;
}

/** The most characters of the names of targets that were not run to the end. */
const longestNames = 60;

interface LaunchProgress {
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  readonly done: (record: { readonly key: string }) => void;
}

interface FinishedPlan {
  readonly report: Report;
  readonly raw: readonly RawResponse[];
  readonly requests: readonly CountedRequest[];
  /** The last progress that the service reported. */
  readonly progress: string;
  /** By record key, in milliseconds since 1970. */
  readonly reportedAt: ReadonlyMap<string, number>;
}

interface RunLauncherDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly connections: ServiceConnections;
  readonly memories: MemoryStore;
  readonly records: RecordStore;
  readonly catalogs: CatalogStore;
  readonly busy: BusyRecords;
  readonly runs: RunStore;
  readonly log: EditorLog;
  readonly clock: Clock;
}

const concurrency = 4;
const untilComplete: PollTiming = { limitMs: 30 * 60_000, pauseMs: 2000 };
const once: PollTiming = { limitMs: 0, pauseMs: 0 };

export class RunLauncher {
  readonly #deps: RunLauncherDeps;
  /** Functions that stop a run, by run id. */
  readonly #stops = new Map<string, () => void>();

  constructor(deps: RunLauncherDeps) {
    this.#deps = deps;
  }

  /** Throws if no response came, unless a person cancelled a new run whose request may have arrived. */
  async run(request: RunRequest): Promise<StoredRun> {
    const { vscode, busy, connections, runs } = this.#deps;
    const { service, role, records } = request;
    const work = busy.begin(records, service);
    work.show(t("running"));
    try {
      await runs.ready();
      const connection = await connections.connect(service);
      const heading = role === "report" ? t("Report") : t("Run");
      return await withProgress(vscode, `${heading}: ${recordsLabel(records)}`, (signal, say) =>
        this.#carryOut(request, connection, { signal, say, done: record => work.finish(record) }),
      );
    } finally {
      work.dispose();
    }
  }

  /** Stops the runs, and keeps the responses that have arrived. */
  stop(ids: readonly string[]): void {
    for (const id of ids) this.#stops.get(id)?.();
  }

  async #carryOut(
    request: RunRequest,
    connection: ServiceConnection,
    progress: LaunchProgress,
  ): Promise<StoredRun> {
    const stop = new AbortController();
    const signal = AbortSignal.any([progress.signal, stop.signal]);
    const expressions = new RunExpressions(this.#deps.bundles, signal);
    const run = this.#startedRun(request);
    this.#stops.set(run.id, () => stop.abort());
    try {
      const plan = await this.#plan(request, expressions);
      return await this.#carryOutPlan(plan, run, request, connection, { ...progress, signal });
    } catch (error) {
      if (this.#deps.runs.isRunningHere(run)) await this.#deps.runs.restore({ ...run, state: "interrupted" });
      throw error;
    } finally {
      this.#stops.delete(run.id);
      expressions.end();
    }
  }

  #startedRun({ service, role, records, continued, id = newRunId() }: RunRequest): StoredRun {
    const begun = {
      id,
      name: records.map(({ name }) => name).join(", "),
      role,
      targets: records.flatMap(({ kind, id, name }) =>
        kind === "batch" || kind === "channel" ? { kind, id, name } : [],
      ),
      service: service.id,
      serviceName: service.name,
      startedAt: this.#deps.clock.now(),
    };
    return { ...begun, ...continued, state: "running", summary: "" };
  }

  async #carryOutPlan(
    plan: Plan,
    started: StoredRun,
    request: RunRequest,
    connection: ServiceConnection,
    { signal, say, done }: LaunchProgress,
  ): Promise<StoredRun> {
    const { bundles, clock, memories, runs, log } = this.#deps;
    const { otherReportIn, runTargets, waitingReviewIds } = await bundles.report();
    const { records, role, continued, service } = request;
    let begun = request.role === "run" ? withPolicies(started, plan) : started;
    const furtherRuns = new Map<string, string>();
    const waiting = new Map<string, string>();
    const ended: EndedTarget[] = [];
    const responses = new Map<string, RawResponse>();
    const reportedAt = new Map<string, number>();
    let progress = "";
    const show = () => {
      const summary = [
        records.length === 1 ? "" : t("{0} of {1} done", ended.length, records.length),
        ...furtherRuns.values(),
        ...waiting.values(),
      ]
        .filter(Boolean)
        .join(" · ");
      say(summary || t("running"));
      // Without a response there may be no report. After a cancel, only the report says which targets it stopped.
      const isCertain = responses.size > 0 && !signal.aborted;
      runs.progress({ ...begun, summary }, isCertain ? [...ended] : runs.endedTargets(begun.id));
    };
    // A failure to store the run is only logged. The targets are run all the same.
    await runs.begin(begun).catch((error: unknown) => log.error(error));
    show();
    const { send, failures, requests } = observeRequests(connection);
    const report = await runTargets(plan, {
      send,
      storeResponse: async ({ kind, id, name = id }, _request, raw) => {
        const text = new TextDecoder().decode(raw);
        responses.set(recordKey({ kind, id }), { target: { kind, id, name }, text });
        return "";
      },
      ...(role === "run" &&
        continued === undefined && { tracesOf: target => this.#tracesOf(target, service) }),
      redact: connection.redact,
      clock,
      signal,
      // A failure to learn is only logged, because it must not look like a failure of the run.
      learn: (...learned) => connection.learn(...learned).catch((error: unknown) => log.error(error)),
      listener: {
        accepted: (target, start) => {
          const isIt = (other: RunTarget) => recordKey(other) === recordKey(target);
          begun = { ...begun, targets: begun.targets.map(each => (isIt(each) ? { ...each, start } : each)) };
          show();
          runs.saveProgress(begun).catch((error: unknown) => log.error(error));
        },
        startedAgain: (target, { number, most }) => {
          furtherRuns.set(recordKey(target), t("run {0} of at most {1}", number, most));
          waiting.delete(recordKey(target));
          show();
        },
        waiting: (target, reading) => {
          progress = progressText(reading) || progress;
          const other = otherReportIn(reading.evidence);
          const text = other && t("the last report is of {0}", other.of);
          waiting.set(recordKey(target), text ?? progressText(reading));
          show();
        },
        pollFailed: target => {
          waiting.set(recordKey(target), t("the service does not answer, trying again"));
          show();
        },
        finished: (target, result, tests) => {
          furtherRuns.delete(recordKey(target));
          waiting.delete(recordKey(target));
          const at = clock.now();
          reportedAt.set(recordKey(target), at);
          // A request for a report doesn't say when the reported run began.
          if (begun.role === "run") {
            memories
              .of(request.service)
              .learnWaiting(waitingReviewIds(result, tests), begun.startedAt, at)
              .catch((error: unknown) => log.error(error));
          }
          done({ key: recordKey(target) });
          ended.push({ result, tests, requests: requests() });
          show();
        },
      },
    });
    const raw = records.flatMap(record => responses.get(record.key) ?? []);
    // Prefers the failure of a request that may have arrived. Another failure would suggest that nothing was run, and a
    // person could run the target twice.
    const failure = failures.find(mayHaveActed) ?? failures[0];
    if (raw.length === 0 && request.continued !== undefined) {
      await runs.restore(request.continued);
      throw signal.aborted ? new Cancelled() : failure;
    }
    if (raw.length === 0 && !mayHaveActed(failure)) {
      if (failure === undefined || signal.aborted || request.role === "report") await runs.remove([begun.id]);
      else
        await runs.restore({
          ...begun,
          endedAt: clock.now(),
          state: "never-started",
          summary: failure instanceof Error ? failure.message : String(failure),
        });
      throw failure ?? new Cancelled();
    }
    const finished = await this.#finish(
      begun,
      request,
      { report, raw, requests: requests(), progress, reportedAt },
      connection,
    );
    if (raw.length === 0 && finished.state !== "cancelled") throw failure;
    return finished;
  }

  /** By the trace of its last run, a report that the service has stored isn't taken for the one of a new run. */
  async #tracesOf({ kind, id }: PlannedTarget, { id: service }: Service): Promise<RunTrace[]> {
    const { bundles, runs } = this.#deps;
    const isIt = (other: Pick<RunTarget, "kind" | "id">) => other.kind === kind && other.id === id;
    const last = runs.all.find(run => run.service === service && hasReport(run) && run.targets.some(isIt));
    const report = last && (await runs.report(last.id));
    const text = report?.raw.find(({ target }) => isIt(target))?.text;
    if (text === undefined) return [];
    const { storedRunTraceOf } = await bundles.report();
    const trace = storedRunTraceOf(text, { kind, id }, last?.targets.find(isIt)?.start);
    return trace === undefined ? [] : [trace];
  }

  async #finish(
    begun: StoredRun,
    { records, continued }: RunRequest,
    { report, raw, requests, progress, reportedAt }: FinishedPlan,
    { redact }: ServiceConnection,
  ): Promise<StoredRun> {
    const { bundles, clock, runs } = this.#deps;
    const { formatReportCounts, isLeftToReviews, withEarlierBatches } = await bundles.report();
    const batches = (continued?.targets ?? []).filter(isBatch);
    const before = continued && (await runs.report(continued.id));
    const document =
      batches.length === 0 ? report : withEarlierBatches(report, batches, before?.document, redact);
    const { verdict, cancelled, targets } = document.results.extra.callboard;
    const isCancelled = cancelled === true && verdict !== "failed";
    const isNothingKnown = raw.length === 0 || (isCancelled && document.results.summary.tests === 0);
    const results = new Map(
      [...records, ...batches].map((target, index) => [recordKey(target), targets[index]]),
    );
    const broken = begun.targets.filter(target => results.get(recordKey(target))?.error !== undefined);
    const names = broken.map(({ name }) => labelText(name)).join(", ");
    const counts = joinTexts(" · ", [
      formatReportCounts(document),
      names !== "" && t("not run to the end: {0}", cut(names, longestNames)),
    ]);
    const endedAt = clock.now();
    const finished: StoredRun = {
      ...begun,
      targets: begun.targets.map(target => {
        const result = results.get(recordKey(target));
        const { verdict: targetVerdict = "unknown", failed = 0, reviews: ids = [] } = result ?? {};
        const at = reportedAt.get(recordKey(target)) ?? endedAt;
        const areDecisive = result !== undefined && isLeftToReviews(result);
        const reviews = ids.length > 0 ? { reviews: { ids, at, areDecisive } } : {};
        return { ...target, verdict: targetVerdict, failed, ...reviews };
      }),
      endedAt,
      state: isCancelled ? "cancelled" : verdict,
      summary: isNothingKnown
        ? (records.length === 1 && progress) || t("the service may have gone on with it")
        : counts,
    };
    const kept = (before?.raw ?? []).filter(({ target }) => isBatch(target));
    await runs.finish(finished, { document, raw: [...raw, ...kept], requests });
    return finished;
  }

  async #plan(request: RunRequest, expressions: RunExpressions): Promise<Plan> {
    const targets = await Promise.all(
      request.records.map(record => this.#planTarget(record, request, expressions)),
    );
    const isOnce = request.role === "report" && request.continued === undefined;
    return { targets, concurrency, pollTiming: isOnce ? once : untilComplete };
  }

  async #planTarget(
    record: AddressedRecord,
    { service, role, fieldsFor, policyFor, continued }: RunRequest,
    expressions: RunExpressions,
  ): Promise<PlannedTarget> {
    const memory = this.#deps.memories.of(service);
    const { id, name } = record;
    // `fieldsFor` is only for the operation that `role` names. A channel's other operation gets its last sent fields.
    const fieldsOf = (requested: OperationName): JsonObject =>
      (operation(requested).role === role ? fieldsFor?.(record) : undefined) ??
      memory.lastSent(requested, id) ??
      {};
    const catalog = this.#deps.records.readingCatalogOf(record.key);
    const read = await expressions.readerFor(catalog?.report ?? {}, mistake =>
      this.#deps.catalogs.explainMistake(mistake, catalog),
    );
    const { policyOfRecord } = await this.#deps.bundles.report();
    const policy = policyFor?.(record) ?? policyOfRecord(record);
    const common = { id, name, policy, read };
    if (record.kind === "batch") {
      return { ...common, kind: "batch", fields: { run: fieldsOf(operationFor("run", "batch")) } };
    }
    return {
      ...common,
      kind: "channel",
      task: role,
      start: continued?.targets.find(target => recordKey(target) === recordKey({ kind: "channel", id }))
        ?.start,
      fields: {
        run: fieldsOf(operationFor("run", "channel")),
        report: fieldsOf(operationFor("report", "channel")),
      },
    };
  }
}

export function newRunId(): string {
  return crypto.randomUUID().slice(0, 8);
}

function withPolicies(run: StoredRun, { targets }: Plan): StoredRun {
  return {
    ...run,
    targets: run.targets.map(target => {
      const planned = targets.find(({ kind, id }) => kind === target.kind && id === target.id);
      const { runs, passes } = planned?.policy ?? {};
      return runs && passes ? { ...target, runs, passes } : target;
    }),
  };
}

function isBatch({ kind }: { readonly kind: string }): boolean {
  return kind === "batch";
}

function progressText({ progress }: Reading): string {
  return progress === undefined ? "" : t("{0} of {1}", progress.done, progress.total);
}

function observeRequests(connection: ServiceConnection): {
  readonly send: RunOptions["send"];
  readonly failures: readonly unknown[];
  readonly requests: () => CountedRequest[];
} {
  const failures: unknown[] = [];
  const sent = new Map<string, CountedRequest>();
  const count = ({ operation, id }: ServiceRequest, status: number | undefined) => {
    const key = `${operation} ${id} ${status}`;
    sent.set(key, { operation, id, status, count: (sent.get(key)?.count ?? 0) + 1 });
  };
  return {
    failures,
    requests: () => [...sent.values()],
    async send(request, signal) {
      try {
        const response = await connection.sendOnly(request, signal);
        count(request, response.status);
        return response;
      } catch (error) {
        count(request, error instanceof ServiceError ? error.status : undefined);
        failures.push(error);
        throw error;
      }
    },
  };
}
