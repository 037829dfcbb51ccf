/**
 * Shows above the rules in `callboard.yml` and in workflows what they give for the last response, also while a person
 * types, and completes their expressions. Sends nothing, and does nothing in an untrusted workspace.
 */

import type {
  CodeLens,
  CodeLensProvider,
  CompletionItem,
  Diagnostic,
  DiagnosticCollection,
  Position,
  TextDocument,
  Uri,
} from "vscode";
import type { Location, ReadingRules } from "../../shared/catalog/catalog.ts";
import type { RulePlace, WrittenRules } from "../../shared/catalog/written-rules.ts";
import { endOfExpression, fieldsAt } from "../../shared/reading/teaching/completion.ts";
import { jsonataFunctions } from "../../shared/reading/teaching/jsonata-functions.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import { escapeForPick, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type CatalogStore, catalogFile, catalogName } from "../services/catalogs.ts";
import type { KeptResponse } from "./kept-responses.ts";
import { type RuleResult, resultsOf } from "./rule-results.ts";

interface LiveExpressionsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly catalogs: CatalogStore;
  /** The last comes first. */
  readonly responses: () => Promise<readonly KeptResponse[]>;
  readonly selector: readonly { readonly pattern: string }[];
}

interface Results {
  /** Changes with the document and with everything else that the results depend on. */
  readonly version: string;
  readonly stop: AbortController;
  isDone: boolean;
  /** The results of the version before, until these are done. */
  byPlace: ReadonlyMap<string, RuleResult>;
  response: KeptResponse | undefined;
}

export class LiveExpressions extends Observable implements CodeLensProvider {
  readonly #deps: LiveExpressionsDeps;
  readonly #diagnostics: DiagnosticCollection;
  /** Keys are addresses. */
  readonly #results = new Map<string, Results>();
  #responses: Promise<readonly KeptResponse[]> | undefined;
  #changes = 0;
  /** The addresses of the catalogs that workflows name. */
  readonly #namedCatalogs = new Set<string>();
  readonly onDidChangeCodeLenses = this.onDidChange;

  constructor(deps: LiveExpressionsDeps) {
    super(deps.vscode);
    const { languages, workspace } = deps.vscode;
    this.#deps = deps;
    this.#diagnostics = this.register(languages.createDiagnosticCollection("callboard.live"));
    this.register(languages.registerCodeLensProvider([...deps.selector], this));
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    const renew = (uri: Uri) => {
      if (this.#namedCatalogs.has(uri.toString())) this.#renew();
    };
    this.register(workspace.onDidChangeTextDocument(({ document }) => renew(document.uri)));
    // Git changes files that are not open.
    const watcher = this.register(workspace.createFileSystemWatcher("**/*.{yml,yaml}"));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.register(event(renew));
    this.register({
      dispose: () => {
        for (const { stop } of this.#results.values()) stop.abort();
      },
    });
  }

  /** Call this if another response is the last, or if the catalog has changed. */
  refresh(): void {
    this.#responses = undefined;
    this.#renew();
  }

  #renew(): void {
    this.#changes++;
    this.fireChange();
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const typed = document.version;
    const written = await this.#rulesIn(document);
    // VS Code asks again for the newer text.
    if (document.version !== typed) return [];
    const address = document.uri.toString();
    if (written.length === 0) {
      this.#forget(document.uri);
      return [];
    }
    const version = `${typed} ${this.#changes}`;
    let results = this.#results.get(address);
    if (results?.version !== version) {
      results?.stop.abort();
      results = {
        version,
        stop: new AbortController(),
        isDone: false,
        byPlace: results?.byPlace ?? new Map(),
        response: results?.response,
      };
      this.#results.set(address, results);
      const current = results;
      // A failure concerns the loading of a bundle or of a run, and the lines stay as they were.
      this.#evaluate(document, written, current).catch(() => {
        current.isDone = true;
      });
    }
    const shown = results;
    return written.flatMap(({ places }, index) =>
      places.map(place => this.#lens(document, place, shown, shown.byPlace.get(keyOf(index, place)))),
    );
  }

