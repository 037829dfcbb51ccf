/**
 * One of the twenty operations, from a person's wish to its outcome: which record, which fields, the request with its
 * progress, and then the response, a report, or a word about what was done.
 */

import type { Uri } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { needsId, type OperationName, operation, sendsBody } from "../../shared/service/operations.ts";
import { writeId } from "../catalogs/write.ts";
import type { Desk } from "../desk.ts";
import {
  type FieldsDocuments,
  type FieldsPlace,
  fieldsPlace,
  fieldsUri,
  parseFields,
} from "../documents/fields.ts";
import { type Responses, responseUri } from "../documents/responses.ts";
import type { VirtualDocuments } from "../documents/virtual.ts";
import { askForm } from "../forms/ask.ts";
import { formFor } from "../forms/form.ts";
import { t } from "../l10n.ts";
import type { Log } from "../log.ts";
import type { Parts } from "../parts.ts";
import { Cancelled, Obstacle } from "../problem.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { type Addressed, isAddressed, pickRecord, unknownRecord } from "../records/pick.ts";
import { Runner } from "../runs/runner.ts";
import type { StoredRun } from "../runs/store.ts";
import type { Connecting } from "../services/connect.ts";
import type { Service } from "../services/service.ts";
import { inMessage } from "../text.ts";
import { verdictName } from "../tree/runs.ts";
import type { VSCode } from "../vscode.ts";
import { Caller, type Response } from "./caller.ts";
import { isCreation, isRun, titleOf } from "./kinds.ts";

export interface PerformerOptions {
  readonly vscode: VSCode;
  readonly desk: Desk;
  readonly parts: Parts;
  readonly connecting: Connecting;
  readonly documents: VirtualDocuments;
  readonly fields: FieldsDocuments;
  readonly responses: Responses;
  readonly log: Log;
  readonly clock: Clock;
  /** Shows in the tree what an operation was about. */
  readonly reveal: (recordKey: string) => Promise<void>;
}

/** A request that is about to be sent, once for each of its records. */
interface Sending {
  readonly service: Service;
  readonly name: OperationName;
  /** One without an id for an operation that takes none. */
  readonly records: readonly (Addressed | undefined)[];
  readonly fields: JsonObject | undefined;
  /** The catalog's record that comes to be. */
  readonly create?: RecordEntry | undefined;
}

interface Sent {
  readonly record: Addressed | undefined;
  readonly response: Response;
}

export class Performer {
  readonly #with: PerformerOptions;
  readonly #runner: Runner;

  constructor(options: PerformerOptions) {
    this.#with = options;
    this.#runner = new Runner(options.desk, options.parts, options.clock);
  }

