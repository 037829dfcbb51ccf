/** Runs batches and channels, several at a time, waits for the reports of channels, and keeps what came of it. */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ExpressionReader } from "../../shared/report/expressions.ts";
import type { Outcome } from "../../shared/report/model.ts";
import type { Means } from "../../shared/run/plan.ts";
import type { OperationName } from "../../shared/service/operations.ts";
import type { Desk } from "../desk.ts";
import { t } from "../l10n.ts";
import type { Caller } from "../operations/caller.ts";
import type { Parts } from "../parts.ts";
import { Cancelled } from "../problem.ts";
import type { StoredRun } from "./store.ts";

export interface RunTarget {
  readonly kind: "batch" | "channel";
  readonly id: string;
  readonly name: string;
  /** Of the record in the tree, which shows that it runs. */
  readonly key: string;
}

export interface RunRequest {
  readonly targets: readonly RunTarget[];
  /** What is sent along, for each of them. */
  readonly fieldsFor: (operation: OperationName, id: string) => JsonObject;
  /** Nothing is run: only the reports of channels are asked for, once. */
  readonly onlyReport: boolean;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  readonly done: (target: RunTarget) => void;
}

const concurrency = 4;
const waiting = { limitMs: 30 * 60_000, pauseMs: 2000 };

export class Runner {
  readonly #desk: Desk;
  readonly #parts: Parts;
  readonly #clock: Clock;

  constructor(desk: Desk, parts: Parts, clock: Clock) {
    this.#desk = desk;
    this.#parts = parts;
    this.#clock = clock;
  }

  /** How a team reads the responses about its targets; a mistake in an expression shows before anything is sent. */
  async #readers(targets: readonly RunTarget[]): Promise<Map<string, ExpressionReader>> {
    const readers = new Map<string, ExpressionReader>();
    for (const { id, key } of targets) {
      const { cases, passWhen } = this.#desk.catalogFor(key)?.report ?? {};
      if (cases === undefined && passWhen === undefined) continue;
      const { compileExpressions } = await this.#parts.expressions();
      readers.set(id, await compileExpressions({ cases, passWhen }, () => this.#pause()));
    }
    return readers;
  }

  /** All extensions of an editor share one thread: the commands of the others would wait for this one. */
  #pause(): Promise<void> {
    return new Promise(resolve => {
      this.#clock.after(0, resolve);
    });
  }

  /** Throws when nothing could be run at all: then there is no report, but a reason. */
  async run(
    caller: Caller,
    { targets, fieldsFor, onlyReport, signal, say, done }: RunRequest,
  ): Promise<StoredRun> {
    const { answered, countsOf, documentOf, read, run } = await this.#parts.report();
    const readers = await this.#readers(targets);
    const asked = new WeakMap<JsonObject, string>();
    const startedAt = this.#clock.now();
    const shown: StoredRun = {
      // It stands in the address of the report, which is shown above it.
      id: crypto.randomUUID().slice(0, 8),
      name: targets.map(({ name }) => name).join(", "),
      service: caller.connection.service.name,
      startedAt,
      verdict: "running",
      summary: "",
    };
    const outcomes: Outcome[] = [];
    const raw = new Map<string, string>();
    const failures: unknown[] = [];
    const progress = (summary: string) => {
      say(summary);
      this.#desk.runs.show({ ...shown, summary });
    };
    const means: Means = {
      call: async (name, { id = "" }) => {
        try {
          const { text, value } = await caller.call(name, { id, fields: fieldsFor(name, id), signal });
          asked.set(value, id);
          return { raw: new TextEncoder().encode(text), value };
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
      read: response => (readers.get(asked.get(response) ?? "")?.read ?? read)(response),
      keep: async ({ kind, id }, _operation, bytes) => {
        raw.set(`${kind} ${id}`, new TextDecoder().decode(bytes));
        return "";
      },
      settled: (outcome, position) => {
        outcomes[position] = outcome;
        const target = targets[position];
        if (target) done(target);
        progress(t("{0} of {1} done", outcomes.filter(Boolean).length, targets.length));
      },
      clock: this.#clock,
      signal,
    };
    progress(targets.length === 1 ? t("running") : t("{0} of {1} done", 0, targets.length));
    const plan = { targets, concurrency, runFields: {}, reportFields: {}, waiting };
    await (onlyReport ? askForReports(targets, means, answered) : run(plan, means));
    if (raw.size === 0) {
      await this.#desk.runs.remove(shown.id);
      throw failures[0] ?? new Cancelled();
    }
    const document = documentOf(outcomes, {
      startedAt,
      stoppedAt: this.#clock.now(),
      cancelled: signal.aborted,
    });
    const { verdict } = document.results.extra.callboard;
    const { passed, failed, skipped, pending, other } = document.results.summary;
    const counts = countsOf({ passed, failed, skipped, other: other + pending });
    const finished: StoredRun = { ...shown, verdict, summary: counts };
    const kept = targets.flatMap(target => {
      const text = raw.get(`${target.kind} ${target.id}`);
      return text === undefined
        ? []
        : [{ target: { kind: target.kind, id: target.id, name: target.name }, text }];
    });
    await this.#desk.runs.finish(finished, { document, raw: kept });
    return finished;
  }
}

async function askForReports(
  targets: readonly RunTarget[],
  means: Means,
  answered: Awaited<ReturnType<Parts["report"]>>["answered"],
): Promise<void> {
  const operation = "createChannelReport";
  for (const [position, target] of targets.entries()) {
    const { kind, id, name } = target;
    const found = await means.call(operation, { id }).then(
      answer => answered(target, operation, answer, means),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    await means.settled({ kind, id, name, raw: "", ...found }, position);
  }
}
