/**
 * Stores large texts in files. The name of their folder is a hash of the opened folder's or workspace file's address,
 * because VS Code's own storage folder can differ between windows that open the same folder.
 */

import type { Disposable, ExtensionContext, Uri } from "vscode";
import { hash } from "./hash.ts";
import type { VSCode } from "./vscode.ts";

export interface Storage {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  delete(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** Calls the listener when a window has created, changed or deleted a file whose name begins with `start`. */
  watch(start: string, listener: (name: string) => void): Promise<Disposable>;
}

export function openStorage(vscode: VSCode, context: Pick<ExtensionContext, "globalStorageUri">): Storage {
  return storageIn(
    vscode,
    vscode.Uri.joinPath(context.globalStorageUri, "workspaces", workspaceName(vscode)),
  );
}

/** Equal in all windows that open the same folder or workspace file. */
export function workspaceName({ workspace: { workspaceFile, workspaceFolders } }: VSCode): string {
  const opened = workspaceFile ?? workspaceFolders?.[0]?.uri;
  return opened === undefined ? "no-folder" : hash(opened.toString());
}

export function storageIn(vscode: VSCode, folder: Uri): Storage {
  const { fs } = vscode.workspace;
  const file = (name: string): Uri => vscode.Uri.joinPath(folder, encodeURIComponent(name));
  return {
    async read(name) {
      try {
        return new TextDecoder().decode(await fs.readFile(file(name)));
      } catch {
        return undefined;
      }
    },
    async write(name, text) {
      await fs.createDirectory(folder);
      await fs.writeFile(file(name), new TextEncoder().encode(text));
    },
    async delete(name) {
      try {
        await fs.delete(file(name));
      } catch {}
    },
    async names() {
      try {
        return (await fs.readDirectory(folder)).map(([name]) => decoded(name));
      } catch {
        return [];
      }
    },
    async watch(start, listener) {
      // VS Code finds a folder that is created later only after seconds.
      await fs.createDirectory(folder);
      const pattern = new vscode.RelativePattern(folder, `${encodeURIComponent(start)}*`);
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const tell = ({ path }: Uri) => listener(decoded(path.slice(path.lastIndexOf("/") + 1)));
      for (const listen of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) listen(tell);
      return watcher;
    },
  };
}

/** A name that can't be decoded is given as it is: another program may have written that file. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
