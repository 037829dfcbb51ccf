/**
 * Opens the response that a link from a report leads to, with marks that show how it was read. The response is in an
 * artifact of the workflow run, if the workflow keeps one. Otherwise a person can choose a file or paste the response.
 */

import type { Uri } from "vscode";
import type { GitHubClient } from "../../shared/github/client.ts";
import { askEntry } from "../editor/ask-pick.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Cancelled, Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { withProgress } from "../editor/progress.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Artifact } from "../github/artifacts.ts";
import type { Logins } from "../github/logins.ts";
import { type GitHubRepository, repositoryFullName } from "../github/repository.ts";
import type { ResponseStore } from "../records/responses.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import {
  type FoundResponse,
  findInArtifacts,
  findInZip,
  mostZipBytes,
  NoResponse,
} from "./artifact-responses.ts";
import type { ResponseDestination } from "./link-address.ts";
import { type ResponseProblem, responseProblemOf } from "./response-problems.ts";
import { artifactStep } from "./workflow.ts";

interface LinkedResponsesDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly logins: Logins;
  readonly responses: ResponseStore;
  readonly catalogs: CatalogStore;
  readonly timeInWords: (time: number) => string;
}

interface LinkedResponse {
  /** The folder of the repository. Its catalog learns how to read the response. */
  readonly root: string;
  readonly repository: GitHubRepository;
  readonly linked: ResponseDestination;
}

/** Something that a person can do where the response was not found. */
interface Remedy {
  readonly title: string;
  readonly act: () => Promise<void>;
}

export class LinkedResponses {
  readonly #deps: LinkedResponsesDeps;

  constructor(deps: LinkedResponsesDeps) {
    this.#deps = deps;
  }

  async open(at: LinkedResponse): Promise<void> {
    const { logins } = this.#deps;
    const { repository } = at;
    const client = await logins.clientFor(repository.server);
    if (client === undefined) {
      const text = t("Log in to GitHub to get the response from {0}?", repositoryFullName(repository));
      return this.#offerRemedies(at, { text, remedy: "log-in" });
    }
    let found: readonly FoundResponse[];
    try {
      found = await this.#download(client, at);
    } catch (error) {
      const problem = responseProblemOf(error, this.#deps.timeInWords);
      if (problem === undefined) throw error;
      return this.#offerRemedies(at, problem);
    }
    await this.#show(at, await this.#chooseText(found));
  }

  #download(client: GitHubClient, at: LinkedResponse): Promise<readonly FoundResponse[]> {
    const { vscode } = this.#deps;
    const title = t("Getting the response from the workflow run");
    const choose = (artifacts: readonly Artifact[]) => this.#chooseArtifact(artifacts);
    return withProgress(vscode, title, signal =>
      findInArtifacts({ client, ...at, signal, choose }).catch(error => {
        throw signal.aborted ? new Cancelled() : error;
      }),
    );
  }

