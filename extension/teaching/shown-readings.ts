/** Shows in the text of a response how it was read: marks, a line above the text, hovers, an outline and actions. */

import type {
  CodeLens,
  DecorationOptions,
  DocumentSelector,
  DocumentSymbol,
  Hover,
  TextDocument,
  TextEditor,
  TextEditorDecorationType,
  Uri,
} from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { type PlaceWeight, weightOf } from "../../shared/reading/place.ts";
import { evidenceText } from "../../shared/report/evidence-text.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { stateIcons, stateName } from "../services/verdict-labels.ts";
import type { LocatedPlace } from "./place-locations.ts";
import { placeText } from "./place-words.ts";
import type { ResponseDocument, ResponseDocuments } from "./response-documents.ts";

interface ShownReadingsDeps {
  readonly vscode: VSCode;
  readonly clock: Clock;
}

interface ShownAt {
  readonly uri: Uri;
  readonly time: number;
}

const selector: DocumentSelector = [{ language: "json" }, { language: "jsonc" }];
const typingPauseMs = 300;
/** VS Code's outline gets slow with more entries. */
const mostSymbols = 1000;
/** A long line can hold a whole response. */
const mostMarks = 2000;

const looks = {
  for: { color: "testing.iconPassed", border: "solid" },
  against: { color: "testing.iconFailed", border: "double" },
  open: { color: "testing.iconQueued", border: "dashed" },
  none: { color: "editorCodeLens.foreground", border: "solid" },
  elsewhere: { color: "disabledForeground", border: "dotted" },
} as const satisfies Record<PlaceWeight, { readonly color: string; readonly border: string }>;

export class ShownReadings extends Observable {
  readonly #deps: ShownReadingsDeps;
  readonly #documents: ResponseDocuments;
  /** Keys are addresses. */
  readonly #shown = new Map<string, ResponseDocument>();
  readonly #types: Readonly<Record<PlaceWeight, TextEditorDecorationType>>;
  #cancelTyped = () => {};
  #latest: ShownAt | undefined;

