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
import { stateName } from "../labels/verdicts.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
import { viewOf } from "./comparison.ts";
import { newMark, reportPage } from "./page.ts";

const viewType = "callboard.report";
const folder = "reports";

interface ReportEditorOptions {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly runs: Runs;
}

/** What of a run's report is shown. */
export interface ReportPart {
  /** Compared with this run. */
  readonly earlier?: StoredRun | undefined;
  /** At this case, by its place among the report's tests. */
  readonly index?: number | undefined;
}

export class ReportEditor extends Disposables implements CustomReadonlyEditorProvider, Source {
  readonly #with: ReportEditorOptions;
  /** By their paths: the pages that are open. */
  readonly #open = new Map<string, Set<Webview>>();
  /** By their paths: the case that was chosen last, by its place. */
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

  async open({ id, name, state }: StoredRun, { earlier, index }: ReportPart = {}): Promise<void> {
    const { vscode, documents } = this.#with;
    const path = earlier === undefined ? [id] : [id, earlier.id];
    const key = keyOf(path);
    if (index === undefined) this.#cases.delete(key);
    else this.#cases.set(key, index);
    // One that is open is only brought to the front by the command.
    if (index !== undefined) for (const webview of this.#open.get(key) ?? []) await this.#show(path, webview);
    const end = earlier === undefined ? stateName(state) : t("compared");
    const uri = documents.uri(folder, path, name, `: ${end}`);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  /** As Markdown. */
  async read(path: readonly string[]): Promise<string | undefined> {
    return this.#markdown(path);
  }

  async #markdown(path: readonly string[], mark?: string): Promise<string | undefined> {
    const { bundles } = this.#with;
    const [runId = "", earlierId] = path;
    const view = await viewOf(this.#with, runId, earlierId);
    if (view === undefined) return undefined;
    const { renderMarkdown } = await bundles.report();
    const test = view.report.results.tests[this.#cases.get(keyOf(path)) ?? -1];
    return renderMarkdown(view, {
      mark: test && mark !== undefined ? { test, text: mark } : undefined,
    });
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
    const path = this.#with.documents.pathIn(folder, uri);
    if (path === undefined || !(await this.#show(path, webview))) {
      throw new Obstacle(t("This report is no longer kept: only the latest runs are. Run it again."));
    }
    const key = keyOf(path);
    const pages = this.#open.get(key) ?? new Set();
    this.#open.set(key, pages.add(webview));
    panel.onDidDispose(() => pages.delete(webview));
  }

  /** False where there is no such report. */
  async #show(path: readonly string[], webview: Webview): Promise<boolean> {
    const mark = newMark();
    const markdown = await this.#markdown(path, mark);
    if (markdown === undefined) return false;
    const { bundles, vscode } = this.#with;
    const { commonStyle } = await bundles.report();
    const { commands } = vscode;
    const html = await commands.executeCommand<string>("markdown.api.render", markdown);
    webview.options = {
      // Its policy lets none run but the one that scrolls.
      enableScripts: this.#cases.has(keyOf(path)),
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    webview.html = reportPage(html, commonStyle, mark);
    return true;
  }
}

function keyOf(path: readonly string[]): string {
  return path.join(" ");
}
