/**
 * An editor for reports of runs and pull requests. VS Code renders the same Markdown as on a pull request, on a page that
 * loads nothing and runs only Callboard's script. The address of a run's report leads to the stored run, so an open
 * report survives a reload.
 */

import type { CustomDocument, CustomReadonlyEditorProvider, Uri, Webview, WebviewPanel } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import type { ReportTest } from "../../shared/report/model.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { findFile, workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import type { CaseButton, CaseMessage } from "../editor/report-page.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { MemoryStore } from "../services/memory.ts";
import { caseStatusName, type RunState, stateName } from "../services/verdict-labels.ts";
import { runReportView } from "./report-view.ts";
import { noLongerKept, type RunStore, type StoredRun } from "./store.ts";

const viewType = "callboard.report";

/** The folder of the documents for each kind of report. */
const kinds = { runs: "reports", pulls: "pull-reports" } as const;
type Kind = keyof typeof kinds;

export interface ReportAddress {
  readonly kind: Kind;
  readonly path: readonly string[];
}

interface ShownReport extends ReportView {
  /** The report with the decisions about its reviews. The first section of the page shows this version. */
  readonly head?: ReportView | undefined;
  /** A line of Markdown above the report. */
  readonly heading?: string;
  /** The folder with the cases' files. Without it, these are the workspace's folders. */
  readonly root?: string;
}

interface DrawnPage {
  /** Random. A message without it counts for nothing. */
  readonly key: string;
  /** The open reviews of the cases, by the index of the case. */
  readonly reviews: ReadonlyMap<number, string>;
  /** The run of the report, also if it is removed later. Absent for a pull request's report. */
  readonly run: StoredRun | undefined;
  /** The Markdown and the cases' buttons. */
  readonly content: string;
}

const actionsOf: Readonly<Record<Kind, Readonly<Partial<Record<CaseMessage["action"], string>>>>> = {
  runs: { review: "openReview", run: "runCaseAgain", copy: "copyCase", open: "openCaseFile" },
  pulls: { review: "openPullReview", copy: "copyCase", open: "openCaseFile" },
};

interface ReportEditorDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
}

