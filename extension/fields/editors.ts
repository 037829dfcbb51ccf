/** The editors of requests' fields: opened with something in them, closed when they were sent, never lost unasked. */

import type { Tab, Uri } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type FieldsDocuments, type FieldsPlace, fieldsPlace, fieldsUri } from "./drafts.ts";

export class FieldsEditors extends Disposables {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #drafts: FieldsDocuments;

  constructor(vscode: VSCode, documents: VirtualDocuments, drafts: FieldsDocuments) {
    super();
    this.#vscode = vscode;
    this.#documents = documents;
    this.#drafts = drafts;
    const { window, workspace } = vscode;
    this.own(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#askFor(this.#uriOf(tab));
      }),
    );
    // Where the editor saves by itself, it closes at once and saves a moment later.
    this.own(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#tabsOf(uri).length === 0) this.#askFor(uri);
      }),
    );
  }

  /** With the given fields, else with what is waiting there, else with what is known of the record. */
  async open(place: FieldsPlace, subject: string, fields?: JsonObject): Promise<void> {
    const { Selection, window, workspace } = this.#vscode;
    const uri = fieldsUri(this.#documents, place, subject);
    if (fields !== undefined) this.#drafts.begin(uri, fields);
    else if (!this.#drafts.isUnsent(uri)) this.#drafts.forget(uri);
    this.#documents.refresh(uri);
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document, { preview: false });
    const { end } = document.lineAt(Math.min(1, document.lineCount - 1)).range;
    editor.selection = new Selection(end, end);
  }

  async close(uri: Uri): Promise<void> {
    this.#drafts.forget(uri);
    await this.#vscode.window.tabGroups.close(this.#tabsOf(uri));
  }

  async #askFor(uri: Uri | undefined): Promise<void> {
    if (uri === undefined || fieldsPlace(uri) === undefined || !this.#drafts.isUnsent(uri)) return;
    const [send, open, discard] = [t("Send"), t("Open again"), t("Discard")];
    const name =
      uri.path
        .split("/")
        .at(-1)
        ?.replace(/\.json$/, "") ?? "";
    const { commands, window } = this.#vscode;
    const message = t("{0}: the fields were not sent.", name);
    const answer = await window.showWarningMessage(inMessage(message), send, open, discard);
    if (answer === send) await commands.executeCommand("callboard.send", uri);
    if (answer === open) await window.showTextDocument(uri, { preview: false });
    if (answer === discard) this.#drafts.forget(uri);
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
