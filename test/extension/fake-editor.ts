/**
 * An in-memory `vscode` with the parts that the extension uses. Keeps everything shown as text, and takes a person's
 * answers in advance, in the order of the questions.
 */

import { readFileSync } from "node:fs";
import type * as vscode from "vscode";
import type { VSCode } from "../../extension/editor/vscode.ts";
import { FakeFiles } from "./fake-files.ts";
import { FakeGitHubLogin } from "./fake-github.ts";
import { FakeLocation, FakeTesting } from "./fake-testing.ts";
import { Emitter, FakeUri, MarkdownString, Position, Range, Selection } from "./fake-values.ts";

const manifest: unknown = JSON.parse(
  readFileSync(new URL("../../extension/package.json", import.meta.url), "utf8"),
);

/** Allows only names of the real interface. */
type Named = {
  [K in keyof VSCode]?: VSCode[K] extends (...given: never[]) => unknown
    ? unknown
    : { [P in keyof VSCode[K]]?: unknown };
};

/** A typed text or, for a list, the label of the chosen item. */
type Answer = string | undefined | Choice;

export interface Choice {
  readonly typed?: string;
  /** Typed after `typed`, too fast for the list to follow. */
  readonly andFast?: string;
  readonly choose?: string;
  /** The tooltip of a button in the list's title. */
  readonly press?: string;
  /** Typed before the list is closed. */
  readonly abandon?: string;
}

interface FakeDocument {
  readonly uri: FakeUri;
  text: string;
  isDirty: boolean;
  /** Absent until somebody types. */
  version?: number;
}

export interface FakeEditorOptions {
  /** Paths in memory, or complete addresses. */
  readonly folders?: readonly string[];
  readonly trusted?: boolean;
  /** From an earlier window. */
  readonly storage?: Map<string, unknown>;
  /** From an earlier window of any workspace. */
  readonly globalStorage?: Map<string, unknown>;
  readonly secrets?: Map<string, string>;
  readonly files?: FakeFiles;
}

export class FakeEditor {
  readonly files: FakeFiles;
  readonly storage: Map<string, unknown>;
  readonly globalStorage: Map<string, unknown>;
  readonly secrets: Map<string, string>;
  /** `defaults` contains settings of VS Code itself. */
  readonly settings = {
    user: new Map<string, unknown>(),
    workspace: new Map<string, unknown>(),
    defaults: new Map<string, unknown>(),
  };
  /** Every question and message. */
  readonly said: string[] = [];
  readonly log: string[] = [];
  readonly contexts = new Map<string, unknown>();
  /** The addresses of the documents shown, in order. */
  readonly shown: string[] = [];
  readonly problems = new Map<string, readonly vscode.Diagnostic[]>();
  readonly commands = new Map<string, (...given: unknown[]) => unknown>();
  readonly status = { text: "", tooltip: "", label: "", visible: false };
  readonly progress: string[] = [];
  clipboard = "";
  readonly github = new FakeGitHubLogin();
  readonly testing = new FakeTesting();
  /** The addresses opened in a browser. */
  readonly opened: string[] = [];
  trusted: boolean;
  /** Cancels every progress as soon as it begins. */
  cancelProgress = false;
  /** Cancels the last progress. */
  cancel = () => {};
  /** Replaces VS Code's own Markdown renderer. */
  renderMarkdown = (markdown: string): string => `<pre>${markdown}</pre>`;
  readonly context: vscode.ExtensionContext;
  readonly vscode: VSCode;

