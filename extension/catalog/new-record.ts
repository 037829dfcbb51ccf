/** Starts a new record in a catalog: asks for its name, writes it, and puts the cursor into its fields. */

import type { Uri } from "vscode";
import { recordKey } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import { askText } from "../editor/ask-text.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import { changeText, chooseCatalogFolder, openCatalog } from "../services/edit-catalog.ts";
import { kindName } from "../services/kind-labels.ts";
import type { CatalogTexts } from "./texts.ts";

interface NewRecordDeps {
  readonly vscode: VSCode;
  readonly catalogs: CatalogStore;
}

/** `project` is the record of the project under which the person chose the command. */
export async function startNewRecord(
  { vscode, catalogs }: NewRecordDeps,
  texts: CatalogTexts,
  kind: Kind,
  project: RecordEntry | undefined,
  /** The field in which other records of the kind have their names. */
  findNameField: () => Promise<string | undefined>,
): Promise<void> {
  requireTrust(vscode);
  await catalogs.ready();
  const folder: Uri = project?.pinned
    ? vscode.Uri.parse(project.pinned.folder)
    : (await chooseCatalogFolder(vscode)).uri;
  const { createUniqueKey, startRecord } = texts.language;
  const name = await askText(vscode, {
    title: t("New {0}", kindName(kind)),
    prompt: t("The name of the {0}; its key in callboard.yml is made of it", kindName(kind)),
    validate: text => (text.trim() === "" ? t("the name is empty.") : undefined),
  });
  const document = await openCatalog(vscode, folder);
  const { catalog, problems } = texts.read(document);
  const error = problems.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Obstacle(t("Line {0} of callboard.yml: {1}", error.line, error.message));
  const key = createUniqueKey(catalog, kind, name);
  const owner = [...(catalog.records.get("project")?.values() ?? [])].find(
    each => each.id !== undefined && recordKey({ kind: "project", id: each.id }) === project?.key,
  );
  const nameField = await findNameField();
  const record = {
    ...(nameField !== undefined && { fields: { [nameField]: name } }),
    ...(name === key ? {} : { name }),
    ...(owner === undefined || kind === "project" ? {} : { project: owner.key }),
  };
  let cursor = 0;
  await changeText(vscode, document, text => {
    const started = startRecord(text, kind, key, record);
    cursor = started.cursor;
    return started.text;
  });
  const at = document.positionAt(cursor);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
}
