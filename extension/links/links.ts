/**
 * Follows addresses by which a pull request's comment leads into the editor: finds the folder whose repository it is, and
 * shows the review or the report there. Nothing is sent to the service: a review's page is shown, where a person decides.
 */

import type { ExtensionContext } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { Cancelled, Obstacle, orCancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import { fullName, isSame, type Repository, repositoryOf } from "../github/repository.ts";
import type { PullActions } from "../pulls/actions.ts";
import type { PullState, Pulls } from "../pulls/pulls.ts";
import type { Records } from "../records/records.ts";
import type { ReviewDesk } from "../reviews/desk.ts";
import type { Memories } from "../services/memory.ts";
import type { Services } from "../services/services.ts";
import { type Linked, linkedBy, type Strange } from "./address.ts";
import { forgetLink, keepLink, type PendingLink, pendingLink } from "./pending.ts";

interface LinksOptions {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly git: Git;
  readonly logins: Logins;
  readonly pulls: Pulls;
  readonly actions: PullActions;
  readonly services: Services;
  readonly memories: Memories;
  readonly records: Records;
  readonly reviewDesk: ReviewDesk;
}

/** A repository of a folder that is open here, and which of its remotes is meant. */
interface Found {
  readonly open: OpenRepository;
  readonly repository: Repository;
}

export class Links {
  readonly #with: LinksOptions;

  constructor(options: LinksOptions) {
    this.#with = options;
  }

  async follow(link: PendingLink): Promise<void> {
    const { vscode } = this.#with;
    const linked = linkedBy(link);
    if (typeof linked === "string") {
      throw new Obstacle(t("This address leads nowhere here: {0}", whyNowhere(linked)));
    }
    requireTrust(vscode);
    const found = await this.#find(linked.repository);
    if (found === undefined) return this.#offerFolder(linked, link);
    const state = await this.#look(found, linked);
    if (state.look.what !== "pull-request") {
      await vscode.commands.executeCommand("callboard.pull.focus");
      throw new Obstacle(
        t(
          "Pull request #{0} of {1} can't be shown: the Pull request view says why.",
          linked.pull,
          linked.repository,
        ),
      );
    }
    const { reports } = state.look;
    const pull = state.key;
    if (linked.what === "report") {
      const report = reports.find(({ mark, by }) => mark.key === linked.key && by.isApp);
      if (report === undefined)
        throw new Obstacle(t("Pull request #{0} has no report {1}.", linked.pull, linked.key));
      await this.#with.actions.openReport({ type: "pull", pull, comment: report.id });
      return;
    }
    const mentions = reports.filter(
      ({ by, reviews }) => by.isApp && reviews.some(({ id }) => id === linked.id),
    );
    const report = mentions.find(({ check }) => check !== undefined) ?? mentions[0];
    if (report === undefined) {
      throw new Obstacle(
        t("No report on pull request #{0} mentions the review {1}.", linked.pull, linked.id),
      );
    }
    await this.#with.actions.openReview({ type: "pull", pull, comment: report.id, review: linked.id });
  }

  /** After the folder was opened; where it is another, the link waits. */
  async goOn(): Promise<void> {
    const { clock, context } = this.#with;
    const link = pendingLink(context.globalState, clock.now());
    const linked = link && linkedBy(link);
    if (link === undefined || linked === undefined || typeof linked === "string") return;
    if ((await this.#find(linked.repository)) === undefined) return;
    await forgetLink(context.globalState);
    await this.follow(link);
  }

  /** One of the service in use; added only when the person says so, where nobody has mentioned it here. */
  async openOwnReview(id: string): Promise<void> {
    const { memories, records, reviewDesk, services, vscode } = this.#with;
    const service = services.requireCurrent();
    if (records.find(`review ${id}`) === undefined) {
      const add = t("Add it");
      const question = t(
        "The review {0} was not mentioned here yet. Add it to those of {1}?",
        id,
        service.name,
      );
      const options = { modal: true, detail: t("Nothing is sent.") };
      const answer = await vscode.window.showInformationMessage(inMessage(question), options, add);
      if (answer !== add) throw new Cancelled();
      await memories.of(service).learn([{ kind: "review", id }], new Map());
    }
    await reviewDesk.open(id);
  }

  async #find(name: string): Promise<Found | undefined> {
    const { git, logins } = this.#with;
    for (const open of (await git.repositories()) ?? []) {
      for (const { address } of open.at.remotes) {
        const repository = repositoryOf(address, logins.enterprise);
        if (repository !== undefined && fullName(repository).toLowerCase() === name.toLowerCase()) {
          return { open, repository };
        }
      }
    }
    return undefined;
  }

  /** That of what is checked out, if it is this one; the person is asked to log in where they are not. */
  async #look({ open: { root }, repository }: Found, { pull: number }: Linked): Promise<PullState> {
    const { logins, pulls, vscode } = this.#with;
    if ((await logins.clientFor(repository.server)) === undefined) {
      const logIn = t("Log in");
      const question = t("Log in to GitHub to see pull request #{0} of {1}?", number, fullName(repository));
      const options = { modal: true };
      const answer = await vscode.window.showInformationMessage(inMessage(question), options, logIn);
      if (answer !== logIn) throw new Cancelled();
      await logins.logIn(repository.server, { anew: false });
    }
    const isIt = ({ look }: PullState) =>
      look.what === "pull-request" && look.pull.number === number && isSame(look.pull.repository, repository);
    await pulls.lookNow();
    const state = pulls.all?.find(isIt) ?? (await pulls.lookAtLinked(root, { repository, number }));
    return orCancelled(state);
  }

  /** The link is kept, and followed in the window where its folder is opened. */
  async #offerFolder(linked: Linked, link: PendingLink): Promise<void> {
    const { clock, context, logins, vscode } = this.#with;
    const openFolder = t("Open its folder…");
    const here = t("Show it without");
    const servers = [logins.enterprise, "https://github.com"].flatMap(server => server ?? []);
    const clones = new Map(servers.map(server => [t("Clone from {0}…", new URL(server).host), server]));
    const question = t("No folder of {0} is open in this window.", linked.repository);
    const detail = t("The link is followed once it is open: pull request #{0}.", linked.pull);
    const answer = await vscode.window.showInformationMessage(
      inMessage(question),
      { modal: true, detail: inMessage(detail) },
      openFolder,
      ...clones.keys(),
      ...(linked.what === "review" ? [here] : []),
    );
    if (answer === undefined) throw new Cancelled();
    if (answer === here && linked.what === "review") return this.openOwnReview(linked.id);
    await keepLink(context.globalState, link, clock.now());
    const server = clones.get(answer);
    if (server === undefined) await vscode.commands.executeCommand("vscode.openFolder");
    else await vscode.commands.executeCommand("git.clone", `${server}/${linked.repository}.git`);
  }
}

function whyNowhere(strange: Strange): string {
  return {
    "no-such-page": t("there is no such page."),
    "another-parameter": t("it says something that is not expected there."),
    "no-repository": t("it names no repository."),
    "no-pull-request": t("it names no pull request."),
    "no-review": t("it names no review."),
    "no-report": t("it names no report."),
  }[strange];
}