  /** An operation's command, chosen on records of a tree or, without any, in the palette. */
  async perform(name: OperationName, chosen: readonly RecordEntry[]): Promise<void> {
    const { vscode, desk, connecting } = this.#with;
    connecting.requireTrust();
    await desk.ready();
    const service = connecting.current();
    const records = needsId(name) ? await this.#records(name, chosen) : [];
    const create = isCreation(name)
      ? chosen.find(({ id, kind }) => id === undefined && kind === operation(name).kind)
      : undefined;
    const place: FieldsPlace = {
      service: service.id,
      operation: name,
      ids: records.map(({ id }) => id),
      ...(create === undefined ? {} : { create: create.key }),
    };
    if (!sendsBody(name)) {
      if (name === "deleteScenario") await this.#confirmDeletion(records);
      const sent = await this.#send({ service, name, records, fields: undefined });
      return this.#showResponses(service, name, sent);
    }
    const form = formFor(
      name,
      desk.catalogs.all.map(({ catalog }) => catalog),
      vscode.workspace.getConfiguration("callboard").get("forms"),
    );
    if (form === undefined) return this.#openFields(place, records, create);
    const memory = desk.memoryOf(service);
    const { fields, asJson } = await askForm(vscode, form, {
      title: [titleOf(name), subjectOf(records)].filter(Boolean).join(": "),
      remembered: field => memory.answers(name, field),
    });
    const [first] = records;
    if (asJson)
      return this.#openFields(place, records, create, { ...memory.lastSent(name, first?.id), ...fields });
    await memory.noteAnswers(name, fields);
    if (isRun(name)) return this.#run(service, name, records, fields);
    const sent = await this.#send({
      service,
      name,
      records: needsId(name) ? records : [undefined],
      fields,
      create,
    });
    await this.#tell(service, name, sent);
  }

  /** Fills the tree from the embedded service, which has a demo project for it. */
  async importDemo(): Promise<void> {
    const { connecting } = this.#with;
    const name = "importDemoProject";
    await this.#send({ service: connecting.current(), name, records: [undefined], fields: {} });
  }

  /** Runs batches and channels at once, with the fields that were last sent for each. */
  async runNow(chosen: readonly RecordEntry[]): Promise<void> {
    const { desk, connecting } = this.#with;
    connecting.requireTrust();
    const records = chosen.filter(isAddressed).filter(({ kind }) => kind === "batch" || kind === "channel");
    if (records.length === 0) throw new Obstacle(t("Choose a batch or a channel that has an id."));
    await desk.ready();
    await this.#run(connecting.current(), "runBatch", records, undefined);
  }

  /** Asks for the report of channels, with the fields that were last sent for each. */
  async reportNow(chosen: readonly RecordEntry[]): Promise<void> {
    const { desk, connecting } = this.#with;
    connecting.requireTrust();
    const records = chosen.filter(isAddressed).filter(({ kind }) => kind === "channel");
    if (records.length === 0) throw new Obstacle(t("Choose a channel that has an id."));
    await desk.ready();
    await this.#run(connecting.current(), "createChannelReport", records, undefined);
  }

  /** Sends what stands in a fields editor. */
  async sendFields(uri: Uri): Promise<void> {
    const { vscode, desk, connecting, fields: drafts } = this.#with;
    connecting.requireTrust();
    const place = fieldsPlace(uri);
    if (place === undefined) throw new Obstacle(t("There are no fields to send in this editor."));
    const document = await vscode.workspace.openTextDocument(uri);
    const fields = parseFields(document.getText());
    if (document.isDirty) await document.save();
    await desk.ready();
    const { operation: name, ids } = place;
    const service = desk.services.all().find(({ id }) => id === place.service);
    if (service === undefined)
      throw new Obstacle(t("The service that this was written for is no longer in the settings."));
    const records = ids.map(id => this.#known(name, id));
    if (isRun(name)) {
      await this.#run(service, name, records, fields, () => this.#close(uri));
      return;
    }
    const create = desk.records.find(({ key }) => key === place.create);
    const sent = await this.#send({
      service,
      name,
      records: needsId(name) ? records : [undefined],
      fields,
      create,
    });
    drafts.forget(uri);
    await this.#close(uri);
    await this.#showResponses(service, name, sent);
  }

  /** What a fields editor starts with: what the catalog says of the record, else what was last sent. */
  async initialFields({
    service: serviceId,
    operation: name,
    ids,
    create,
  }: FieldsPlace): Promise<JsonObject> {
    const { desk, parts, vscode } = this.#with;
    await desk.ready();
    const [id] = ids;
    const { kind, method } = operation(name);
    const describes = isCreation(name) || method === "PUT" || method === "PATCH";
    const record = desk.records.find(each =>
      id === undefined ? each.key === create : each.kind === kind && each.id === id,
    );
    const catalog = record && desk.catalogOf(record);
    if (describes && catalog && record?.pinned?.record.fields !== undefined) {
      const { resolveFields } = await parts.catalog();
      const { fields, problems } = resolveFields(catalog, record.pinned.record);
      const [problem] = problems;
      if (problem) vscode.window.showWarningMessage(inMessage(problem.message));
      return fields;
    }
    const service = desk.services.all().find(each => each.id === serviceId);
    return (service && desk.memoryOf(service).lastSent(name, id)) ?? {};
  }

  async #records(name: OperationName, chosen: readonly RecordEntry[]): Promise<Addressed[]> {
    const { vscode, desk } = this.#with;
    const fitting = chosen.filter(isAddressed).filter(({ kind }) => kind === operation(name).kind);
    return fitting.length > 0 ? fitting : [await pickRecord(vscode, desk, name)];
  }

  #known(name: OperationName, id: string): Addressed {
    const { kind } = operation(name);
    const record = this.#with.desk.records.find(each => each.kind === kind && each.id === id);
    return record && isAddressed(record) ? record : unknownRecord(kind, id);
  }

  async #confirmDeletion(records: readonly Addressed[]): Promise<void> {
    const remove = t("Delete");
    const [first] = records;
    const question =
      records.length === 1
        ? t("Delete the scenario {0}?", first?.name ?? "")
        : t("Delete {0} scenarios?", records.length);
    const detail = [
      ...records.map(({ name, id }) => (name === id ? id : `${name} (${id})`)),
      t("The service cannot bring it back."),
    ];
    const answer = await this.#with.vscode.window.showWarningMessage(
      inMessage(question),
      { modal: true, detail: detail.map(inMessage).join("\n") },
      remove,
    );
    if (answer !== remove) throw new Cancelled();
  }

  async #openFields(
    place: FieldsPlace,
    records: readonly RecordEntry[],
    create: RecordEntry | undefined,
    begun?: JsonObject,
  ): Promise<void> {
    const { vscode, documents, fields } = this.#with;
    const uri = fieldsUri(documents, place, subjectOf(create === undefined ? records : [create]));
    if (begun !== undefined) fields.begin(uri, begun);
    else if (!fields.isUnsent(uri)) fields.forget(uri);
    documents.refresh(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const { end } = document.lineAt(1).range;
    editor.selection = new vscode.Selection(end, end);
  }

  async #send({ service, name, records, fields, create }: Sending): Promise<Sent[]> {
    const caller = await this.#caller(service);
    const sent: Sent[] = [];
    const failures: { record: Addressed | undefined; error: unknown }[] = [];
    await this.#withProgress(title(name, records), async (signal, say) => {
      for (const record of records) {
        if (records.length > 1) say(record?.name ?? "");
        try {
          const response = await this.#with.desk.during(record?.key ?? create?.key, t("sending"), () =>
            caller.call(name, { id: record?.id, fields, signal }),
          );
          sent.push({ record, response });
          await this.#settle(service, name, record, create, response);
        } catch (error) {
          failures.push({ record, error });
          if (signal.aborted) break;
        }
      }
    });
    this.#with.desk.changed();
    const [failure] = failures;
    if (failure === undefined) return sent;
    if (records.length === 1) throw failure.error;
    const messages = failures.map(
      ({ record, error }) => `${record?.name}: ${error instanceof Error ? error.message : error}`,
    );
    throw new Obstacle(t("{0} of {1} were done. {2}", sent.length, records.length, messages.join(" ")), [
      { title: t("Show log"), command: "callboard.showLog" },
    ]);
  }

  /** Keeps the response, and writes the id of what was created to where the catalog waits for it. */
  async #settle(
    service: Service,
    name: OperationName,
    record: Addressed | undefined,
    create: RecordEntry | undefined,
    { text, value }: Response,
  ): Promise<void> {
    const { responses, vscode, parts } = this.#with;
    await responses.keep({ service: service.id, about: record?.key ?? name }, text);
    const { id } = value;
    if (record !== undefined || typeof id !== "string" || id === "") return;
    await responses.keep({ service: service.id, about: `${operation(name).kind} ${id}` }, text);
    if (create !== undefined) await writeId(vscode, parts, create, id);
  }

  async #run(
    service: Service,
    name: OperationName,
    records: readonly Addressed[],
    fields: JsonObject | undefined,
    started: () => Promise<void> = async () => {},
  ): Promise<void> {
    const { desk } = this.#with;
    const caller = await this.#caller(service);
    const memory = desk.memoryOf(service);
    const begins = (id: string) =>
      name === "createChannelReport" ? name : kindOfRun(records.find(each => each.id === id));
    await started();
    const heading = name === "createChannelReport" ? titleOf(name) : t("Run");
    const run = await this.#withProgress(`${heading}: ${subjectOf(records)}`, (signal, say) =>
      this.#runner.run(caller, {
        targets: records.map(record => ({
          kind: record.kind === "batch" ? "batch" : "channel",
          id: record.id,
          name: record.name,
          key: record.key,
        })),
        // What was written for the run is not what its report is asked for with.
        fieldsFor: (operation, id) =>
          (fields !== undefined && operation === begins(id) ? fields : memory.lastSent(operation, id)) ?? {},
        onlyReport: name === "createChannelReport",
        signal,
        say,
      }),
    );
    this.#announce(run);
  }

  /** Tells how a run ended, without keeping the command waiting for an answer. */
  #announce(run: StoredRun): void {
    const { vscode } = this.#with;
    const open = t("Open report");
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const show = run.verdict === "passed" ? showInformationMessage : showWarningMessage;
    show(inMessage(`${run.name}: ${verdictName(run.verdict)} — ${run.summary}`), open).then(answer => {
      if (answer === open) vscode.commands.executeCommand("callboard.openReport", run.id);
    });
  }

  async #tell(service: Service, name: OperationName, sent: readonly Sent[]): Promise<void> {
    const { vscode, desk, reveal } = this.#with;
    const [first] = sent;
    if (first === undefined) return;
    const evidence = first.record && desk.memoryOf(service).reviews.get(first.record.id)?.evidence;
    const what =
      sent.length === 1
        ? [title(name, [first.record]), evidence].filter(Boolean).join(" — ")
        : t("{0}: {1} done", titleOf(name), sent.length);
    if (first.record) await reveal(first.record.key);
    const show = t("Show response");
    vscode.window.showInformationMessage(inMessage(what), show).then(answer => {
      if (answer === show) this.#showResponses(service, name, sent);
    });
  }

  async #showResponses(service: Service, name: OperationName, sent: readonly Sent[]): Promise<void> {
    for (const { record, response } of sent) {
      const { id } = response.value;
      const created =
        isCreation(name) && typeof id === "string" ? `${operation(name).kind} ${id}` : undefined;
      await this.showResponse(service, record?.key ?? created ?? name, titleOf(name), record?.name);
      await this.#with.reveal(record?.key ?? created ?? "");
    }
  }

  async showResponse(
    service: Service,
    about: string,
    heading: string,
    subject: string | undefined,
  ): Promise<void> {
    const { vscode, documents } = this.#with;
    const name = [heading, subject].filter(Boolean).join(" · ");
    const uri = responseUri(documents, { service: service.id, about }, name);
    documents.refresh(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async #caller(service: Service): Promise<Caller> {
    const { connecting, desk, log, parts, clock } = this.#with;
    const connection = await connecting.connection(service);
    return new Caller({ connection, memory: desk.memoryOf(service), log, parts, clock });
  }

  #withProgress<T>(
    title: string,
    action: (signal: AbortSignal, say: (message: string) => void) => Promise<T>,
  ): Promise<T> {
    const { vscode } = this.#with;
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: inMessage(title),
      cancellable: true,
    };
    return Promise.resolve(
      vscode.window.withProgress(options, async (progress, token) => {
        const controller = new AbortController();
        const listening = token.onCancellationRequested(() => controller.abort());
        try {
          return await action(controller.signal, message => progress.report({ message: inMessage(message) }));
        } finally {
          listening.dispose();
        }
      }),
    );
  }

  async #close(uri: Uri): Promise<void> {
    const { vscode, fields } = this.#with;
    fields.forget(uri);
    const { tabGroups } = vscode.window;
    const tabs = tabGroups.all
      .flatMap(group => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
    await tabGroups.close(tabs);
  }
}

function kindOfRun(record: RecordEntry | undefined): OperationName {
  return record?.kind === "channel" ? "runChannel" : "runBatch";
}

function title(name: OperationName, records: readonly (RecordEntry | undefined)[]): string {
  return [titleOf(name), subjectOf(records)].filter(part => part !== "").join(": ");
}

function subjectOf(records: readonly (RecordEntry | undefined)[]): string {
  const [first] = records;
  if (first === undefined) return "";
  return records.length === 1 ? first.name : t("{0} records", records.length);
}
