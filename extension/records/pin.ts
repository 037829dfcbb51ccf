/** Writes records and their ids to a catalog, and removes records from it. */

import type { WorkspaceFolder } from "vscode";
import { recordKey } from "../../shared/reading/records.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import type { VSCode } from "../editor/vscode.ts";
import { catalogName, type FolderCatalog } from "../services/catalogs.ts";
import { chooseCatalogFolder, editCatalog } from "../services/edit-catalog.ts";
import type { RecordEntry } from "./inventory.ts";

export async function pin(
  vscode: VSCode,
  bundles: Bundles,
  catalogs: readonly FolderCatalog[],
  records: readonly RecordEntry[],
  folder?: WorkspaceFolder,
): Promise<void> {
  const { uri } = folder ?? (await chooseCatalogFolder(vscode));
  const { addRecord, createUniqueKey, readCatalog } = await bundles.catalog();
  const projects = catalogs.find(({ folder }) => folder === uri.toString())?.catalog.records.get("project");
  await editCatalog(vscode, uri, text =>
    records.reduce((before, { kind, id, name, project: projectKey }) => {
      if (id === undefined) return before;
      const key = createUniqueKey(readCatalog(before, catalogName).catalog, kind, name);
      const project = [...(projects?.values() ?? [])].find(
        each => each.id !== undefined && projectKey === recordKey({ kind: "project", id: each.id }),
      );
      return addRecord(before, kind, key, {
        id,
        ...(name === id || name === key ? {} : { name }),
        ...(project === undefined ? {} : { project: project.key }),
      });
    }, text),
  );
}

export async function unpin(
  vscode: VSCode,
  bundles: Bundles,
  records: readonly RecordEntry[],
): Promise<void> {
  const { removeRecord } = await bundles.catalog();
  for (const { kind, pinned } of records) {
    if (pinned === undefined) continue;
    await editCatalog(vscode, vscode.Uri.parse(pinned.folder), text =>
      removeRecord(text, kind, pinned.record.key),
    );
  }
}

export async function writeId(
  vscode: VSCode,
  bundles: Bundles,
  { pinned, kind }: RecordEntry,
  id: string,
): Promise<void> {
  if (pinned === undefined) return;
  const { setId } = await bundles.catalog();
  await editCatalog(vscode, vscode.Uri.parse(pinned.folder), text =>
    setId(text, kind, pinned.record.key, id),
  );
}