  #lens(
    document: TextDocument,
    place: RulePlace,
    results: Results,
    result: RuleResult | undefined,
  ): CodeLens {
    const { CodeLens, Range } = this.#deps.vscode;
    const start = document.positionAt(place.start);
    const { isDone, response } = results;
    const icon = isDone ? (result?.problem === undefined ? "" : "$(error) ") : "$(loading~spin) ";
    const name = response === undefined ? "" : escapeForPick(response.name);
    const text = result && textWithPlace(result, place);
    const command =
      response === undefined
        ? {
            title: t("Run something, or read a response, to see what this gives"),
            command: "callboard.readResponse",
          }
        : {
            title: [text, name].filter(Boolean).join(" · "),
            tooltip: t("Show this response and how it is read"),
            command: "callboard.showReading",
            arguments: [response.uri],
          };
    const problem = response === undefined && result?.problem !== undefined ? `${text} · ` : "";
    return new CodeLens(new Range(start, start), {
      ...command,
      title: `${icon}${problem}${command.title}`,
    });
  }

  async #evaluate(document: TextDocument, written: readonly WrittenRules[], results: Results): Promise<void> {
    const { vscode, bundles } = this.#deps;
    const { signal } = results.stop;
    // `CatalogStore` shows what is wrong with a folder's catalog without a response.
    const isChecked = workspaceFolders(vscode).some(
      ({ uri }) => catalogFile(vscode, uri).toString() === document.uri.toString(),
    );
    const [response] = await this.#kept();
    const { evaluatorUntil, createRuleReader } = await bundles.expressions();
    if (signal.aborted) return;
    const { evaluate, end } = evaluatorUntil(signal);
    const byPlace = new Map<string, RuleResult>();
    const diagnostics: Diagnostic[] = [];
    try {
      for (const [index, { rules, places, catalog }] of written.entries()) {
        const all: ReadingRules = { ...(await this.#rulesOfCatalog(document, catalog)), ...rules };
        const names = places.map(({ name }) => name);
        const found = await resultsOf(all, names, response?.response, { evaluate, createRuleReader });
        for (const place of places) {
          const result = found.get(place.name);
          if (result === undefined) continue;
          byPlace.set(keyOf(index, place), result);
          const { problem } = result;
          if (problem !== undefined && (problem.isOfResponse || !isChecked))
            diagnostics.push(this.#diagnosticOf(place.locate(problem.at), place, problem));
        }
      }
    } finally {
      end();
    }
    if (signal.aborted) return;
    results.byPlace = byPlace;
    results.response = response;
    results.isDone = true;
    this.#diagnostics.set(document.uri, diagnostics);
    this.fireChange();
  }

  /** The rules that a step's inputs complete: those of the catalog that the step names, or of the folder's own. */
  async #rulesOfCatalog(document: TextDocument, named: string | undefined): Promise<ReadingRules> {
    if (isCatalogFile(document)) return {};
    const { vscode, bundles, catalogs } = this.#deps;
    if (named === undefined) return (await catalogs.catalogFor(document.uri))?.catalog.report ?? {};
    const [root = ""] = document.uri.path.split("/.github/");
    const file = vscode.Uri.joinPath(document.uri.with({ path: root }), named);
    this.#namedCatalogs.add(file.toString());
    // Only GitHub knows the values of its own expressions, and a catalog may be missing.
    const found = await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
    if (found === undefined) return {};
    return (await bundles.catalog()).readCatalog(found.getText(), named).catalog.report;
  }

  #diagnosticOf(
    { line, column, endLine, endColumn }: Location,
    { name }: RulePlace,
    { problem, isOfResponse }: NonNullable<RuleResult["problem"]>,
  ): Diagnostic {
    const { Diagnostic, DiagnosticSeverity, Range } = this.#deps.vscode;
    const range = new Range(line - 1, column - 1, endLine - 1, endColumn - 1);
    const severity = isOfResponse ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error;
    const diagnostic = new Diagnostic(range, labelText(`\`${name}\`: ${problem}`), severity);
    diagnostic.source = "Callboard";
    return diagnostic;
  }

  async complete(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const { CompletionItem, CompletionItemKind, Range } = this.#deps.vscode;
    const offset = document.offsetAt(position);
    const places = (await this.#rulesIn(document)).flatMap(({ places }) => places);
    const source = places.map(place => place.sourceBefore(offset)).find(before => before !== undefined);
    const end = source === undefined ? undefined : endOfExpression(source);
    if (end === undefined) return [];
    const range = new Range(document.positionAt(offset - end.typed.length), position);
    const item = (name: string, kind: number, detail: string, text: string) => {
      const completion = new CompletionItem(labelText(name), kind);
      completion.insertText = text;
      completion.filterText = text;
      completion.range = range;
      completion.detail = detail;
      return completion;
    };
    const kept = (await this.#kept()).map(({ response }) => response);
    const fields = end.typed.startsWith("$") ? [] : fieldsAt(kept, end.path);
    const functions = end.isAfterDot && end.typed === "" ? [] : Object.entries(jsonataFunctions);
    return [
      ...fields.map(({ name, source, example }) =>
        item(name, CompletionItemKind.Field, exampleText(example), source),
      ),
      ...functions.map(([name, about]) => item(name, CompletionItemKind.Function, about, name)),
    ];
  }

  #kept(): Promise<readonly KeptResponse[]> {
    this.#responses ??= this.#deps.responses();
    return this.#responses;
  }

  async #rulesIn(document: TextDocument): Promise<WrittenRules[]> {
    const { vscode, bundles } = this.#deps;
    const text = document.getText();
    if (!vscode.workspace.isTrusted || !/callboard|\breport\b|uses:\s*["']?\.\//.test(text)) return [];
    const { findWrittenRules } = await bundles.catalog();
    const found = findWrittenRules(text, catalogName, isCatalogFile(document) ? "catalog" : "workflow");
    return found.filter(({ places }) => places.length > 0);
  }

  #forget(uri: Uri): void {
    this.#results.get(uri.toString())?.stop.abort();
    this.#results.delete(uri.toString());
    this.#diagnostics.delete(uri);
  }
}

function isCatalogFile({ uri }: TextDocument): boolean {
  return uri.path.endsWith(`/${catalogName}`) && !uri.path.includes("/.github/workflows/");
}

function keyOf(index: number, { name }: RulePlace): string {
  return `${index} ${name}`;
}

function textWithPlace({ text, problem }: RuleResult, place: RulePlace): string {
  if (problem?.at === undefined) return text;
  const { line, column } = place.locate(problem.at);
  return t("{0} (line {1}, column {2})", text, line, column);
}

function exampleText(example: unknown): string {
  if (Array.isArray(example)) return t("a list of {0}", example.length);
  return typeof example === "object" && example !== null ? t("an object") : labelText(String(example), 60);
}
