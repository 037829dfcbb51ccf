/**
 * The `callboard.yml` of each workspace folder: read when it is first needed, watched from then on. A broken file is
 * shown in the Problems panel, and what it said before it broke stays in use.
 */

import type { Event, EventEmitter, Uri, WorkspaceFolder } from "vscode";
import type { Catalog, Problem } from "../../shared/catalog/catalog.ts";
import type { Parts } from "../bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { FolderCatalog } from "../records/inventory.ts";

export const catalogName = "callboard.yml";

export class Catalogs extends Disposables {
  readonly #vscode: VSCode;
  readonly #parts: Parts;
  readonly #diagnostics: ReturnType<VSCode["languages"]["createDiagnosticCollection"]>;
  readonly #changed: EventEmitter<void>;
  readonly onDidChange: Event<void>;
  /** By the folder's address: what could last be read without an error, else what could be read at all. */
  readonly #read = new Map<string, Catalog>();
  /** The latest reading of each folder, so that a slow earlier one does not win. */
  readonly #latest = new Map<string, number>();
  #readings = 0;
  #first: Promise<void> | undefined;

  constructor(vscode: VSCode, parts: Parts) {
    super();
    this.#vscode = vscode;
    this.#parts = parts;
    this.#diagnostics = this.own(vscode.languages.createDiagnosticCollection("callboard"));
    this.#changed = this.own(new vscode.EventEmitter<void>());
    this.onDidChange = this.#changed.event;
    const watcher = this.own(vscode.workspace.createFileSystemWatcher(`**/${catalogName}`));
    const look = (file: Uri) => this.#look(file);
    this.own(watcher.onDidCreate(look));
    this.own(watcher.onDidChange(look));
    this.own(watcher.onDidDelete(look));
    this.own(vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#look(uri)));
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#again()));
    this.own(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#again()));
  }

  /** In the order of the workspace's folders. */
  get all(): FolderCatalog[] {
    return this.#folders.flatMap(({ uri }) => {
      const catalog = this.#read.get(uri.toString());
      return catalog === undefined ? [] : [{ folder: uri.toString(), catalog }];
    });
  }

  /** Resolves when every folder has been looked at once; in an untrusted workspace nothing is. */
  ready(): Promise<void> {
    if (!this.#vscode.workspace.isTrusted) return Promise.resolve();
    this.#first ??= Promise.all(this.#folders.map(folder => this.#readFolder(folder))).then(() => {});
    return this.#first;
  }

  get #folders(): readonly WorkspaceFolder[] {
    return this.#vscode.workspace.workspaceFolders ?? [];
  }

  async #again(): Promise<void> {
    this.#first = undefined;
    const folders = new Set(this.#folders.map(({ uri }) => uri.toString()));
    for (const folder of [...this.#read.keys()].filter(folder => !folders.has(folder))) {
      this.#read.delete(folder);
      this.#diagnostics.delete(fileIn(this.#vscode, this.#vscode.Uri.parse(folder)));
    }
    await this.ready();
    this.#changed.fire();
  }

  async #look(file: Uri): Promise<void> {
    const folder = this.#folders.find(({ uri }) => fileIn(this.#vscode, uri).toString() === file.toString());
    if (folder === undefined || !this.#vscode.workspace.isTrusted) return;
    await this.#readFolder(folder);
    this.#changed.fire();
  }

  /** Never rejects: a folder that cannot be read takes nothing else with it. */
  async #readFolder({ uri }: WorkspaceFolder): Promise<void> {
    const folder = uri.toString();
    const reading = ++this.#readings;
    this.#latest.set(folder, reading);
    const file = fileIn(this.#vscode, uri);
    const text = await this.#textOf(file);
    const { readCatalog } = await this.#parts.catalog();
    if (this.#latest.get(folder) !== reading) return;
    if (text === undefined) {
      this.#read.delete(folder);
      this.#diagnostics.delete(file);
      return;
    }
    const { catalog, problems } = readCatalog(text, catalogName);
    this.#diagnostics.set(
      file,
      problems.map(problem => this.#diagnosticOf(problem)),
    );
    const isBroken = problems.some(({ severity }) => severity === "error");
    if (!isBroken || !this.#read.has(folder)) this.#read.set(folder, catalog);
  }

  async #textOf(file: Uri): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await this.#vscode.workspace.fs.readFile(file));
    } catch {
      // Most folders have none.
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

export function fileIn(vscode: VSCode, folder: Uri): Uri {
  return vscode.Uri.joinPath(folder, catalogName);
}
