/**
 * The editors in which fields are written: a form where something is known of them, else JSON, and JSON as the way out
 * of a form. Both show the same draft. Closing one does not lose what was written there: a person is asked whether to
 * send it, unless that may have happened, to open it again or to discard it.
 */

import type { Memento, Tab, Uri } from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { mayHaveArrived } from "../../shared/service/error.ts";
import { operation } from "../../shared/service/operations.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Obstacle, orCancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { titleOf } from "../labels/operations.ts";
import { Drafts } from "./drafts.ts";
import { FormEditor, formViewType } from "./form-editor.ts";
import { KnownFields, type KnownFieldsOptions, sourceInWords } from "./initial.ts";
import { JsonHelp } from "./json-help.ts";
import type { FieldsDraft, OpenFields } from "./open-fields.ts";
import { pathOf, requestIn, type UnsentRequest } from "./unsent-request.ts";

const folder = "fields";

interface FieldsEditorsDeps extends KnownFieldsOptions {
  readonly documents: VirtualDocuments;
  readonly workspaceState: Memento;
}

export class FieldsEditors extends Disposables implements OpenFields {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #drafts: Drafts;
  readonly known: KnownFields;
  /** By the addresses of the editors, their requests. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: FieldsEditorsDeps) {
    super();
    const { vscode, documents, workspaceState } = deps;
    this.#vscode = vscode;
    this.#documents = documents;
    this.known = new KnownFields(deps);
    this.#drafts = new Drafts(request => this.known.initial(request), workspaceState);
    documents.add(folder, this.#drafts);
    this.own(new FormEditor(vscode, deps.bundles, this));
    this.own(new JsonHelp(vscode, this));
    const { window, workspace } = vscode;
    this.own(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#askFor(this.#uriOf(tab), tab.input instanceof vscode.TabInputCustom);
      }),
    );
    // With `files.autoSave` the tab is closed first and the document saved after that.
    this.own(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#tabsOf(uri).length === 0) this.#askFor(uri, false);
      }),
    );
  }

  /** Of the editor that has the focus, whichever shows the fields. */
  get active(): Uri | undefined {
    const { activeTextEditor, tabGroups } = this.#vscode.window;
    const tab = tabGroups.activeTabGroup.activeTab;
    return activeTextEditor?.document.uri ?? (tab && this.#uriOf(tab));
  }

  /** Undefined for a document that is no fields editor of ours. */
  requestAt(uri: Uri): UnsentRequest | undefined {
    const path = this.#documents.pathIn(folder, uri);
    return path && requestIn(path);
  }

  /** What is written there, also in an editor that was not saved. */
  async draftAt(uri: Uri): Promise<FieldsDraft | undefined> {
    const path = this.#documents.pathIn(folder, uri);
    const request = path && requestIn(path);
    const draft = path && (await this.#drafts.draft(path));
    if (request === undefined || draft === undefined) return undefined;
    const open = this.#vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    return {
      request,
      text: open?.isDirty ? open.getText() : draft.text,
      remark: sourceInWords(request, draft.from),
    };
  }

  write(uri: Uri, text: string): void {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) this.#drafts.write(path, text);
  }

  /**
   * With what was written there and not sent, else with these fields, or else the initial ones. Where the fields come from
   * a form, a person is asked which they mean.
   */
  async open(
    request: UnsentRequest,
    subject: string,
    { fields, asJson = false }: { readonly fields?: JsonObject | undefined; readonly asJson?: boolean } = {},
  ): Promise<void> {
    const path = pathOf(request);
    const title = [titleOf(request.operation), subject].filter(part => part !== "").join(" · ");
    const uri = this.#documents.uri(folder, path, title, ".json");
    const isKept = this.#drafts.isUnsent(path) && !(asJson && (await this.#isDiscarded(uri, path, title)));
    if (fields !== undefined && !isKept) this.#drafts.begin(path, fields);
    else if (!isKept) this.#drafts.forget(path);
    this.#documents.refresh(uri);
    await (asJson ? this.#openJson(uri) : this.#openBest(uri));
  }

  async #isDiscarded(uri: Uri, path: readonly string[], title: string): Promise<boolean> {
    const [open, discard] = [t("Open again"), t("Discard")];
    const wereSent = this.#underWay.has(uri.toString()) || this.#drafts.mayHaveArrived(path);
    const message = leftInWords(title, wereSent);
    const { window } = this.#vscode;
    const answer = await window.showWarningMessage(message, { modal: true }, open, discard);
    return orCancelled(answer) === discard;
  }

