/** Changes to `callboard.yml`: edits of the editor's own, so that they can be undone, saved at once. */

import type { Uri, WorkspaceFolder } from "vscode";
import type { Parts } from "../bundles/bundles.ts";
import { catalogName, fileIn } from "../catalogs/catalogs.ts";
import { answered, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { FolderCatalog, RecordEntry } from "./inventory.ts";

/** Writes records that responses mentioned into a catalog, each under a key made from its name. */
export async function pin(
  vscode: VSCode,
  parts: Parts,
  catalogs: readonly FolderCatalog[],
  records: readonly RecordEntry[],
): Promise<void> {
  const folder = await chooseFolder(vscode);
  const { addRecord, freeKey, readCatalog } = await parts.catalog();
  const projects = catalogs
    .find(each => each.folder === folder.uri.toString())
    ?.catalog.records.get("project");
  await edit(vscode, fileIn(vscode, folder.uri), text =>
    records.reduce((before, { kind, id, name, project: projectKey }) => {
      if (id === undefined) return before;
      const key = freeKey(readCatalog(before, catalogName).catalog, kind, name);
      const project = [...(projects?.values() ?? [])].find(each => projectKey === `project ${each.id}`);
      return addRecord(before, kind, key, {
        id,
        ...(name === id || name === key ? {} : { name }),
        ...(project === undefined ? {} : { project: project.key }),
      });
    }, text),
  );
}

/** The id of a record that has just been created goes where the record stands. */
export async function writeId(vscode: VSCode, parts: Parts, record: RecordEntry, id: string): Promise<void> {
  const { pinned, kind } = record;
  if (pinned === undefined) return;
  const { setId } = await parts.catalog();
  await edit(vscode, fileIn(vscode, vscode.Uri.parse(pinned.folder)), text =>
    setId(text, kind, pinned.record.key, id),
  );
}

async function chooseFolder(vscode: VSCode): Promise<WorkspaceFolder> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first, second] = folders;
  if (first === undefined) {
    throw new Obstacle(t("There is no folder open that could hold a {0}.", catalogName), [
      { title: t("Open folder"), command: "vscode.openFolder" },
    ]);
  }
  if (second === undefined) return first;
  const items = folders.map(folder => ({ label: inPick(folder.name), folder }));
  return answered(await vscode.window.showQuickPick(items, { title: t("Which {0}?", catalogName) })).folder;
}

/** What people have typed and not saved stays: the change is made to the document, and saves it with theirs. */
async function edit(vscode: VSCode, file: Uri, change: (text: string) => string): Promise<void> {
  const document = await openOrCreate(vscode, file);
  const before = document.getText();
  const after = change(before);
  if (after === before) return;
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  const workspaceEdit = new vscode.WorkspaceEdit();
  workspaceEdit.replace(file, range, after.slice(start, after.length - end));
  if (!(await vscode.workspace.applyEdit(workspaceEdit)) || !(await document.save())) {
    throw new Obstacle(t("{0} could not be changed: look whether it is read-only.", catalogName));
  }
}

async function openOrCreate(vscode: VSCode, file: Uri) {
  try {
    await vscode.workspace.fs.stat(file);
  } catch {
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
  }
  return vscode.workspace.openTextDocument(file);
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
