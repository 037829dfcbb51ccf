/** The folders of the workspace. One under our own scheme, which a workspace file can name, holds nothing of the team's. */

import type { WorkspaceFolder } from "vscode";
import { scheme } from "./documents.ts";
import type { VSCode } from "./vscode.ts";

export function workspaceFolders({ workspace }: VSCode): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== scheme);
}
