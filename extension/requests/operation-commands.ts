/**
 * The service's operations as commands. A command asks for the record and the fields, sends the request, and shows the
 * response, a report or a message.
 */

import type { Uri } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import { assigneeInRequest } from "../../shared/reading/assignee.ts";
import { recordKey } from "../../shared/reading/records.ts";
import {
  type NameWithBody,
  needsId,
  type OperationName,
  operation,
  operationFor,
  sendsBody,
} from "../../shared/service/operations.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { SharedState } from "../editor/shared-state.ts";
import { requireTrust } from "../editor/trust.ts";
import { type AddressedRecord, hasId, type RecordEntry } from "../records/inventory.ts";
import { pickRecord } from "../records/pick.ts";
import { writeId } from "../records/pin.ts";
import type { RecordStore } from "../records/records.ts";
import type { ReviewAt } from "../records/shared-decisions.ts";
import { isRunRole } from "../runs/launcher.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { DetailsStore } from "../services/details.ts";
import type { MemoryStore } from "../services/memory.ts";
import { operationTitle, operationTitleWithRecords, recordsLabel } from "../services/operation-labels.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateName } from "../services/verdict-labels.ts";
import { askForm } from "./ask-form.ts";
import { confirmSendingTo } from "./confirm-sending.ts";
import type { DraftRequest } from "./draft-request.ts";
import type { FieldsEditors } from "./editors.ts";
import { fitForm, type QuickForm } from "./form.ts";
import type { OperationMessages } from "./messages.ts";
import { configuredFormOf, type OperationRunner } from "./operation-runner.ts";
import { parseFields } from "./parse.ts";
import { askProjectField } from "./project-field.ts";
import { ReviewDrafts } from "./review-drafts.ts";
import {
  type OperationRequest,
  type OperationResponse,
  OperationSender,
  type OperationSenderDeps,
  PartialFailure,
} from "./send.ts";

interface OperationsDeps extends OperationSenderDeps {
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly detailsStore: DetailsStore;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly editors: FieldsEditors;
  readonly messages: OperationMessages;
  readonly running: OperationRunner;
  readonly state: SharedState;
}

/** The memory keeps the project field's name under this key. The parentheses keep it apart from the names of fields. */
const projectFieldAnswer = "(project)";

const decideOperation = operationFor("decide", "review");

export interface SentRequest {
  readonly fields: JsonObject;
  readonly answer: JsonObject | undefined;
}

type RequestWithFields = OperationRequest & { readonly name: NameWithBody };

export class OperationCommands {
  readonly #deps: OperationsDeps;
  readonly #sender: OperationSender;
  readonly #messages: OperationMessages;
  readonly #runner: OperationRunner;
  readonly #reviewDrafts: ReviewDrafts;

  constructor(deps: OperationsDeps) {
    this.#deps = deps;
    this.#sender = new OperationSender(deps);
    this.#messages = deps.messages;
    this.#runner = deps.running;
    this.#reviewDrafts = new ReviewDrafts(deps.state);
  }

  /**
   * Asks for a record if the operation needs one and no chosen record fits. Gives the fields and the response if a
   * quick form sent the request. Gives undefined without a quick form, for a run or a channel report, and if the person
   * switches to JSON.
   */
  async start(
    name: OperationName,
    chosen: readonly RecordEntry[],
    projectKey?: string,
  ): Promise<SentRequest | undefined> {
    const service = await this.#readyService();
    const records = needsId(name) ? await this.#recordsFor(name, chosen) : [];
    if (!sendsBody(name)) return void (await this.#sendAtOnce({ service, name, records }));
    const { kind, role } = operation(name);
    const create =
      role === "create" ? chosen.find(record => record.id === undefined && record.kind === kind) : undefined;
    const project = role === "create" ? this.#deps.records.find(projectKey)?.id : undefined;
    const projectFields =
      project === undefined ? undefined : await this.#projectFields(service, name, project);
    const request = { service, name, records, create, project };
    const form = await this.#formOf(name, service, records);
    if (form !== undefined) return this.#sendForm(form, request, projectFields);
    if (role === "import") await this.#sendAtOnce({ service, name, records, fields: {} });
    else await this.#openEditor(request, { fields: projectFields });
    return undefined;
  }

  /** The field that links a record to its project, named as in other records, as answered before, or by the person. */
  async #projectFields(service: Service, name: NameWithBody, project: string): Promise<JsonObject> {
    const { vscode, editors, memories } = this.#deps;
    const memory = memories.of(service);
    const remembered = memory.answers(name, projectFieldAnswer).find(each => typeof each === "string");
    const field =
      (await (await editors.knownFields()).projectField(service, operation(name).kind)) ??
      remembered ??
      (await askProjectField(vscode, operationTitle(name)));
    if (typeof field !== "string" || field === "") return {};
    if (field !== remembered) await memory.saveAnswers(name, { [projectFieldAnswer]: field });
    return { [field]: project };
  }

