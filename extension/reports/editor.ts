/**
 * Reports in the editor: the Markdown of the pull request, made HTML by the editor's own Markdown, on a page that runs
 * no script and loads nothing. The address names the run, so that an open report is there again after a reload.
 */

import type { CustomDocument, CustomReadonlyEditorProvider, Uri, WebviewPanel } from "vscode";
import type { Parts } from "../bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { pathOf, type Source, type VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { laidOut } from "../responses/responses.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
import { verdictName } from "../views/runs.ts";
import { reportPage } from "./page.ts";

export const reportViewType = "callboard.report";
export const reportsFolder = "reports";

export class ReportEditor extends Disposables implements CustomReadonlyEditorProvider {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #source: Source;

  constructor(vscode: VSCode, documents: VirtualDocuments, source: Source) {
    super();
    this.#vscode = vscode;
    this.#documents = documents;
    this.#source = source;
    this.own(vscode.window.registerCustomEditorProvider(reportViewType, this));
  }

  async open(run: Pick<StoredRun, "id" | "name" | "verdict">): Promise<void> {
    const uri = this.#documents.uri(reportsFolder, [run.id], run.name, `: ${verdictName(run.verdict)}`);
    await this.#vscode.commands.executeCommand("vscode.openWith", uri, reportViewType);
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
    const [, ...path] = pathOf(uri);
    const markdown = await this.#source.read(path);
    if (markdown === undefined) {
      throw new Obstacle(t("This report is no longer kept: only the latest runs are. Run it again."));
    }
    const html = await this.#vscode.commands.executeCommand<string>("markdown.api.render", markdown);
    webview.html = reportPage(html, crypto.randomUUID());
  }
}

/** The run that an open report or raw response belongs to. */
export function runIdOf(uri: Uri): string | undefined {
  return pathOf(uri)[1];
}

/** Reports as Markdown. */
export function reportSource(runs: () => Runs, parts: Parts): Source {
  return {
    async read([id = ""]) {
      const report = await runs().report(id);
      if (report === undefined) return undefined;
      const { renderMarkdown } = await parts.report();
      return renderMarkdown({ report: report.document, raw: report.raw });
    },
  };
}

/** The responses that a report was made of, each as JSON. */
export function rawSource(runs: () => Runs): Source {
  return {
    async read([id = "", index = ""]) {
      const text = (await runs().report(id))?.raw[Number(index)]?.text;
      return text === undefined ? undefined : laidOut(text);
    },
  };
}
