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
import { verdictName } from "../labels/verdicts.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
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

  async open({ id, name, verdict }: StoredRun): Promise<void> {
    const { vscode, documents } = this.#with;
    const uri = documents.uri(folder, [id], name, `: ${verdictName(verdict)}`);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  /** As Markdown. */
  async read([runId = ""]: readonly string[]): Promise<string | undefined> {
    const { bundles, runs } = this.#with;
    const report = await runs.report(runId);
    if (report === undefined) return undefined;
    const { renderMarkdown } = await bundles.report();
    return renderMarkdown({ report: report.document, raw: report.raw });
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
    const { commands } = this.#with.vscode;
    const runId = this.runIdOf(uri);
    const markdown = runId === undefined ? undefined : await this.read([runId]);
    if (markdown === undefined) {
      throw new Obstacle(t("This report is no longer kept: only the latest runs are. Run it again."));
    }
    const html = await commands.executeCommand<string>("markdown.api.render", markdown);
    webview.html = reportPage(html, crypto.randomUUID());
  }
}
