/**
 * Follows links from a report into the editor: finds the folder of the repository, and shows the review, the report or the
 * response. It sends nothing to the service; a person decides on the review's page.
 */

import type { ExtensionContext } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { Disposables } from "../editor/disposables.ts";
import { Cancelled, Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import {
  type GitHubRepository,
  isSameRepository,
  parseRepositoryAddress,
  repositoryFullName,
} from "../github/repository.ts";
import type { RecordStore } from "../records/records.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { PullRequestActions } from "./actions.ts";
import {
  type LinkDestination,
  type LinkParts,
  type LinkProblem,
  type PullRequestDestination,
  parseLink,
} from "./link-address.ts";
import type { LinkedResponses } from "./linked-responses.ts";
import { forgetPendingLink, loadPendingLink, savePendingLink } from "./pending-link.ts";
import type { PullRequestState, PullRequestWatcher } from "./watcher.ts";

interface LinksDeps {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly git: Git;
  readonly logins: Logins;
  readonly pulls: PullRequestWatcher;
  readonly actions: PullRequestActions;
  readonly linkedResponses: LinkedResponses;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly records: RecordStore;
  readonly reviewPanel: Pick<ReviewPanel, "open">;
  readonly fail: (error: unknown) => void;
}

/** An open repository, and the GitHub repository that the link and one of its remotes name. */
interface LinkedRepository {
  readonly open: OpenRepository;
  readonly repository: GitHubRepository;
}

export class LinkFollower extends Disposables {
  readonly #deps: LinksDeps;

  constructor(deps: LinksDeps) {
    super();
    this.#deps = deps;
    const { fail, git, vscode } = deps;
    const resume = () => this.followPending().catch(fail);
    this.register(git.onDidChange(resume));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(resume));
  }

  async follow(link: LinkParts): Promise<void> {
    const { context, vscode } = this.#deps;
    const linked = parseLink(link);
    if (typeof linked === "string") {
      throw new Obstacle(t("This link can't be followed: {0}", linkProblemText(linked)));
    }
    requireTrust(vscode);
    // A new link replaces an earlier link that still waits for its folder.
    await forgetPendingLink(context.globalState);
    const found = await this.#find(linked.repository);
    if (found === undefined) await this.#offerFolder(linked, link);
    else await this.#show(found, linked);
  }

  async followPending(): Promise<void> {
    const { clock, context, vscode } = this.#deps;
    const pending = () => loadPendingLink(context.globalState, clock.now());
    const link = pending();
    const linked = link && parseLink(link);
    if (!vscode.workspace.isTrusted || linked === undefined || typeof linked === "string") return;
    const found = await this.#find(linked.repository);
    // Another window may have followed the link meanwhile.
    if (found === undefined || JSON.stringify(pending()) !== JSON.stringify(link)) return;
    await forgetPendingLink(context.globalState);
    await this.#show(found, linked);
  }

  async #show(found: LinkedRepository, linked: LinkDestination): Promise<void> {
    const { repository, open } = found;
    if (linked.what !== "response") await this.#showOfPullRequest(found, linked);
    else await this.#deps.linkedResponses.open({ repository, linked, root: open.root });
  }

  async #showOfPullRequest(found: LinkedRepository, linked: PullRequestDestination): Promise<void> {
    const { actions, vscode } = this.#deps;
    const { key: pull, view: look } = (await this.#findPullRequest(found, linked)) ?? {};
    if (look?.what === "no-pull-request") {
      throw new Obstacle(t("There is no pull request #{0} in {1}.", linked.pull, linked.repository));
    }
    if (pull === undefined || look?.what !== "pull-request") {
      await vscode.commands.executeCommand("callboard.pull.focus");
      throw new Obstacle(
        t(
          "Pull request #{0} of {1} can't be shown: the Pull request view says why.",
          linked.pull,
          linked.repository,
        ),
      );
    }
    const reports = look.reports.filter(({ author }) => author.isApp);
    if (linked.what === "report") {
      const report = reports.find(({ mark }) => mark.key === linked.key);
      if (report === undefined) {
        throw new Obstacle(t("Pull request #{0} has no report {1}.", linked.pull, linked.key));
      }
      return actions.openReport({ type: "pull", pull, comment: report.id });
    }
    const withReview = reports.filter(({ reviews }) => reviews.some(({ id }) => id === linked.id));
    const report = withReview.find(({ check }) => check !== undefined) ?? withReview[0];
    if (report === undefined) {
      throw new Obstacle(
        t("No report on pull request #{0} contains the review {1}.", linked.pull, linked.id),
      );
    }
    await actions.openReview({ type: "pull", pull, comment: report.id, review: linked.id });
  }

  /** Opens a review of the current service. Asks before it adds a review that is not known here. */
  async openServiceReview(id: string): Promise<void> {
    const { memories, records, reviewPanel, services, vscode } = this.#deps;
    const service = services.requireCurrent();
    if (records.find(`review ${id}`) === undefined) {
      const add = t("Add it");
      const question = t(
        "The review {0} is not known here yet. Add it to the reviews of {1}?",
        id,
        service.name,
      );
      const options = { modal: true, detail: t("Nothing is sent.") };
      const answer = await vscode.window.showInformationMessage(escapeForMessage(question), options, add);
      if (answer !== add) throw new Cancelled();
      await memories.of(service).learn([{ kind: "review", id }], new Map());
    }
    await reviewPanel.open(id);
  }

  async #find(name: string): Promise<LinkedRepository | undefined> {
    const { git, logins } = this.#deps;
    for (const open of (await git.repositories()) ?? []) {
      for (const { address } of open.checkout.remotes) {
        const repository = parseRepositoryAddress(address, logins.servers);
        if (repository !== undefined && repositoryFullName(repository).toLowerCase() === name.toLowerCase()) {
          return { open, repository };
        }
      }
    }
    return undefined;
  }

  /** Finds the linked pull request among those in the view, else loads it. Asks the person to log in if necessary. */
  async #findPullRequest(
    { open: { root }, repository }: LinkedRepository,
    { pull: number }: PullRequestDestination,
  ): Promise<PullRequestState | undefined> {
    const { logins, pulls, vscode } = this.#deps;
    if ((await logins.clientFor(repository.server)) === undefined) {
      const logIn = t("Log in");
      const question = t(
        "Log in to GitHub to see pull request #{0} of {1}?",
        number,
        repositoryFullName(repository),
      );
      const options = { modal: true };
      const answer = await vscode.window.showInformationMessage(escapeForMessage(question), options, logIn);
      if (answer !== logIn) throw new Cancelled();
      await logins.logIn(repository.server, { anew: false });
    }
    const isLinked = ({ view }: PullRequestState) =>
      view.what === "pull-request" &&
      view.pull.number === number &&
      isSameRepository(view.pull.repository, repository);
    await pulls.lookNow();
    const known = pulls.all?.find(isLinked);
    if (known !== undefined) return known;
    const looked = await pulls.lookAtLinked(root, { repository, number });
    return pulls.all?.find(isLinked) ?? looked;
  }

  /** Offers to open or clone the folder. Saves the link before that, so that the folder's window can follow it. */
  async #offerFolder(linked: LinkDestination, link: LinkParts): Promise<void> {
    const { git, logins, vscode } = this.#deps;
    const { commands, window, workspace } = vscode;
    const openFolder = t("Open its folder…");
    const showHere = t("Show the review here");
    const servers = [...logins.servers, "https://github.com"];
    const clones = new Map(servers.map(server => [t("Clone from {0}…", new URL(server).host), server]));
    const hasGit = (await git.repositories()) !== undefined;
    const question = hasGit
      ? t("No folder of {0} is open in this window.", linked.repository)
      : t("VS Code has no Git here, so Callboard can't find a folder of {0}.", linked.repository);
    const what =
      linked.what === "response"
        ? t("The link leads to a response of a workflow run.")
        : t("The link leads to pull request #{0}.", linked.pull);
    const then = t("It is followed once the folder is open, or when you click on it there again.");
    const detail = `${what} ${then}`;
    const answer = requireAnswer(
      await window.showInformationMessage(
        escapeForMessage(question),
        { modal: true, detail: escapeForMessage(detail) },
        ...(hasGit ? [openFolder, ...clones.keys()] : []),
        ...(linked.what === "review" ? [showHere] : []),
      ),
    );
    if (answer === showHere && linked.what === "review") return this.openServiceReview(linked.id);
    const server = clones.get(answer);
    if (server !== undefined) {
      await this.#save(link);
      await commands.executeCommand("git.clone", `${server}/${linked.repository}.git`);
      return;
    }
    const options = { canSelectFolders: true, canSelectFiles: false, title: linked.repository };
    const [folder] = requireAnswer(await window.showOpenDialog(options));
    await this.#save(link);
    const forceNewWindow = workspace.workspaceFolders !== undefined;
    await commands.executeCommand("vscode.openFolder", folder, { forceNewWindow });
  }

  async #save(link: LinkParts): Promise<void> {
    await savePendingLink(this.#deps.context.globalState, link, this.#deps.clock.now());
  }
}

function linkProblemText(problem: LinkProblem): string {
  return {
    "no-such-page": t("there is no such page."),
    "another-parameter": t("it has a parameter or a part that is not expected."),
    "no-repository": t("it names no repository."),
    "no-pull-request": t("it names no pull request."),
    "no-workflow-run": t("it names no workflow run."),
    "no-review": t("it names no review."),
    "no-report": t("it names no report."),
    "no-response": t("it names no response."),
  }[problem];
}
