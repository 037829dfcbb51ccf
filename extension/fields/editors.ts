/**
 * The editors in which fields are written. Closing one does not lose what was written there: a person is asked whether
 * to send it, to open it again or to discard it.
 */

import type { Memento, Tab, Uri } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { titleOf } from "../labels/operations.ts";
import { Drafts } from "./drafts.ts";
import { type InitialFieldsOptions, initialFields } from "./initial.ts";
import { pathOf, requestIn, type UnsentRequest } from "./unsent-request.ts";

const folder = "fields";

interface FieldsEditorsOptions extends InitialFieldsOptions {
  readonly documents: VirtualDocuments;
  readonly workspaceState: Memento;
}

export class FieldsEditors extends Disposables {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #drafts: Drafts;

  constructor(options: FieldsEditorsOptions) {
    super();
    const { vscode, documents, workspaceState } = options;
    this.#vscode = vscode;
    this.#documents = documents;
    this.#drafts = new Drafts(request => initialFields(request, options), workspaceState);
    documents.add(folder, this.#drafts);
    const { window, workspace } = vscode;
    this.own(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#askFor(this.#uriOf(tab));
      }),
    );
    // With `files.autoSave` the tab is closed first and the document saved after that.
    this.own(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#tabsOf(uri).length === 0) this.#askFor(uri);
      }),
    );
  }

  /** Undefined for a document that is no fields editor of ours. */
  requestAt(uri: Uri): UnsentRequest | undefined {
    const path = this.#documents.pathIn(folder, uri);
    return path && requestIn(path);
  }

  /** With these fields; without, with what was written there and not sent, or else the initial ones. */
  async open(request: UnsentRequest, subject: string, fields?: JsonObject): Promise<void> {
    const { Selection, window, workspace } = this.#vscode;
    const path = pathOf(request);
    const title = [titleOf(request.operation), subject].filter(part => part !== "").join(" · ");
    const uri = this.#documents.uri(folder, path, title, ".json");
    if (fields !== undefined) this.#drafts.begin(path, fields);
    else if (!this.#drafts.isUnsent(path)) this.#drafts.forget(path);
    this.#documents.refresh(uri);
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document, { preview: false });
    const { end } = document.lineAt(Math.min(1, document.lineCount - 1)).range;
    editor.selection = new Selection(end, end);
  }

  /** Without a question: the fields were sent. */
  async close(uri: Uri): Promise<void> {
    const path = this.#documents.pathIn(folder, uri);
    if (path !== undefined) this.#drafts.forget(path);
    await this.#vscode.window.tabGroups.close(this.#tabsOf(uri));
  }

  async #askFor(uri: Uri | undefined): Promise<void> {
    const path = uri && this.#documents.pathIn(folder, uri);
    if (uri === undefined || path === undefined || !this.#drafts.isUnsent(path)) return;
    const [send, open, discard] = [t("Send"), t("Open again"), t("Discard")];
    const title = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.json$/, "");
    const { commands, window } = this.#vscode;
    const message = t("{0}: the fields were not sent.", title);
    const answer = await window.showWarningMessage(inMessage(message), send, open, discard);
    if (answer === send) await commands.executeCommand("callboard.send", uri);
    if (answer === open) await window.showTextDocument(uri, { preview: false });
    if (answer === discard) this.#drafts.forget(path);
  }

  #tabsOf(uri: Uri): Tab[] {
    return this.#vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(tab => this.#uriOf(tab)?.toString() === uri.toString());
  }

  #uriOf({ input }: Tab): Uri | undefined {
    return input instanceof this.#vscode.TabInputText ? input.uri : undefined;
  }
}
