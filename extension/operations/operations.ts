/**
 * An operation, from a person's wish to its outcome: which record, which fields (by a form or in an
 * editor), the request, and then the response, a report, or a word about what was done.
 */

import type { Uri } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import {
  needsId,
  type OperationName,
  operation,
  operationFor,
  sendsBody,
} from "../../shared/service/operations.ts";
import type { Parts } from "../bundles/bundles.ts";
import type { Desk } from "../desk.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type FieldsPlace, fieldsPlace, parseFields } from "../fields/drafts.ts";
import type { FieldsEditors } from "../fields/editors.ts";
import { askForm } from "../forms/ask.ts";
import { formFor } from "../forms/form.ts";
import { createdIn, headline, subjectOf } from "../labels/operations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { type Addressed, isAddressed, pickRecord, unknownRecord } from "../records/pick.ts";
import { writeId } from "../records/pin.ts";
import type { Connecting } from "../services/connect.ts";
import type { Service } from "../services/service.ts";
import type { Outcomes } from "./messages.ts";
import { isRun, type Running, type Sender, type Sending } from "./send.ts";

export interface PerformerOptions {
  readonly vscode: VSCode;
  readonly desk: Desk;
  readonly parts: Parts;
  readonly connecting: Connecting;
  readonly editors: FieldsEditors;
  readonly sender: Sender;
  readonly outcomes: Outcomes;
}

export class Performer {
  readonly #with: PerformerOptions;
  /** Addresses of editors whose fields are on their way: a second click sends nothing twice. */
  readonly #sending = new Set<string>();

  constructor(options: PerformerOptions) {
    this.#with = options;
  }

  /** An operation's command, chosen on records of a tree or, without any, in the palette. */
  async perform(name: OperationName, chosen: readonly RecordEntry[]): Promise<void> {
    const { vscode, desk, editors, sender, outcomes } = this.#with;
    const service = await this.#begin();
    const records = needsId(name) ? await this.#records(name, chosen) : [];
    const { role, kind } = operation(name);
    const create =
      role === "create" ? chosen.find(record => record.id === undefined && record.kind === kind) : undefined;
    if (!sendsBody(name)) {
      if (role === "delete") await this.#confirmDeletion(records);
      const sent = await sender.send({ service, name, records, fields: undefined });
      if (role === "delete") outcomes.tellStillPinned(sent);
      return outcomes.showResponses(service, name, sent);
    }
    const place: FieldsPlace = {
      service: service.id,
      operation: name,
      ids: records.map(({ id }) => id),
      ...(create === undefined ? {} : { create: create.key }),
    };
    const subject = subjectOf(create === undefined ? records : [create]);
    const catalogs = desk.catalogs.all.map(({ catalog }) => catalog);
    const form = formFor(name, catalogs, vscode.workspace.getConfiguration("callboard").get("forms"));
    if (form === undefined) return editors.open(place, subject);
    const memory = desk.memoryOf(service);
    const { fields, asJson } = await askForm(vscode, form, {
      title: headline(name, records),
      remembered: field => memory.answers(name, field),
    });
    if (asJson) return editors.open(place, subject, { ...memory.lastSent(name, records[0]?.id), ...fields });
    await memory.noteAnswers(name, fields);
    if (isRun(role)) return this.#run({ service, role, records, fields });
    const sending = { service, name, records, fields, create };
    const sent = await sender.send(sending);
    await this.#writeId(sending, sent[0]?.response.value);
    await outcomes.tell(service, name, sent);
  }

