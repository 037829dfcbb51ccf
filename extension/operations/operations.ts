/**
 * The service's operations as commands: asks for the record and for the fields (by a form or in an editor), sends the
 * request, and shows the response, a report or a message.
 */

import type { Uri } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import {
  type NameWithBody,
  needsId,
  type OperationName,
  operation,
  operationFor,
  sendsBody,
} from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import type { Catalogs } from "../catalogs/catalogs.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { requireTrust } from "../editor/trust.ts";
import type { FieldsEditors } from "../fields/editors.ts";
import { parseFields } from "../fields/parse.ts";
import type { UnsentRequest } from "../fields/unsent-request.ts";
import { askForm } from "../forms/ask.ts";
import type { Form } from "../forms/form.ts";
import { subjectOf, titleWith } from "../labels/operations.ts";
import { type Addressed, isAddressed, type RecordEntry } from "../records/inventory.ts";
import { pickRecord } from "../records/pick.ts";
import { writeId } from "../records/pin.ts";
import type { Records } from "../records/records.ts";
import { isRun } from "../runs/runner.ts";
import type { Memories } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import type { Services } from "../services/services.ts";
import type { Messages } from "./messages.ts";
import { formOf, type Running } from "./running.ts";
import { type OperationRequest, type OperationResponse, Sender, type SenderOptions } from "./send.ts";

interface OperationsOptions extends SenderOptions {
  readonly bundles: Bundles;
  readonly services: Services;
  readonly memories: Memories;
  readonly catalogs: Catalogs;
  readonly records: Records;
  readonly editors: FieldsEditors;
  readonly messages: Messages;
  readonly running: Running;
}

type RequestWithFields = OperationRequest & { readonly name: NameWithBody };

export class Operations {
  readonly #with: OperationsOptions;
  readonly #sender: Sender;
  readonly #messages: Messages;
  readonly #running: Running;
  /** Addresses of editors whose fields are being sent. */
  readonly #sending = new Set<string>();

  constructor(options: OperationsOptions) {
    this.#with = options;
    this.#sender = new Sender(options);
    this.#messages = options.messages;
    this.#running = options.running;
  }

  /** Without fitting records among the chosen ones, a person is asked for one. */
  async start(name: OperationName, chosen: readonly RecordEntry[]): Promise<void> {
    const service = await this.#readyService();
    const records = needsId(name) ? await this.#recordsFor(name, chosen) : [];
    if (!sendsBody(name)) return this.#sendAtOnce({ service, name, records });
    const { kind, role } = operation(name);
    const create =
      role === "create" ? chosen.find(record => record.id === undefined && record.kind === kind) : undefined;
    const form = formOf(this.#with, name);
    if (form !== undefined) return this.#sendForm(form, { service, name, records, create });
    if (role === "import") return this.#sendAtOnce({ service, name, records, fields: {} });
    await this.#openEditor({ service, name, records, create });
  }

  /** Sends what stands in a fields editor; the one that is active, where none is named. */
  async sendFields(uri = this.#with.vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const request = uri && this.#with.editors.requestAt(uri);
    if (uri === undefined || request === undefined)
      throw new Obstacle(t("There are no fields to send in this editor."));
    const address = uri.toString();
    if (this.#sending.has(address)) throw new Obstacle(t("These fields are being sent already."));
    this.#sending.add(address);
    try {
      await this.#sendEditor(uri, request);
    } finally {
      this.#sending.delete(address);
    }
  }

  /** Puts the embedded service in use and imports its demo project. */
  async tryEmbedded(): Promise<void> {
    const { vscode, services } = this.#with;
    requireTrust(vscode);
    await services.chooseEmbedded();
    const service = await this.#readyService();
    await this.#sender.send({
      service,
      name: operationFor("import", "project"),
      records: [],
      fields: {},
    });
    await vscode.commands.executeCommand("callboard.projects.focus");
  }

  /** The service in use, once the catalogs were read: one of them can name it. */
  async #readyService(): Promise<Service> {
    const { vscode, catalogs, services } = this.#with;
    requireTrust(vscode);
    await catalogs.ready();
    return services.requireCurrent();
  }

  async #recordsFor(name: OperationName, chosen: readonly RecordEntry[]): Promise<Addressed[]> {
    const { vscode, records } = this.#with;
    const fitting = chosen.filter(isAddressed).filter(({ kind }) => kind === operation(name).kind);
    return fitting.length > 0 ? fitting : [await pickRecord(vscode, records, name)];
  }

  /** Nothing is asked for: a request without a body, or with an empty one. */
  async #sendAtOnce(request: OperationRequest): Promise<void> {
    const { service, name } = request;
    const { role } = operation(name);
    const responses = await this.#sender.send(request);
    if (role === "delete") this.#messages.tellStillPinned(responses);
    await this.#messages.showResponses(service, name, responses);
  }

  async #sendForm(form: Form, request: RequestWithFields): Promise<void> {
    const { vscode, memories } = this.#with;
    const { service, name, records } = request;
    const { role } = operation(name);
    const memory = memories.of(service);
    const { fields, asJson } = await askForm(vscode, form, {
      title: titleWith(name, records),
      remembered: field => memory.answers(name, field),
    });
    if (asJson) {
      const lastSent = memory.lastSent(name, records[0]?.id);
      return this.#openEditor(request, { ...lastSent, ...fields });
    }
    await memory.noteAnswers(name, fields);
    if (isRun(role)) return this.#running.carryOut({ service, role, records, fieldsFor: () => fields });
    const responses = await this.#sender.send({ ...request, fields });
    await this.#writeId(request, responses);
    await this.#messages.tellDone(service, name, responses);
  }

  async #openEditor(
    { service, name, records, create }: RequestWithFields,
    fields?: JsonObject,
  ): Promise<void> {
    const request: UnsentRequest = {
      service: service.id,
      operation: name,
      ids: records.map(({ id }) => id),
      ...(create === undefined ? {} : { create: create.key }),
    };
    const subject = subjectOf(create === undefined ? records : [create]);
    await this.#with.editors.open(request, subject, fields);
  }

  async #sendEditor(uri: Uri, unsent: UnsentRequest): Promise<void> {
    const { vscode, services, catalogs, records, editors } = this.#with;
    requireTrust(vscode);
    const document = await vscode.workspace.openTextDocument(uri);
    const fields = parseFields(document.getText());
    if (document.isDirty) await document.save();
    await catalogs.ready();
    const { operation: name, ids } = unsent;
    const service = services.all().find(({ id }) => id === unsent.service);
    if (service === undefined) {
      throw new Obstacle(t("The service that this was written for is no longer in the settings."));
    }
    const { kind, role } = operation(name);
    const request = {
      service,
      name,
      records: ids.map(id => records.withId(kind, id)),
      fields,
      create: records.find(unsent.create),
    };
    if (isRun(role)) {
      await this.#running.carryOut({ service, role, records: request.records, fieldsFor: () => fields });
      return editors.close(uri);
    }
    const responses = await this.#sender.send(request);
    await editors.close(uri);
    await this.#writeId(request, responses);
    await this.#messages.showResponses(service, name, responses);
  }

  /** Where the catalog has the record that was created. */
  async #writeId({ create }: OperationRequest, [response]: readonly OperationResponse[]): Promise<void> {
    const { vscode, bundles } = this.#with;
    if (create === undefined || response?.created === undefined) return;
    await writeId(vscode, bundles, create, response.created);
  }
}
