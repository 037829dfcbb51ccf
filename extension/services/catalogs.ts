/**
 * The catalogs of the workspace's folders. They are read at first use and after each change. The Problems panel shows
 * their mistakes, also while a person types. While a file has errors, its last catalog without errors stays in use.
 */

import type { Range, TextDocument, Uri, WorkspaceFolder } from "vscode";
import type { Catalog, CatalogProblem, Location } from "../../shared/catalog/catalog.ts";
import type { Clock } from "../../shared/clock.ts";
import type { RuleError } from "../../shared/reading/rules.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { configuredServices } from "./settings.ts";

export const catalogName = "callboard.yml";

export interface FolderCatalog {
  readonly folder: string;
  readonly catalog: Catalog;
}

export interface CatalogInUse extends FolderCatalog {
  /** The file has errors, and its records may stand on other lines than in this catalog. */
  readonly isOutdated: boolean;
}

const typingPauseMs = 300;

interface CatalogStoreDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly clock: Clock;
}

export class CatalogStore extends Observable {
  readonly #vscode: VSCode;
  readonly #bundles: Bundles;
  readonly #diagnostics: ReturnType<VSCode["languages"]["createDiagnosticCollection"]>;
  /**
   * Keys are folders' addresses. Contains the last catalog without errors or, before there is one, what could be read
   * of the first catalog.
   */
  readonly #byFolder = new Map<string, Catalog>();
  /** The folders whose file has errors since the catalog was read. */
  readonly #outdated = new Set<string>();
  /** The number of each folder's latest load. An earlier load that ends later is dropped. */
  readonly #latestLoad = new Map<string, number>();
  #loads = 0;
  /** The number of each file's latest check for problems. Keys are files' addresses. */
  readonly #latestCheck = new Map<string, number>();
  /** Keys and values are addresses. */
  readonly #roots = new Map<string, string>();
  readonly #clock: Clock;
  #cancelTyped = () => {};
  #ready: Promise<void> | undefined;

  constructor({ vscode, bundles, clock }: CatalogStoreDeps) {
    super(vscode);
    this.#vscode = vscode;
    this.#bundles = bundles;
    this.#clock = clock;
    this.#diagnostics = this.register(vscode.languages.createDiagnosticCollection("callboard"));
    const watcher = this.register(vscode.workspace.createFileSystemWatcher(`**/${catalogName}`));
    const load = (file: Uri) => this.#loadFile(file);
    this.register(watcher.onDidCreate(load));
    this.register(watcher.onDidChange(load));
    this.register(watcher.onDidDelete(load));
    this.register(vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#loadFile(uri)));
    this.register(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkTyped(document)));
    this.register({ dispose: () => this.#cancelTyped() });
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#reload()));
    // The settings have the names that `service` can be.
    this.register(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (this.#ready && event.affectsConfiguration("callboard.services")) this.#reload();
      }),
    );
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#reload()));
  }

  get all(): CatalogInUse[] {
    return this.#folders.flatMap(({ uri }) => {
      const catalog = this.#byFolder.get(uri.toString());
      const folder = uri.toString();
      return catalog === undefined ? [] : [{ folder, catalog, isOutdated: this.#outdated.has(folder) }];
    });
  }

  /**
   * Resolves when every folder's catalog was read. The first call reads them and reports a change. In an untrusted
   * workspace, no call reads anything.
   */
  ready(): Promise<void> {
    if (!this.#vscode.workspace.isTrusted) return Promise.resolve();
    this.#ready ??= Promise.all(this.#folders.map(folder => this.#loadFolder(folder))).then(() =>
      this.fireChange(),
    );
    return this.#ready;
  }

  /** For a document outside of the folders, such as a response of CI. `root` is the folder of its repository. */
  assign(document: Uri, root: string): void {
    this.#roots.set(document.toString(), root);
  }

  /**
   * The catalog of the document's own folder, else the first. Undefined in an untrusted workspace, and for a document
   * whose repository has no catalog, because another one's must not learn from it.
   */
  async catalogFor(document: Uri): Promise<FolderCatalog | undefined> {
    await this.ready();
    const { all } = this;
    const root = this.#roots.get(document.toString());
    if (root !== undefined && this.#folders.length > 1) {
      return all.find(({ folder }) => isWithin(folder, root) || isWithin(root, folder));
    }
    return all.find(({ folder }) => isWithin(document.toString(), folder)) ?? all[0];
  }

  /** Gives an obstacle that leads to the mistake in the catalog's rules, and shows it in Problems, also for a closed file. */
  async explainMistake(mistake: RuleError, catalog: Catalog | undefined): Promise<Error> {
    const folder = this.all.find(each => each.catalog === catalog)?.folder;
    if (catalog === undefined || folder === undefined) return mistake;
    const file = catalogFile(this.#vscode, this.#vscode.Uri.parse(folder));
    const text = (await this.#textOf(file)) ?? "";
    const { locateRule } = await this.#bundles.catalog();
    const { path, position, problem } = mistake;
    const place = locateRule(text, catalog.file, path.map(String), position);
    if (place === undefined) return mistake;
    const { problems } = await this.#read(text);
    await this.#showProblems(file, text, catalog, problems, { evaluates: true });
    const selection = this.#rangeOf(place);
    const message = `\`${path.join(".")}\`: ${problem}`;
    return new Obstacle(t("Line {0} of {1}: {2}", place.line, catalogName, message), [
      { title: t("Show in callboard.yml"), command: "vscode.open", arguments: [file, { selection }] },
    ]);
  }

  get #folders(): readonly WorkspaceFolder[] {
    return workspaceFolders(this.#vscode);
  }

  async #reload(): Promise<void> {
    this.#ready = undefined;
    const folders = new Set(this.#folders.map(({ uri }) => uri.toString()));
    for (const folder of [...this.#byFolder.keys()].filter(folder => !folders.has(folder))) {
      this.#byFolder.delete(folder);
      this.#diagnostics.delete(catalogFile(this.#vscode, this.#vscode.Uri.parse(folder)));
    }
    await this.ready();
  }

  /** Undefined for a file that is not a folder's catalog, and in an untrusted workspace. */
  #folderOf(file: Uri): WorkspaceFolder | undefined {
    if (!this.#vscode.workspace.isTrusted) return undefined;
    return this.#folders.find(({ uri }) => catalogFile(this.#vscode, uri).toString() === file.toString());
  }

  /** Shows mistakes in unsaved text. The catalog itself changes only when the file is saved. */
  #checkTyped(document: TextDocument): void {
    const folder = this.#folderOf(document.uri);
    if (folder === undefined || !document.isDirty) return;
    this.#cancelTyped();
    this.#cancelTyped = this.#clock.after(typingPauseMs, async () => {
      const text = document.getText();
      const { catalog, problems } = await this.#read(text);
      await this.#showProblems(document.uri, text, catalog, problems);
    });
  }

  async #loadFile(file: Uri): Promise<void> {
    const folder = this.#folderOf(file);
    if (folder === undefined) return;
    await this.#loadFolder(folder);
    this.fireChange();
  }

