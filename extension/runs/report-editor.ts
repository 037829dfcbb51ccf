/**
 * An editor for reports of runs and pull requests. VS Code renders the same Markdown as on a pull request, on a page that
 * loads nothing and runs only Callboard's script. The address of a run's report leads to the stored run, so an open
 * report survives a reload.
 */

import type { CustomDocument, CustomReadonlyEditorProvider, Uri, Webview, WebviewPanel } from "vscode";
import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type RunState, stateName } from "../services/verdict-labels.ts";
import { newCaseAnchor, reportPage } from "./report-page.ts";
import { runReportView } from "./report-view.ts";
import type { RunStore, StoredRun } from "./store.ts";

const viewType = "callboard.report";

/** The folder of the documents for each kind of report. */
const kinds = { runs: "reports", pulls: "pull-reports" } as const;
type Kind = keyof typeof kinds;

interface ReportAddress {
  readonly kind: Kind;
  readonly path: readonly string[];
}

interface ShownReport extends ReportView {
  /** The report with the decisions about its reviews. The first section of the page shows this version. */
  readonly head?: ReportView | undefined;
  /** A line of Markdown above the report. */
  readonly heading?: string;
}

interface ReportEditorDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly runs: RunStore;
}

export interface ReportOptions {
  /** The run to compare with. */
  readonly earlier?: StoredRun | undefined;
  /** The case to show, as an index of the report's tests. */
  readonly caseIndex?: number | undefined;
}

export class ReportEditor extends Disposables implements CustomReadonlyEditorProvider {
  readonly #deps: ReportEditorDeps;
  readonly #sources: Record<Kind, (path: readonly string[]) => Promise<ShownReport | undefined>>;
  /** The open pages of each report, by `keyOf`. */
  readonly #open = new Map<string, Set<Webview>>();
  /** The index of the case that was chosen last, by `keyOf`. */
  readonly #cases = new Map<string, number>();

  constructor(deps: ReportEditorDeps) {
    super();
    this.#deps = deps;
    const { vscode, documents } = deps;
    this.#sources = {
      runs: ([run = "", earlier]) => runReportView(deps, run, earlier),
      pulls: async () => undefined,
    };
    for (const kind of Object.keys(kinds) as Kind[]) {
      documents.addSource(kinds[kind], { read: path => this.#markdown({ kind, path }) });
    }
    this.register(
      vscode.window.registerCustomEditorProvider(viewType, this, {
        webviewOptions: { enableFindWidget: true },
      }),
    );
  }

  providePullRequestReports(source: (path: readonly string[]) => Promise<ShownReport | undefined>): void {
    this.#sources.pulls = source;
  }

  async open({ id, name, state }: StoredRun, { earlier, caseIndex }: ReportOptions = {}): Promise<void> {
    const path = earlier === undefined ? [id] : [id, earlier.id];
    const end = earlier === undefined ? stateName(state) : t("compared");
    await this.#openAt({ kind: "runs", path }, name, end, caseIndex);
  }

  async openPullRequestReport(
    {
      path,
      name,
      state,
    }: { readonly path: readonly string[]; readonly name: string; readonly state: RunState },
    index?: number,
  ): Promise<void> {
    await this.#openAt({ kind: "pulls", path }, name, stateName(state), index);
  }

  async #openAt(place: ReportAddress, name: string, end: string, index: number | undefined): Promise<void> {
    const { vscode, documents } = this.#deps;
    const key = keyOf(place);
    if (index === undefined) this.#cases.delete(key);
    else this.#cases.set(key, index);
    // `vscode.openWith` reveals an open report without drawing it again.
    if (index !== undefined || place.kind === "pulls") {
      for (const webview of this.#open.get(key) ?? []) await this.#show(place, webview);
    }
    const uri = documents.uri(kinds[place.kind], place.path, name, `: ${end}`);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  async #markdown(place: ReportAddress, mark?: string): Promise<string | undefined> {
    const view = await this.#sources[place.kind](place.path);
    if (view === undefined) return undefined;
    const { renderMarkdown } = await this.#deps.bundles.report();
    const test = view.report.results.tests[this.#cases.get(keyOf(place)) ?? -1];
    const markdown = renderMarkdown(view, {
      head: view.head,
      anchor: test && mark !== undefined ? { test, text: mark } : undefined,
    });
    return view.heading === undefined ? markdown : `${view.heading}\n\n${markdown}`;
  }

  runIdOf(uri: Uri): string | undefined {
    return this.#deps.documents.pathIn(kinds.runs, uri)?.[0];
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const { webview } = panel;
    const place = this.#addressOf(uri);
    if (place === undefined || !(await this.#show(place, webview))) {
      throw new Obstacle(
        place?.kind === "pulls"
          ? t("This report is on a pull request: open it from the Pull request view.")
          : t("This report is no longer kept: only the latest runs are. Run it again."),
      );
    }
    const key = keyOf(place);
    const pages = this.#open.get(key) ?? new Set();
    this.#open.set(key, pages.add(webview));
    panel.onDidDispose(() => pages.delete(webview));
  }

  #addressOf(uri: Uri): ReportAddress | undefined {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const path = this.#deps.documents.pathIn(kinds[kind], uri);
      if (path !== undefined) return { kind, path };
    }
    return undefined;
  }

  async #show(place: ReportAddress, webview: Webview): Promise<boolean> {
    const mark = newCaseAnchor();
    const markdown = await this.#markdown(place, mark);
    if (markdown === undefined) return false;
    const { bundles, vscode } = this.#deps;
    const { commonStyle } = await bundles.report();
    const { commands } = vscode;
    const html = await commands.executeCommand<string>("markdown.api.render", markdown);
    webview.options = {
      // The page's policy allows only the script that scrolls to the case.
      enableScripts: this.#cases.has(keyOf(place)),
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    webview.html = reportPage(html, commonStyle, mark);
    return true;
  }
}

function keyOf({ kind, path }: ReportAddress): string {
  return [kind, ...path].join(" ");
}
