/** Hover, definition, references, renaming and the outline of a catalog's records. */

import type { DocumentSymbol, Hover, Location, Position, Range, TextDocument, WorkspaceEdit } from "vscode";
import { type CatalogRecord, recordAt } from "../../shared/catalog/catalog.ts";
import type { CatalogPlace } from "../../shared/catalog/outline.ts";
import type { Span } from "../../shared/catalog/positions.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { targetState } from "../runs/last-runs.ts";
import type { RunStore } from "../runs/store.ts";
import { kindHeading, kindName } from "../services/kind-labels.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateName } from "../services/verdict-labels.ts";
import type { CatalogTexts } from "./texts.ts";

export interface NavigationDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly runs: RunStore;
  readonly timeInWords: (time: number) => string;
}

type NamedPlace = Exclude<CatalogPlace, { type: "field" }>;

export class CatalogNavigation {
  readonly #deps: NavigationDeps;
  readonly #texts: CatalogTexts;

  constructor(deps: NavigationDeps, texts: CatalogTexts) {
    this.#deps = deps;
    this.#texts = texts;
  }

  async provideHover(document: TextDocument, position: Position): Promise<Hover | undefined> {
    const place = this.#placeAt(document, position);
    const record = place && recordAt(this.#texts.read(document).catalog, place.kind, place.key);
    if (place === undefined || record === undefined) return undefined;
    const { MarkdownString, Hover } = this.#deps.vscode;
    const lines = [`${record.name} · ${kindName(record.kind)} ${record.id ?? t("not created yet")}`];
    lines.push(...(await this.#historyOf(record)));
    // The text comes from a file that a stranger may have written, so VS Code formats none of it.
    const texts = lines.map(line => new MarkdownString().appendText(line));
    return new Hover(texts, this.#texts.rangeOf(document, place.span));
  }

  async #historyOf({ kind, id }: CatalogRecord): Promise<string[]> {
    const { memories, runs, services, timeInWords } = this.#deps;
    const service = services.current();
    if (service === undefined || id === undefined) return [];
    await runs.ready();
    const record = { kind, id };
    const own = runs.all.filter(
      run => run.service === service.id && run.targets.some(each => recordKey(each) === recordKey(record)),
    );
    const states = own.map(run => targetState(run, record, this.#deps));
    const [last] = own;
    const [state = "unknown"] = states;
    const ended = states.filter(each => each !== "running" && each !== "never-started");
    const passed = ended.filter(each => each === "passed").length;
    const sent = memories.of(service).lastUpdate(kind, id);
    return [
      ...(last === undefined
        ? []
        : [
            t("Last run: {0}, {1}", stateName(state), timeInWords(last.startedAt)),
            ...(ended.length === 0 ? [] : [t("{0} of {1} runs passed", passed, ended.length)]),
          ]),
      ...(sent === undefined ? [] : [t("Last sent: {0}", timeInWords(sent.at))]),
    ];
  }

  provideDefinition(document: TextDocument, position: Position): Location | undefined {
    const place = this.#placeAt(document, position);
    if (place === undefined) return undefined;
    const { language } = this.#texts;
    const { outline } = this.#texts.read(document);
    const record = language.findWrittenRecord(outline, place.kind, place.key);
    const { Location } = this.#deps.vscode;
    return record && new Location(document.uri, this.#texts.rangeOf(document, record.keySpan));
  }

  provideReferences(
    document: TextDocument,
    position: Position,
    { includeDeclaration }: { readonly includeDeclaration: boolean },
  ): Location[] {
    const place = this.#placeAt(document, position);
    if (place === undefined) return [];
    const { language } = this.#texts;
    const { outline } = this.#texts.read(document);
    const record = language.findWrittenRecord(outline, place.kind, place.key);
    const spans = language
      .mentionsOf(outline, place.kind, place.key)
      .flatMap(({ span }) => (span ? [span] : []));
    if (includeDeclaration && record !== undefined) spans.unshift(record.keySpan);
    const { Location } = this.#deps.vscode;
    return spans.map(span => new Location(document.uri, this.#texts.rangeOf(document, span)));
  }

  prepareRename(document: TextDocument, position: Position): { range: Range; placeholder: string } {
    const place = this.#placeAt(document, position);
    if (place === undefined)
      throw new Error(t("Put the cursor on the key of a record, or on a reference to one."));
    return { range: this.#texts.rangeOf(document, place.span), placeholder: place.key };
  }

  provideRenameEdits(document: TextDocument, position: Position, newKey: string): WorkspaceEdit | undefined {
    const place = this.#placeAt(document, position);
    if (place === undefined) return undefined;
    const edit = new this.#deps.vscode.WorkspaceEdit();
    const { renameRecord } = this.#texts.language;
    for (const { span, text } of renameRecord(document.getText(), place.kind, place.key, newKey.trim())) {
      edit.replace(document.uri, this.#texts.rangeOf(document, span), text);
    }
    return edit;
  }

  provideDocumentSymbols(document: TextDocument): DocumentSymbol[] {
    const { DocumentSymbol, SymbolKind } = this.#deps.vscode;
    const { outline, catalog } = this.#texts.read(document);
    const range = (span: Span) => this.#texts.rangeOf(document, span);
    return outline.headings.map(({ name, kind, span, keySpan, records }) => {
      const symbol = new DocumentSymbol(
        name,
        kindHeading(kind),
        SymbolKind.Namespace,
        range(span),
        range(keySpan),
      );
      symbol.children = records.map(record => {
        const id = recordAt(catalog, kind, record.name)?.id ?? t("not created yet");
        return new DocumentSymbol(
          record.name,
          id,
          SymbolKind.Object,
          range(record.span),
          range(record.keySpan),
        );
      });
      return symbol;
    });
  }

  #placeAt(document: TextDocument, position: Position): NamedPlace | undefined {
    const place = this.#texts.language.placeAt(
      this.#texts.read(document).outline,
      document.offsetAt(position),
    );
    return place?.type === "field" ? undefined : place;
  }
}
