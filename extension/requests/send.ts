/** Sends an operation, one request for each record, and saves the responses. */

import type { Clock } from "../../shared/clock.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { DecisionFact } from "../../shared/reading/decision.ts";
import { knownRecord, projectIn, recordKey } from "../../shared/reading/records.ts";
import { mayHaveActed, ServiceError } from "../../shared/service/error.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { serviceRequestOf } from "../../shared/service/request.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { cut } from "../../shared/wording.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Cancelled, Obstacle, type RemedyCommand } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import { withProgress } from "../editor/progress.ts";
import { titleText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { BusyRecords, BusyScope } from "../records/busy.ts";
import type { CreationLedger } from "../records/creations.ts";
import type { AddressedRecord, RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { ResponseStore } from "../records/responses.ts";
import type { ReviewAt, SharedDecisions } from "../records/shared-decisions.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import type { ResponseWithReading, ServiceConnection, ServiceConnections } from "../services/connection.ts";
import type { MemoryStore } from "../services/memory.ts";
import { operationTitle, operationTitleWithRecords } from "../services/operation-labels.ts";
import type { Service } from "../services/service.ts";
import { confirmDecidingAgain, confirmReplacing } from "./confirm-deciding-again.ts";
import { confirmDeletion } from "./confirm-deletion.ts";
import { confirmOtherIds } from "./confirm-other-ids.ts";

export interface OperationRequest {
  readonly service: Service;
  readonly name: OperationName;
  /** Empty if the operation takes no id. Each of several records gets the same fields. */
  readonly records: readonly AddressedRecord[];
  readonly fields?: JsonObject | undefined;
  readonly create?: RecordEntry | undefined;
  /** The id of the project that a person created the record in. Without one, the fields can name it. */
  readonly project?: string | undefined;
  /** Present if a review's page sends the request. The page shows the progress and asks before it decides again. */
  readonly signal?: AbortSignal;
  /**
   * The caller has made sure that the review waits, or that the person wants to replace its decision, or wants the request
   * although an id in it is from another service.
   */
  readonly isConfirmed?: boolean;
}

export interface OperationResponse extends ResponseWithReading {
  /** Undefined if the operation takes no id. */
  readonly record: AddressedRecord | undefined;
}

const longestValue = 80;

export class PartialFailure extends Obstacle {
  static override readonly classId = Symbol.for("callboard.PartialFailure");
  readonly doneRecords: readonly AddressedRecord[];
  /** The records that the service certainly did not change. */
  readonly unchangedRecords: readonly AddressedRecord[];

  constructor(message: string, done: readonly AddressedRecord[], undone: readonly AddressedRecord[]) {
    super(message, [{ title: t("Show log"), command: "callboard.showLog" }]);
    this.doneRecords = done;
    this.unchangedRecords = undone;
  }
}

export interface OperationSenderDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly connections: ServiceConnections;
  readonly busy: BusyRecords;
  readonly unsure: UnsureReviews;
  readonly records: RecordStore;
  readonly creations: () => Promise<CreationLedger>;
  readonly sharedDecisions: SharedDecisions;
  readonly memories: MemoryStore;
  readonly responses: ResponseStore;
  readonly log: EditorLog;
  readonly clock: Clock;
}

interface SendProgress {
  readonly work: BusyScope;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

export class OperationSender {
  readonly #deps: OperationSenderDeps;

  constructor(deps: OperationSenderDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a person before it deletes, before it uses ids from another service, before it decides a settled review, and
   * before it decides a review whose earlier decision may have arrived, unless the review's page sends the request. A
   * failed request does not stop the others.
   */
  async send(request: OperationRequest): Promise<OperationResponse[]> {
    const { vscode, busy, connections } = this.#deps;
    const { service, name, records } = request;
    if (operation(name).role === "delete") await confirmDeletion(vscode, records);
    const work = busy.begin(busyRecordsOf(request), service);
    try {
      // Asks only after `busy.begin`, so that a second click during a decision throws instead of asking.
      const leftOut = await this.#confirmAgain(request);
      for (const record of leftOut) work.finish(record);
      const sent = { ...request, records: records.filter(record => !leftOut.includes(record)) };
      work.show(t("sending"));
      const connection = await connections.connect(service);
      const { signal } = request;
      if (signal !== undefined) {
        return await this.#sendEach(sent, connection, { work, signal, say: () => {} });
      }
      return await withProgress(vscode, operationTitleWithRecords(name, sent.records), (signal, say) =>
        this.#sendEach(sent, connection, { work, signal, say }),
      );
    } finally {
      work.dispose();
    }
  }

  /** Gives the reviews that the person leaves out. */
  async #confirmAgain(request: OperationRequest): Promise<readonly AddressedRecord[]> {
    const { vscode, bundles, creations, unsure, memories, sharedDecisions } = this.#deps;
    const { service, name, records, fields = {}, signal, isConfirmed } = request;
    if (!isConfirmed) await confirmOtherIds(this.#deps, service, this.#usedRecords(request));
    const creation = creationOf(request);
    if (creation !== undefined) await (await creations()).confirm(creation);
    if (operation(name).role !== "decide" || signal !== undefined) return [];
    // Another window may have decided the review since this window showed it as waiting.
    await sharedDecisions.look();
    const onTheirWay = unsure.onTheirWayOf(service.id);
    const [first] = records.filter(({ id }) => onTheirWay.has(id));
    if (first !== undefined) {
      const why = t(
        "Nothing was sent: “{0}” is being decided. To decide otherwise, cancel that first.",
        first.name,
      );
      throw new Obstacle(why);
    }
    const uncertain = records.filter(({ id }) => unsure.has({ id, service: service.id }));
    const { reviews } = memories.of(service);
    const settled = isConfirmed
      ? []
      : records.filter(record => reviews.get(record.id)?.settled && !uncertain.includes(record));
    if (uncertain.length === 0 && settled.length === 0) return [];
    const decisions = () => JSON.stringify(records.map(({ id }) => memories.of(service).reviews.get(id)));
    const before = decisions();
    const { decisionFromFacts } = await bundles.report();
    const { state } = decisionFromFacts("", fields, undefined);
    const leftOut = await confirmDecidingAgain(vscode, uncertain, {
      state,
      hasOthers: uncertain.length < records.length,
    });
    const decided = settled.map(record => ({ record, verdict: reviews.get(record.id)?.verdict }));
    const hasOthers = settled.length + leftOut.length < records.length;
    const replaced = await confirmReplacing(vscode, decided, { state, hasOthers });
    // While the question was open, another window may have sent a decision that it doesn't name.
    await sharedDecisions.look();
    return decisions() === before ? [...leftOut, ...replaced] : this.#confirmAgain(request);
  }

  /** The records whose ids are in the request. */
  #usedRecords({ name, records, create }: OperationRequest): readonly RecordEntry[] {
    const { role } = operation(name);
    if (role !== "create" && role !== "update") return records;
    const described = create === undefined ? records : [create];
    return [...records, ...described.flatMap(record => this.#deps.records.referencedBy(record))];
  }

  async #sendEach(
    request: OperationRequest,
    connection: ServiceConnection,
    { work, signal, say }: SendProgress,
  ): Promise<OperationResponse[]> {
    const responses: OperationResponse[] = [];
    const failures: { readonly record: AddressedRecord | undefined; readonly error: unknown }[] = [];
    const records = request.records.length === 0 ? [undefined] : request.records;
    for (const record of records) {
      if (signal.aborted) break;
      if (records.length > 1) say(record?.name ?? "");
      try {
        responses.push(await this.#sendOne(request, connection, record, signal));
      } catch (error) {
        failures.push({ record, error });
      }
      if (record) work.finish(record);
    }
    if (responses.length === records.length) return responses;
    if (records.length === 1) throw failures[0]?.error ?? new Cancelled();
    const byReason = groupBy(failures, ({ error }) =>
      error instanceof Error ? error.message : String(error),
    );
    const messages = [...byReason].map(([reason, failed]) => {
      const titles = failed.map(({ record }) => titleText(record?.name ?? ""));
      return t("“{0}”: {1}", titles.join("”, “"), reason);
    });
    const done = responses.flatMap(({ record }) => record ?? []);
    const unsure = failures.flatMap(({ record, error }) => (mayHaveActed(error) ? (record ?? []) : []));
    const arrived = new Set([...done, ...unsure]);
    throw new PartialFailure(
      t("{0} of {1} requests succeeded. {2}", responses.length, records.length, messages.join(" ")),
      done,
      request.records.filter(record => !arrived.has(record)),
    );
  }

  async #sendOne(
    request: OperationRequest,
    connection: ServiceConnection,
    record: AddressedRecord | undefined,
    signal: AbortSignal,
  ): Promise<OperationResponse> {
    const { clock, log, creations, memories, sharedDecisions, unsure } = this.#deps;
    const { service, name, fields, project = fields && projectIn(fields) } = request;
    const { kind, role } = operation(name);
    const review = role === "decide" && record ? { id: record.id, service: service.id } : undefined;
    const noteOf = (id: string) => memories.of(service).reviews.get(id);
    const wasSettled = review && noteOf(review.id)?.settled;
    const call = async () => {
      // `unsure.track` has looked at the other windows once more, because two may decide in the same moment.
      if (review && !wasSettled && noteOf(review.id)?.settled) {
        throw new Obstacle(t("Nothing was sent: {0}", t("it was decided before")));
      }
      const restore = review && (await memories.of(service).reopen(review.id, clock.now()));
      try {
        const response = await connection.call(serviceRequestOf(name, { id: record?.id, fields }), signal);
        await this.#saveResponse(request, record, response);
        if (review) await this.#requireEnd(request, review, response);
        return response;
      } catch (error) {
        if (!mayHaveActed(error)) await restore?.();
        throw error;
      } finally {
        // A refusal can also say how the review was decided.
        if (review) {
          await sharedDecisions.save(review, noteOf(review.id)).catch((error: unknown) => log.error(error));
        }
      }
    };
    const creation = creationOf(request);
    const response = await (creation
      ? (await creations()).track(creation, call, ({ created }) => created)
      : review
        ? unsure.track(review, call)
        : call());
    const { created } = response;
    if (created !== undefined && project !== undefined) {
      // The response may omit the project.
      await memories.of(service).learn([knownRecord(kind, created, undefined, project)], new Map());
    }
    if (creation && created === undefined) throw noIdIn(creation.record);
    return { ...response, record };
  }

  /** A failure to save is only logged, because it must not look like a failed request. */
  async #saveResponse(
    { service, name }: OperationRequest,
    record: AddressedRecord | undefined,
    { created, text }: ResponseWithReading,
  ): Promise<void> {
    const { log, responses } = this.#deps;
    const subjects: string[] = [record?.key ?? name];
    if (created !== undefined) subjects.push(recordKey({ kind: operation(name).kind, id: created }));
    for (const subject of subjects) {
      await responses.save(service, subject, text).catch((error: unknown) => log.error(error));
    }
  }

  /** Throws unless the response shows that the service has taken the decision as it was sent. */
  async #requireEnd(
    { name, fields = {} }: OperationRequest,
    { id }: ReviewAt,
    { reading, redact, value }: ResponseWithReading,
  ): Promise<void> {
    if (reading === undefined) return;
    const { decisionFromFacts, mainFieldText, refusalReasonIn } = await this.#deps.bundles.report();
    const { state, isRefused, isUnclear, differs } = decisionFromFacts("", fields, reading.decisionFacts);
    if (state !== "open" && !isUnclear && !differs) return;
    const { evidence } = reading.reviews.find(review => review.id === id) ?? {};
    const field = evidence === undefined ? "" : mainFieldText(evidence, redact);
    const reason = refusalReasonIn(value) ?? "";
    const response =
      [field, field.includes(reason) ? "" : reason].filter(Boolean).join(", ") ||
      unclearFieldText(reading.decisionFacts, redact);
    const happened = isRefused
      ? t("the service refused the decision: {0}", response)
      : state === "open"
        ? t("the review still waits for somebody, as the service responded: {0}", response)
        : isUnclear
          ? [t("the service's response does not show that it took the decision"), response]
              .filter(Boolean)
              .join(": ")
          : t("the service has recorded another decision than the one sent: {0}", response);
    const advice = t("What was written is kept.");
    const ambiguous = !isRefused;
    const kind = !isRefused && state === "open" ? "left-open" : "rejected";
    const error = new ServiceError({ kind, operation: name, happened, advice, ambiguous }, redact);
    error.putMeaningFirst(undefined);
    throw error;
  }
}

/** Such as "id is rev_2", of a response about another review. */
function unclearFieldText(facts: readonly DecisionFact[] = [], redact: Redact): string {
  const { name, value } = facts.find(({ meaning }) => meaning === "unclear") ?? {};
  if (name === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return redact(t("{0} is {1}", name, cut(text, longestValue)));
}

/** The ledger of creations still lists the record, so that nobody creates it twice without a question. */
function noIdIn(record: RecordEntry): Obstacle {
  const message = t(
    "The service's response about “{0}” contains no id. Look for the record in the service, and enter its id.",
    record.name,
  );
  return new Obstacle(message, [enterIdOf(record)]);
}

export function enterIdOf(record: RecordEntry): RemedyCommand {
  const onRow = [{ subject: { type: "record", record } }];
  return { title: t("Enter its id…"), command: "callboard.enterId", arguments: onRow };
}

/** Absent for a record that is in no catalog: a person who sends its fields twice wants two records. */
function creationOf({ service, create, fields = {} }: OperationRequest) {
  return create?.pinned && { service, record: create, fields };
}

/** A request without a record gets a key made of its content, so that the same request can't be sent twice at once. */
function busyRecordsOf({ service, name, records, fields, create }: OperationRequest) {
  if (records.length > 0) return records;
  return [create ?? { key: `${service.id} ${name} ${JSON.stringify(fields)}`, name: operationTitle(name) }];
}
