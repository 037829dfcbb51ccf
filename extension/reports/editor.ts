/**
 * Reports in an editor of their own: the Markdown of the pull request, made HTML by VS Code's own Markdown, on a page
 * that runs no script and loads nothing. Its address is kept, so that an open report comes back after a reload.
 */

import type { CustomDocument, CustomReadonlyEditorProvider, Uri, WebviewPanel } from "vscode";
import type { Bundles } from "../bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import type { Source, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { stateName } from "../labels/verdicts.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
import { viewOf } from "./comparison.ts";
import { reportPage } from "./page.ts";

const viewType = "callboard.report";
const folder = "reports";

interface ReportEditorOptions {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly runs: Runs;
}

export class ReportEditor extends Disposables implements CustomReadonlyEditorProvider, Source {
  readonly #with: ReportEditorOptions;

  constructor(options: ReportEditorOptions) {
    super();
    this.#with = options;
    const { vscode, documents } = options;
    documents.add(folder, this);
    this.own(vscode.window.registerCustomEditorProvider(viewType, this));
  }

  /** Compared with an earlier run, where one is given. */
  async open({ id, name, state }: StoredRun, earlier?: StoredRun): Promise<void> {
    const { vscode, documents } = this.#with;
    const path = earlier === undefined ? [id] : [id, earlier.id];
    const end = earlier === undefined ? stateName(state) : t("compared");
    const uri = documents.uri(folder, path, name, `: ${end}`);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  /** As Markdown. */
  async read([runId = "", earlierId]: readonly string[]): Promise<string | undefined> {
    const { bundles } = this.#with;
    const view = await viewOf(this.#with, runId, earlierId);
    if (view === undefined) return undefined;
    const { renderMarkdown } = await bundles.report();
    return renderMarkdown(view);
  }

  /** The run whose report a document with this address shows. */
  runIdOf(uri: Uri): string | undefined {
    return this.#with.documents.pathIn(folder, uri)?.[0];
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: CustomDocument, { webview }: WebviewPanel): Promise<void> {
    webview.options = {
      enableScripts: false,
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    const { documents, vscode } = this.#with;
    const { commands } = vscode;
    const path = documents.pathIn(folder, uri);
    const markdown = path && (await this.read(path));
    if (markdown === undefined) {
      throw new Obstacle(t("This report is no longer kept: only the latest runs are. Run it again."));
    }
    const html = await commands.executeCommand<string>("markdown.api.render", markdown);
    webview.html = reportPage(html, crypto.randomUUID());
  }
}
