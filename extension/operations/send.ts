/** Sends what has been decided: one request for each record, or a run, with progress that can be cancelled. */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { callOf } from "../../shared/service/call.ts";
import { type OperationName, operation, operationFor, type Role } from "../../shared/service/operations.ts";
import type { Parts } from "../bundles/bundles.ts";
import type { Desk, Work } from "../desk.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Log } from "../editor/log.ts";
import { withProgress } from "../editor/progress.ts";
import type { VSCode } from "../editor/vscode.ts";
import { createdIn, headline, subjectOf, titleOf } from "../labels/operations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Addressed } from "../records/pick.ts";
import type { Responses } from "../responses/responses.ts";
import { Runner } from "../runs/runner.ts";
import type { StoredRun } from "../runs/runs.ts";
import type { Connecting } from "../services/connect.ts";
import { Caller, type Response } from "../services/connection.ts";
import type { Service } from "../services/service.ts";

export interface Sending {
  readonly service: Service;
  readonly name: OperationName;
  /** None for an operation that takes no id; several where the same is sent for each. */
  readonly records: readonly Addressed[];
  readonly fields: JsonObject | undefined;
  /** The catalog's record that comes to be. */
  readonly create?: RecordEntry | undefined;
}

/** The roles whose answers are reports, and appear in the Runs view. */
export function isRun(role: Role): role is Running["role"] {
  return role === "run" || role === "report";
}

/** Batches and channels to be run, or channels to be asked for their reports. */
export interface Running {
  readonly service: Service;
  readonly role: "run" | "report";
  readonly records: readonly Addressed[];
  /** Without, those that were sent last time. */
  readonly fields: JsonObject | undefined;
}

export interface Sent {
  readonly record: Addressed | undefined;
  readonly response: Response;
}

export interface SenderOptions {
  readonly vscode: VSCode;
  readonly desk: Desk;
  readonly parts: Parts;
  readonly connecting: Connecting;
  readonly responses: Responses;
  readonly log: Log;
  readonly clock: Clock;
}

export class Sender {
  readonly #with: SenderOptions;
  readonly #runner: Runner;

  constructor(options: SenderOptions) {
    this.#with = options;
    this.#runner = new Runner(options.desk, options.parts, options.clock);
  }

  /** One that fails keeps none of the others from being sent. */
  async send(sending: Sending): Promise<Sent[]> {
    const { desk, vscode } = this.#with;
    const { name, records, create } = sending;
    const work = desk.begin(create === undefined ? records : [create], t("sending"));
    try {
      const caller = await this.#caller(sending.service);
      return await withProgress(vscode, headline(name, records), (signal, say) =>
        this.#sendEach(caller, sending, work, signal, say),
      );
    } finally {
      work.dispose();
    }
  }

  async #sendEach(
    caller: Caller,
    { service, name, records, fields }: Sending,
    work: Work,
    signal: AbortSignal,
    say: (message: string) => void,
  ): Promise<Sent[]> {
    const sent: Sent[] = [];
    const failures: { readonly record: Addressed | undefined; readonly error: unknown }[] = [];
    const each = records.length === 0 ? [undefined] : records;
    for (const record of each) {
      if (signal.aborted) break;
      if (each.length > 1) say(record?.name ?? "");
      try {
        const response = await caller.call(callOf(name, { id: record?.id, fields }), signal);
        sent.push({ record, response });
        if (operation(name).role === "decide") this.#with.desk.decided = true;
        await this.#keep(service, name, record, response);
      } catch (error) {
        failures.push({ record, error });
      }
      if (record) work.done(record);
    }
    const [failure] = failures;
    if (failure === undefined) return sent;
    if (each.length === 1) throw failure.error;
    const messages = failures.map(
      ({ record, error }) => `${record?.name}: ${error instanceof Error ? error.message : error}`,
    );
    throw new Obstacle(t("{0} of {1} were done. {2}", sent.length, each.length, messages.join(" ")), [
      { title: t("Show log"), command: "callboard.showLog" },
    ]);
  }

  async run({ service, role, records, fields }: Running): Promise<StoredRun> {
    const { vscode, desk } = this.#with;
    const work = desk.begin(records, t("running"));
    try {
      const caller = await this.#caller(service);
      const memory = desk.memoryOf(service);
      const onlyReport = role === "report";
      const heading = onlyReport ? titleOf(operationFor("report", "channel")) : t("Run");
      return await withProgress(vscode, `${heading}: ${subjectOf(records)}`, (signal, say) =>
        this.#runner.run(caller, {
          targets: records.map(({ kind, id, name, key }) => ({
            kind: kind === "batch" ? "batch" : "channel",
            id,
            name,
            key,
          })),
          // What was written for a run is not what its report is asked for with.
          fieldsFor: (name, id) =>
            (operation(name).role === role ? fields : undefined) ?? memory.lastSent(name, id) ?? {},
          onlyReport,
          signal,
          say,
          done: target => work.done(target),
        }),
      );
    } finally {
      work.dispose();
    }
  }

  /** Under its record, or its operation; what could not be kept was answered all the same. */
  async #keep(
    { id: service }: Service,
    name: OperationName,
    record: Addressed | undefined,
    { text, value }: Response,
  ): Promise<void> {
    const { responses, log } = this.#with;
    const created = createdIn(name, value);
    const places = [
      record?.key ?? name,
      ...(created === undefined ? [] : [`${operation(name).kind} ${created}`]),
    ];
    for (const about of places) {
      await responses.keep({ service, about }, text).catch((error: unknown) => log.error(error));
    }
  }

  async #caller(service: Service): Promise<Caller> {
    const { connecting, desk, log, parts, clock } = this.#with;
    const connection = await connecting.connection(service);
    return new Caller({ connection, memory: desk.memoryOf(service), log, parts, clock });
  }
}
