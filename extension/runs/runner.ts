/**
 * Runs batches and channels, or asks for channel reports, and stores the report. Continues an interrupted run by
 * asking for its channels' reports.
 */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { recordName } from "../../shared/reading/records.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { Plan, PlannedTarget, RunOptions, Waiting } from "../../shared/run/plan.ts";
import { isServiceError, mayHaveArrived } from "../../shared/service/error.ts";
import { type OperationName, operation, operationFor, type Role } from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Log } from "../editor/log.ts";
import { withProgress } from "../editor/progress.ts";
import type { VSCode } from "../editor/vscode.ts";
import { subjectOf } from "../labels/operations.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { Addressed } from "../records/inventory.ts";
import type { Records } from "../records/records.ts";
import type { Connection, Connections } from "../services/connection.ts";
import type { Memories } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import { Expressions } from "./expressions.ts";
import type { Runs, StoredRun } from "./runs.ts";

/** The roles whose responses are reports and appear in the Runs view. */
type RunRole = Extract<Role, "run" | "report">;

export function isRun(role: Role): role is RunRole {
  return role === "run" || role === "report";
}

export interface RunRequest {
  readonly service: Service;
  /** `report` asks for channel reports and runs nothing. */
  readonly role: RunRole;
  readonly records: readonly Addressed[];
  /** Without it, the fields of the last request are sent again. */
  readonly fieldsFor?: ((record: Addressed) => JsonObject | undefined) | undefined;
  /** A run to continue: waits until the reports of its channels are complete. */
  readonly earlier?: StoredRun | undefined;
}

interface LaunchProgress {
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  readonly done: (record: { readonly key: string }) => void;
}

interface FinishedPlan {
  readonly report: Report;
  readonly raw: readonly RawResponse[];
  /** The last progress that the service reported. */
  readonly progress: string;
}

interface RunLauncherDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly connections: Connections;
  readonly memories: Memories;
  readonly records: Records;
  readonly busy: BusyRecords;
  readonly runs: Runs;
  readonly log: Log;
  readonly clock: Clock;
}

const concurrency = 4;
const untilComplete: Waiting = { limitMs: 30 * 60_000, pauseMs: 2000 };
const once: Waiting = { limitMs: 0, pauseMs: 0 };

export class Runner {
  readonly #deps: RunLauncherDeps;
  /** By run id. */
  readonly #stops = new Map<string, () => void>();

  constructor(deps: RunLauncherDeps) {
    this.#deps = deps;
  }

  /** Throws if no response came. */
  async run(request: RunRequest): Promise<StoredRun> {
    const { vscode, busy, connections, runs } = this.#deps;
    const { service, role, records } = request;
    const work = busy.begin(records, t("running"));
    try {
      await runs.ready();
      const connection = await connections.to(service);
      const heading = role === "report" ? t("Report") : t("Run");
      return await withProgress(vscode, `${heading}: ${subjectOf(records)}`, (signal, say) =>
        this.#carryOut(request, connection, { signal, say, done: record => work.done(record) }),
      );
    } finally {
      work.dispose();
    }
  }

  /** Keeps the responses so far. */
  stop(ids: readonly string[]): void {
    for (const id of ids) this.#stops.get(id)?.();
  }

  async #carryOut(request: RunRequest, connection: Connection, progress: LaunchProgress): Promise<StoredRun> {
    const stop = new AbortController();
    const signal = AbortSignal.any([progress.signal, stop.signal]);
    const expressions = new Expressions(this.#deps.bundles, signal);
    const run = this.#startedRun(request);
    this.#stops.set(run.id, () => stop.abort());
    try {
      const plan = await this.#plan(request, expressions);
      return await this.#carryOutPlan(plan, run, request, connection, { ...progress, signal });
    } catch (error) {
      if (this.#deps.runs.isOwn(run)) await this.#deps.runs.giveBack({ ...run, state: "interrupted" });
      throw error;
    } finally {
      this.#stops.delete(run.id);
      expressions.end();
    }
  }

  #startedRun({ service, role, records, earlier }: RunRequest): StoredRun {
    const begun = {
      // Short, because VS Code shows the report's address above the report.
      id: crypto.randomUUID().slice(0, 8),
      name: records.map(({ name }) => name).join(", "),
      role,
      targets: records.flatMap(({ kind, id, name }) =>
        kind === "batch" || kind === "channel" ? { kind, id, name } : [],
      ),
      service: service.id,
      serviceName: service.name,
      startedAt: this.#deps.clock.now(),
    };
    return { ...begun, ...earlier, state: "running", summary: "" };
  }

