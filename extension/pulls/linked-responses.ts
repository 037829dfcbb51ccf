/**
 * Opens the response that a link from a report leads to, with marks that show how it was read. The response is in an
 * artifact of the workflow run, if the workflow keeps one. Otherwise a person can choose a file or paste the response.
 */

import type { Uri } from "vscode";
import type { GitHubClient } from "../../shared/github/client.ts";
import { GitHubError } from "../../shared/github/error.ts";
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

interface Problem {
  readonly text: string;
  readonly advice: string;
  readonly remedies: readonly Remedy[];
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
      return this.#offerRemedies(at, {
        text: t("Log in to GitHub to get the response from {0}?", repositoryFullName(repository)),
        advice: "",
        remedies: [this.#logIn(at, t("Log in"), { anew: false })],
      });
    }
    let found: readonly FoundResponse[];
    try {
      found = await this.#download(client, at);
    } catch (error) {
      return this.#offerRemedies(at, this.#problemOf(error, at));
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

  #problemOf(error: unknown, at: LinkedResponse): Problem {
    if (error instanceof NoResponse) return this.#missing(error);
    if (!(error instanceof GitHubError)) throw error;
    const { kind, message, untilMs } = error;
    const anew = [this.#logIn(at, t("Log in again"), { anew: true })];
    switch (kind) {
      case "logged-out":
        return { text: t("GitHub does not know this login any more."), advice: "", remedies: anew };
      case "saml":
        return {
          text: t("The organization wants its single sign-on first."),
          advice: t("Log in again, and authorize it there."),
          remedies: anew,
        };
      case "forbidden":
      case "not-found":
        return {
          text: t("GitHub does not show the artifacts of this workflow run: {0}", message),
          advice: t("Log in as somebody who may see them. A workflow run that was deleted has none."),
          remedies: anew,
        };
      case "limited":
        return {
          text: t("GitHub's rate limit is reached until {0}.", this.#deps.timeInWords(untilMs)),
          advice: t("Follow the link again then."),
          remedies: [],
        };
      case "unavailable":
        return {
          text: t("GitHub does not send the artifact: {0}", message),
          advice: t("Follow the link again later."),
          remedies: [],
        };
    }
  }

  #missing({ message: text, lacksStep }: NoResponse): Problem {
    if (!lacksStep) return { text, advice: "", remedies: [] };
    const { env, window } = this.#deps.vscode;
    const copy = async () => {
      await env.clipboard.writeText(artifactStep("always()"));
      const copied = t("Copied. Paste it into the workflow, behind the step that uses Callboard.");
      window.showInformationMessage(escapeForMessage(copied));
    };
    return {
      text,
      advice: t("For the next run, add a step that uploads the folder callboard-report to the workflow."),
      remedies: [{ title: t("Copy the step"), act: copy }],
    };
  }

  #logIn(at: LinkedResponse, title: string, how: { readonly anew: boolean }): Remedy {
    return {
      title,
      act: async () => {
        await this.#deps.logins.logIn(at.repository.server, how);
        await this.open(at);
      },
    };
  }

  async #offerRemedies(at: LinkedResponse, { text, advice, remedies }: Problem): Promise<void> {
    const { env, window, Uri } = this.#deps.vscode;
    const { repository, linked } = at;
    const page = `${repository.server}/${repositoryFullName(repository)}/actions/runs/${linked.run}`;
    const all: readonly Remedy[] = [
      ...remedies,
      { title: t("Choose a file…"), act: () => this.#chooseFile(at) },
      { title: t("From the clipboard"), act: () => this.#pasteResponse(at) },
      {
        title: t("Open the workflow run"),
        act: async () => {
          await env.openExternal(Uri.parse(page, true));
        },
      },
    ];
    const other = t(
      "Or choose the response or the downloaded artifact, or copy the response from the comment.",
    );
    const detail = [advice, other].filter(Boolean).join(" ");
    const answer = requireAnswer(
      await window.showInformationMessage(
        escapeForMessage(text),
        { modal: true, detail: escapeForMessage(detail) },
        ...all.map(({ title }) => title),
      ),
    );
    await all.find(({ title }) => title === answer)?.act();
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
