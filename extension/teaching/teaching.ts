/** Shows how a response was read, and lets a person correct it. Loaded at the first use of one of its commands. */

import type { CompletionItem, Position, TextDocument, Uri, WorkspaceFolder } from "vscode";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import type { Clock } from "../../shared/clock.ts";
import { askEntry } from "../editor/ask-pick.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { closeDifference } from "../editor/difference.ts";
import { Disposables } from "../editor/disposables.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunStore } from "../runs/store.ts";
import { type CatalogStore, catalogFile, catalogName } from "../services/catalogs.ts";
import { chooseCatalogFolder, editCatalog, findCatalog } from "../services/edit-catalog.ts";
import { stateName } from "../services/verdict-labels.ts";
import { differencesIn, type KeptResponse, keptResponses, type ReadDifference } from "./kept-responses.ts";
import { askLesson } from "./lesson-dialog.ts";
import { LiveExpressions } from "./live-expressions.ts";
import { pathAt } from "./place-locations.ts";
import { ResponseDocuments } from "./response-documents.ts";
import { ShownReadings } from "./shown-readings.ts";

export interface TeachingDeps {
  readonly vscode: VSCode;
  readonly clock: Clock;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly catalogs: CatalogStore;
  readonly runs: RunStore;
  readonly timeInWords: (time: number) => string;
  /** The files whose expressions are shown live. */
  readonly selector: readonly { readonly pattern: string }[];
}

const folder = "proposal";

export class Teaching extends Disposables implements DocumentSource {
  readonly #deps: TeachingDeps;
  readonly #responses: ResponseDocuments;
  readonly #shown: ShownReadings;
  readonly #live: LiveExpressions;
  /** Texts of catalogs, by the address of the workspace folder; the empty text stands for a catalog that doesn't exist. */
  readonly #proposals = new Map<string, string>();