  readonly #answers: Answer[] = [];
  readonly #trees = new Map<
    string,
    {
      provider: vscode.TreeDataProvider<unknown>;
      badge?: vscode.ViewBadge | undefined;
      sight(visible: boolean): void;
      message: string;
      refreshes: number;
      redrawn: string[];
    }
  >();
  readonly #documents = new Map<string, FakeDocument>();
  /** By address. */
  readonly #tabs = new Map<string, typeof TabInputText>();
  readonly #folders: { uri: FakeUri; name: string; index: number }[];
  readonly #events = {
    configuration: new Emitter<vscode.ConfigurationChangeEvent>(),
    opened: new Emitter<vscode.TextDocument>(),
    typed: new Emitter<vscode.TextDocumentChangeEvent>(),
    saved: new Emitter<vscode.TextDocument>(),
    closed: new Emitter<vscode.TextDocument>(),
    trust: new Emitter<void>(),
    folders: new Emitter<vscode.WorkspaceFoldersChangeEvent>(),
    tabs: new Emitter<vscode.TabChangeEvent>(),
    window: new Emitter<vscode.WindowState>(),
    scrolled: new Emitter<vscode.TextEditorVisibleRangesChangeEvent>(),
  };
  readonly #decorations = new Map<vscode.TextEditorDecorationType, readonly vscode.DecorationOptions[]>();
  lenses: vscode.CodeLensProvider | undefined;
  completions: vscode.CompletionItemProvider | undefined;
  lastLenses: vscode.CodeLensProvider | undefined;
  lastCompletions: vscode.CompletionItemProvider | undefined;
  /** The providers of help in catalogs. */
  readonly catalogHelp: {
    lenses?: vscode.CodeLensProvider;
    completions?: vscode.CompletionItemProvider;
    hover?: vscode.HoverProvider;
    definition?: vscode.DefinitionProvider;
    references?: vscode.ReferenceProvider;
    rename?: vscode.RenameProvider;
    symbols?: vscode.DocumentSymbolProvider;
    actions?: vscode.CodeActionProvider;
  } = {};
  /** The cursor of the last shown document, as VS Code puts it. */
  cursor: Position | undefined;
  #isLookedAt = true;
  #customEditors = new Map<string, vscode.CustomReadonlyEditorProvider | vscode.CustomEditorProvider>();
  /** The changes in custom editors, and how many of them are not undone. */
  readonly #edits: vscode.CustomDocumentEditEvent[] = [];
  #editsDone = 0;
  /** The last page with controls. */
  panel: FakePanel | undefined;
  /** Restores a page after a reload, by view type. */
  readonly serializers = new Map<string, vscode.WebviewPanelSerializer>();
  followLink = async (_address: string): Promise<void> => {};
  /** The page of the last custom editor. */
  page: { html: string; options: vscode.WebviewOptions } | undefined;

  constructor(options: FakeEditorOptions = {}) {
    this.files = options.files ?? new FakeFiles();
    this.storage = options.storage ?? new Map();
    this.globalStorage = options.globalStorage ?? new Map();
    this.secrets = options.secrets ?? new Map();
    this.trusted = options.trusted ?? true;
    this.#folders = (options.folders ?? []).map((folder, index) => ({
      uri: folderUri(folder),
      name: folder.slice(folder.lastIndexOf("/") + 1),
      index,
    }));
    this.vscode = this.#api() as unknown as VSCode;
    this.context = {
      subscriptions: [],
      workspaceState: workspaceMemento(this.storage),
      globalState: memento(this.globalStorage),
      secrets: {
        get: async (name: string) => this.secrets.get(name),
        store: async (name: string, value: string) => void this.secrets.set(name, value),
        delete: async (name: string) => void this.secrets.delete(name),
      },
      extension: { packageJSON: manifest },
      storageUri: FakeUri.parse("memory:/storage"),
      globalStorageUri: FakeUri.parse("memory:/global-storage"),
    } as unknown as vscode.ExtensionContext;
  }

  // A person's actions

  will(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  get unanswered(): number {
    return this.#answers.length;
  }

  /** Runs a command as the palette, a menu or a button does, and waits for its effects. */
  async run(command: string, ...given: unknown[]): Promise<void> {
    await this.vscode.commands.executeCommand(command, ...given);
    await this.settled();
  }

  /** Waits until everything that was started without `await` has had its turn. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve));
  }

  /** Changes a document without saving it. */
  type(uri: string, text: string): void {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    const change = changeBetween(document.text, text);
    document.text = text;
    document.version = (document.version ?? 1) + 1;
    document.isDirty = true;
    const contentChanges = [change] as unknown as vscode.TextDocumentContentChangeEvent[];
    this.#events.typed.fire({
      document: this.#textDocument(uri),
      contentChanges,
      reason: undefined,
    } as vscode.TextDocumentChangeEvent);
  }

  /** VS Code closes a document a while after its last tab. What is unsaved is gone. */
  async closeDocument(uri: string): Promise<void> {
    const document = this.#textDocument(uri);
    const text = document.getText();
    this.#documents.delete(uri);
    this.#events.closed.fire({ ...document, getText: () => text });
    await this.settled();
  }

  /** The decorations in the text, as they are now. */
  get decorations(): vscode.DecorationOptions[] {
    return [...this.#decorations.values()].flat();
  }

  /** Shows these lines of the last shown document. */
  scrollTo(first: number, last: number): void {
    const visibleRanges = [new Range(first, 0, last, 0) as unknown as vscode.Range];
    const textEditor: Partial<vscode.TextEditor> = {
      document: this.#textDocument(this.shown.at(-1) ?? ""),
      visibleRanges,
      setDecorations: (type, given) =>
        void this.#decorations.set(type, given as readonly vscode.DecorationOptions[]),
    };
    this.#events.scrolled.fire({ textEditor: textEditor as vscode.TextEditor, visibleRanges });
  }

  /** The addresses of forms with unsaved changes. */
  readonly dirtyTabs = new Set<string>();

  /** VS Code's commands Undo and Redo in a custom editor. */
  async undo(): Promise<void> {
    await this.#edits[this.#editsDone - 1]?.undo();
    this.#editsDone = Math.max(0, this.#editsDone - 1);
    await this.settled();
  }

  /** Undoes the first change although a later one exists, as VS Code does before it has heard of the later one. */
  async undoFirstChange(): Promise<void> {
    await this.#edits[0]?.undo();
    this.#edits.splice(0, 1);
    this.#editsDone--;
    await this.settled();
  }

  async redo(): Promise<void> {
    await this.#edits[this.#editsDone]?.redo();
    this.#editsDone = Math.min(this.#edits.length, this.#editsDone + 1);
    await this.settled();
  }

  /** Switches from an open form to JSON. */
  async writeAsJson(): Promise<void> {
    if (this.#tabs.get(this.shown.at(-1) ?? "") !== TabInputCustom) return;
    this.panel?.send("json");
    await this.settled();
  }

  async save(uri: string): Promise<void> {
    await this.#textDocument(uri).save();
  }

  async closeTab(uri: string): Promise<void> {
    await this.#close([uri]);
    await this.settled();
  }

  get tabs(): string[] {
    return [...this.#tabs.keys()];
  }

  async changeUserSetting(name: string, value: unknown): Promise<void> {
    this.settings.user.set(name, value);
    this.#events.configuration.fire({ affectsConfiguration: section => name.startsWith(section) });
    await this.settled();
  }

  async lookAway(): Promise<void> {
    this.#isLookedAt = false;
    this.#events.window.fire({ focused: false, active: false });
    await this.settled();
  }

  async lookAgain(): Promise<void> {
    this.#isLookedAt = true;
    this.#events.window.fire({ focused: true, active: true });
    await this.settled();
  }

  async trust(): Promise<void> {
    this.trusted = true;
    this.#events.trust.fire();
    await this.settled();
  }

  async changeFolders(...folders: string[]): Promise<void> {
    this.#folders.splice(
      0,
      Infinity,
      ...folders.map((folder, index) => ({ uri: folderUri(folder), name: folder, index })),
    );
    this.#events.folders.fire({ added: [], removed: [] });
    await this.settled();
  }

  // The screen

  /** The whole tree of a view, a row a line: icon, label, description and, with `context`, the menus' words. */
  async tree(view: string, { context = false } = {}): Promise<string> {
    const provider = this.#provider(view);
    const lines: string[] = [];
    const walk = async (parent: unknown, indent: string) => {
      for (const element of (await provider.getChildren(parent)) ?? []) {
        const item = await provider.getTreeItem(element);
        const icon = item.iconPath instanceof ThemeIcon ? `(${item.iconPath.id}) ` : "";
        const words = [`${icon}${item.label}`, item.description, context ? `[${item.contextValue}]` : ""];
        lines.push(indent + words.filter(word => word !== "" && word !== undefined).join("  "));
        if (item.collapsibleState !== 0) await walk(element, `${indent}  `);
      }
    };
    await walk(undefined, "");
    return lines.join("\n");
  }

  /** The rows whose label begins with one of `labels`. */
  async rows(view: string, ...labels: string[]): Promise<unknown[]> {
    const provider = this.#provider(view);
    const found: unknown[] = [];
    const walk = async (parent: unknown): Promise<void> => {
      for (const element of (await provider.getChildren(parent)) ?? []) {
        const { label, collapsibleState } = await provider.getTreeItem(element);
        if (labels.some(wanted => String(label).startsWith(wanted))) found.push(element);
        if (collapsibleState !== 0) await walk(element);
      }
    };
    await walk(undefined);
    if (found.length < labels.length) throw new Error(`Not all of ${labels} are in ${view}`);
    return found;
  }

  async row(view: string, label: string): Promise<unknown> {
    return (await this.rows(view, label))[0];
  }

  async items(view: string): Promise<vscode.TreeItem[]> {
    const provider = this.#provider(view);
    const items: vscode.TreeItem[] = [];
    const walk = async (parent: unknown): Promise<void> => {
      for (const element of (await provider.getChildren(parent)) ?? []) {
        const item = await provider.getTreeItem(element);
        items.push(item);
        if (item.collapsibleState !== 0) await walk(element);
      }
    };
    await walk(undefined);
    return items;
  }

  /** Shows or hides a view. */
  async sight(view: string, isInSight: boolean): Promise<void> {
    this.#trees.get(view)?.sight(isInSight);
    await this.settled();
  }

  /** The number of times that a view drew all its rows. */
  refreshes(view: string): number {
    return this.#trees.get(view)?.refreshes ?? 0;
  }

  /** The labels of the rows that a view drew alone, in order. */
  redrawn(view: string): readonly string[] {
    return this.#trees.get(view)?.redrawn ?? [];
  }

  message(view: string): string {
    return this.#trees.get(view)?.message ?? "";
  }

  badge(view: string): number {
    return this.#trees.get(view)?.badge?.value ?? 0;
  }

  async lastShown(): Promise<string> {
    const uri = this.shown.at(-1);
    if (uri === undefined) throw new Error("No document was shown");
    return (await this.#open(FakeUri.parse(uri))).getText();
  }

  get lastUri(): FakeUri {
    return FakeUri.parse(this.shown.at(-1) ?? "");
  }

  /** Everything that the extension has shown or written, to search for text that must not leave it. */
  async everything(): Promise<string> {
    const trees = await Promise.all([...this.#trees.keys()].map(view => this.items(view)));
    const documents = [...this.#documents.values()].map(({ text }) => text);
    return JSON.stringify([
      this.said,
      this.log,
      this.status,
      trees,
      documents,
      [...this.storage],
      [...this.settings.user],
      this.files.texts(),
      this.page,
      this.clipboard,
      this.progress,
    ]);
  }

  #provider(view: string): vscode.TreeDataProvider<unknown> {
    const tree = this.#trees.get(view);
    if (tree === undefined) throw new Error(`There is no view ${view}`);
    return tree.provider;
  }

  #next(question: string): Answer {
    this.said.push(question);
    if (this.#answers.length === 0) throw new Error(`Nobody answers: ${question}`);
    return this.#answers.shift();
  }

  /** A message takes an answer only if it offers that answer. */
  #message(kind: string, message: string, rest: unknown[]): Promise<string | undefined> {
    const buttons = rest.filter(each => typeof each === "string");
    const options = rest.find(each => typeof each === "object" && each !== null) as
      | vscode.MessageOptions
      | undefined;
    const detail = options?.detail === undefined ? "" : `\n${options.detail}`;
    this.said.push(`${kind}: ${message}${detail}${buttons.map(button => ` [${button}]`).join("")}`);
    const [next] = this.#answers;
    if (options?.modal) return Promise.resolve(this.#answers.shift() as string | undefined);
    if (typeof next !== "string" || !buttons.includes(next)) return Promise.resolve(undefined);
    this.#answers.shift();
    return Promise.resolve(next);
  }

  async #open(uri: FakeUri): Promise<vscode.TextDocument> {
    const key = uri.toString();
    const isNew = !this.#documents.has(key);
    // VS Code keeps the text of a shown file that was deleted outside of it.
    const isKept = this.#tabs.has(key) && uri.scheme === "memory" && this.files.text(uri.path) === undefined;
    if (isNew || !(this.#documents.get(key)?.isDirty || isKept)) {
      const text = new TextDecoder().decode(await this.#read(uri));
      this.#documents.set(key, { uri, text, isDirty: false });
    }
    const document = this.#textDocument(key);
    if (isNew) this.#events.opened.fire(document);
    return document;
  }

  /** An unsaved document has no content on disk, and can't be created where a file exists. */
  async #read(uri: FakeUri): Promise<Uint8Array> {
    if (uri.scheme !== "untitled") return this.files.readFile(uri);
    if (this.files.text(uri.path) !== undefined) throw new Error("file already exists");
    return new Uint8Array();
  }

  #textDocument(key: string): vscode.TextDocument {
    const state = (): FakeDocument =>
      this.#documents.get(key) ?? { uri: FakeUri.parse(key), text: "", isDirty: false };
    const { files } = this;
    const lines = () => state().text.split("\n");
    return {
      uri: state().uri,
      getText: (range?: Range) =>
        range === undefined
          ? state().text
          : state().text.slice(
              this.#textDocument(key).offsetAt(range.start as never),
              this.#textDocument(key).offsetAt(range.end as never),
            ),
      get version() {
        return state().version ?? 1;
      },
      get isDirty() {
        return state().isDirty;
      },
      get lineCount() {
        return lines().length;
      },
      lineAt(line: number) {
        const text = lines()[line];
        if (text === undefined) throw new Error("Illegal value for `line`");
        return { range: new Range(line, 0, line, text.length), text };
      },
      offsetAt: ({ line, character }: Position) =>
        lines()
          .slice(0, line)
          .reduce((sum, each) => sum + each.length + 1, 0) + character,
      positionAt: (offset: number) => {
        const before = state().text.slice(0, offset).split("\n");
        return new Position(before.length - 1, before.at(-1)?.length ?? 0);
      },
      save: async () => {
        await files.writeFile(state().uri, new TextEncoder().encode(state().text));
        const document = state();
        document.isDirty = false;
        this.#events.saved.fire(document as never);
        return true;
      },
    } as unknown as vscode.TextDocument;
  }

  async #close(uris: readonly string[]): Promise<void> {
    const tabs = uris.flatMap(uri => {
      const Input = this.#tabs.get(uri);
      this.#tabs.delete(uri);
      return Input === undefined ? [] : ({ input: new Input(FakeUri.parse(uri)) } as unknown as vscode.Tab);
    });
    if (tabs.length === 0) return;
    this.#events.tabs.fire({ opened: [], changed: [], closed: tabs });
  }

  #api() {
    const editor = this;
    const disposable = { dispose: () => {} };
    const configuration = (section: string) => {
      const { user, workspace, defaults } = editor.settings;
      return {
        get: (name: string) =>
          [workspace, user, defaults]
            .map(each => each.get(`${section}.${name}`))
            .find(each => each !== undefined),
        inspect: (name: string) => ({
          key: name,
          defaultValue: defaults.get(`${section}.${name}`),
          globalValue: user.get(`${section}.${name}`),
          workspaceValue: workspace.get(`${section}.${name}`),
        }),
        update: async (name: string, value: unknown, target: number) => {
          if (target !== 1) throw new Error("Only the person's own settings are written");
          await editor.changeUserSetting(`${section}.${name}`, value);
        },
      } as unknown as vscode.WorkspaceConfiguration;
    };
    const level = (name: string) => (line: string) => void editor.log.push(`${name} ${line}`);
    const message =
      (kind: string) =>
      (text: string, ...rest: unknown[]) =>
        editor.#message(kind, text, rest);

    return {
      ...editor.testing.api,
      EventEmitter: Emitter,
      Uri: FakeUri,
      Position,
      Range,
      RelativePattern,
      Selection,
      ThemeIcon,
      ThemeColor,
      TabInputText,
      TabInputTextDiff,
      TabInputCustom,
      CodeAction,
      CodeActionKind: { QuickFix: "quickfix" } as never,
      CodeLens,
      DocumentSymbol,
      Hover,
      Location: FakeLocation,
      MarkdownString,
      SymbolKind: { Namespace: 2, Object: 18 },
      CompletionItem,
      CompletionItemKind: { Property: 9, Value: 11, Reference: 17 },
      Diagnostic,
      WorkspaceEdit,
      FileSystemError: {
        FileNotFound: (uri: FakeUri) => new Error(`FileNotFound ${uri}`),
        NoPermissions: (uri: FakeUri) => new Error(`NoPermissions ${uri}`),
      },
      TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
      OverviewRulerLane: { Right: 4 } as typeof vscode.OverviewRulerLane,
      ViewColumn: { Active: -1, Beside: -2 },
      StatusBarAlignment: { Left: 1, Right: 2 },
      ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
      FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
      FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
      FilePermission: { Readonly: 1 },
      QuickInputButtons: { Back: { iconPath: new ThemeIcon("arrow-left"), tooltip: "Back" } },
      l10n: {
        t: (text: string, ...values: unknown[]) =>
          text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)])),
      },
      authentication: editor.github.authentication,
      extensions: editor.github.extensions,
      env: {
        language: "en",
        openExternal: async (uri: FakeUri) => {
          editor.opened.push(uri.toString());
          return true;
        },
        clipboard: {
          readText: async () => editor.clipboard,
          writeText: async (text: string) => {
            editor.clipboard = text;
          },
        },
      },
      commands: {
        registerCommand(id: string, run: (...given: unknown[]) => unknown) {
          if (editor.commands.has(id)) throw new Error(`${id} is registered twice`);
          editor.commands.set(id, run);
          return { dispose: () => editor.commands.delete(id) };
        },
        async executeCommand(id: string, ...given: unknown[]) {
          if (id === "setContext") return void editor.contexts.set(String(given[0]), given[1]);
          if (id === "markdown.api.render") return editor.renderMarkdown(String(given[0]));
          if (id === "vscode.open") return editor.vscode.window.showTextDocument(given[0] as vscode.Uri);
          if (id === "vscode.diff") return editor.#diff(given as [FakeUri, FakeUri, string]);
          if (id === "vscode.openWith") return editor.#openWith(given[0] as FakeUri, String(given[1]));
          const command = editor.commands.get(id);
          if (command !== undefined) return command(...given);
          if (id.startsWith("callboard.") && !id.endsWith(".focus"))
            throw new Error(`command '${id}' not found`);
          editor.said.push(["command:", id, ...given.map(each => printed(each))].join(" "));
          return undefined;
        },
      },
      languages: {
        registerCodeLensProvider(_: unknown, provider: vscode.CodeLensProvider) {
          if (isOfCatalog(provider)) return editor.#help({ lenses: provider });
          editor.lenses ??= provider;
          editor.lastLenses = provider;
          return disposable;
        },
        // How a reading is shown in a text is tested in a real VS Code.
        registerHoverProvider: (_: unknown, hover: vscode.HoverProvider) =>
          isOfCatalog(hover) ? editor.#help({ hover }) : disposable,
        registerDocumentSymbolProvider: (_: unknown, symbols: vscode.DocumentSymbolProvider) =>
          isOfCatalog(symbols) ? editor.#help({ symbols }) : disposable,
        registerCodeActionsProvider: (_: unknown, actions: vscode.CodeActionProvider) =>
          isOfCatalog(actions) ? editor.#help({ actions }) : disposable,
        registerDefinitionProvider: (_: unknown, definition: vscode.DefinitionProvider) =>
          editor.#help({ definition }),
        registerReferenceProvider: (_: unknown, references: vscode.ReferenceProvider) =>
          editor.#help({ references }),
        registerRenameProvider: (_: unknown, rename: vscode.RenameProvider) => editor.#help({ rename }),
        registerCompletionItemProvider(_: unknown, provider: vscode.CompletionItemProvider) {
          if (isOfCatalog(provider)) return editor.#help({ completions: provider });
          editor.completions ??= provider;
          editor.lastCompletions = provider;
          return disposable;
        },
        createDiagnosticCollection: () =>
          ({
            set: (uri: FakeUri, found: vscode.Diagnostic[]) => void editor.problems.set(uri.path, found),
            delete: (uri: FakeUri) => void editor.problems.delete(uri.path),
            clear: () => editor.problems.clear(),
            dispose: () => editor.problems.clear(),
          }) as unknown as vscode.DiagnosticCollection,
      },
      workspace: {
        get isTrusted() {
          return editor.trusted;
        },
        get workspaceFolders() {
          return editor.#folders.length === 0 ? undefined : editor.#folders;
        },
        fs: editor.files,
        getConfiguration: configuration,
        onDidChangeConfiguration: editor.#events.configuration.event,
        get textDocuments() {
          return [...editor.#documents.keys()].map(uri => editor.#textDocument(uri));
        },
        save: async (uri: FakeUri) => {
          editor.dirtyTabs.delete(uri.toString());
          return uri;
        },
        onDidChangeTextDocument: editor.#events.typed.event,
        onDidOpenTextDocument: editor.#events.opened.event,
        onDidSaveTextDocument: editor.#events.saved.event,
        onDidGrantWorkspaceTrust: editor.#events.trust.event,
        onDidChangeWorkspaceFolders: editor.#events.folders.event,
        onDidCloseTextDocument: editor.#events.closed.event,
        createFileSystemWatcher: (pattern: unknown) =>
          editor.files.watcher(pattern instanceof RelativePattern ? pattern.within : undefined),
        registerFileSystemProvider(scheme: string, provider: vscode.FileSystemProvider) {
          editor.files.mount(scheme, provider);
          return disposable;
        },
        openTextDocument: (given: FakeUri | { readonly content: string }) => {
          if (given instanceof FakeUri) return editor.#open(given);
          const uri = new FakeUri("untitled", `Untitled-${editor.#documents.size}`);
          editor.#documents.set(uri.toString(), { uri, text: given.content, isDirty: false });
          return Promise.resolve(editor.#textDocument(uri.toString()));
        },
        async applyEdit(edit: WorkspaceEdit) {
          for (const { uri, range, text } of edit.replacements) {
            const document = await editor.#open(uri);
            const lines = document.getText().split("\n");
            const offset = ({ line, character }: Position) =>
              lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
            const before = document.getText();
            editor.type(
              uri.toString(),
              before.slice(0, offset(range.start)) + text + before.slice(offset(range.end)),
            );
          }
          return true;
        },
      },
      window: {
        get state() {
          return { focused: editor.#isLookedAt, active: true };
        },
        onDidChangeWindowState: editor.#events.window.event,
        visibleTextEditors: [],
        onDidChangeVisibleTextEditors: () => disposable,
        onDidChangeTextEditorVisibleRanges: editor.#events.scrolled.event,
        createTextEditorDecorationType: () => ({ ...disposable }) as vscode.TextEditorDecorationType,
        setStatusBarMessage(text: string) {
          editor.said.push(`status bar: ${text}`);
          return disposable;
        },
        tabGroups: {
          get activeTabGroup() {
            const uri = editor.shown.at(-1) ?? "";
            const Input = editor.#tabs.get(uri);
            const activeTab = Input && { input: new Input(FakeUri.parse(uri)) };
            return { activeTab } as unknown as vscode.TabGroup;
          },
          onDidChangeTabs: editor.#events.tabs.event,
          get all() {
            const tabs = [...editor.#tabs].map(([uri, Input]) => ({ input: new Input(FakeUri.parse(uri)) }));
            return [{ tabs }] as unknown as vscode.TabGroup[];
          },
          close: async (tabs: readonly vscode.Tab[]) => {
            await editor.#close(tabs.map(({ input }) => String((input as TabInputText).uri)));
            return true;
          },
        },
        get activeTextEditor() {
          const uri = editor.shown.at(-1);
          const { cursor } = editor;
          const selection = cursor && { selection: { active: cursor } };
          // A form is no text editor.
          const isText = uri !== undefined && editor.#tabs.get(uri) !== TabInputCustom;
          return isText ? { document: editor.#textDocument(uri), ...selection } : undefined;
        },
        createOutputChannel: () =>
          ({
            info: level("info"),
            warn: level("warn"),
            error: level("error"),
            trace: level("trace"),
            show: () => void editor.said.push("the log is shown"),
            dispose: () => {},
          }) as unknown as vscode.LogOutputChannel,
        createStatusBarItem: () => editor.#statusItem(),
        createTreeView(id: string, { treeDataProvider }: vscode.TreeViewOptions<unknown>) {
          const visibility = new Emitter<vscode.TreeViewVisibilityChangeEvent>();
          const tree = {
            provider: treeDataProvider,
            sight(visible: boolean) {
              tree.visible = visible;
              visibility.fire({ visible });
            },
            badge: undefined,
            message: "",
            refreshes: 0,
            redrawn: [] as string[],
            visible: false,
            selection: [],
            onDidChangeSelection: () => disposable,
            onDidExpandElement: () => disposable,
            onDidCollapseElement: () => disposable,
            onDidChangeVisibility: visibility.event,
            reveal: async () => {},
            dispose: () => {},
          };
          treeDataProvider.onDidChangeTreeData?.(async row => {
            if (row === undefined) tree.refreshes++;
            else tree.redrawn.push(String((await treeDataProvider.getTreeItem(row)).label));
          });
          editor.#trees.set(id, tree);
          return tree;
        },
        createWebviewPanel: () => {
          this.panel = new FakePanel();
          return this.panel as unknown as vscode.WebviewPanel;
        },
        registerWebviewPanelSerializer(viewType: string, serializer: vscode.WebviewPanelSerializer) {
          editor.serializers.set(viewType, serializer);
          return disposable;
        },
        registerUriHandler(handler: vscode.UriHandler) {
          editor.followLink = async address => {
            const { pathname: path, search, hash } = new URL(address);
            const query = decodeURIComponent(search.slice(1));
            await handler.handleUri({ path, query, fragment: hash.slice(1) } as vscode.Uri);
            await editor.settled();
          };
          return disposable;
        },
        registerCustomEditorProvider(
          viewType: string,
          provider: vscode.CustomReadonlyEditorProvider | vscode.CustomEditorProvider,
        ) {
          editor.#customEditors.set(viewType, provider);
          if ("onDidChangeCustomDocument" in provider) {
            provider.onDidChangeCustomDocument(edit => {
              editor.#edits.splice(editor.#editsDone, Infinity, edit as vscode.CustomDocumentEditEvent);
              editor.#editsDone++;
              editor.dirtyTabs.add(String(edit.document.uri));
            });
          }
          return disposable;
        },
        async showTextDocument(
          given: FakeUri | vscode.TextDocument,
          options?: { readonly selection?: { readonly start: Position } },
        ) {
          editor.cursor = options?.selection?.start;
          const uri = given instanceof FakeUri ? given : (given.uri as unknown as FakeUri);
          const document = await editor.#open(uri);
          editor.shown.push(uri.toString());
          editor.#tabs.set(uri.toString(), TabInputText);
          return { document, selection: undefined } as unknown as vscode.TextEditor;
        },
        showInformationMessage: message("info"),
        showWarningMessage: message("warning"),
        showErrorMessage: message("error"),
        async showInputBox({
          title = "",
          prompt = "",
          value = "",
          password,
          validateInput,
        }: vscode.InputBoxOptions) {
          const answer = editor.#next(
            `${password ? "secret" : "input"}: ${title} | ${prompt}${value ? ` (${value})` : ""}`,
          );
          if (answer === undefined) return undefined;
          const typed = typeof answer === "string" ? answer : (answer.typed ?? value);
          const mistake = await validateInput?.(typed);
          if (mistake) {
            editor.said.push(`refused: ${mistake}`);
            return undefined;
          }
          return typed;
        },
        async showQuickPick(
          items: readonly vscode.QuickPickItem[],
          { title = "", placeHolder = "", canPickMany }: vscode.QuickPickOptions,
        ) {
          const answer = editor.#next(`pick: ${title}${placeHolder && ` | ${placeHolder}`}${offers(items)}`);
          if (canPickMany && typeof answer === "string") {
            const wanted = answer.split(", ").filter(label => label !== "");
            return items.filter(({ label }) => wanted.some(each => label.includes(each)));
          }
          return items.find(({ label }) => typeof answer === "string" && label.includes(answer));
        },
        createQuickPick: () => editor.#quickPick(),
        showOpenDialog: async () => {
          const answer = editor.#next("open dialog");
          return typeof answer === "string" ? [folderUri(answer)] : undefined;
        },
        showSaveDialog: async () => {
          const answer = editor.#next("save dialog");
          return typeof answer === "string" ? FakeUri.parse(answer) : undefined;
        },
        async withProgress(
          { title }: vscode.ProgressOptions,
          task: (
            progress: vscode.Progress<{ message?: string }>,
            token: vscode.CancellationToken,
          ) => Thenable<unknown>,
        ) {
          const cancelled = new Emitter<unknown>();
          editor.progress.push(String(title));
          const token = { isCancellationRequested: false, onCancellationRequested: cancelled.event };
          const report = ({ message: text }: { message?: string }) =>
            void editor.progress.push(`${title}: ${text}`);
          const done = task({ report }, token as unknown as vscode.CancellationToken);
          editor.cancel = () => cancelled.fire(undefined);
          if (editor.cancelProgress) editor.cancel();
          return done;
        },
      },
    } satisfies Named;
  }

  async #diff([before, after, title]: [FakeUri, FakeUri, string]): Promise<void> {
    await this.#open(after);
    this.said.push(`diff: ${(await this.#open(before)).getText() || "nothing"}, ${title}`);
    this.shown.push(after.toString());
  }

  #help(provided: FakeEditor["catalogHelp"]) {
    Object.assign(this.catalogHelp, provided);
    return { dispose: () => {} };
  }

  async #openWith(uri: FakeUri, viewType: string): Promise<void> {
    const provider = this.#customEditors.get(viewType);
    if (provider === undefined) throw new Error(`There is no editor ${viewType}`);
    const token = {} as vscode.CancellationToken;
    const address = uri as unknown as vscode.Uri;
    const document = await provider.openCustomDocument(
      address,
      {} as vscode.CustomDocumentOpenContext,
      token,
    );
    const panel = new FakePanel();
    this.panel = panel;
    await provider.resolveCustomEditor(document, panel as unknown as vscode.WebviewPanel, token);
    this.page = panel.webview;
    this.shown.push(uri.toString());
    this.#tabs.set(uri.toString(), TabInputCustom);
  }

  #statusItem(): vscode.StatusBarItem {
    const { status } = this;
    return {
      set text(text: string) {
        status.text = text;
      },
      set tooltip(text: string) {
        status.tooltip = text;
      },
      set accessibilityInformation({ label }: vscode.AccessibilityInformation) {
        status.label = label;
      },
      show: () => {
        status.visible = true;
      },
      hide: () => {
        status.visible = false;
      },
      dispose: () => {},
    } as unknown as vscode.StatusBarItem;
  }

  #quickPick(): vscode.QuickPick<vscode.QuickPickItem> {
    const events = {
      value: new Emitter<string>(),
      button: new Emitter<vscode.QuickInputButton>(),
      accept: new Emitter<void>(),
      hide: new Emitter<void>(),
    };
    const pick = {
      title: "",
      placeholder: "",
      value: "",
      step: undefined as number | undefined,
      totalSteps: undefined as number | undefined,
      items: [] as vscode.QuickPickItem[],
      selectedItems: [] as vscode.QuickPickItem[],
      buttons: [] as vscode.QuickInputButton[],
      onDidChangeValue: events.value.event,
      onDidTriggerButton: events.button.event,
      onDidAccept: events.accept.event,
      onDidHide: events.hide.event,
      dispose: () => {
        events.hide.dispose();
      },
      show: () => {
        const step = pick.step === undefined ? "" : ` (${pick.step}/${pick.totalSteps})`;
        const answer = this.#next(`pick: ${pick.title}${step} | ${pick.placeholder}${offers(pick.items)}`);
        if (answer === undefined) return events.hide.fire();
        const { typed, andFast, choose, press, abandon } =
          typeof answer === "string" ? { choose: answer } : (answer as Choice);
        if (abandon !== undefined) {
          pick.value = abandon;
          return events.hide.fire();
        }
        const button = pick.buttons.find(({ tooltip }) => tooltip === press);
        if (button !== undefined) return events.button.fire(button);
        const enter = (text: string) => {
          pick.value = text;
          events.value.fire(text);
        };
        if (typed !== undefined) enter(typed);
        const wanted = choose ?? typed ?? "";
        const item =
          choose === undefined
            ? firstFor(wanted, pick.items)
            : (pick.items.find(({ label }) => label.includes(wanted)) ??
              pick.items.find(({ description }) => description?.includes(wanted)));
        if (item === undefined)
          throw new Error(`Nothing to choose for ${choose ?? typed}${offers(pick.items)}`);
        // VS Code gives the position of the chosen item, at which a newer list can have another one.
        const position = pick.items.indexOf(item);
        if (andFast !== undefined) enter(typed + andFast);
        pick.selectedItems = pick.items.slice(position, position + 1);
        events.accept.fire();
      },
    };
    return pick as unknown as vscode.QuickPick<vscode.QuickPickItem>;
  }
}

