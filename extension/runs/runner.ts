/** Runs batches and channels, or asks for the reports of channels, and keeps the report. */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { recordName } from "../../shared/records/mentions.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { Plan, PlannedTarget, RunOptions, Waiting } from "../../shared/run/plan.ts";
import { type OperationName, operation, operationFor, type Role } from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { withProgress } from "../editor/progress.ts";
import type { VSCode } from "../editor/vscode.ts";
import { subjectOf, titleOf } from "../labels/operations.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { Addressed } from "../records/inventory.ts";
import type { Records } from "../records/records.ts";
import type { Connection, Connections } from "../services/connection.ts";
import type { Memories } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import { Expressions } from "./expressions.ts";
import type { Runs, StoredRun } from "./runs.ts";

/** The roles whose answers are reports, and appear in the Runs view. */
type RunRole = Extract<Role, "run" | "report">;

export function isRun(role: Role): role is RunRole {
  return role === "run" || role === "report";
}

export interface RunRequest {
  readonly service: Service;
  /** `report` runs nothing: the reports of channels are asked for, once. */
  readonly role: RunRole;
  /** Batches and channels. */
  readonly records: readonly Addressed[];
  /** Without, those that were sent last time. */
  readonly fields?: JsonObject | undefined;
}

interface Progress {
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  readonly done: (record: { readonly key: string }) => void;
}

interface RunnerOptions {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly connections: Connections;
  readonly memories: Memories;
  readonly records: Records;
  readonly busy: BusyRecords;
  readonly runs: Runs;
  readonly clock: Clock;
}

const concurrency = 4;
const untilOver: Waiting = { limitMs: 30 * 60_000, pauseMs: 2000 };
const once: Waiting = { limitMs: 0, pauseMs: 0 };

export class Runner {
  readonly #with: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#with = options;
  }

  /** Throws when no response came: there is nothing to report then. */
  async run(request: RunRequest): Promise<StoredRun> {
    const { vscode, busy, connections } = this.#with;
    const { service, role, records } = request;
    const work = busy.begin(records, t("running"));
    try {
      const connection = await connections.to(service);
      const heading = role === "report" ? titleOf(operationFor("report", "channel")) : t("Run");
      return await withProgress(vscode, `${heading}: ${subjectOf(records)}`, (signal, say) =>
        this.#carryOut(request, connection, { signal, say, done: record => work.done(record) }),
      );
    } finally {
      work.dispose();
    }
  }

  async #carryOut(request: RunRequest, connection: Connection, progress: Progress): Promise<StoredRun> {
    const expressions = new Expressions(this.#with.bundles, progress.signal);
    try {
      return await this.#carryOutBy(expressions, request, connection, progress);
    } finally {
      expressions.end();
    }
  }

  async #carryOutBy(
    expressions: Expressions,
    request: RunRequest,
    connection: Connection,
    { signal, say, done }: Progress,
  ): Promise<StoredRun> {
    const { bundles, clock, runs } = this.#with;
    const { countsOfReport, run } = await bundles.report();
    const plan = await this.#plan(request, expressions);
    const { records, service } = request;
    const started: StoredRun = {
      // Short, as VS Code shows the report's address above it.
      id: crypto.randomUUID().slice(0, 8),
      name: records.map(({ name }) => name).join(", "),
      service: service.name,
      startedAt: clock.now(),
      verdict: "running",
      summary: "",
    };
    const show = (summary: string) => {
      say(summary);
      runs.show({ ...started, summary });
    };
    show(records.length === 1 ? t("running") : t("{0} of {1} done", 0, records.length));
    let settled = 0;
    const { call, failures } = callsOver(connection);
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
      listener: {
        settled: target => {
          done({ key: recordName(target) });
          settled += 1;
          show(t("{0} of {1} done", settled, records.length));
        },
      },
    });
    if (responses.size === 0) {
      await runs.remove(started.id);
      throw failures[0] ?? new Cancelled();
    }
    const { verdict } = report.results.extra.callboard;
    const finished = { ...started, verdict, summary: countsOfReport(report) };
    const raw = records.flatMap(record => responses.get(record.key) ?? []);
    await runs.finish(finished, { document: report, raw });
    return finished;
  }

  async #plan(request: RunRequest, expressions: Expressions): Promise<Plan> {
    const targets = await Promise.all(
      request.records.map(record => this.#planned(record, request, expressions)),
    );
    return { targets, concurrency, waiting: request.role === "report" ? once : untilOver };
  }

  async #planned(
    record: Addressed,
    { service, role, fields }: RunRequest,
    expressions: Expressions,
  ): Promise<PlannedTarget> {
    const memory = this.#with.memories.of(service);
    const { id, name } = record;
    // The fields of a run are not those of the request for its report.
    const fieldsOf = (requested: OperationName): JsonObject =>
      (operation(requested).role === role ? fields : undefined) ?? memory.lastSent(requested, id) ?? {};
    const read = await expressions.readerBy(this.#with.records.catalogFor(record.key)?.report ?? {});
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

/** Collects the failures, which are shown where there is no report to show them. */
function callsOver(connection: Connection): {
  readonly call: RunOptions["call"];
  readonly failures: readonly unknown[];
} {
  const failures: unknown[] = [];
  return {
    failures,
    async call(call, signal) {
      try {
        const { text, value } = await connection.call(call, signal);
        return { raw: new TextEncoder().encode(text), value };
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
}