  async chooseReview(): Promise<AddressedRecord> {
    const { vscode, records } = this.#deps;
    await this.#readyService();
    return pickRecord(vscode, records, decideOperation);
  }

  async decisionForm({ id, service = "" }: ReviewAt): Promise<QuickForm> {
    const review = { key: recordKey({ kind: "review", id }) };
    return (await this.#formOf(decideOperation, { id: service }, [review])) ?? { steps: [], from: "default" };
  }

  async #formOf(
    name: OperationName,
    service: Pick<Service, "id">,
    records: readonly Pick<AddressedRecord, "key">[],
  ): Promise<QuickForm | undefined> {
    const form = configuredFormOf(this.#deps, name);
    if (form?.from !== "default") return form;
    const details = await this.#deps.detailsStore.of(service);
    const own = records.map(({ key }) => details.shortFields(key) ?? {});
    return fitForm(form, operation(name).role, own, details.ofKind(operation(name).kind));
  }

  /** Keeps the person's answers as the review's draft until the caller forgets it. */
  async askDecision(
    title: string,
    review: ReviewAt,
  ): Promise<{ readonly fields: JsonObject; readonly forget: () => Promise<void> }> {
    const { catalogs, vscode } = this.#deps;
    await catalogs.ready();
    const form = await this.decisionForm(review);
    const draft = await this.#reviewDrafts.open(review);
    const { fields } = await askForm(vscode, form, {
      title,
      remembered: () => [],
      drafted: field => draft.textOf(field),
      keep: texts => void draft.keepTexts(form, texts),
      canBeJson: false,
    });
    return { fields, forget: await draft.keepTexts(form, fields) };
  }

  /** Sends a decision that the caller has confirmed. Gives the message to show and the service's response. */
  async decide(
    service: Service,
    review: AddressedRecord,
    fields: JsonObject,
    signal?: AbortSignal,
  ): Promise<{ readonly words: string; readonly answer: JsonObject | undefined }> {
    const { vscode, memories } = this.#deps;
    requireTrust(vscode);
    void memories.of(service).saveAnswers(decideOperation, fields); // the request need not wait for it
    const request = { service, name: decideOperation, records: [review], fields, isConfirmed: true };
    const responses = await this.#sender.send({ ...request, ...(signal && { signal }) });
    return {
      words: await this.#messages.describeDone(decideOperation, responses, fields),
      answer: responses[0]?.value,
    };
  }

  async openAsJson(
    name: NameWithBody,
    service: Service,
    record: AddressedRecord,
    fields: JsonObject,
  ): Promise<void> {
    await this.#openEditor({ service, name, records: [record] }, { fields, asJson: true });
  }

  async sendFields(uri = this.#deps.editors.activeUri): Promise<void> {
    const request = uri && this.#deps.editors.requestAt(uri);
    if (uri === undefined || request === undefined)
      throw new Obstacle(t("There are no fields to send in this editor."));
    const asksItself = senderAsks(request.operation, this.#deps.records.find(request.create));
    await this.#deps.editors.trackSending(uri, () => this.#sendEditor(uri, request), { asksItself });
  }

  /** Makes the embedded service the current one and imports its demo project. */
  async tryEmbeddedService(): Promise<void> {
    const { vscode, services } = this.#deps;
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

  async #readyService(): Promise<Service> {
    const { vscode, catalogs, services } = this.#deps;
    requireTrust(vscode);
    // Waits for the catalogs, because a catalog can name the service.
    await catalogs.ready();
    return services.requireCurrent();
  }

  async #recordsFor(name: OperationName, chosen: readonly RecordEntry[]): Promise<AddressedRecord[]> {
    const { vscode, records } = this.#deps;
    const fitting = chosen.filter(hasId).filter(({ kind }) => kind === operation(name).kind);
    return fitting.length > 0 ? fitting : [await pickRecord(vscode, records, name)];
  }

  async #sendAtOnce(request: OperationRequest): Promise<void> {
    const { service, name } = request;
    const { role } = operation(name);
    const responses = await this.#sendWithoutEditor(request);
    if (role === "delete") this.#messages.showStillPinned(responses);
    this.#messages.warnNumbered(responses);
    await this.#messages.showResponses(service, name, responses);
  }