/**
 * As in VS Code, matching labels come first, exact ones before the others, then matching descriptions and items that
 * are always shown.
 */
function firstFor(typed: string, items: readonly vscode.QuickPickItem[]): vscode.QuickPickItem | undefined {
  const holds = (text = "") => text.toLowerCase().includes(typed.toLowerCase());
  const textOf = ({ label }: vscode.QuickPickItem) => label.replace(/\$\([^)]*\)\s*/g, "");
  const byLabel = items.filter(item => holds(textOf(item)));
  return (
    byLabel.find(item => textOf(item).length === typed.length) ??
    byLabel[0] ??
    items.find(({ description, alwaysShow }) => alwaysShow || holds(description))
  );
}

/** A page with controls, as its script and VS Code present it. */
export class FakePanel {
  isClosed = false;
  visible = true;
  title = "";
  readonly webview = {
    options: {},
    html: "",
    postMessage: async ({
      html,
      notice,
      focus,
    }: {
      readonly html: string;
      readonly notice?: string;
      readonly focus?: string;
    }) => {
      this.content = html;
      this.focus = focus;
      this.notice = notice;
      return true;
    },
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      this.#listeners.push(listener);
      queueMicrotask(() => this.send("ready"));
      return { dispose: () => {} };
    },
  };
  /** The selector of the control that gets the focus. */
  focus: string | undefined;
  /** The last HTML from the extension. */
  content = "";
  /** The visible notice in `content`. */
  notice: string | undefined;
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #closed = new Emitter<void>();
  readonly onDidDispose = this.#closed.event;

  reveal(): void {}

  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#closed.fire();
  }

  /** Presses a button, with the values of the controls. */
  send(action: string, values: Readonly<Record<string, string | readonly string[]>> = {}): void {
    const subject = /data-subject="([^"]*)"/.exec(this.content)?.[1] ?? "";
    this.post({ action, subject, values });
  }

  /** Sends any message from the page's script. */
  post(message: unknown): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** The visible text, an element a line. */
  get text(): string {
    return this.content
      .replace(/<kbd[^>]*>(.*?)<\/kbd>/g, " [$1]")
      .replace(/<[^>]+>/g, "\n")
      .replace(
        /&(\w+|#\d+);/g,
        (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name as "amp"] ?? "",
      )
      .replace(/\n\s*/g, "\n")
      .trim();
  }
}

