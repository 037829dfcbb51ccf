/**
 * The documents that Callboard shows without a file on disk, under addresses `callboard:/<folder>/…`. Each folder has a
 * source, which knows the texts in it.
 */

import type { EventEmitter, FileChangeEvent, FileStat, FileSystemProvider, Uri } from "vscode";
import { Disposables } from "./disposables.ts";
import { label } from "./text.ts";
import type { VSCode } from "./vscode.ts";

const scheme = "callboard";

export interface Source {
  /** Undefined where there is no such document. */
  read(path: readonly string[]): Promise<string | undefined>;
  /** Absent where documents are read-only. */
  write?(path: readonly string[], text: string): void;
}

export class VirtualDocuments extends Disposables implements FileSystemProvider {
  readonly #vscode: VSCode;
  readonly #sources = new Map<string, Source>();
  readonly #changed: EventEmitter<FileChangeEvent[]>;
  readonly onDidChangeFile;
  /** Given to VS Code as the time of change, by which it tells versions apart. */
  readonly #versions = new Map<string, number>();
  #latest = 1;

  constructor(vscode: VSCode) {
    super();
    this.#vscode = vscode;
    this.#changed = this.own(new vscode.EventEmitter<FileChangeEvent[]>());
    this.onDidChangeFile = this.#changed.event;
    this.own(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  add(folder: string, source: Source): void {
    this.#sources.set(folder, source);
  }

  /** The last segment is what VS Code shows on the tab; the others lead to the text. */
  uri(folder: string, path: readonly string[], title: string, ending = ""): Uri {
    const segments = [...[folder, ...path].map(encodeSegment), onTab(title) + ending];
    return this.#vscode.Uri.from({ scheme, path: `/${segments.join("/")}` });
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

  #at(uri: Uri): { source: Source; path: string[] } {
    const [folder = "", ...path] = pathOf(uri);
    const source = this.#sources.get(folder);
    if (source === undefined) throw this.#vscode.FileSystemError.FileNotFound(uri);
    return { source, path };
  }

  async #textAt(uri: Uri, source: Source, path: readonly string[]): Promise<string> {
    const text = await source.read(path);
    if (text === undefined) throw this.#vscode.FileSystemError.FileNotFound(uri);
    return text;
  }
}

/** The folder and the path, without the title. */
export function pathOf(uri: Uri): string[] {
  return uri.path.split("/").slice(1, -1).map(decodeSegment);
}

const longestTitle = 80;

/** A slash would separate segments: U+2215 looks like one. */
function onTab(title: string): string {
  const shown = label(title, longestTitle).replace(/[/\\]/g, "∕");
  return /^\.*$/.test(shown) ? `${shown}_` : shown;
}

/** So that a slash in an id separates no segments, and an id `..` does not lead to another folder. */
function encodeSegment(text: string): string {
  if (/^\.*$/.test(text)) return `%${text}`;
  return text.replace(/[%/\\]/g, character => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function decodeSegment(segment: string): string {
  if (/^%\.*$/.test(segment)) return segment.slice(1);
  return segment.replace(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
