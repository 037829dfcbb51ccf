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

/** Edits the text as it is in the editor, with a person's unsaved changes, and saves the file. Creates a missing file. */
export async function editCatalog(
  vscode: VSCode,
  folder: Uri,
  change: (text: string) => string,
): Promise<void> {
  const file = catalogFile(vscode, folder);
  const document = await findCatalog(vscode, file);
  if (document === undefined) {
    const text = change("");
    if (text === "") return;
    return vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }
  if (!(await changeText(vscode, document, change))) return;
  if (!(await document.save())) throw notEdited();
}

/** Gives false if the change changes nothing. The file is not saved. */
export async function changeText(
  vscode: VSCode,
  document: TextDocument,
  change: (text: string) => string,
): Promise<boolean> {
  const before = document.getText();
  const after = change(before);
  if (after === before) return false;
  const [start, end, text] = smallestReplacement(before, after);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  if (!(await vscode.workspace.applyEdit(edit))) throw notEdited();
  return true;
}

function notEdited(): Obstacle {
  return new Obstacle(
    t("VS Code could not edit and save {0}: look whether the file is read-only.", catalogName),
  );
}

export function smallestReplacement(
  before: string,
  after: string,
): readonly [start: number, end: number, text: string] {
  const start = commonStart(before, after);
  const same = commonEnd(before.slice(start), after.slice(start));
  return [start, before.length - same, after.slice(start, after.length - same)];
}

/**
 * Undefined if the folder has no catalog on the disk and none with unsaved changes. VS Code keeps the text of a shown file
 * that was deleted outside of it, as by `git stash`.
 */
export async function findCatalog({ workspace }: VSCode, file: Uri): Promise<TextDocument | undefined> {
  const unsaved = workspace.textDocuments.find(
    ({ isDirty, uri }) => isDirty && uri.toString() === file.toString(),
  );
  if (unsaved !== undefined) return unsaved;
  try {
    await workspace.fs.stat(file);
  } catch {
    return undefined;
  }
  return workspace.openTextDocument(file);
}

/** Opens the folder's catalog, and creates an empty file if there is none. */
export async function openCatalog(vscode: VSCode, folder: Uri): Promise<TextDocument> {
  const { workspace } = vscode;
  const file = catalogFile(vscode, folder);
  const found = await findCatalog(vscode, file);
  if (found !== undefined) return found;
  await workspace.fs.writeFile(file, new Uint8Array());
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
