/** Files in memory with watchers, and the files that the extension provides under its own scheme. */

import type * as vscode from "vscode";
import { Emitter, type FakeUri } from "./fake-values.ts";

export class FakeFiles {
  readonly #files = new Map<string, Uint8Array>();
  readonly #providers = new Map<string, vscode.FileSystemProvider>();
  readonly #watched = {
    created: new Emitter<FakeUri>(),
    changed: new Emitter<FakeUri>(),
    deleted: new Emitter<FakeUri>(),
  };
  /** Paths that are links to a pipe or a device. */
  readonly #endless = new Set<string>();
  /** In order. */
  readonly reads: string[] = [];

  mount(scheme: string, provider: vscode.FileSystemProvider): void {
    this.#providers.set(scheme, provider);
  }

  /** Without `within`, for files in the opened folders. With it, for files whose paths begin so. */
  watcher(within?: string): vscode.FileSystemWatcher {
    let isDisposed = false;
    const heard =
      ({ event }: Emitter<FakeUri>) =>
      (listener: (uri: FakeUri) => unknown) =>
        event(uri => {
          const isWatched = uri.path.startsWith(within ?? "") && (within !== undefined || !isStored(uri));
          if (isWatched && !isDisposed) listener(uri);
        });
    return {
      onDidCreate: heard(this.#watched.created),
      onDidChange: heard(this.#watched.changed),
      onDidDelete: heard(this.#watched.deleted),
      dispose: () => {
        isDisposed = true;
      },
    } as unknown as vscode.FileSystemWatcher;
  }

  text(path: string): string | undefined {
    const bytes = this.#files.get(path);
    return bytes && new TextDecoder().decode(bytes);
  }

  texts(): string[] {
    return [...this.#files.values()].map(bytes => new TextDecoder().decode(bytes));
  }

  paths(): string[] {
    return [...this.#files.keys()];
  }

  /** Fires no event, as before anybody watches. */
  put(path: string, content: string | Uint8Array): void {
    this.#files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  putPipe(path: string): void {
    this.put(path, "");
    this.#endless.add(path);
  }

  readonly readFile = async (uri: FakeUri): Promise<Uint8Array> => {
    const provider = this.#providers.get(uri.scheme);
    if (provider) return provider.readFile(uri as unknown as vscode.Uri);
    this.reads.push(uri.path);
    const bytes = this.#files.get(uri.path);
    if (this.#endless.has(uri.path)) return new Promise(() => {});
    if (bytes === undefined) throw new Error(`FileNotFound ${uri.path}`);
    return bytes;
  };

  readonly writeFile = async (uri: FakeUri, bytes: Uint8Array): Promise<void> => {
    const provider = this.#providers.get(uri.scheme);
    if (provider) {
      await provider.writeFile(uri as unknown as vscode.Uri, bytes, { create: true, overwrite: true });
      return;
    }
    const isNew = !this.#files.has(uri.path);
    this.#files.set(uri.path, bytes);
    this.#watched[isNew ? "created" : "changed"].fire(uri);
  };

  readonly stat = async (uri: FakeUri): Promise<vscode.FileStat> => {
    const provider = this.#providers.get(uri.scheme);
    if (provider) return provider.stat(uri as unknown as vscode.Uri);
    if (!this.#files.has(uri.path)) throw new Error(`FileNotFound ${uri.path}`);
    const size = this.#files.get(uri.path)?.length ?? 0;
    // 64 is a symbolic link, 1 a file.
    return { type: this.#endless.has(uri.path) ? 64 : 1, ctime: 0, mtime: 0, size };
  };

  readonly delete = async (uri: FakeUri): Promise<void> => {
    if (!this.#files.delete(uri.path)) throw new Error(`FileNotFound ${uri.path}`);
    this.#watched.deleted.fire(uri);
  };

  readonly readDirectory = async (uri: FakeUri): Promise<[string, vscode.FileType][]> => {
    const within = this.paths().filter(path => path.startsWith(`${uri.path}/`));
    return within.map(path => [path.slice(uri.path.length + 1), 1]);
  };

  readonly createDirectory = async (): Promise<void> => {};
}

/** Whether it is a file of the extension, which is in none of the opened folders. */
function isStored({ path }: FakeUri): boolean {
  return path.startsWith("/global-storage/");
}

export function fakeFilesWith(files: Record<string, string>): FakeFiles {
  const fake = new FakeFiles();
  for (const [path, text] of Object.entries(files)) fake.put(path, text);
  return fake;
}
