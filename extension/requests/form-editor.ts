/**
 * The editor of a draft as a form. VS Code's own Undo and Redo step through the person's changes. Each change is saved in
 * the draft at once, so the form never asks whether to save it. `form-page.ts` contains the page, and loads on demand.
 */

import type {
  CustomDocument,
  CustomDocumentEditEvent,
  CustomEditorProvider,
  Uri,
  WebviewPanel,
} from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { FormPageOptions } from "./form-page.ts";
import type { OpenFields } from "./open-fields.ts";

export const formViewType = "callboard.fields";

export type LoadFormPage = () => Promise<{ openForm(options: FormPageOptions): Promise<void> }>;

export class FormEditor extends Disposables implements CustomEditorProvider {
  readonly #vscode: VSCode;
  readonly #load: LoadFormPage;
  readonly #editors: OpenFields;
  readonly onDidChangeCustomDocument;
  readonly #edit: (event: CustomDocumentEditEvent) => void;

  constructor(vscode: VSCode, load: LoadFormPage, editors: OpenFields) {
    super();
    this.#vscode = vscode;
    this.#load = load;
    this.#editors = editors;
    const edits = this.register(new vscode.EventEmitter<CustomDocumentEditEvent>());
    this.onDidChangeCustomDocument = edits.event;
    this.#edit = event => edits.fire(event);
    const webviewOptions = { enableFindWidget: true };
    this.register(vscode.window.registerCustomEditorProvider(formViewType, this, { webviewOptions }));
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor(document: CustomDocument, { webview }: WebviewPanel): Promise<void> {
    const { openForm } = await this.#load();
    await openForm({
      vscode: this.#vscode,
      editors: this.#editors,
      uri: document.uri,
      webview,
      edit: step => this.#edit({ document, ...step }),
    });
  }

  async saveCustomDocument(): Promise<void> {
    // The draft contains each change already.
  }

  async saveCustomDocumentAs({ uri }: CustomDocument, destination: Uri): Promise<void> {
    const { text = "" } = (await this.#editors.draftAt(uri)) ?? {};
    await this.#vscode.workspace.fs.writeFile(destination, new TextEncoder().encode(text));
  }

  async revertCustomDocument(): Promise<void> {
    // Nothing is unsaved.
  }

  async backupCustomDocument(_: CustomDocument, { destination }: { readonly destination: Uri }) {
    return { id: destination.toString(), delete: () => {} };
  }
}