  async #chooseArtifact(artifacts: readonly Artifact[]): Promise<Artifact> {
    const { vscode, timeInWords } = this.#deps;
    const { artifact } = await askEntry(vscode, {
      title: t("Which artifact contains Callboard's report?"),
      placeholder: t("The artifacts of the workflow run"),
      entries: artifacts.map(artifact => ({
        label: escapeForPick(artifact.name),
        description: timeInWords(Date.parse(artifact.createdAt)),
        artifact,
      })),
    });
    return artifact;
  }

  /** Jobs of a matrix can have run the same target. */
  async #chooseText(found: readonly FoundResponse[]): Promise<string> {
    const [first, ...others] = found;
    if (first !== undefined && others.length === 0) return first.text;
    const { text } = await askEntry(this.#deps.vscode, {
      title: t("Several artifacts contain such a response"),
      placeholder: t("Choose the artifact of the job"),
      entries: found.map(({ artifact, text }) => ({ label: escapeForPick(artifact), text })),
    });
    return text;
  }

  async #show(at: LinkedResponse, text: string): Promise<void> {
    const { responses } = this.#deps;
    const {
      repository,
      linked: { path },
    } = at;
    const place = repositoryFullName(repository);
    const name = path
      .split("/")
      .at(-1)
      ?.replace(/\.json$/, "");
    const source = { id: `${repository.server}/${place}` };
    await responses.save(source, path, text);
    await this.#showReading(at, await responses.show(source, path, [name, place]));
  }

  async #showReading({ root }: LinkedResponse, response: Uri): Promise<void> {
    const { catalogs, vscode } = this.#deps;
    catalogs.assign(response, root);
    await vscode.commands.executeCommand("callboard.showReading", response);
  }

  async #offerRemedies(at: LinkedResponse, { text, advice = "", remedy }: ResponseProblem): Promise<void> {
    const remedies: readonly Remedy[] = [
      ...(remedy === undefined ? [] : [this.#remedies(at)[remedy]]),
      { title: t("Choose a file…"), act: () => this.#chooseFile(at) },
      { title: t("From the clipboard"), act: () => this.#pasteResponse(at) },
      { title: t("Open the workflow run"), act: () => this.#openWorkflowRun(at) },
    ];
    const other = t(
      "Or choose the response or the downloaded artifact, or copy the response from the comment.",
    );
    const detail = [advice, other].filter(Boolean).join(" ");
    const answer = requireAnswer(
      await this.#deps.vscode.window.showInformationMessage(
        escapeForMessage(text),
        { modal: true, detail: escapeForMessage(detail) },
        ...remedies.map(({ title }) => title),
      ),
    );
    await remedies.find(({ title }) => title === answer)?.act();
  }

  #remedies(at: LinkedResponse): Readonly<Record<NonNullable<ResponseProblem["remedy"]>, Remedy>> {
    const logIn = async (how: { readonly anew: boolean }) => {
      await this.#deps.logins.logIn(at.repository.server, how);
      await this.open(at);
    };
    return {
      "log-in": { title: t("Log in"), act: () => logIn({ anew: false }) },
      "log-in-again": { title: t("Log in again"), act: () => logIn({ anew: true }) },
      "add-step": { title: t("Copy the step"), act: () => this.#copyStep() },
    };
  }

  async #copyStep(): Promise<void> {
    const { env, window } = this.#deps.vscode;
    await env.clipboard.writeText(artifactStep("always()"));
    const copied = t("Copied. Paste it into the workflow, behind the step that uses Callboard.");
    window.showInformationMessage(escapeForMessage(copied));
  }

  async #openWorkflowRun({ repository, linked }: LinkedResponse): Promise<void> {
    const { env, Uri } = this.#deps.vscode;
    const page = `${repository.server}/${repositoryFullName(repository)}/actions/runs/${linked.run}`;
    await env.openExternal(Uri.parse(page, true));
  }

  async #chooseFile(at: LinkedResponse): Promise<void> {
    const { window, workspace } = this.#deps.vscode;
    const title = t("The response, or the artifact with it");
    const [file] = requireAnswer(
      await window.showOpenDialog({ title, filters: { "JSON, zip": ["json", "zip"] } }),
    );
    if (file === undefined) throw new Cancelled();
    if (!file.path.toLowerCase().endsWith(".zip")) {
      return this.#showReading(at, file);
    }
    const name = file.path.split("/").at(-1) ?? "";
    const { size } = await workspace.fs.stat(file);
    if (size > mostZipBytes)
      throw new Obstacle(t("{0} is too large. Unpack it, and choose the response.", name));
    const zip = await workspace.fs.readFile(file);
    const text = await findInZip(zip, name, at.linked).catch(error => {
      throw error instanceof NoResponse ? new Obstacle(error.message) : error;
    });
    if (text === undefined) throw new Obstacle(t("{0} does not contain {1}.", name, at.linked.path));
    await this.#show(at, text);
  }

  async #pasteResponse(at: LinkedResponse): Promise<void> {
    const { bundles, vscode } = this.#deps;
    const { parseSavedResponse } = await bundles.report();
    const text = await vscode.env.clipboard.readText();
    const { problem } = parseSavedResponse(text);
    if (problem !== undefined) {
      throw new Obstacle(
        t("The clipboard contains no response. {0} Copy the response, and follow the link again.", problem),
      );
    }
    await this.#show(at, text);
  }
}
