/** The workspace's folders, without those of Callboard's own scheme, which a workspace file could name. */

import type { WorkspaceFolder } from "vscode";
import { scheme } from "./documents.ts";
import type { VSCode } from "./vscode.ts";

export function workspaceFolders({ workspace }: VSCode): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== scheme);
}
