/**
 * The documents that Callboard shows without a file on disk, under addresses `callboard:/<folder>/<id>/<title>`. Each
 * folder has a source, which knows the texts in it.
 *
 * Anybody can write an address, into a link or a workspace file. So the id is random, what it stands for is kept in the
 * workspace's storage, which outlives a reload, and an address that was not made here leads nowhere, also when only its
 * title is another.
 */

import type { EventEmitter, FileChangeEvent, FileStat, FileSystemProvider, Memento, Uri } from "vscode";
import { list, type Of, object, read, text, tolerantMap, write } from "../../shared/codec.ts";
import { Disposables } from "./disposables.ts";
import { t } from "./l10n.ts";
import { label } from "./text.ts";
import type { VSCode } from "./vscode.ts";

export const scheme = "callboard";

const storedUnder = "callboard.documents";
const mostKept = 500;

type Place = Of<typeof placeCodec>;
const placeCodec = object({
  folder: text,
  /** Leads the folder's source to the text. */
  path: list(text),
  /** The last segment of the address, which VS Code shows on the tab. */
  tab: text,
});
/** By their ids. */
export const placesCodec = tolerantMap(placeCodec);

export interface Source {
  /** Undefined where there is no such document. */
  read(path: readonly string[]): Promise<string | undefined>;
  /** Absent where documents are read-only. */
  write?(path: readonly string[], text: string): void;
}

export class VirtualDocuments extends Disposables implements FileSystemProvider {
  readonly #vscode: VSCode;
  readonly #workspaceState: Memento;
  readonly #sources = new Map<string, Source>();
  /** By their ids, the latest last. */
  #kept: Map<string, Place> | undefined;
  readonly #changed: EventEmitter<FileChangeEvent[]>;
  readonly onDidChangeFile;
  /** Given to VS Code as the time of change, by which it tells versions apart. */
  readonly #versions = new Map<string, number>();
  #latest = 1;

  constructor(vscode: VSCode, workspaceState: Memento) {
    super();
    this.#vscode = vscode;
    this.#workspaceState = workspaceState;
    this.#changed = this.own(new vscode.EventEmitter<FileChangeEvent[]>());
    this.onDidChangeFile = this.#changed.event;
    this.own(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  add(folder: string, source: Source): void {
    this.#sources.set(folder, source);
  }

  /** The same for the same path and title, so that a document is not open twice. */
  uri(folder: string, path: readonly string[], title: string, ending = ""): Uri {
    const place = { folder, path, tab: onTab(title) + ending };
    const before = [...this.#places].find(([, each]) => JSON.stringify(each) === JSON.stringify(place));
    const id = before?.[0] ?? crypto.randomUUID();
    this.#places.delete(id);
    this.#places.set(id, place);
    for (const oldest of [...this.#places.keys()].slice(0, -mostKept)) this.#places.delete(oldest);
    this.#workspaceState.update(storedUnder, write(placesCodec, this.#places));
    return this.#uriOf(id, place);
  }

  /** The path of a document in this folder; undefined for any other, and for an address that was not made here. */
  pathIn(folder: string, uri: Uri): readonly string[] | undefined {
    const place = this.#placeAt(uri);
    return place?.folder === folder ? place.path : undefined;
  }

  /** The text is read again where the document is open. */
  refresh(uri: Uri): void {
    this.#versions.set(uri.toString(), ++this.#latest);
    this.#changed.fire([{ type: this.#vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { source, path } = this.#at(uri);
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
    const { source, path } = this.#at(uri);
    return new TextEncoder().encode(await this.#textAt(uri, source, path));
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    const { source, path } = this.#at(uri);
    if (source.write === undefined) throw this.#vscode.FileSystemError.NoPermissions(uri);
    source.write(path, new TextDecoder().decode(content));
    this.refresh(uri);
  }

  watch() {
    // `refresh` tells of every change.
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

  get #places(): Map<string, Place> {
    this.#kept ??= read(placesCodec, this.#workspaceState.get(storedUnder));
    return this.#kept;
  }

  #uriOf(id: string, { folder, tab }: Place): Uri {
    return this.#vscode.Uri.from({ scheme, path: `/${folder}/${id}/${tab}` });
  }

  #placeAt(uri: Uri): Place | undefined {
    const [, , id = ""] = uri.path.split("/");
    const place = this.#places.get(id);
    return place && this.#uriOf(id, place).toString() === uri.toString() ? place : undefined;
  }

  #at(uri: Uri): { source: Source; path: readonly string[] } {
    const place = this.#placeAt(uri);
    const source = place && this.#sources.get(place.folder);
    if (place === undefined || source === undefined) {
      throw this.#vscode.FileSystemError.NoPermissions(
        t("Callboard did not make this address in this workspace, so it shows nothing there."),
      );
    }
    return { source, path: place.path };
  }

  async #textAt(uri: Uri, source: Source, path: readonly string[]): Promise<string> {
    const text = await source.read(path);
    if (text === undefined) throw this.#vscode.FileSystemError.FileNotFound(uri);
    return text;
  }
}

const longestTitle = 80;

/** A slash would separate segments: U+2215 looks like one. */
function onTab(title: string): string {
  const shown = label(title, longestTitle).replace(/[/\\]/g, "∕");
  return /^\.*$/.test(shown) ? `${shown}_` : shown;
}
