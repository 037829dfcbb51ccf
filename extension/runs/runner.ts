/** Runs batches and channels, several at a time, waits for the reports of channels, and keeps what came of it. */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { recordName } from "../../shared/records/mentions.ts";
import type { PlannedTarget, Read, Waiting } from "../../shared/run/plan.ts";
import { type OperationName, operationFor } from "../../shared/service/operations.ts";
import type { Parts } from "../bundles/bundles.ts";
import type { Desk } from "../desk.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Caller } from "../services/connection.ts";
import type { RawResponse, StoredRun } from "./runs.ts";

export interface RunTarget {
  readonly kind: "batch" | "channel";
  readonly id: string;
  readonly name: string;
}

export interface RunRequest {
  readonly targets: readonly RunTarget[];
  /** What is sent along, for each of them. */
  readonly fieldsFor: (operation: OperationName, id: string) => JsonObject;
  /** Nothing is run: only the reports of channels are asked for, once. */
  readonly onlyReport: boolean;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  /** Told of each target that is done, by the key of its record. */
  readonly done: (target: { readonly key: string }) => void;
}

const concurrency = 4;
const untilOver: Waiting = { limitMs: 30 * 60_000, pauseMs: 2000 };
const once: Waiting = { limitMs: 0, pauseMs: 0 };

export class Runner {
  readonly #desk: Desk;
  readonly #parts: Parts;
  readonly #clock: Clock;

  constructor(desk: Desk, parts: Parts, clock: Clock) {
    this.#desk = desk;
    this.#parts = parts;
    this.#clock = clock;
  }

  /** How a team reads the responses about a target; a mistake in an expression shows before anything is sent. */
  async #readerOf(target: RunTarget): Promise<Read | undefined> {
    const { cases, passWhen } = this.#desk.catalogFor(recordName(target))?.report ?? {};
    if (cases === undefined && passWhen === undefined) return undefined;
    const { compileExpressions } = await this.#parts.expressions();
    const reader = await compileExpressions({ cases, passWhen }, () => this.#pause());
    return (response, options) => reader.read(response, options);
  }

  /** All extensions of an editor share one thread: the commands of the others would wait for this one. */
  #pause(): Promise<void> {
    return new Promise(resolve => {
      this.#clock.after(0, resolve);
    });
  }

  async #planned(target: RunTarget, { fieldsFor, onlyReport }: RunRequest): Promise<PlannedTarget> {
    const { kind, id, name } = target;
    const read = await this.#readerOf(target);
    const run = fieldsFor(operationFor("run", kind), id);
    if (kind === "batch") return { kind, id, name, fields: { run }, read };
    const fields = { run, report: fieldsFor(operationFor("report", kind), id) };
    return { kind, id, name, task: onlyReport ? "report" : "run", fields, read };
  }

  /** Throws when nothing could be run at all: then there is no report, but a reason. */
  async run(caller: Caller, request: RunRequest): Promise<StoredRun> {
    const { targets, onlyReport, signal, say, done } = request;
    const { countsOfReport, run } = await this.#parts.report();
    const planned = await Promise.all(targets.map(target => this.#planned(target, request)));
    const shown: StoredRun = {
      // It stands in the address of the report, which is shown above it.
      id: crypto.randomUUID().slice(0, 8),
      name: targets.map(({ name }) => name).join(", "),
      service: caller.connection.service.name,
      startedAt: this.#clock.now(),
      verdict: "running",
      summary: "",
    };
    const raw = new Map<string, RawResponse>();
    const failures: unknown[] = [];
    let settled = 0;
    const progress = (summary: string) => {
      say(summary);
      this.#desk.runs.show({ ...shown, summary });
    };
    progress(targets.length === 1 ? t("running") : t("{0} of {1} done", 0, targets.length));
    const plan = { targets: planned, concurrency, waiting: onlyReport ? once : untilOver };
    const report = await run(plan, {
      call: async (call, signal) => {
        try {
          const { text, value } = await caller.call(call, signal);
          return { raw: new TextEncoder().encode(text), value };
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
      keep: async (target, _request, bytes) => {
        const { kind, id, name = id } = target;
        raw.set(recordName(target), { target: { kind, id, name }, text: new TextDecoder().decode(bytes) });
        return "";
      },
      clock: this.#clock,
      signal,
      listener: {
        settled: target => {
          done({ key: recordName(target) });
          settled += 1;
          progress(t("{0} of {1} done", settled, targets.length));
        },
      },
    });
    if (raw.size === 0) {
      await this.#desk.runs.remove(shown.id);
      throw failures[0] ?? new Cancelled();
    }
    const { verdict } = report.results.extra.callboard;
    const finished = { ...shown, verdict, summary: countsOfReport(report) };
    const kept = targets.flatMap(target => raw.get(recordName(target)) ?? []);
    await this.#desk.runs.finish(finished, { document: report, raw: kept });
    return finished;
  }
}