/** The help in catalogs has providers of its own. Other help registers several providers for its documents. */
function isOfCatalog(provider: object): boolean {
  return provider.constructor.name.startsWith("Catalog");
}

function folderUri(folder: string): FakeUri {
  return FakeUri.parse(folder.startsWith("/") ? `memory:${folder}` : folder);
}

function offers(items: readonly vscode.QuickPickItem[]): string {
  return items
    .map(({ label, description, picked }) => {
      const words = [label, description, picked ? "(picked)" : ""];
      return `\n  ${words.filter(Boolean).join("  ")}`;
    })
    .join("");
}

function printed(value: unknown): string {
  return value instanceof FakeUri ? value.toString() : JSON.stringify(value);
}

function memento(storage: Map<string, unknown>): vscode.Memento {
  return {
    keys: () => [...storage.keys()],
    get: (name: string) => storage.get(name),
    // As in VS Code, stored values become JSON.
    update: async (name: string, value: unknown) => {
      if (value === undefined) storage.delete(name);
      else storage.set(name, JSON.parse(JSON.stringify(value)));
    },
  } as vscode.Memento;
}

/** As in VS Code, a window has a copy of all keys, and each update saves the whole copy over another window's. */
function workspaceMemento(storage: Map<string, unknown>): vscode.Memento {
  const copy = new Map(storage);
  const { keys, get, update } = memento(copy);
  return {
    keys,
    get,
    async update(name: string, value: unknown) {
      await update(name, value);
      storage.clear();
      for (const [key, saved] of copy) storage.set(key, saved);
    },
  } as vscode.Memento;
}

