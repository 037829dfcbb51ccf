/**
 * The `callboard.yml` of each workspace folder: read when it is first needed, watched from then on. Mistakes are shown
 * in the Problems panel, also while somebody types; while a file has errors, what was read before them stays in use.
 * The first reading is told as a change.
 */

import type { TextDocument, Uri, WorkspaceFolder } from "vscode";
import type { Catalog, Problem } from "../../shared/catalog/catalog.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Bundles } from "../bundles/bundles.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { expressionProblems } from "./expressions.ts";

export const catalogName = "callboard.yml";

/** A catalog and the workspace folder it belongs to. */
export interface FolderCatalog {
  /** The folder's address. */
  readonly folder: string;
  readonly catalog: Catalog;
}

/** After the last key, before what was typed is read. */
const typingMs = 300;

interface CatalogStoreDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly clock: Clock;
}

export class Catalogs extends Observable {
  readonly #vscode: VSCode;
  readonly #bundles: Bundles;
  readonly #diagnostics: ReturnType<VSCode["languages"]["createDiagnosticCollection"]>;
  /** By the folder's address: what could last be read without an error, else what could be read at all. */
  readonly #read = new Map<string, Catalog>();
  /** The number of each folder's latest reading: an earlier one that ends later is dropped. */
  readonly #latest = new Map<string, number>();
  #readings = 0;
  /** The number of each file's latest problems, by its address. */
  readonly #shown = new Map<string, number>();
  readonly #clock: Clock;
  #callOff = () => {};
  #readAll: Promise<void> | undefined;

  constructor({ vscode, bundles, clock }: CatalogStoreDeps) {
    super(vscode);
    this.#vscode = vscode;
    this.#bundles = bundles;
    this.#clock = clock;
    this.#diagnostics = this.own(vscode.languages.createDiagnosticCollection("callboard"));
    const watcher = this.own(vscode.workspace.createFileSystemWatcher(`**/${catalogName}`));
    const read = (file: Uri) => this.#readFile(file);
    this.own(watcher.onDidCreate(read));
    this.own(watcher.onDidChange(read));
    this.own(watcher.onDidDelete(read));
    this.own(vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#readFile(uri)));
    this.own(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#readTyped(document)));
    this.own({ dispose: () => this.#callOff() });
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#readAgain()));
    this.own(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#readAgain()));
  }

  /** In the order of the workspace's folders. */
  get all(): FolderCatalog[] {
    return this.#folders.flatMap(({ uri }) => {
      const catalog = this.#read.get(uri.toString());
      return catalog === undefined ? [] : [{ folder: uri.toString(), catalog }];
    });
  }

  /** Resolves when every folder's catalog was read once; in a workspace without trust none is read. */
  ready(): Promise<void> {
    if (!this.#vscode.workspace.isTrusted) return Promise.resolve();
    this.#readAll ??= Promise.all(this.#folders.map(folder => this.#readFolder(folder))).then(() =>
      this.changed(),
    );
    return this.#readAll;
  }

  get #folders(): readonly WorkspaceFolder[] {
    return workspaceFolders(this.#vscode);
  }

  async #readAgain(): Promise<void> {
    this.#readAll = undefined;
    const folders = new Set(this.#folders.map(({ uri }) => uri.toString()));
    for (const folder of [...this.#read.keys()].filter(folder => !folders.has(folder))) {
      this.#read.delete(folder);
      this.#diagnostics.delete(catalogFile(this.#vscode, this.#vscode.Uri.parse(folder)));
    }
    await this.ready();
  }

  /** The folder whose catalog it is; undefined for any other file, and in a workspace without trust. */
  #folderOf(file: Uri): WorkspaceFolder | undefined {
    if (!this.#vscode.workspace.isTrusted) return undefined;
    return this.#folders.find(({ uri }) => catalogFile(this.#vscode, uri).toString() === file.toString());
  }

  /** What is typed is looked at for mistakes, and not used before it is saved. */
  #readTyped(document: TextDocument): void {
    const folder = this.#folderOf(document.uri);
    if (folder === undefined || !document.isDirty) return;
    this.#callOff();
    this.#callOff = this.#clock.after(typingMs, async () => {
      const { readCatalog } = await this.#bundles.catalog();
      const text = document.getText();
      const { catalog, problems } = readCatalog(text, catalogName);
      await this.#showProblems(document.uri, text, catalog, problems);
    });
  }

  /** Ignores every file that is no catalog. */
  async #readFile(file: Uri): Promise<void> {
    const folder = this.#folderOf(file);
    if (folder === undefined) return;
    await this.#readFolder(folder);
    this.changed();
  }

  /** Does not reject where there is no catalog or it cannot be read. */
  async #readFolder({ uri }: WorkspaceFolder): Promise<void> {
    const folder = uri.toString();
    const reading = ++this.#readings;
    this.#latest.set(folder, reading);
    const file = catalogFile(this.#vscode, uri);
    const text = await this.#textOf(file);
    const { readCatalog } = await this.#bundles.catalog();
    if (this.#latest.get(folder) !== reading) return;
    if (text === undefined) {
      this.#read.delete(folder);
      this.#diagnostics.delete(file);
      return;
    }
    const { catalog, problems } = readCatalog(text, catalogName);
    this.#showProblems(file, text, catalog, problems);
    const isBroken = problems.some(({ severity }) => severity === "error");
    if (!isBroken || !this.#read.has(folder)) this.#read.set(folder, catalog);
  }

  /** Those of the expressions need a process to be found, so they are looked for only while the file is open. */
  async #showProblems(
    file: Uri,
    text: string,
    catalog: Catalog,
    problems: readonly Problem[],
  ): Promise<void> {
    const show = (all: readonly Problem[]) =>
      this.#diagnostics.set(
        file,
        all.map(problem => this.#diagnosticOf(problem)),
      );
    const number = (this.#shown.get(file.toString()) ?? 0) + 1;
    this.#shown.set(file.toString(), number);
    const isOpen = this.#vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString());
    // What is shown already stays until it is known whether it still holds.
    if (!isOpen || problems.some(({ severity }) => severity === "error")) return show(problems);
    const others = await expressionProblems(this.#bundles, text, catalog).catch(() => []);
    if (this.#shown.get(file.toString()) === number) show([...problems, ...others]);
  }

  /** A repository can hold a link to a device, which may have no end, or never answer. */
  async #textOf(file: Uri): Promise<string | undefined> {
    const { FileType, workspace } = this.#vscode;
    try {
      const { type } = await workspace.fs.stat(file);
      // Of a link to a file as well.
      if ((type & FileType.File) === 0) return undefined;
      return new TextDecoder().decode(await workspace.fs.readFile(file));
    } catch {
      return undefined;
    }
  }

  #diagnosticOf({ line, column, endLine, endColumn, severity, message }: Problem) {
    const { Diagnostic, DiagnosticSeverity, Range } = this.#vscode;
    const diagnostic = new Diagnostic(
      new Range(line - 1, column - 1, endLine - 1, endColumn - 1),
      message,
      severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    );
    diagnostic.source = "Callboard";
    return diagnostic;
  }
}

export function catalogFile(vscode: VSCode, folder: Uri): Uri {
  return vscode.Uri.joinPath(folder, catalogName);
}