  async #carryOutPlan(
    plan: Plan,
    begun: StoredRun,
    request: RunRequest,
    connection: Connection,
    { signal, say, done }: LaunchProgress,
  ): Promise<StoredRun> {
    const { bundles, clock, runs, log } = this.#deps;
    const { run } = await bundles.report();
    const { records } = request;
    const waiting = new Map<string, string>();
    let ended = 0;
    let progress = "";
    const show = () => {
      const summary = [
        records.length === 1 ? "" : t("{0} of {1} done", ended, records.length),
        ...waiting.values(),
      ]
        .filter(Boolean)
        .join(" · ");
      say(summary || t("running"));
      runs.progress({ ...begun, summary });
    };
    // A run that can't be stored is sent all the same.
    await runs.begin(begun).catch((error: unknown) => log.error(error));
    show();
    const { call, failures } = recordFailures(connection);
    const responses = new Map<string, RawResponse>();
    const report = await run(plan, {
      call,
      keep: async ({ kind, id, name = id }, _request, raw) => {
        const text = new TextDecoder().decode(raw);
        responses.set(recordName({ kind, id }), { target: { kind, id, name }, text });
        return "";
      },
      redact: connection.redact,
      clock,
      signal,
      // Must not look like a failure of the run.
      learn: (...learned) => connection.learn(...learned).catch((error: unknown) => log.error(error)),
      listener: {
        waiting: (target, reading) => {
          progress = progressText(reading) || progress;
          waiting.set(recordName(target), progressText(reading));
          show();
        },
        troubled: target => {
          waiting.set(recordName(target), t("the service does not answer, trying again"));
          show();
        },
        finished: target => {
          waiting.delete(recordName(target));
          done({ key: recordName(target) });
          ended += 1;
          show();
        },
      },
    });
    const raw = records.flatMap(record => responses.get(record.key) ?? []);
    // Reports a request that may have arrived first, because running again could run twice.
    const failure = failures.find(mayHaveArrived) ?? failures[0];
    const mayHaveActed = failures.some(error => isServiceError(error) && error.ambiguous);
    if (raw.length === 0 && request.earlier !== undefined) {
      await runs.giveBack(request.earlier);
      throw signal.aborted ? new Cancelled() : failure;
    }
    if (raw.length === 0 && !mayHaveActed) {
      await runs.remove([begun.id]);
      throw failure ?? new Cancelled();
    }
    const finished = await this.#finish(begun, request, { report, raw, progress }, connection);
    if (raw.length === 0 && finished.state !== "cancelled") throw failure;
    return finished;
  }

  async #finish(
    begun: StoredRun,
    { records, earlier }: RunRequest,
    { report, raw, progress }: FinishedPlan,
    { redact }: Connection,
  ): Promise<StoredRun> {
    const { bundles, clock, runs } = this.#deps;
    const { countsOfReport, withBatches } = await bundles.report();
    const batches = (earlier?.targets ?? []).filter(isBatch);
    const before = earlier && (await runs.report(earlier.id));
    const document = batches.length === 0 ? report : withBatches(report, batches, before?.document, redact);
    const { verdict, cancelled, targets } = document.results.extra.callboard;
    const isCancelled = cancelled === true && verdict !== "failed";
    const isNothingKnown = raw.length === 0 || (isCancelled && document.results.summary.tests === 0);
    const results = new Map(
      [...records, ...batches].map((target, index) => [recordName(target), targets[index]]),
    );
    const finished: StoredRun = {
      ...begun,
      targets: begun.targets.map(target => {
        const { verdict: its = "unknown", failed = 0 } = results.get(recordName(target)) ?? {};
        return { ...target, verdict: its, failed };
      }),
      endedAt: clock.now(),
      state: isCancelled ? "cancelled" : verdict,
      summary: isNothingKnown
        ? (records.length === 1 && progress) || t("the service may have gone on with it")
        : countsOfReport(document),
    };
    const kept = (before?.raw ?? []).filter(({ target }) => isBatch(target));
    await runs.finish(finished, { document, raw: [...raw, ...kept] });
    return finished;
  }

  async #plan(request: RunRequest, expressions: Expressions): Promise<Plan> {
    const targets = await Promise.all(
      request.records.map(record => this.#planTarget(record, request, expressions)),
    );
    const isOnce = request.role === "report" && request.earlier === undefined;
    return { targets, concurrency, waiting: isOnce ? once : untilComplete };
  }

  async #planTarget(
    record: Addressed,
    { service, role, fieldsFor }: RunRequest,
    expressions: Expressions,
  ): Promise<PlannedTarget> {
    const memory = this.#deps.memories.of(service);
    const { id, name } = record;
    // The request for a channel report has fields of its own.
    const fieldsOf = (requested: OperationName): JsonObject =>
      (operation(requested).role === role ? fieldsFor?.(record) : undefined) ??
      memory.lastSent(requested, id) ??
      {};
    const read = await expressions.readerBy(this.#deps.records.catalogFor(record.key)?.report ?? {});
    if (record.kind === "batch") {
      return { kind: "batch", id, name, fields: { run: fieldsOf(operationFor("run", "batch")) }, read };
    }
    return {
      kind: "channel",
      id,
      name,
      task: role,
      fields: {
        run: fieldsOf(operationFor("run", "channel")),
        report: fieldsOf(operationFor("report", "channel")),
      },
      read,
    };
  }
}

function isBatch({ kind }: { readonly kind: string }): boolean {
  return kind === "batch";
}

function progressText({ progress }: Reading): string {
  return progress === undefined ? "" : t("{0} of {1}", progress.done, progress.total);
}

function recordFailures(connection: Connection): {
  readonly call: RunOptions["call"];
  readonly failures: readonly unknown[];
} {
  const failures: unknown[] = [];
  return {
    failures,
    async call(call, signal) {
      try {
        return await connection.send(call, signal);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
}
