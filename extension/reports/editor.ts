/**
 * Reports in an editor of their own: the Markdown of the pull request, made HTML by VS Code's own Markdown, on a page
 * that loads nothing and runs no script of theirs. Its address is kept, so that an open report comes back after a reload.
 */

import type { CustomDocument, CustomReadonlyEditorProvider, Uri, Webview, WebviewPanel } from "vscode";
import type { Bundles } from "../bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import type { Source, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { verdictName } from "../labels/verdicts.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
import { newMark, reportPage } from "./page.ts";

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
  /** By the ids of their runs: the pages that are open. */
  readonly #open = new Map<string, Set<Webview>>();
  /** By the ids of runs: the case that was chosen last, by its place. */
  readonly #cases = new Map<string, number>();

  constructor(options: ReportEditorOptions) {
    super();
    this.#with = options;
    const { vscode, documents } = options;
    documents.add(folder, this);
    this.own(
      vscode.window.registerCustomEditorProvider(viewType, this, {
        webviewOptions: { enableFindWidget: true },
      }),
    );
  }

  /** At one of its cases, where one is given. */
  async open({ id, name, verdict }: StoredRun, index?: number): Promise<void> {
    const { vscode, documents } = this.#with;
    if (index === undefined) this.#cases.delete(id);
    else this.#cases.set(id, index);
    // One that is open is only brought to the front by the command.
    if (index !== undefined) for (const webview of this.#open.get(id) ?? []) await this.#show(id, webview);
    const uri = documents.uri(folder, [id], name, `: ${verdictName(verdict)}`);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  /** As Markdown. */
  async read([runId = ""]: readonly string[]): Promise<string | undefined> {
    return this.#markdown(runId);
  }

  async #markdown(runId: string, mark?: string): Promise<string | undefined> {
    const { bundles, runs } = this.#with;
    const report = await runs.report(runId);
    if (report === undefined) return undefined;
    const { renderMarkdown } = await bundles.report();
    const test = report.document.results.tests[this.#cases.get(runId) ?? -1];
    return renderMarkdown(
      { report: report.document, raw: report.raw },
      { mark: test && mark !== undefined ? { test, text: mark } : undefined },
    );
  }

  /** The run whose report a document with this address shows. */
  runIdOf(uri: Uri): string | undefined {
    return this.#with.documents.pathIn(folder, uri)?.[0];
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const { webview } = panel;
    const runId = this.runIdOf(uri);
    if (runId === undefined || !(await this.#show(runId, webview))) {
      throw new Obstacle(t("This report is no longer kept: only the latest runs are. Run it again."));
    }
    const pages = this.#open.get(runId) ?? new Set();
    this.#open.set(runId, pages.add(webview));
    panel.onDidDispose(() => pages.delete(webview));
  }

  /** False where there is no such report. */
  async #show(runId: string, webview: Webview): Promise<boolean> {
    const mark = newMark();
    const markdown = await this.#markdown(runId, mark);
    if (markdown === undefined) return false;
    const { bundles, vscode } = this.#with;
    const { commonStyle } = await bundles.report();
    const { commands } = vscode;
    const html = await commands.executeCommand<string>("markdown.api.render", markdown);
    webview.options = {
      // Its policy lets none run but the one that scrolls.
      enableScripts: this.#cases.has(runId),
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    webview.html = reportPage(html, commonStyle, mark);
    return true;
  }
}