  /** Fills the tree from the embedded service, which has a demo project for it. */
  async importDemo(): Promise<void> {
    const service = await this.#begin();
    await this.#with.sender.send({
      service,
      name: operationFor("import", "project"),
      records: [],
      fields: {},
    });
  }

  /** Runs batches and channels at once, with the fields that were last sent for each. */
  async runNow(chosen: readonly RecordEntry[]): Promise<void> {
    const service = await this.#begin();
    const records = chosen.filter(isAddressed).filter(({ kind }) => kind === "batch" || kind === "channel");
    if (records.length === 0) throw new Obstacle(t("Choose a batch or a channel that has an id."));
    await this.#run({ service, role: "run", records, fields: undefined });
  }

  /** Asks for the report of channels, with the fields that were last sent for each. */
  async reportNow(chosen: readonly RecordEntry[]): Promise<void> {
    const service = await this.#begin();
    const records = chosen.filter(isAddressed).filter(({ kind }) => kind === "channel");
    if (records.length === 0) throw new Obstacle(t("Choose a channel that has an id."));
    await this.#run({ service, role: "report", records, fields: undefined });
  }

  /** Sends what stands in a fields editor. */
  async sendFields(uri: Uri): Promise<void> {
    const place = fieldsPlace(uri);
    if (place === undefined) throw new Obstacle(t("There are no fields to send in this editor."));
    if (this.#sending.has(uri.toString())) throw new Obstacle(t("These fields are being sent already."));
    this.#sending.add(uri.toString());
    try {
      await this.#sendFields(uri, place);
    } finally {
      this.#sending.delete(uri.toString());
    }
  }

  async #sendFields(uri: Uri, place: FieldsPlace): Promise<void> {
    const { vscode, desk, connecting, editors, sender, outcomes } = this.#with;
    connecting.requireTrust();
    const document = await vscode.workspace.openTextDocument(uri);
    const fields = parseFields(document.getText());
    if (document.isDirty) await document.save();
    await desk.ready();
    const service = desk.services.all().find(({ id }) => id === place.service);
    if (service === undefined) {
      throw new Obstacle(t("The service that this was written for is no longer in the settings."));
    }
    const { operation: name, ids } = place;
    const records = ids.map(id => this.#known(name, id));
    const create = desk.records.find(({ key }) => key === place.create);
    const { role } = operation(name);
    if (isRun(role)) {
      await this.#run({ service, role, records, fields });
      return editors.close(uri);
    }
    const sending = { service, name, records, fields, create };
    const sent = await sender.send(sending);
    await editors.close(uri);
    await this.#writeId(sending, sent[0]?.response.value);
    await outcomes.showResponses(service, name, sent);
  }

  /** What a fields editor starts with: what the catalog says of the record, else what was last sent. */
  async initialFields({ service, operation: name, ids: [id], create }: FieldsPlace): Promise<JsonObject> {
    const { desk, parts, vscode } = this.#with;
    await desk.ready();
    const { kind, role } = operation(name);
    const describesRecord = role === "create" || role === "update";
    const record = desk.records.find(each =>
      id === undefined ? each.key === create : each.key === `${kind} ${id}`,
    );
    const catalog = record && desk.catalogOf(record);
    if (describesRecord && catalog && record?.pinned?.record.fields !== undefined) {
      const { resolveFields } = await parts.catalog();
      const { fields, problems } = resolveFields(catalog, record.pinned.record);
      const [problem] = problems;
      if (problem) vscode.window.showWarningMessage(inMessage(problem.message));
      return fields;
    }
    const known = desk.services.all().find(each => each.id === service);
    return (known && desk.memoryOf(known).lastSent(name, id)) ?? {};
  }

  /** Every wish begins with a workspace that is trusted, catalogs that have been read, and a service. */
  async #begin(): Promise<Service> {
    const { desk, connecting } = this.#with;
    connecting.requireTrust();
    await desk.ready();
    return connecting.current();
  }

  async #run(running: Running): Promise<void> {
    this.#with.outcomes.announceRun(await this.#with.sender.run(running));
  }

  /** The id of what was created goes to where the catalog waits for it. */
  async #writeId({ name, create }: Sending, response: JsonObject | undefined): Promise<void> {
    const id = response && createdIn(name, response);
    if (create !== undefined && id !== undefined)
      await writeId(this.#with.vscode, this.#with.parts, create, id);
  }

  async #records(name: OperationName, chosen: readonly RecordEntry[]): Promise<Addressed[]> {
    const { vscode, desk } = this.#with;
    const fitting = chosen.filter(isAddressed).filter(({ kind }) => kind === operation(name).kind);
    return fitting.length > 0 ? fitting : [await pickRecord(vscode, desk, name)];
  }

  #known(name: OperationName, id: string): Addressed {
    const { kind } = operation(name);
    const record = this.#with.desk.records.find(({ key }) => key === `${kind} ${id}`);
    return record && isAddressed(record) ? record : unknownRecord(kind, id);
  }

  async #confirmDeletion(records: readonly Addressed[]): Promise<void> {
    const remove = t("Delete");
    const question =
      records.length === 1
        ? t("Delete the scenario {0}?", subjectOf(records))
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
}
