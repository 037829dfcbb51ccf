/** The workspace's folders, except those of the scheme `callboard:`, which a workspace file could add. */

import type { WorkspaceFolder } from "vscode";
import { scheme } from "./documents.ts";
import type { VSCode } from "./vscode.ts";

export function workspaceFolders({ workspace }: VSCode): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== scheme);
}