  constructor(deps: ShownReadingsDeps, documents: ResponseDocuments) {
    super(deps.vscode);
    this.#deps = deps;
    this.#documents = documents;
    const { languages, window, workspace, ThemeColor, OverviewRulerLane } = deps.vscode;
    const typeOf = (weight: PlaceWeight) =>
      this.register(
        window.createTextEditorDecorationType({
          borderWidth: "0 0 2px",
          // The shape differs as well, because not everybody can tell the colours apart.
          borderStyle: looks[weight].border,
          borderColor: new ThemeColor(looks[weight].color),
          overviewRulerColor: new ThemeColor(looks[weight].color),
          overviewRulerLane: OverviewRulerLane.Right,
          after: {
            color: new ThemeColor("editorCodeLens.foreground"),
            margin: "0 0 0 1.5em",
            fontStyle: "italic",
          },
        }),
      );
    this.#types = {
      for: typeOf("for"),
      against: typeOf("against"),
      open: typeOf("open"),
      none: typeOf("none"),
      elsewhere: typeOf("elsewhere"),
    };
    this.register({ dispose: () => this.#cancelTyped() });
    this.register(window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#mark(textEditor)));
    this.register(
      window.onDidChangeVisibleTextEditors(editors => {
        for (const editor of editors) this.#mark(editor);
      }),
    );
    this.register(workspace.onDidCloseTextDocument(document => this.hide(document)));
    this.register(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (!this.#shown.has(document.uri.toString())) return;
        this.#cancelTyped();
        this.#cancelTyped = deps.clock.after(
          typingPauseMs,
          () => void this.#show(document).catch(() => this.hide(document)),
        );
      }),
    );
    this.register(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.onDidChange,
        provideCodeLenses: document => this.#lenses(document),
      }),
    );
    this.register(
      languages.registerHoverProvider(selector, {
        provideHover: (document, position) => this.#hover(document, document.offsetAt(position)),
      }),
    );
    this.register(
      languages.registerDocumentSymbolProvider(
        selector,
        { provideDocumentSymbols: document => this.#symbols(document) },
        { label: "Callboard" },
      ),
    );
    this.register(
      languages.registerCodeActionsProvider(selector, {
        provideCodeActions: document =>
          this.#shown.has(document.uri.toString())
            ? [{ title: t("Callboard: use this as…"), command: "callboard.useAs" }]
            : [],
      }),
    );
  }

  /** Reads the document again, also if it is shown already. Throws if it is not a response. */
  async show(document: TextDocument): Promise<ResponseDocument> {
    this.#latest = { uri: document.uri, time: this.#deps.clock.now() };
    return await this.#show(document);
  }

  /** The document that a person chose last, while its reading is shown. */
  get latest(): (ResponseDocument & ShownAt) | undefined {
    const shown = this.#latest && this.#shown.get(this.#latest.uri.toString());
    return this.#latest && shown && { ...shown, ...this.#latest };
  }

  async #show(document: TextDocument): Promise<ResponseDocument> {
    const read = await this.#documents.read(document);
    this.#shown.set(document.uri.toString(), read);
    this.#changed(document);
    return read;
  }

  hide(document: TextDocument): void {
    if (this.#shown.delete(document.uri.toString())) this.#changed(document);
  }

  async refresh(): Promise<void> {
    for (const document of this.#deps.vscode.workspace.textDocuments)
      if (this.#shown.has(document.uri.toString())) await this.#show(document);
  }

  at(document: TextDocument): ResponseDocument | undefined {
    return this.#shown.get(document.uri.toString());
  }

  #changed(document: TextDocument): void {
    for (const editor of this.#deps.vscode.window.visibleTextEditors)
      if (editor.document === document) this.#mark(editor);
    this.fireChange();
  }

  /** Marks only what is visible, because a response can have a hundred thousand places. */
  #mark(editor: TextEditor): void {
    const { Range } = this.#deps.vscode;
    const { document } = editor;
    const places = this.at(document)?.places ?? [];
    const marks: Record<PlaceWeight, DecorationOptions[]> = {
      for: [],
      against: [],
      open: [],
      none: [],
      elsewhere: [],
    };
    for (const { start, end } of editor.visibleRanges) {
      const [from, to] = [document.offsetAt(start), document.offsetAt(document.lineAt(end.line).range.end)];
      for (const place of placesBetween(places, from, to).slice(0, mostMarks)) {
        marks[weightOf(place)].push({
          range: new Range(document.positionAt(place.start), document.positionAt(place.end)),
          renderOptions: { after: { contentText: placeText(place) } },
        });
      }
    }
    for (const [weight, type] of Object.entries(this.#types))
      editor.setDecorations(type, marks[weight as PlaceWeight]);
  }

  #lenses(document: TextDocument): CodeLens[] {
    const shown = this.at(document);
    if (shown === undefined) return [];
    const { CodeLens, Range } = this.#deps.vscode;
    const { verdict, isRunning, evidence } = shown.reading;
    const state = isRunning ? "running" : verdict;
    const sentence = escapeForPick(evidenceText(evidence));
    const lens = (title: string, command: string, tooltip?: string) =>
      new CodeLens(new Range(0, 0, 0, 0), {
        title,
        command,
        ...(tooltip !== undefined && { tooltip }),
        arguments: [document.uri],
      });
    const icon = stateIcons[state].name.replace("~spin", "");
    // The sentence comes last, because VS Code cuts the line at the window's edge.
    return [
      lens(`$(mortar-board) ${t("Teach Callboard…")}`, "callboard.teach"),
      lens(t("Hide"), "callboard.hideReading"),
      lens(
        `$(${icon}) ${t("Read as {0}: {1}", stateName(state), sentence)}`,
        "callboard.showReadingText",
        t("Show everything that was read"),
      ),
    ];
  }

  #hover(document: TextDocument, offset: number): Hover | undefined {
    const { Hover, MarkdownString } = this.#deps.vscode;
    const places = this.at(document)?.places ?? [];
    const found = places.filter(({ start, end }) => start <= offset && offset <= end);
    if (found.length === 0) return undefined;
    const text = new MarkdownString(
      `**Callboard** · ${found.map(placeText).join(" · ")}\n\n[${t("Use this as…")}](command:callboard.useAs)`,
    );
    text.isTrusted = { enabledCommands: ["callboard.useAs"] };
    return new Hover(text);
  }

  #symbols(document: TextDocument): DocumentSymbol[] {
    const { DocumentSymbol, Range, SymbolKind } = this.#deps.vscode;
    const places = this.at(document)?.places ?? [];
    return places.slice(0, mostSymbols).map(place => {
      const range = new Range(document.positionAt(place.start), document.positionAt(place.end));
      const name = escapeForPick(place.path.join("."));
      return new DocumentSymbol(placeText(place), name, SymbolKind.Field, range, range);
    });
  }
}

/** Binary search, because the places are in the order of the text. */
function placesBetween(places: readonly LocatedPlace[], from: number, to: number): readonly LocatedPlace[] {
  const firstAfter = (offset: number) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return places.slice(firstAfter(from), firstAfter(to + 1));
}
