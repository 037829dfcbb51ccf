/**
 * The editors of drafts. A draft that creates or updates a record opens as a form if fields of similar records are
 * known. Other drafts open as JSON. A person can switch from the form to JSON: both edit the same draft. When the last
 * editor of a changed draft closes, a message offers to send the draft, to open it again or to discard it. The message
 * doesn't offer to send if the fields may have arrived.
 */

import type { Tab, Uri } from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { mayHaveActed, ServiceError } from "../../shared/service/error.ts";
import { operation } from "../../shared/service/operations.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { once } from "../editor/once.ts";
import type { SharedState } from "../editor/shared-state.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { operationTitle } from "../services/operation-labels.ts";
import type { ServiceList } from "../services/service-list.ts";
import { arrivalWords, confirmSendingAgain } from "./confirm-sending.ts";
import { type DraftRequest, draftPathOf, parseDraftPath } from "./draft-request.ts";
import { type Arrival, arrivalOf, DraftStore } from "./drafts.ts";
import { FormEditor, formViewType, type LoadFormPage } from "./form-editor.ts";
import { JsonHelp } from "./json-help.ts";
import type { KnownFields, KnownFieldsDeps } from "./known-fields.ts";
import type { FieldsDraft, OpenFields } from "./open-fields.ts";
import { parseFields } from "./parse.ts";

const folder = "fields";

type FormModule = Awaited<ReturnType<LoadFormPage>> & {
  createKnownFields(deps: KnownFieldsDeps): KnownFields;
};

interface FieldsEditorsDeps extends KnownFieldsDeps {
  readonly documents: VirtualDocuments;
  readonly state: SharedState;
  readonly formPage: () => Promise<FormModule>;
}

export class FieldsEditors extends Disposables implements OpenFields {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #services: ServiceList;
  readonly #drafts: DraftStore;
  readonly knownFields: () => Promise<KnownFields>;
  readonly #sending = new Map<string, Promise<void>>();