  async #loadFolder({ uri }: WorkspaceFolder): Promise<void> {
    const folder = uri.toString();
    const load = ++this.#loads;
    this.#latestLoad.set(folder, load);
    const file = catalogFile(this.#vscode, uri);
    const text = await this.#textOf(file);
    const { catalog, problems } = await this.#read(text ?? "");
    if (this.#latestLoad.get(folder) !== load) return;
    if (text === undefined) {
      this.#byFolder.delete(folder);
      this.#diagnostics.delete(file);
      return;
    }
    this.#showProblems(file, text, catalog, problems);
    const isBroken = problems.some(({ severity }) => severity === "error");
    const isOutdated = isBroken && this.#byFolder.has(folder);
    if (isOutdated) this.#outdated.add(folder);
    else {
      this.#outdated.delete(folder);
      this.#byFolder.set(folder, catalog);
    }
  }

  /** Evaluates the expressions of an open file only, unless told to, because that starts a process. */
  async #showProblems(
    file: Uri,
    text: string,
    catalog: Catalog,
    problems: readonly CatalogProblem[],
    { evaluates = this.#isOpen(file) } = {},
  ): Promise<void> {
    const show = (all: readonly CatalogProblem[]) =>
      this.#diagnostics.set(
        file,
        all.map(problem => this.#diagnosticOf(problem)),
      );
    const number = (this.#latestCheck.get(file.toString()) ?? 0) + 1;
    this.#latestCheck.set(file.toString(), number);
    const { cases, passWhen, running, ...others } = catalog.report;
    const checked = evaluates ? catalog : { ...catalog, report: others };
    // The previous check's problems stay visible until this check ends.
    const { findExpressionProblems } = await this.#bundles.catalog();
    const inRules = await findExpressionProblems(() => this.#bundles.expressions(), text, checked).catch(
      () => [],
    );
    if (this.#latestCheck.get(file.toString()) === number) show([...problems, ...inRules]);
  }

  async #read(text: string) {
    const { readCatalog } = await this.#bundles.catalog();
    const { services } = configuredServices(this.#vscode);
    return readCatalog(
      text,
      catalogName,
      services.map(({ name }) => name),
    );
  }

  #isOpen(file: Uri): boolean {
    return this.#vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString());
  }

  /** Reads regular files only. A repository can contain a link to a device, and reading a device may never end. */
  async #textOf(file: Uri): Promise<string | undefined> {
    const { FileType, workspace } = this.#vscode;
    try {
      const { type } = await workspace.fs.stat(file);
      // The type of a link to a file contains this bit as well.
      if ((type & FileType.File) === 0) return undefined;
      return new TextDecoder().decode(await workspace.fs.readFile(file));
    } catch {
      return undefined;
    }
  }

  #rangeOf({ line, column, endLine, endColumn }: Location): Range {
    return new this.#vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
  }

  #diagnosticOf({ severity, message, ...location }: CatalogProblem) {
    const { Diagnostic, DiagnosticSeverity } = this.#vscode;
    const diagnostic = new Diagnostic(
      this.#rangeOf(location),
      message,
      severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    );
    diagnostic.source = "Callboard";
    return diagnostic;
  }
}

function isWithin(address: string, folder: string): boolean {
  return `${address}/`.startsWith(`${folder}/`);
}

export function catalogFile(vscode: VSCode, folder: Uri): Uri {
  return vscode.Uri.joinPath(folder, catalogName);
}
