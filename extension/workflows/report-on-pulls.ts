/**
 * Writes the workflows that bring Callboard to the pull requests of a folder's repository. They are shown as differences
 * to what is there, which is nothing, and the person saves them; a file that is there is left as it is.
 */

import type { QuickPickItem, Uri } from "vscode";
import { type Catalogs, catalogName } from "../catalogs/catalogs.ts";
import { chooseFolder } from "../catalogs/edit.ts";
import { Obstacle, orCancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import { placeOf } from "../github/pull-request.ts";
import { fullName, type Repository } from "../github/repository.ts";
import { kindIcons } from "../labels/kinds.ts";
import type { RecordActions } from "../records/actions.ts";
import { isAddressed, type RecordEntry } from "../records/inventory.ts";
import type { Records } from "../records/records.ts";
import type { Services } from "../services/services.ts";
import { reviewsWorkflow, runWorkflow, type WorkflowChoices, whyNotSecret } from "./workflow.ts";

interface ReportOnPullsOptions {
  readonly vscode: VSCode;
  readonly catalogs: Catalogs;
  readonly records: Records;
  readonly recordActions: RecordActions;
  readonly services: Services;
  readonly git: Git;
  readonly logins: Logins;
  /** Of this extension, which goes out together with the Action. */
  readonly version: string;
}

const folderOfWorkflows = ".github/workflows";
const usualSecret = "CALLBOARD_API_KEY";

export async function reportOnPulls(options: ReportOnPullsOptions): Promise<void> {
  const { vscode, catalogs, recordActions, services, version } = options;
  requireTrust(vscode);
  await catalogs.ready();
  const service = services.requireCurrent();
  const chosen = await chooseTargets(options);
  const secret = service.baseUrl === undefined ? undefined : await askSecret(vscode);
  const reviewCheck = await askWhetherToWait(vscode);
  await recordActions.pin(chosen);
  const { uri } = await chooseFolder(vscode);
  const repository = await repositoryIn(uri, options);
  const namesOf = (kind: "batch" | "channel") =>
    chosen.filter(record => record.kind === kind).map(nameIn(options));
  const choices: WorkflowChoices = {
    batches: namesOf("batch"),
    channels: namesOf("channel"),
    service:
      service.baseUrl === undefined || secret === undefined
        ? undefined
        : { baseUrl: service.baseUrl, secret },
    reviewCheck,
    defaultBranch: repository?.defaultBranch ?? "main",
    version,
  };
  await show(vscode, uri, "callboard.yml", runWorkflow(choices));
  if (reviewCheck) await show(vscode, uri, "callboard-reviews.yml", reviewsWorkflow(choices));
  if (secret !== undefined) await leadToSecret(vscode, secret, repository?.repository);
}

interface TargetItem extends QuickPickItem {
  readonly record: RecordEntry;
}

async function chooseTargets({ vscode, records }: ReportOnPullsOptions): Promise<RecordEntry[]> {
  const all = records.all.filter(({ kind }) => kind === "batch" || kind === "channel").filter(isAddressed);
  if (all.length === 0) {
    throw new Obstacle(t("No batch and no channel is known yet: create one, or add one by its id."), [
      { title: t("Add by id"), command: "callboard.addById" },
    ]);
  }
  const items = all.map(
    (record): TargetItem => ({
      label: `$(${kindIcons[record.kind]}) ${inPick(record.name)}`,
      description: record.pinned === undefined ? t("is pinned to {0} first", catalogName) : inPick(record.id),
      picked: record.pinned !== undefined,
      record,
    }),
  );
  const chosen = orCancelled(
    await vscode.window.showQuickPick(items, {
      title: t("What to run on pull requests"),
      canPickMany: true,
      ignoreFocusOut: true,
    }),
  );
  if (chosen.length === 0) throw new Obstacle(t("Nothing was chosen, so no workflow was written."));
  return chosen.map(({ record }) => record);
}

/** As the catalog has it now: what was pinned a moment ago is there under a key of its own. */
function nameIn({ records }: ReportOnPullsOptions): (record: RecordEntry) => string {
  return record => {
    const now = records.find(record.key) ?? record;
    return now.pinned?.record.key ?? record.id ?? record.name;
  };
}

async function askSecret(vscode: VSCode): Promise<string> {
  const whyNot = {
    empty: t("It has a name."),
    characters: t(
      "A secret's name has letters, digits and underscores only, and does not begin with a digit.",
    ),
    reserved: t("A secret's name does not begin with GITHUB_."),
  };
  return orCancelled(
    await vscode.window.showInputBox({
      title: t("The secret that holds the API key"),
      prompt: t("Its name in the repository's settings; the key itself is never written to a file"),
      value: usualSecret,
      ignoreFocusOut: true,
      validateInput: text => {
        const why = whyNotSecret(text);
        return why === undefined ? undefined : whyNot[why];
      },
    }),
  );
}

async function askWhetherToWait(vscode: VSCode): Promise<boolean> {
  const items = [
    {
      label: t("Wait for people's reviews"),
      detail: t("A check run stays open until each is decided; a second workflow takes decisions up"),
      value: true,
    },
    { label: t("Only list them"), value: false },
  ];
  const options = { title: t("Reviews that a report mentions"), ignoreFocusOut: true };
  return orCancelled(await vscode.window.showQuickPick(items, options)).value;
}

interface Found {
  readonly repository: Repository;
  readonly defaultBranch: string | undefined;
}

async function repositoryIn(folder: Uri, { git, logins }: ReportOnPullsOptions): Promise<Found | undefined> {
  const repositories = (await git.repositories()) ?? [];
  const own = repositories
    .filter(({ root }) => `${folder.toString()}/`.startsWith(`${root}/`))
    .sort((a, b) => b.root.length - a.root.length)[0];
  const place = own && placeOf({ ...own.at, branch: own.at.branch ?? "" }, logins.enterprise);
  return place && { repository: place.repository, defaultBranch: await own.defaultBranch() };
}

async function show(vscode: VSCode, folder: Uri, name: string, text: string): Promise<void> {
  const file = vscode.Uri.joinPath(folder, folderOfWorkflows, name);
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) {
    throw new Obstacle(t("{0} is there already, and is left as it is.", `${folderOfWorkflows}/${name}`), [
      { title: t("Open it"), command: "vscode.open", arguments: [file] },
    ]);
  }
  const untitled = file.with({ scheme: "untitled" });
  const document = await vscode.workspace.openTextDocument(untitled);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(untitled, whole, text);
  await vscode.workspace.applyEdit(edit);
  const nothing = await vscode.workspace.openTextDocument({ content: "", language: "yaml" });
  await vscode.commands.executeCommand("vscode.diff", nothing.uri, untitled, t("{0} (new: save it)", name), {
    preview: false,
  });
}

/** A page of GitHub's, as nobody but the person may set it. */
async function leadToSecret(
  vscode: VSCode,
  secret: string,
  repository: Repository | undefined,
): Promise<void> {
  const open = t("Open the page");
  const message = t("Save the new files, and set the secret {0} in the repository's settings.", secret);
  if (repository === undefined) {
    vscode.window.showInformationMessage(message);
    return;
  }
  const page = `${repository.server}/${fullName(repository)}/settings/secrets/actions/new`;
  vscode.window.showInformationMessage(message, open).then(answer => {
    if (answer === open) vscode.env.openExternal(vscode.Uri.parse(page, true));
  });
}