/** A pattern of files outside of the opened folders. */
class RelativePattern {
  readonly within: string;

  constructor(base: FakeUri, pattern: string) {
    this.within = `${base.path}/${pattern.replace("*", "")}`;
  }
}

class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

class TabInputText {
  readonly uri: FakeUri;

  constructor(uri: FakeUri) {
    this.uri = uri;
  }
}

class TabInputCustom extends TabInputText {}

class TabInputTextDiff {}

class Hover {
  readonly contents: readonly MarkdownString[];

  constructor(contents: readonly MarkdownString[]) {
    this.contents = contents;
  }
}

class DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  children: DocumentSymbol[] = [];

  constructor(name: string, detail: string) {
    this.name = name;
    this.detail = detail;
  }
}

class CodeAction {
  readonly title: string;
  edit: WorkspaceEdit | undefined;
  command: vscode.Command | undefined;

  constructor(title: string) {
    this.title = title;
  }
}

class CodeLens {
  readonly range: Range;
  readonly command: vscode.Command;

  constructor(range: Range, command: vscode.Command) {
    this.range = range;
    this.command = command;
  }
}

class CompletionItem {
  readonly label: string;
  readonly kind: number;
  insertText = "";

  constructor(label: string, kind: number) {
    this.label = label;
    this.kind = kind;
  }
}

class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  source = "";

  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

class WorkspaceEdit {
  readonly replacements: { uri: FakeUri; range: Range; text: string }[] = [];

  replace(uri: FakeUri, range: Range, text: string): void {
    this.replacements.push({ uri, range, text });
  }

  insert(uri: FakeUri, at: Position, text: string): void {
    this.replace(uri, new Range(at, at), text);
  }
}

/** The smallest change that makes one text of the other. */
function changeBetween(before: string, after: string): { readonly range: Range; readonly text: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const positionAt = (offset: number) => {
    const lines = before.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  };
  const range = new Range(positionAt(start), positionAt(before.length - same));
  return { range, text: after.slice(start, after.length - same) };
}
