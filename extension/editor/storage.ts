/** Texts too large for a memento, as files in the folder that VS Code gives the extension for this workspace. */

import type { ExtensionContext, Uri } from "vscode";
import type { VSCode } from "./vscode.ts";

export interface Storage {
  /** Undefined where there is none, or it cannot be read. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** The names of all there are. */
  names(): Promise<string[]>;
}

export function storageIn(
  vscode: VSCode,
  context: Pick<ExtensionContext, "storageUri" | "globalStorageUri">,
): Storage {
  const { fs } = vscode.workspace;
  // A window without a folder has no storage of its own.
  const folder = context.storageUri ?? vscode.Uri.joinPath(context.globalStorageUri, "no-folder");
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
      } catch {
        // There was none.
      }
    },
    async names() {
      try {
        return (await fs.readDirectory(folder)).map(([name]) => decoded(name));
      } catch {
        return [];
      }
    },
  };
}

/** Another program may have put a file there. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
