/** Edits `callboard.yml` through VS Code, so that a person can undo the edit. */

import type { TextDocument, Uri, WorkspaceFolder } from "vscode";
import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { catalogFile, catalogName } from "./catalogs.ts";

export async function chooseCatalogFolder(vscode: VSCode): Promise<WorkspaceFolder> {
  const folders = workspaceFolders(vscode);
  const [first, second] = folders;
  if (first === undefined) {
    throw new Obstacle(t("No folder is open that could contain a {0}.", catalogName), [
      { title: t("Open folder"), command: "vscode.openFolder" },
    ]);
  }
  if (second === undefined) return first;
  const items = folders.map(folder => ({ label: escapeForPick(folder.name), folder }));
  const title = t("Which {0}?", catalogName);
  const options = { title, placeHolder: t("Which folder?"), ignoreFocusOut: true };
  return requireAnswer(await vscode.window.showQuickPick(items, options)).folder;
}

/** Edits the text as it is in the editor, with a person's unsaved changes, and saves the file. */
export async function editCatalog(
  vscode: VSCode,
  folder: Uri,
  change: (text: string) => string,
): Promise<void> {
  const file = catalogFile(vscode, folder);
  const document = await openOrCreate(vscode, file);
  const before = document.getText();
  const after = change(before);
  if (after === before) return;
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(file, range, after.slice(start, after.length - end));
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
    throw new Obstacle(
      t("VS Code could not edit and save {0}: look whether the file is read-only.", catalogName),
    );
  }
}

async function openOrCreate({ workspace }: VSCode, file: Uri): Promise<TextDocument> {
  try {
    await workspace.fs.stat(file);
  } catch {
    await workspace.fs.writeFile(file, new Uint8Array());
  }
  return workspace.openTextDocument(file);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}
