/**
 * Writes workflows that run Callboard on a repository's pull requests, and pins the chosen targets to the catalog. The
 * person saves each new workflow; an existing workflow is never changed.
 */

import type { QuickPickItem, Uri, WorkspaceFolder } from "vscode";
import type { TargetResult } from "../../shared/report/model.ts";
import { askText } from "../editor/ask-text.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Cancelled, Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import { pullRequestPlaceOf } from "../github/pull-request.ts";
import { type GitHubRepository, repositoryFullName } from "../github/repository.ts";
import type { RecordActions } from "../records/actions.ts";
import { type AddressedRecord, hasId } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import { type CatalogStore, catalogFile, catalogName } from "../services/catalogs.ts";
import { chooseCatalogFolder } from "../services/edit-catalog.ts";
import { kindIcons } from "../services/kind-labels.ts";
import type { ServiceList } from "../services/service-list.ts";
import { hasSecret } from "./secret.ts";
import {
  canBeNamed,
  isLocalNetwork,
  reviewCheckName,
  reviewsWorkflow,
  runWorkflow,
  secretNameProblem,
} from "./workflow.ts";

interface ReportOnPullsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly recordActions: RecordActions;
  readonly services: ServiceList;
  readonly git: Git;
  readonly logins: Logins;
  /** The targets of the reports on pull requests. This workspace may know some targets only from those reports. */
  readonly reported: () => readonly Pick<TargetResult, "kind" | "id">[];
  /** The extension's version, which is also the Action's. */
  readonly version: string;
}

const workflows = ".github/workflows";
const usualSecret = "CALLBOARD_API_KEY";

export async function reportOnPulls(deps: ReportOnPullsDeps): Promise<void> {
  const { vscode, catalogs, recordActions, services, version } = deps;
  requireTrust(vscode);
  await catalogs.ready();
  const { baseUrl } = services.requireCurrent();
  const folder = await chooseCatalogFolder(vscode);
  const { root, repository, defaultBranch } = await repositoryOf(folder.uri, deps);
  const run = fileIn(vscode, root, "callboard.yml");
  const reviews = fileIn(vscode, root, "callboard-reviews.yml");
  const hasReviews = await isThere(vscode, reviews);
  const hasRun = await isThere(vscode, run);
  if (hasRun && hasReviews) throw fileExists(run);
  if (hasRun) await askForReviewsOnly(vscode);

  const chosen = hasRun ? [] : await chooseTargets(deps, folder);
  const secret = baseUrl === undefined ? undefined : await askSecret(vscode);
  const reviewCheck = hasRun || (await askWhetherToWait(vscode));
  const pinned = await keysIn(folder, deps);
  const others = chosen.filter(record => pinned(record) === undefined);
  // `pin` skips a record with `pinned`, even if only another folder's catalog contains the record.
  const unpinned = others.map(({ pinned: _, ...record }) => record);
  if (unpinned.length > 0) await recordActions.pin(unpinned, folder);
  const keyOf = await keysIn(folder, deps);
  const keys = (kind: "batch" | "channel") =>
    chosen.filter(record => record.kind === kind).map(record => keyOf(record) ?? record.id);
  const path = catalogFile(vscode, folder.uri).path.slice(root.path.replace(/\/$/, "").length + 1);
  const choices = {
    batches: keys("batch"),
    channels: keys("channel"),
    catalog: path === catalogName ? "" : path,
    service: baseUrl === undefined || secret === undefined ? undefined : { baseUrl, secret },
    reviewCheck,
    defaultBranch: defaultBranch ?? "main",
    version,
  };
  if (!hasRun) await show(vscode, run, runWorkflow(choices));
  if (reviewCheck && !hasReviews) await show(vscode, reviews, reviewsWorkflow(choices));
  if (baseUrl !== undefined) warnOfLocalAddress(vscode, baseUrl);
  if (secret !== undefined) await leadToSecret(deps, secret, repository);
}

