/** Shows how a saved response is read, as a read-only document beside it. Sends nothing. */

import type { TextDocument, Uri } from "vscode";
import type { Bundles } from "../editor/bundles/bundles.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import { withRuleReader } from "./run-expressions.ts";

/** The folder of these documents. */
export const readingFolder = "reading";

interface SavedResponsesDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly catalogs: CatalogStore;
}

export class SavedResponses implements DocumentSource {
  readonly #deps: SavedResponsesDeps;
  /** By the address of the response. After the window is reloaded, a text is made again. */
  readonly #texts = new Map<string, string>();

  constructor(deps: SavedResponsesDeps) {
    this.#deps = deps;
  }

  /** Takes the JSON document that is open, or else asks for a file. */
  async chooseFile(): Promise<Uri> {
    const active = this.#deps.vscode.window.activeTextEditor?.document;
    return active !== undefined && isJson(active) ? active.uri : await this.#ask();
  }

  async open(given: Uri | undefined): Promise<void> {
    const { vscode, documents } = this.#deps;
    const { window, workspace, ViewColumn } = vscode;
    const file = given ?? (await this.chooseFile());
    // A mistake is shown as a message, not as a document that can't be opened.
    this.#texts.set(file.toString(), await this.#textOf(await workspace.openTextDocument(file)));
    const title = file.path.split("/").at(-1) ?? "";
    const uri = documents.uri(readingFolder, [file.toString()], t("How {0} is read", title), ".txt");
    documents.refresh(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
  }

  async read([file = ""]: readonly string[]): Promise<string> {
    const { workspace, Uri } = this.#deps.vscode;
    return this.#texts.get(file) ?? (await this.#textOf(await workspace.openTextDocument(Uri.parse(file))));
  }

  async #ask(): Promise<Uri> {
    const title = t("A saved response");
    const files = await this.#deps.vscode.window.showOpenDialog({ title, filters: { JSON: ["json"] } });
    return requireAnswer(files?.[0]);
  }

  async #textOf(document: TextDocument): Promise<string> {
    const { bundles, catalogs } = this.#deps;
    const { parseSavedResponse, readingText, readResponse } = await bundles.report();
    const { response, raw, problem } = parseSavedResponse(document.getText());
    if (response === undefined) throw new Obstacle(problem);
    const { catalog } = (await catalogs.catalogFor(document.uri)) ?? {};
    return withRuleReader(
      bundles,
      catalog?.report ?? {},
      async (read = readResponse) => readingText(await read(response, { raw, includeRecords: true })),
      mistake => catalogs.explainMistake(mistake, catalog),
    );
  }
}

function isJson({ uri, languageId }: TextDocument): boolean {
  return languageId === "json" || languageId === "jsonc" || uri.path.endsWith(".json");
}