  constructor(deps: TeachingDeps) {
    super();
    const { documents, catalogs } = deps;
    this.#deps = deps;
    this.#responses = new ResponseDocuments(deps);
    this.#shown = this.register(new ShownReadings(deps, this.#responses));
    documents.addSource(folder, this);
    this.#live = this.register(
      new LiveExpressions({
        ...deps,
        responses: () => this.#lastResponses(),
      }),
    );
    this.register(catalogs.onDidChange(() => void this.#shown.refresh().catch(() => {})));
    for (const each of [catalogs, deps.runs, this.#shown])
      this.register(each.onDidChange(() => this.#live.refresh()));
  }

  complete(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    return this.#live.complete(document, position);
  }

  /** A response that a person reads counts from the moment when it was opened. */
  async #lastResponses(): Promise<KeptResponse[]> {
    const kept = await keptResponses(this.#deps);
    const { latest } = this.#shown;
    if (latest === undefined) return kept;
    const { uri, time, response } = latest;
    const isLatest = (each: KeptResponse) => each.uri.toString() === uri.toString();
    const name = `${uri.path.split("/").at(-1)}, ${this.#deps.timeInWords(time)}`;
    const shown = { ...(kept.find(isLatest) ?? { name, uri }), response, time };
    return [shown, ...kept.filter(each => !isLatest(each))].sort((a, b) => b.time - a.time);
  }

  async read([folder = "", side]: readonly string[]): Promise<string | undefined> {
    return side === "before" ? "" : this.#proposals.get(folder);
  }

  async show(uri: Uri | undefined): Promise<void> {
    const document = await this.#documentAt(uri);
    await this.#shown.show(document);
    await this.#deps.vscode.window.showTextDocument(document, { preview: false });
  }

  async hide(uri: Uri | undefined): Promise<void> {
    this.#shown.hide(await this.#documentAt(uri));
  }

  /** Asks for the place. */
  async teach(uri: Uri | undefined): Promise<void> {
    await this.#teachIn(await this.#documentAt(uri), undefined);
  }

  /** Takes the place of the cursor. */
  async useAs(): Promise<void> {
    const editor = this.#deps.vscode.window.activeTextEditor;
    if (editor === undefined) throw noResponse();
    const { document, selection } = editor;
    await this.#teachIn(document, document.offsetAt(selection.active));
  }

  async #documentAt(uri: Uri | undefined): Promise<TextDocument> {
    const { window, workspace } = this.#deps.vscode;
    const document =
      uri === undefined ? window.activeTextEditor?.document : await workspace.openTextDocument(uri);
    if (document === undefined) throw noResponse();
    return document;
  }

  async #teachIn(document: TextDocument, offset: number | undefined): Promise<void> {
    const { vscode } = this.#deps;
    requireTrust(vscode);
    const { response, places, reading } = this.#shown.at(document) ?? (await this.#shown.show(document));
    const catalog = await this.#deps.catalogs.catalogFor(document.uri);
    const before = catalog?.catalog.report ?? {};
    // Another document can show the same response, such as the last one of its record.
    const text = JSON.stringify(response);
    const kept = (await keptResponses(this.#deps)).filter(each => JSON.stringify(each.response) !== text);
    const others = kept.map(({ response }) => response);
    const path = offset === undefined ? undefined : pathAt(document.getText(), offset);
    const openFields = reading.evidence.remedy?.fields ?? [];
    const after = await askLesson(vscode, { response, others, places, rules: before, openFields }, path);
    const own = { name: t("This response"), response, uri: document.uri };
    const differences = await differencesIn([own, ...kept], this.#responses, { before, after });
    const target =
      workspaceFolders(vscode).find(({ uri }) => uri.toString() === catalog?.folder) ??
      (await chooseCatalogFolder(vscode));
    await this.#save(target, after, differences, kept.length);
    await this.#shown.refresh();
  }

  /** Shows the difference to the catalog, and saves it if the person agrees. */
  async #save(
    { uri }: WorkspaceFolder,
    rules: ReadingRules,
    differences: readonly ReadDifference[],
    keptCount: number,
  ): Promise<void> {
    const { vscode, bundles, documents } = this.#deps;
    const { commands, window } = vscode;
    const { setRules } = await bundles.catalog();
    const file = catalogFile(vscode, uri);
    const document = await findCatalog(vscode, file);
    const before = document?.getText() ?? "";
    const after = setRules(before, rules);
    if (after === before) {
      await window.showInformationMessage(t("{0} says so already.", catalogName));
      return;
    }
    this.#proposals.set(uri.toString(), after);
    const proposal = documents.uri(folder, [uri.toString(), "after"], catalogName);
    documents.refresh(proposal);
    const left =
      document === undefined ? documents.uri(folder, [uri.toString(), "before"], catalogName) : file;
    await commands.executeCommand(
      "vscode.diff",
      left,
      proposal,
      t("{0}: what Callboard learns", catalogName),
    );
    const becomesGreen = differences.filter(({ isFailureIgnored }) => isFailureIgnored);
    const save = {
      label:
        becomesGreen.length === 0
          ? `$(save) ${t("Save in {0}", catalogName)}`
          : `$(warning) ${t("Save, although what says failed becomes passed: {0}", becomesGreen.map(({ name }) => name).join(", "))}`,
      isSaved: true,
    };
    const cancel = { label: `$(discard) ${t("Don't save")}`, isSaved: false };
    const shown = differences.map(each => ({
      label: `$(arrow-right) ${each.name}: ${stateName(each.before)} → ${stateName(each.after)}`,
      description: each.cases === 0 ? "" : each.cases === 1 ? t("1 case") : t("{0} cases", each.cases),
      uri: each.uri,
    }));
    const question = {
      title: t("{0} of {1} responses are read differently", differences.length, keptCount + 1),
      placeholder: t("Look at the difference, and save it"),
      entries: becomesGreen.length === 0 ? [save, cancel, ...shown] : [cancel, save, ...shown],
    };
    try {
      let answer = await askEntry<(typeof question.entries)[number]>(vscode, question);
      while ("uri" in answer) {
        await window.showTextDocument(answer.uri);
        answer = await askEntry<(typeof question.entries)[number]>(vscode, question);
      }
      if (answer.isSaved) await editCatalog(vscode, uri, text => setRules(text, rules));
    } finally {
      await closeDifference(vscode, proposal);
    }
  }
}

function noResponse(): Obstacle {
  return new Obstacle(t("Open a response first: a JSON document, such as one from “Show raw responses”."));
}