interface PullRequestReportAddress extends Pick<ReportAddress, "path"> {
  readonly name: string;
  readonly state: RunState;
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
  readonly #open = new Map<string, { readonly place: ReportAddress; readonly webviews: Set<Webview> }>();
  /** The index of the case that was chosen last, by `keyOf`. */
  readonly #cases = new Map<string, number>();
  readonly #pages = new WeakMap<Webview, DrawnPage>();
  #redrawing: Promise<void> | undefined;
  #isOutdated = false;

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
    this.register(deps.memories.onDidChange(() => this.redraw()));
    this.register(
      vscode.window.registerCustomEditorProvider(viewType, this, {
        webviewOptions: { enableFindWidget: true },
      }),
    );
  }

  providePullRequestReports(source: (path: readonly string[]) => Promise<ShownReport | undefined>): void {
    this.#sources.pulls = source;
  }

  /** Draws open pages again whose content has changed, so that they follow decisions. */
  redraw(): void {
    this.#isOutdated = true;
    this.#redrawing ??= this.#redrawAll().finally(() => {
      this.#redrawing = undefined;
    });
  }

  async #redrawAll(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      for (const { place, webviews } of this.#open.values()) {
        // A report that can't be read any more stays as it was drawn.
        for (const webview of webviews) await this.#show(place, webview, { isKept: true }).catch(() => {});
      }
    }
  }

  async open(run: StoredRun, { earlier, caseIndex }: ReportOptions = {}): Promise<void> {
    await this.#openAt({ kind: "runs", path: pathOf(run, earlier) }, this.uriOfRun(run, earlier), caseIndex);
  }

  uriOfRun(run: StoredRun, earlier?: StoredRun): Uri {
    const { name, startedAt } = run;
    // Never depends on the present day, because the address of a report contains its title.
    const time = new Date(startedAt).toLocaleString(this.#deps.vscode.env.language, {
      ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" },
    });
    // A title can't change, and reviews can be decided again.
    const dependsOnReviews = run.targets.some(({ reviews }) => reviews?.areDecisive);
    const what =
      earlier !== undefined ? t("compared") : dependsOnReviews ? t("with reviews") : stateName(run.state);
    const end = `${what}, ${time}`;
    return this.#deps.documents.uri(kinds.runs, pathOf(run, earlier), name, `: ${end}`);
  }

  /** Copies what the report says about a case. */
  async copyCase(place: ReportAddress, index: number): Promise<void> {
    const { env, window } = this.#deps.vscode;
    const { name, suite, status, message, filePath, line } = (await this.#requireCase(place, index)).test;
    const file = filePath && [filePath, line].filter(Boolean).join(":");
    const lines = [name, suite.join(" › "), caseStatusName(status), message, file];
    await env.clipboard.writeText(lines.filter(Boolean).join("\n"));
    window.setStatusBarMessage(t("Copied."), 3000);
  }

  async openCaseFile(place: ReportAddress, index: number): Promise<void> {
    const { vscode } = this.#deps;
    const { test, root } = await this.#requireCase(place, index);
    const { filePath, line = 1 } = test;
    const folders =
      root === undefined ? workspaceFolders(vscode).map(({ uri }) => uri) : [vscode.Uri.parse(root)];
    for (const folder of folders) {
      const file = await findFile(vscode, folder, filePath);
      if (file === undefined) continue;
      const at = new vscode.Position(Math.max(0, line - 1), 0);
      await vscode.window.showTextDocument(file, { selection: new vscode.Range(at, at) });
      return;
    }
    throw new Obstacle(t("No open folder has the file {0}.", filePath ?? ""));
  }

  async #requireCase(place: ReportAddress, index: number) {
    const view = await this.#sources[place.kind](place.path);
    if (view === undefined && place.kind === "runs") throw noLongerKept();
    const test = view?.report.results.tests[index];
    if (view === undefined || test === undefined)
      throw new Obstacle(t("The case is no longer in the report."));
    return { test, root: view.root };
  }

  async openPullRequestReport(report: PullRequestReportAddress, index?: number): Promise<void> {
    await this.#openAt({ kind: "pulls", path: report.path }, this.uriOfPullRequestReport(report), index);
  }

  uriOfPullRequestReport({ path, name, state }: PullRequestReportAddress): Uri {
    return this.#deps.documents.uri(kinds.pulls, path, name, `: ${stateName(state)}`);
  }

  async #openAt(place: ReportAddress, uri: Uri, index: number | undefined): Promise<void> {
    const key = keyOf(place);
    if (index === undefined) this.#cases.delete(key);
    else this.#cases.set(key, index);
    // `vscode.openWith` reveals an open report without drawing it again, and without decisions that were made since.
    for (const webview of this.#open.get(key)?.webviews ?? []) await this.#show(place, webview);
    const { commands, window, TabInputCustom } = this.#deps.vscode;
    await commands.executeCommand("vscode.openWith", uri, viewType);
    // The address contains the verdict, so a report that was decided since it was opened has another tab now.
    const outdated = window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => {
        if (!(input instanceof TabInputCustom) || input.uri.toString() === uri.toString()) return false;
        const shown = this.#addressOf(input.uri);
        return shown !== undefined && keyOf(shown) === key;
      });
    if (outdated.length > 0) await window.tabGroups.close(outdated);
  }

  async #markdown(place: ReportAddress): Promise<string | undefined> {
    const view = await this.#sources[place.kind](place.path);
    return view && this.#render(view, new Map());
  }

  async #render(view: ShownReport, anchors: ReadonlyMap<ReportTest, string>): Promise<string> {
    const { renderMarkdown } = await this.#deps.bundles.report();
    const markdown = renderMarkdown(view, { head: view.head, anchors });
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
      throw place?.kind === "pulls"
        ? new Obstacle(t("This report is on a pull request: open it from the Pull request view."))
        : noLongerKept();
    }
    const key = keyOf(place);
    const pages = this.#open.get(key) ?? { place, webviews: new Set() };
    pages.webviews.add(webview);
    this.#open.set(key, pages);
    webview.onDidReceiveMessage(message => this.#act(place, webview, message));
    panel.onDidDispose(() => pages.webviews.delete(webview));
  }

  #addressOf(uri: Uri): ReportAddress | undefined {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const path = this.#deps.documents.pathIn(kinds[kind], uri);
      if (path !== undefined) return { kind, path };
    }
    return undefined;
  }

  async #show(place: ReportAddress, webview: Webview, { isKept = false } = {}): Promise<boolean> {
    const view = await this.#sources[place.kind](place.path);
    if (view === undefined) return false;
    const { bundles, vscode } = this.#deps;
    const { caseAnchor, newPageKey, reportPage, reviewsOf } = await bundles.report();
    const page = newPageKey();
    const open = reviewsOf((view.head ?? view).report).filter(({ state }) => state === "open");
    const reviews = new Map(
      view.report.results.tests.flatMap(({ name, suite: [target] }, index) => {
        const review = open.find(each => each.case === name && each.target === target);
        return review === undefined ? [] : [[index, review.id] as const];
      }),
    );
    const cases = this.#casesOnPage(place, view, reviews).map(each => ({ ...each, isKept }));
    const buttons = cases.map(({ index, isChosen, buttons }) => [index, isChosen, buttons]);
    const content = JSON.stringify([await this.#render(view, new Map()), buttons, [...reviews]]);
    if (isKept && this.#pages.get(webview)?.content === content) return true;
    const anchors = new Map(cases.map(({ test, index }) => [test, caseAnchor(page, index)]));
    const markdown = await this.#render(view, anchors);
    const html = await vscode.commands.executeCommand<string>("markdown.api.render", markdown);
    if (isKept && !this.#open.get(keyOf(place))?.webviews.has(webview)) return true;
    webview.options = {
      // The page's policy allows only Callboard's own script.
      enableScripts: cases.length > 0,
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    const run = place.kind === "runs" ? this.#deps.runs.find(place.path[0]) : undefined;
    this.#pages.set(webview, { key: page, reviews, run, content });
    webview.html = reportPage(html, page, cases);
    return true;
  }

  /** The cases that need a person, and the chosen one. */
  #casesOnPage(place: ReportAddress, { report }: ShownReport, reviews: ReadonlyMap<number, string>) {
    const { tests } = report.results;
    const chosen = this.#cases.get(keyOf(place));
    const failed = tests.filter(({ status }) => status === "failed").length;
    const canRun = "run" in actionsOf[place.kind];
    return tests.flatMap((test, index) => {
      const { status, suite, filePath, line } = test;
      const isChosen = index === chosen;
      if (!isChosen && (status === "passed" || status === "skipped")) return [];
      const buttons: CaseButton[] = [
        ...(reviews.has(index) ? [{ action: "review", title: t("Decide the review") } as const] : []),
        ...(canRun
          ? [{ action: "run", title: t("Run {0} again, as a whole", suite[0] ?? "") } as const]
          : []),
        ...(failed > 1 ? [{ action: "next", title: t("Next failure (N)") } as const] : []),
        { action: "copy", title: t("Copy") },
        ...(filePath === undefined
          ? []
          : [{ action: "open", title: t("Open {0}", [filePath, line].filter(Boolean).join(":")) } as const]),
      ];
      return { test, index, isFailed: status === "failed", isChosen, buttons };
    });
  }

  #act(place: ReportAddress, webview: Webview, message: unknown): void {
    const { page, action, index } = isJsonObject(message) ? message : {};
    const drawn = this.#pages.get(webview);
    if (drawn === undefined || page !== drawn.key || typeof index !== "number") return;
    const command = Object.entries(actionsOf[place.kind]).find(([name]) => name === action)?.[1];
    const review = action === "review" ? drawn.reviews.get(index) : undefined;
    const { run } = drawn;
    const [pull = "", comment] = place.path;
    const subject =
      place.kind === "pulls"
        ? { type: "pull", pull, comment: Number(comment), index, review }
        : run && { type: "case", run, index };
    // A review of a run is addressed by its id.
    const chosen = (place.kind === "runs" && review) || { subject };
    if (command && subject) this.#deps.vscode.commands.executeCommand(`callboard.${command}`, chosen);
  }
}

function keyOf({ kind, path }: ReportAddress): string {
  return [kind, ...path].join(" ");
}

function pathOf({ id }: StoredRun, earlier: StoredRun | undefined): readonly string[] {
  return earlier === undefined ? [id] : [id, earlier.id];
}