function warnOfLocalAddress({ window }: VSCode, baseUrl: string): void {
  if (!isLocalNetwork(new URL(baseUrl).hostname)) return;
  window.showWarningMessage(
    escapeForMessage(
      t(
        "The workflow runs on ubuntu-latest, at GitHub, which does not reach {0}. Before you save it, write an address that GitHub reaches, or a runner of your own.",
        baseUrl,
      ),
    ),
  );
}

async function repositoryOf(
  folder: Uri,
  { vscode, git, logins }: ReportOnPullsDeps,
): Promise<{
  readonly root: Uri;
  readonly repository?: GitHubRepository | undefined;
  readonly defaultBranch?: string | undefined;
}> {
  const repositories = (await git.repositories()) ?? [];
  const [own] = repositories
    .filter(({ root }) => `${folder.toString()}/`.startsWith(`${root}/`))
    .sort((a, b) => b.root.length - a.root.length);
  if (own === undefined) return { root: folder };
  // Omits the branch, because it may be on a fork. The workflow belongs in the repository that gets the pull requests.
  const place = pullRequestPlaceOf({ remotes: own.checkout.remotes, commit: "" }, logins.servers);
  const root = vscode.Uri.parse(own.root);
  return { root, repository: place?.repository, defaultBranch: await own.findDefaultBranch() };
}

function fileIn({ Uri }: VSCode, root: Uri, name: string): Uri {
  return Uri.joinPath(root, workflows, name);
}

/** An unsaved file with text counts too, because the person may have changed it. */
async function isThere({ workspace }: VSCode, file: Uri): Promise<boolean> {
  const unsaved = unsavedOf(file).toString();
  if (workspace.textDocuments.some(each => each.uri.toString() === unsaved && each.getText() !== "")) {
    return true;
  }
  return workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

function unsavedOf(file: Uri): Uri {
  return file.with({ scheme: "untitled" });
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function fileExists(file: Uri): Obstacle {
  return new Obstacle(t("{0} already exists and is not changed.", `${workflows}/${nameOf(file)}`));
}

async function askForReviewsOnly({ window }: VSCode): Promise<void> {
  const add = t("Add it");
  const question = t("{0} already contains callboard.yml. Add the workflow that settles reviews?", workflows);
  const detail = t("The existing file is not changed. It needs {0}.", `review-check: ${reviewCheckName}`);
  const answer = await window.showInformationMessage(question, { modal: true, detail }, add);
  if (answer !== add) throw new Cancelled();
}

interface TargetItem extends QuickPickItem {
  readonly record: AddressedRecord;
}

async function chooseTargets(deps: ReportOnPullsDeps, folder: WorkspaceFolder): Promise<AddressedRecord[]> {
  const { vscode, records, reported } = deps;
  const known = records.all.filter(({ kind }) => kind === "batch" || kind === "channel").filter(hasId);
  const others = reported().map(({ kind, id }) => records.withId(kind, id));
  const all = [...new Map([...known, ...others].map(record => [record.key, record])).values()];
  if (all.length === 0) {
    throw new Obstacle(t("No batch and no channel is known yet: create one, or add one by its id."), [
      { title: t("Add by id"), command: "callboard.addById" },
    ]);
  }
  const keyOf = await keysIn(folder, deps);
  const items = all.map((record): TargetItem => {
    const isPinned = keyOf(record) !== undefined;
    return {
      label: `$(${kindIcons[record.kind]}) ${escapeForPick(record.name)}`,
      description: isPinned ? escapeForPick(record.id) : t("is pinned to {0} first", catalogName),
      picked: isPinned,
      record,
    };
  });
  const title = t("What to run on pull requests");
  const chosen = requireAnswer(
    await vscode.window.showQuickPick(items, { title, canPickMany: true, ignoreFocusOut: true }),
  );
  if (chosen.length === 0) throw new Obstacle(t("Nothing was chosen, so no workflow was written."));
  for (const { record } of chosen) {
    const key = keyOf(record);
    if (key === undefined || canBeNamed(key)) continue;
    throw new Obstacle(
      t("“{0}” can't be named in a workflow: give it a key without commas in {1}.", key, catalogName),
    );
  }
  return chosen.map(({ record }) => record);
}

async function keysIn(
  { uri }: WorkspaceFolder,
  { vscode, bundles }: ReportOnPullsDeps,
): Promise<(record: AddressedRecord) => string | undefined> {
  const { readCatalog } = await bundles.catalog();
  const file = catalogFile(vscode, uri);
  const document = await vscode.workspace.openTextDocument(file).then(
    opened => opened,
    () => undefined,
  );
  const { catalog } = readCatalog(document?.getText() ?? "", catalogName);
  return ({ kind, id }) =>
    [...(catalog.records.get(kind)?.values() ?? [])].find(record => record.id === id)?.key;
}

function askSecret(vscode: VSCode): Promise<string> {
  const whyNot = {
    characters: t(
      "A secret's name has letters, digits and underscores only, and does not begin with a digit.",
    ),
    reserved: t("A secret's name does not begin with GITHUB_."),
  };
  return askText(vscode, {
    title: t("The secret that holds the API key"),
    prompt: t("Its name in the repository's settings; the key itself is never written to a file"),
    value: usualSecret,
    validate(text) {
      const why = secretNameProblem(text);
      return why && whyNot[why];
    },
  });
}

async function askWhetherToWait(vscode: VSCode): Promise<boolean> {
  const items = [
    { label: t("Only list them"), value: false },
    {
      label: t("Wait for people's reviews"),
      detail: t(
        "A check run stays open until each review is decided; a second workflow writes the decisions into it",
      ),
      value: true,
    },
  ];
  const title = t("Reviews that a report mentions");
  return requireAnswer(await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true })).value;
}