  async #sendWithoutEditor(request: OperationRequest): Promise<OperationResponse[]> {
    const { service, name, records, create, project } = request;
    const send = () => this.#sender.send(request);
    // The sender asks before each deletion.
    if (!sendsBody(name) || senderAsks(name, create)) return send();
    const draft = draftRequestOf({ service, name, records, create, project });
    return this.#deps.editors.sendWithoutEditor(draft, operationTitleWithRecords(name, records), send);
  }

  async #sendForm(
    form: QuickForm,
    request: RequestWithFields,
    projectFields?: JsonObject,
  ): Promise<SentRequest | undefined> {
    const { vscode, memories } = this.#deps;
    const { service, name, records, create } = request;
    const { role } = operation(name);
    const memory = memories.of(service);
    const drafts = await Promise.all(
      (role === "decide" ? records : []).map(async record => ({
        record,
        draft: await this.#reviewDrafts.open({
          id: record.id,
          service: service.id,
          about: memory.reviews.get(record.id)?.about,
        }),
      })),
    );
    const [only, ...others] = drafts;
    const isOne = others.length === 0;
    const texts = form.steps.filter(({ type }) => type === "text").map(({ field }) => [field, field]);
    const personField = role === "reassign" ? assigneeInRequest(Object.fromEntries(texts)) : undefined;
    const catalogFields = await this.#resolveReferences(create?.pinned?.record.fields ?? {}, create);
    const { fields: answered, asJson } = await askForm(vscode, form, {
      title: operationTitleWithRecords(name, records) + this.#replacedDecision(name, records),
      remembered: field => memory.answers(name, field),
      drafted: isOne ? field => only?.draft.textOf(field) : undefined,
      peopleFor: field => (field === personField ? this.#otherAssignees(records) : []),
      keep: texts => void memory.saveAnswers(name, texts),
    });
    const fields = { ...projectFields, ...catalogFields, ...answered };
    if (asJson) {
      // A new record does not get the last record's fields.
      const lastSent = role === "create" ? {} : memory.lastSent(name, records[0]?.id);
      await this.#openEditor(request, { fields: { ...lastSent, ...fields }, asJson });
      return undefined;
    }
    await memory.saveAnswers(name, answered);
    if (isRunRole(role)) {
      await this.#runner.runAndShowEnd({ service, role, records, fieldsFor: () => fields });
      return undefined;
    }
    // The sender can ask a question, and a request can fail: the review's page then shows what was written. What is on the
    // page of one of several reviews stays.
    const kept = drafts.filter(
      ({ draft }) => isOne || form.steps.every(({ field }) => draft.textOf(field) === undefined),
    );
    const forgets = await Promise.all(
      kept.map(async ({ record, draft }) => ({ record, forget: await draft.keepTexts(form, answered) })),
    );
    const forgetOf = (done: readonly AddressedRecord[]) =>
      Promise.all(forgets.map(({ record, forget }) => (done.includes(record) ? forget() : undefined)));
    const responses = await this.#sendWithoutEditor({ ...request, fields }).catch(async (error: unknown) => {
      if (error instanceof PartialFailure) await forgetOf(error.doneRecords);
      throw error;
    });
    await forgetOf(records);
    this.#messages.warnNumbered(responses);
    await this.#concludeCreation(request, responses);
    await this.#messages.showDone(service, name, responses, fields);
    return { fields, answer: responses[0]?.value };
  }

  /** The people to whom other reviews are assigned. */
  #otherAssignees(reviews: readonly AddressedRecord[]): string[] {
    const notes = this.#deps.records.reviewNotes;
    const people = new Set([...notes.values()].flatMap(({ assignee }) => assignee ?? []));
    const [only, ...others] = reviews;
    if (only !== undefined && others.length === 0) people.delete(notes.get(only.id)?.assignee ?? "");
    return [...people].sort((a, b) => a.localeCompare(b));
  }

  /** Says from the first question that the answers replace a decision. */
  #replacedDecision(name: OperationName, [only, ...others]: readonly AddressedRecord[]): string {
    const isOne = operation(name).role === "decide" && others.length === 0;
    const note = isOne && only !== undefined ? this.#deps.records.reviewNotes.get(only.id) : undefined;
    return note?.settled ? ` · ${t("replaces the decision: {0}", stateName(note.verdict ?? "unknown"))}` : "";
  }

  async #openEditor(
    request: RequestWithFields,
    opened: { readonly fields?: JsonObject | undefined; readonly asJson?: boolean } = {},
  ): Promise<void> {
    const { records, create } = request;
    const subject = recordsLabel(create === undefined ? records : [create]);
    await this.#deps.editors.open(draftRequestOf(request), subject, opened);
  }

  async #sendEditor(uri: Uri, unsent: DraftRequest): Promise<void> {
    const { vscode, services, catalogs, records, editors } = this.#deps;
    requireTrust(vscode);
    const open = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    if (open?.isDirty) await open.save();
    const text = (await editors.draftAt(uri))?.text ?? "";
    const fields = await editors.fieldsToSend(uri, parseFields(text));
    await catalogs.ready();
    const { operation: name, ids } = unsent;
    const service = services.all().find(({ id }) => id === unsent.service);
    if (service === undefined) {
      throw new Obstacle(t("The service of these fields is no longer in the settings."));
    }
    if (service.id !== services.current()?.id) await this.#confirmOtherService(service);
    const { kind, role } = operation(name);
    const request = {
      service,
      name,
      records: ids.map(id => records.withIdAt(service, kind, id)),
      fields,
      create: records.find(unsent.create),
      project: unsent.project,
    };
    request.fields = await this.#resolveReferences(fields, request.create ?? request.records[0]);
    if (isRunRole(role)) {
      const fieldsFor = () => request.fields;
      await this.#runner.runAndShowEnd({ service, role, records: request.records, fieldsFor });
      return editors.closeSent(uri, text);
    }
    const responses = await this.#sender.send(request).catch(async (error: unknown) => {
      if (error instanceof PartialFailure) {
        await this.#keepUnsentRecords(uri, unsent, text, error.unchangedRecords);
      }
      throw error;
    });
    const created = role === "create" ? responses[0]?.created : undefined;
    const update = operationFor("update", kind);
    if (created === undefined || update === undefined) await editors.closeSent(uri, text);
    else await editors.closeCreated(uri, text, { service: service.id, operation: update, ids: [created] });
    this.#messages.warnNumbered(responses);
    await this.#concludeCreation(request, responses);
    await this.#messages.showResponses(service, name, responses);
  }

  /** A person may have switched services since the form was opened, and then means the service in use. */
  async #confirmOtherService(service: Service): Promise<void> {
    const { vscode, services } = this.#deps;
    const current = services.current()?.name;
    const detail = [
      t("The fields were written for {0}.", service.name),
      current === undefined ? "" : t("{0} is in use by now.", current),
    ];
    await confirmSendingTo(vscode, service, [detail.filter(Boolean).join(" ")]);
  }

  /** Keeps in the draft only records that the service certainly did not change, so that Send changes none twice. */
  async #keepUnsentRecords(
    uri: Uri,
    unsent: DraftRequest,
    text: string,
    undone: readonly AddressedRecord[],
  ): Promise<void> {
    const { editors } = this.#deps;
    if (undone.length === unsent.ids.length) return;
    if (undone.length === 0) return editors.closeSent(uri, text);
    await editors.moveTo({ ...unsent, ids: undone.map(({ id }) => id) }, recordsLabel(undone), uri);
  }

  /** Replaces references with ids in the fields of a catalog's record. Throws if a reference leads to no id. */
  async #resolveReferences(fields: JsonObject, record: RecordEntry | undefined): Promise<JsonObject> {
    const catalog = record && this.#deps.records.catalogOf(record);
    if (catalog === undefined) return fields;
    const { resolveReferences } = await this.#deps.bundles.catalog();
    const resolved = resolveReferences(catalog, fields);
    const [first] = resolved.unresolved;
    if (first !== undefined)
      throw new Obstacle(t("Nothing was sent: the reference {0} doesn't lead to an id.", first));
    return resolved.fields;
  }

  async #concludeCreation(
    { name, create }: OperationRequest,
    [response]: readonly OperationResponse[],
  ): Promise<void> {
    const { vscode, bundles } = this.#deps;
    if (operation(name).role !== "create" || response === undefined) return;
    if (response.created === undefined) this.#messages.warnNoId(name, response);
    if (create === undefined || response.created === undefined) return;
    const { created } = response;
    // A failure to write gets a message of its own. Otherwise the request would seem to have failed, and a person would
    // send it again.
    await writeId(vscode, bundles, create, created).catch((error: unknown) =>
      this.#messages.warnIdNotWritten(create, created, error),
    );
  }
}

/** Whether the sender asks about earlier requests itself: about decisions, and about creations of a catalog's records. */
function senderAsks(name: OperationName, create: RecordEntry | undefined): boolean {
  return operation(name).role === "decide" || create?.pinned !== undefined;
}

function draftRequestOf({ service, name, records, create, project }: RequestWithFields): DraftRequest {
  return {
    service: service.id,
    operation: name,
    ids: records.map(({ id }) => id),
    ...(create === undefined ? {} : { create: create.key }),
    ...(project === undefined ? {} : { project }),
  };
}
