/** The workspace's folders, except those of the scheme `callboard:`, which a workspace file could add. */

import type { Uri, WorkspaceFolder } from "vscode";
import { scheme } from "./documents.ts";
import type { VSCode } from "./vscode.ts";

export function workspaceFolders({ workspace }: VSCode): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== scheme);
}

/** Undefined for a file that is missing, and for a path out of the folder: a report can contain any path. */
export async function findFile(
  { Uri, workspace }: VSCode,
  folder: Uri,
  path: string | undefined,
): Promise<Uri | undefined> {
  if (path === undefined || /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^\w+:/.test(path)) return undefined;
  const file = Uri.joinPath(folder, path.replaceAll("\\", "/"));
  return workspace.fs.stat(file).then(
    () => file,
    () => undefined,
  );
}