  constructor(deps: FieldsEditorsDeps) {
    super();
    const { vscode, documents, services, state } = deps;
    this.#vscode = vscode;
    this.#documents = documents;
    this.#services = services;
    this.knownFields = once(async () => (await deps.formPage()).createKnownFields(deps));
    this.#drafts = new DraftStore(async request => (await this.knownFields()).initialFields(request), state);
    documents.addSource(folder, this.#drafts);
    this.register(new FormEditor(vscode, deps.formPage, this));
    this.register(new JsonHelp(vscode, this));
    const { window, workspace } = vscode;
    this.register(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed)
          this.#askAfterClosing(this.#uriOf(tab), tab.input instanceof vscode.TabInputCustom);
      }),
    );
    // With `files.autoSave`, VS Code saves the document after the tab is closed. The draft changes only at that save.
    this.register(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#tabsOf(uri).length === 0) this.#askAfterClosing(uri, false);
      }),
    );
  }

  get activeUri(): Uri | undefined {
    const { activeTextEditor, tabGroups } = this.#vscode.window;
    const tab = tabGroups.activeTabGroup.activeTab;
    return activeTextEditor?.document.uri ?? (tab && this.#uriOf(tab));
  }

  requestAt(uri: Uri): DraftRequest | undefined {
    const path = this.#documents.pathIn(folder, uri);
    return path && parseDraftPath(path);
  }

  /** The draft, with the text of its JSON editor if it has one. Undefined for a document that is not a draft. */
  async draftAt(uri: Uri): Promise<FieldsDraft | undefined> {
    const path = this.#documents.pathIn(folder, uri);
    const request = path && parseDraftPath(path);
    const draft = path && (await this.#drafts.draft(path));
    if (request === undefined || draft === undefined) return undefined;
    const { window, workspace } = this.#vscode;
    const open = workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    // Another window can have written the draft since. A person sends the text that this window shows.
    const isShown = window.activeTextEditor?.document.uri.toString() === uri.toString();
    // The mark of a request in progress says nothing yet.
    const arrival = this.#sending.has(uri.toString()) ? undefined : arrivalOf(draft);
    return {
      request,
      serviceName: this.#services.nameAmongOthers(request.service),
      text: open?.isDirty || (open !== undefined && isShown) ? open.getText() : draft.text,
      remark: (await this.knownFields()).describeSource(request, draft.from),
      warning: arrival === undefined ? "" : arrivalWords(titleOf(uri), arrival),
    };
  }

  /**
   * A PATCH that began with a response sends only what was changed: a service can have masked other fields there, such as
   * keys, and would take the mask for the value.
   */
  async fieldsToSend(uri: Uri, fields: JsonObject): Promise<JsonObject> {
    const path = this.#documents.pathIn(folder, uri);
    const request = this.requestAt(uri);
    const draft = path && (await this.#drafts.draft(path));
    const isPartial = request !== undefined && operation(request.operation).method === "PATCH";
    if (!isPartial || draft?.from !== "answered" || draft.opened === "") return fields;
    const before = parseFields(draft.opened);
    const changed = Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
    );
    if (changed.length === 0) throw new Obstacle(t("Nothing was sent: no field was changed."));
    return Object.fromEntries(changed);
  }

  async write(uri: Uri, text: string): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) await this.#drafts.write(path, text);
  }

  /**
   * Opens an editor with the changed draft if there is one, else with `fields`, else with the initial fields. With
   * `asJson`, `fields` come from a form that a person has just filled in. The person is then asked whether to discard
   * the changed draft.
   */
  async open(
    request: DraftRequest,
    subject: string,
    { fields, asJson = false }: { readonly fields?: JsonObject | undefined; readonly asJson?: boolean } = {},
  ): Promise<void> {
    const path = draftPathOf(request);
    const title = [operationTitle(request.operation), subject].filter(part => part !== "").join(" · ");
    const uri = this.#documents.uri(folder, path, title, ".json");
    const keepsDraft =
      (await this.#drafts.isUnsent(path)) && !(asJson && (await this.#askDiscard(uri, path, title)));
    if (fields !== undefined && !keepsDraft) await this.#drafts.replace(path, fields);
    else if (!keepsDraft) await this.#drafts.forget(path);
    this.#documents.refresh(uri);
    await (asJson ? this.#openJson(uri) : this.#openFormOrJson(uri));
  }

  async #askDiscard(uri: Uri, path: readonly string[], title: string): Promise<boolean> {
    const [open, discard] = [t("Open again"), t("Discard")];
    const arrival = this.#sending.has(uri.toString()) ? "possible" : await this.#drafts.arrival(path);
    const message = closedDraftMessage(title, arrival);
    const { window } = this.#vscode;
    const answer = await window.showWarningMessage(message, { modal: true }, open, discard);
    return requireAnswer(answer) === discard;
  }

  /** Opens a form if it can show the draft, else JSON. Keeps an open JSON editor, whose unsaved text Send takes. */
  async #openFormOrJson(uri: Uri): Promise<void> {
    const { TabInputText } = this.#vscode;
    if (this.#tabsOf(uri).some(({ input }) => input instanceof TabInputText)) return this.#openJson(uri);
    const draft = await this.draftAt(uri);
    if (draft === undefined) return;
    const { role } = operation(draft.request.operation);
    const isForm = (role === "create" || role === "update") && isObject(draft.text);
    if (isForm && (await (await this.knownFields()).controls(draft.request, {})).length > 0) {
      await this.#vscode.commands.executeCommand("vscode.openWith", uri, formViewType);
    } else {
      await this.#openJson(uri);
    }
  }

  async #openJson(uri: Uri): Promise<void> {
    const { Selection, window, workspace } = this.#vscode;
    this.#documents.refresh(uri);
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document, { preview: false });
    const { end } = document.lineAt(Math.min(1, document.lineCount - 1)).range;
    editor.selection = new Selection(end, end);
  }

  /**
   * Runs `send` for the editor's draft, after a question if the draft may have arrived. `asksItself` says that `send` asks
   * about earlier requests. Throws if a request for the draft is still in progress.
   */
  async trackSending(
    uri: Uri,
    send: () => Promise<void>,
    { asksItself }: { readonly asksItself: boolean },
  ): Promise<void> {
    const address = uri.toString();
    if (this.#sending.has(address)) throw new Obstacle(t("These fields are being sent already."));
    const request = this.#runSend(uri, send, asksItself);
    this.#sending.set(address, request);
    try {
      await request;
    } finally {
      this.#sending.delete(address);
    }
  }

  async #runSend(uri: Uri, send: () => Promise<void>, asksItself: boolean): Promise<void> {
    const path = this.#documents.pathIn(folder, uri) ?? [];
    await this.#sendMarked(path, asksItself ? undefined : titleOf(uri), send);
    // Fields that a person has written since the record was created would create another one.
    const request = this.requestAt(uri);
    if (request !== undefined && operation(request.operation).role === "create")
      await this.#mark(path, "certain");
  }

  /** Sends fields that have no editor, such as a quick form's. A mark of their own takes the place of a draft. */
  async sendWithoutEditor<T>(request: DraftRequest, title: string, send: () => Promise<T>): Promise<T> {
    const path = [...draftPathOf(request), "no editor"];
    const address = path.join("/");
    // The sender refuses the same request while it is being sent.
    if (this.#sending.has(address)) return send();
    this.#sending.set(address, Promise.resolve());
    try {
      // The request is sent even if its mark can't be saved.
      if (!(await this.#drafts.isUnsent(path))) await this.#drafts.replace(path, {}).catch(() => {});
      return await this.#sendMarked(path, title, send);
    } finally {
      this.#sending.delete(address);
    }
  }

  /** Asks first if an earlier request may have arrived, unless there is no title. */
  async #sendMarked<T>(
    path: readonly string[],
    title: string | undefined,
    send: () => Promise<T>,
  ): Promise<T> {
    const earlier = await this.#drafts.arrival(path);
    const confirm = async (arrival: Arrival) => {
      if (title !== undefined) await confirmSendingAgain(this.#vscode, title, arrival);
    };
    if (earlier !== undefined) await confirm(earlier);
    // The mark is set before the request is sent, so that it is still there if the window reloads before the response.
    const isBeingSent = await this.#mark(path, "possible");
    if (isBeingSent && earlier === undefined) await confirm("possible");
    try {
      const response = await send();
      await this.#mark(path, undefined);
      return response;
    } catch (error) {
      // After a refusal, no earlier request is in doubt, because the person has looked.
      const left = error instanceof ServiceError ? undefined : earlier;
      await this.#mark(path, mayHaveActed(error) ? "possible" : left);
      throw error;
    }
  }

  /** A failure to save the mark must not look like a failed request. */
  #mark(path: readonly string[], arrival: Arrival | undefined): Promise<boolean> {
    return this.#drafts.setArrival(path, arrival).catch(() => false);
  }

  /** Closes the editors of a draft that was sent with this text, unless the person has written on meanwhile. */
  async closeSent(uri: Uri, text: string): Promise<void> {
    if ((await this.draftAt(uri))?.text === text) await this.#close(uri);
  }

  /** Closes the editors of a draft that created a record. What the person has written meanwhile changes that record. */
  async closeCreated(uri: Uri, text: string, update: DraftRequest): Promise<void> {
    const draft = await this.draftAt(uri);
    if (draft === undefined || draft.text === text) return this.#close(uri);
    const open = this.#vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    if (open?.isDirty) await open.save();
    else await this.write(uri, draft.text);
    await this.moveTo(update, update.ids.join(", "), uri);
  }

  async #close(uri: Uri): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) await this.#drafts.forget(path);
    await this.#vscode.window.tabGroups.close(this.#tabsOf(uri));
  }

  async moveTo(request: DraftRequest, subject: string, uri: Uri): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) await this.#drafts.move(path, draftPathOf(request));
    await this.#close(uri);
    await this.open(request, subject);
  }

  async showAsJson(uri: Uri): Promise<void> {
    await this.#openJson(uri);
    const { TabInputCustom, window } = this.#vscode;
    await window.tabGroups.close(this.#tabsOf(uri).filter(({ input }) => input instanceof TabInputCustom));
  }

  async #askAfterClosing(uri: Uri | undefined, isForm: boolean): Promise<void> {
    const path = uri && this.#documents.pathIn(folder, uri);
    if (uri === undefined || path === undefined) return;
    // Waits for a request in progress, because the message depends on how it ends.
    await this.#sending.get(uri.toString())?.catch(() => {});
    // The draft can be open in the other kind of editor.
    if (!(await this.#drafts.isUnsent(path)) || this.#tabsOf(uri).length > 0) return;
    const [send, open, discard] = [t("Send"), t("Open again"), t("Discard")];
    const title = titleOf(uri);
    const { commands, window } = this.#vscode;
    const arrival = await this.#drafts.arrival(path);
    const buttons = arrival === undefined ? [send, open, discard] : [open, discard];
    const closed = await this.#drafts.draft(path);
    const answer = await window.showWarningMessage(closedDraftMessage(title, arrival), ...buttons);
    // The message can stay open for a long time, so the draft may have been sent or discarded by now.
    if (answer === undefined || !(await this.#drafts.isUnsent(path))) return;
    // The person may have opened it again, and have written on: the answer is not about that.
    const isAsClosed =
      this.#tabsOf(uri).length === 0 && (await this.#drafts.draft(path))?.text === closed?.text;
    if (answer === open || !isAsClosed) return isForm ? this.#openFormOrJson(uri) : this.#openJson(uri);
    if (answer === send && (await this.#drafts.arrival(path)) !== undefined)
      return this.#askAfterClosing(uri, isForm);
    if (answer === send) await commands.executeCommand("callboard.send", uri);
    if (answer === discard) await this.#drafts.forget(path);
  }

  #tabsOf(uri: Uri): Tab[] {
    return this.#vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(tab => this.#uriOf(tab)?.toString() === uri.toString());
  }

  #uriOf({ input }: Tab): Uri | undefined {
    const { TabInputCustom, TabInputText } = this.#vscode;
    return input instanceof TabInputText || input instanceof TabInputCustom ? input.uri : undefined;
  }
}

function titleOf(uri: Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.json$/, "");
}

function closedDraftMessage(title: string, arrival: Arrival | undefined): string {
  const unsent = t("{0}: the fields were not sent.", title);
  return escapeForMessage(arrival === undefined ? unsent : arrivalWords(title, arrival));
}

/** Whether a form can show the text. Half-written JSON, for example, is not an object yet. */
function isObject(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
