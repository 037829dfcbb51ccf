/**
 * The documents that Callboard shows without a file on disk, at addresses `callboard:/<folder>/<title>?<id>`. A link or a
 * workspace file can contain such an address, so Callboard opens only addresses that it made itself: the id is random,
 * and the workspace's storage maps it to a document. A changed title makes the address invalid as well. The id is in the
 * query, because VS Code shows the path above the editor.
 */

import type { EventEmitter, FileChangeEvent, FileStat, FileSystemProvider, Uri } from "vscode";
import { list, object, read, text, tolerantMap, type ValueOf, write } from "../../shared/codec.ts";
import { Disposables } from "./disposables.ts";
import { t } from "./l10n.ts";
import type { SharedState, SharedValue } from "./shared-state.ts";
import { labelText } from "./text.ts";
import type { VSCode } from "./vscode.ts";

export const scheme = "callboard";

const storedUnder = "callboard.documents";
const mostKept = 500;

type DocumentEntry = ValueOf<typeof entryCodec>;
const entryCodec = object({
  folder: text,
  path: list(text),
  /** The last segment of the address, which VS Code shows on the tab. */
  tab: text,
});
export const documentsCodec = tolerantMap(entryCodec);

export interface DocumentSource {
  read(path: readonly string[]): Promise<string | undefined>;
  /** Absent if the source's documents are read-only. */
  write?(path: readonly string[], text: string): Promise<void>;
}

export class VirtualDocuments extends Disposables implements FileSystemProvider {
  readonly #vscode: VSCode;
  readonly #sources = new Map<string, DocumentSource>();
  readonly #state: SharedState;
  /** Keys are ids; the entry that `uri` was last called for comes last. */
  #opened: SharedValue<Map<string, DocumentEntry>> | undefined;
  readonly #fileChanges: EventEmitter<FileChangeEvent[]>;
  readonly onDidChangeFile;
  /** Version numbers that VS Code receives as modification times, by which it notices a change. */
  readonly #versions = new Map<string, number>();
  #latestVersion = 1;

  constructor(vscode: VSCode, state: SharedState) {
    super();
    this.#vscode = vscode;
    this.#state = state;
    this.#fileChanges = this.register(new vscode.EventEmitter<FileChangeEvent[]>());
    this.onDidChangeFile = this.#fileChanges.event;
    this.register(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  addSource(folder: string, source: DocumentSource): void {
    this.#sources.set(folder, source);
  }

  /** Gives the same address for the same folder, path and title, so that a document does not open twice. */
  uri(folder: string, path: readonly string[], title: string, ending = ""): Uri {
    const entry = { folder, path, tab: tabText(title) + withoutSlashes(ending) };
    const existing = [...this.#entries].find(([, each]) => JSON.stringify(each) === JSON.stringify(entry));
    const id = existing?.[0] ?? crypto.randomUUID();
    if (id === [...this.#entries.keys()].at(-1)) return this.#uriOf(id, entry);
    void this.#shared.change(entries => {
      entries.delete(id);
      entries.set(id, entry);
      for (const oldest of [...entries.keys()].slice(0, -mostKept)) entries.delete(oldest);
      return entries;
    });
    return this.#uriOf(id, entry);
  }

  /** Undefined for a document of another folder, and for an address that is not stored. */
  pathIn(folder: string, uri: Uri): readonly string[] | undefined {
    const entry = this.#entryAt(uri);
    return entry?.folder === folder ? entry.path : undefined;
  }

  /** Makes VS Code read the text of an open document again. */
  refresh(uri: Uri): void {
    this.#versions.set(uri.toString(), ++this.#latestVersion);
    this.#fileChanges.fire([{ type: this.#vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { source, path } = this.#requireSource(uri);
    const text = await this.#textAt(uri, source, path);
    return {
      type: this.#vscode.FileType.File,
      ctime: 1,
      mtime: this.#versions.get(uri.toString()) ?? 1,
      size: new TextEncoder().encode(text).length,
      ...(source.write === undefined ? { permissions: this.#vscode.FilePermission.Readonly } : {}),
    };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { source, path } = this.#requireSource(uri);
    return new TextEncoder().encode(await this.#textAt(uri, source, path));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const { source, path } = this.#requireSource(uri);
    if (source.write === undefined) throw this.#vscode.FileSystemError.NoPermissions(uri);
    await source.write(path, new TextDecoder().decode(content));
    this.refresh(uri);
  }

  watch() {
    // Nothing is watched: VS Code learns of changes through `refresh`.
    return { dispose: () => {} };
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(uri: Uri): void {
    throw this.#vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw this.#vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw this.#vscode.FileSystemError.NoPermissions(uri);
  }

  /** Opened at first use, because the start needs no address. */
  get #shared(): SharedValue<Map<string, DocumentEntry>> {
    this.#opened ??= this.#state.value(storedUnder, {
      parse: stored => read(documentsCodec, stored),
      write: entries => write(documentsCodec, entries),
    });
    return this.#opened;
  }

  get #entries(): ReadonlyMap<string, DocumentEntry> {
    return this.#shared.value;
  }

  #uriOf(id: string, { folder, tab }: DocumentEntry): Uri {
    return this.#vscode.Uri.from({ scheme, path: `/${folder}/${tab}`, query: id });
  }

  #entryAt(uri: Uri): DocumentEntry | undefined {
    const entry = this.#entries.get(uri.query);
    return entry && this.#uriOf(uri.query, entry).toString() === uri.toString() ? entry : undefined;
  }

  #requireSource(uri: Uri): { source: DocumentSource; path: readonly string[] } {
    const entry = this.#entryAt(uri);
    const source = entry && this.#sources.get(entry.folder);
    if (entry === undefined || source === undefined) {
      throw this.#vscode.FileSystemError.NoPermissions(
        t("This address can't be opened, because Callboard did not create it in this workspace."),
      );
    }
    return { source, path: entry.path };
  }

  async #textAt(uri: Uri, source: DocumentSource, path: readonly string[]): Promise<string> {
    const text = await source.read(path);
    if (text === undefined) throw this.#vscode.FileSystemError.FileNotFound(uri);
    return text;
  }
}

const longestTitle = 80;

/** Makes a title one segment of an address: U+2215 replaces slashes; `_` follows a title that is empty or only dots. */
function tabText(title: string): string {
  const shown = withoutSlashes(labelText(title, longestTitle));
  return /^\.*$/.test(shown) ? `${shown}_` : shown;
}

function withoutSlashes(text: string): string {
  return text.replace(/[/\\]/g, "∕");
}