async function show(vscode: VSCode, file: Uri, text: string): Promise<void> {
  const { commands, workspace } = vscode;
  if (await isThere(vscode, file)) throw fileExists(file);
  const unsaved = unsavedOf(file);
  await workspace.openTextDocument(unsaved);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(unsaved, new vscode.Position(0, 0), text);
  await workspace.applyEdit(edit);
  const nothing = await workspace.openTextDocument({ content: "", language: "yaml" });
  const title = t("{0} (new: save it)", nameOf(file));
  await commands.executeCommand("vscode.diff", nothing.uri, unsaved, title, { preview: false });
}

/**
 * Asks the person to set the secret, which Callboard can't do, unless GitHub says that it is set. Offers to open GitHub's
 * page for it if it is known.
 */
async function leadToSecret(
  { vscode, logins }: ReportOnPullsDeps,
  secret: string,
  repository: GitHubRepository | undefined,
): Promise<void> {
  const { env, Uri, window } = vscode;
  const client = repository && (await logins.clientFor(repository.server));
  const isSet = client && (await hasSecret(client, repository, secret));
  if (isSet) {
    const done = t("Save the new files. The secret {0} is set in the repository's settings.", secret);
    window.showInformationMessage(escapeForMessage(done));
    return;
  }
  const message = t("Save the new files, and set the secret {0} in the repository's settings.", secret);
  const missing = t("The secret {0} is not set: without it, the workflow fails.", secret);
  const showMessage = isSet === false ? window.showWarningMessage : window.showInformationMessage;
  const page =
    repository && `${repository.server}/${repositoryFullName(repository)}/settings/secrets/actions/new`;
  const open = page?.startsWith("https:") ? [t("Open the page")] : [];
  const text = isSet === false ? `${missing} ${message}` : message;
  showMessage(escapeForMessage(text), ...open).then(answer => {
    if (answer !== undefined && page !== undefined) env.openExternal(Uri.parse(page, true));
  });
}