  /** A form where something is known of the fields, unless they are being written as JSON: it would send those. */
  async #openBest(uri: Uri): Promise<void> {
    const { TabInputText } = this.#vscode;
    if (this.#tabsOf(uri).some(({ input }) => input instanceof TabInputText)) return this.#openJson(uri);
    const draft = await this.draftAt(uri);
    if (draft === undefined) return;
    const { role } = operation(draft.request.operation);
    const isForm = (role === "create" || role === "update") && isObject(draft.text);
    if (isForm && (await this.known.controls(draft.request, {})).length > 0) {
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

  /** `send` sends what is written there, which has one request at a time. */
  async during(uri: Uri, send: () => Promise<void>): Promise<void> {
    const address = uri.toString();
    if (this.#underWay.has(address)) throw new Obstacle(t("These fields are being sent already."));
    const request = this.#sent(uri, send);
    this.#underWay.set(address, request);
    try {
      await request;
    } finally {
      this.#underWay.delete(address);
    }
  }

  async #sent(uri: Uri, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      const path = this.#documents.pathIn(folder, uri);
      if (path !== undefined && mayHaveArrived(error)) this.#drafts.noteArrival(path);
      throw error;
    }
  }

  /** Without a question: the fields were sent. */
  async close(uri: Uri): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) this.#drafts.forget(path);
    await this.#vscode.window.tabGroups.close(this.#tabsOf(uri));
  }

  /** What was written there stands, not sent yet, in the editor of another request. */
  async moveTo(request: UnsentRequest, subject: string, uri: Uri): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) this.#drafts.move(path, pathOf(request));
    await this.close(uri);
    await this.open(request, subject);
  }

  async showAsJson(uri: Uri): Promise<void> {
    await this.#openJson(uri);
    const { TabInputCustom, window } = this.#vscode;
    await window.tabGroups.close(this.#tabsOf(uri).filter(({ input }) => input instanceof TabInputCustom));
  }

  async #askFor(uri: Uri | undefined, isForm: boolean): Promise<void> {
    const path = uri && this.#documents.pathIn(folder, uri);
    if (uri === undefined || path === undefined) return;
    // What there is to ask depends on what comes of the request that is under way.
    await this.#underWay.get(uri.toString())?.catch(() => {});
    // It can be open in the other editor.
    if (!this.#drafts.isUnsent(path) || this.#tabsOf(uri).length > 0) return;
    const [send, open, discard] = [t("Send"), t("Open again"), t("Discard")];
    const title = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.json$/, "");
    const { commands, window } = this.#vscode;
    const wereSent = this.#drafts.mayHaveArrived(path);
    const buttons = wereSent ? [open, discard] : [send, open, discard];
    const answer = await window.showWarningMessage(leftInWords(title, wereSent), ...buttons);
    // The message can stay for long: they may have been sent or discarded by now.
    if (!this.#drafts.isUnsent(path)) return;
    if (answer === send && this.#drafts.mayHaveArrived(path)) return this.#askFor(uri, isForm);
    if (answer === send) await commands.executeCommand("callboard.send", uri);
    if (answer === open) await (isForm ? this.#openBest(uri) : this.#openJson(uri));
    if (answer === discard) this.#drafts.forget(path);
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

function leftInWords(title: string, wereSent: boolean): string {
  return inMessage(
    wereSent
      ? t("{0}: the fields were sent and may have arrived.", title)
      : t("{0}: the fields were not sent.", title),
  );
}

/** What is half written stays where it was written. */
function isObject(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
