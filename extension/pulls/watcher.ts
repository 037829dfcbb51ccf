/**
 * Watches the pull requests of checked-out branches and of links while the view is visible. Only the first look does not
 * wait for the window to get the focus.
 */

import type { Clock } from "../../shared/clock.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import {
  type LinkedPullRequest,
  lookUpPullRequest,
  type PullRequestView,
  type PullRequestWithReports,
} from "../github/lookup.ts";
import type { PullRequestReport } from "../github/reports.ts";
import { isSameRepository } from "../github/repository.ts";
import { readNumberSetting } from "../services/settings.ts";
import { PollingPace } from "./pace.ts";

export interface PullRequestState {
  /** The repository's folder, followed by the number for a pull request opened through a link. */
  readonly key: string;
  readonly root: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly view: PullRequestView;
  /** Why the last look failed. `view` still contains the state before that look. */
  readonly lastFailure?: Extract<PullRequestView, { what: "refused" }> | undefined;
  /** For each report's commit, the number of HEAD's commits that it lacks. Without an entry, the number is unknown. */
  readonly commitsBehind: ReadonlyMap<string, number>;
}

interface PullRequestWatcherDeps {
  readonly vscode: VSCode;
  readonly clock: Clock;
  readonly git: Git;
  readonly logins: Logins;
  /** Whether CI is about to take up a decision that was sent from here. */
  readonly isDecisionAwaited: () => boolean;
}

/** Below ten seconds, in which a person still waits for the row to follow the decision. */
const awaitingPauseMs = 5000;

interface WatchedPullRequest {
  readonly key: string;
  readonly repository: OpenRepository;
  readonly linked?: LinkedPullRequest | undefined;
}

export class PullRequestWatcher extends Observable {
  readonly #deps: PullRequestWatcherDeps;
  readonly #pace = new PollingPace();
  #states: readonly PullRequestState[] | undefined;
  #hasGit = true;
  /** Keys are the repositories' folders. */
  readonly #linked = new Map<string, LinkedPullRequest>();
  #isInSight = false;
  #looking: Promise<void> | undefined;
  /** The earliest time of the next look, which also waits until the view is visible. */
  #dueAt = 0;
  /** Whether the next look searches for the pull requests again instead of using the known ones. */
  #isFullLook = true;
  #cancelTimer: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor(deps: PullRequestWatcherDeps) {
    super(deps.vscode);
    this.#deps = deps;
    const { vscode, git, logins } = deps;
    this.register(git.onDidChange(() => this.lookAgain()));
    this.register(logins.onDidChange(() => this.lookAgain()));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.lookAgain()));
    this.register(vscode.window.onDidChangeWindowState(() => this.#planLook()));
    this.register(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration("callboard.pullRequest")) this.lookAgain();
      }),
    );
    this.register({
      dispose: () => {
        this.#pause();
        this.#end.abort();
      },
    });
  }

  get all(): readonly PullRequestState[] | undefined {
    return this.#states;
  }

  find(key: string): PullRequestState | undefined {
    return this.#states?.find(state => state.key === key);
  }

  get hasGit(): boolean {
    return this.#hasGit;
  }

  set isInSight(isInSight: boolean) {
    if (this.#isInSight === isInSight) return;
    this.#isInSight = isInSight;
    if (isInSight) this.#planLook();
    else this.#pause();
  }

  /** Looks again as soon as the view is visible and, after the first look, the window has the focus. */
  lookAgain(): void {
    this.#pace.quicken();
    this.#isFullLook = true;
    this.#dueAt = 0;
    this.#planLook();
  }

  /** Looks even while the view is hidden, but not while GitHub's rate limit is reached. */
  async lookNow(): Promise<void> {
    // A look that already runs may have sent its requests before the change that the person wants to see.
    await this.#looking;
    this.#pace.quicken();
    this.#isFullLook = true;
    await this.#look();
  }

  /** Undefined if the checkout's row shows the same. */
  async lookAtLinked(root: string, linked: LinkedPullRequest): Promise<PullRequestState | undefined> {
    this.#linked.set(root, linked);
    await this.lookNow();
    return this.find(linkedKey(root, linked));
  }

  #planLook(): void {
    const { clock, vscode } = this.#deps;
    this.#pause();
    const mayLook = vscode.window.state.focused || this.#states === undefined;
    if (!this.#isInSight || !mayLook || this.#looking !== undefined) return;
    const wait = Math.max(this.#dueAt, this.#limitedUntil()) - clock.now();
    if (wait <= 0) void this.#look();
    else if (Number.isFinite(wait)) this.#cancelTimer = clock.after(wait, () => this.#planLook());
  }

  #look(): Promise<void> {
    this.#pause();
    const { clock } = this.#deps;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#looking ??= this.#lookAtAll()
      // An error of GitHub is already shown in the view. Any other error only ends this look.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
        if (this.#end.signal.aborted) return;
        this.#dueAt = Math.min(this.#dueAt, clock.now() + this.#nextPauseMs());
        this.#planLook();
      });
    return this.#looking;
  }

  /** Infinite if a person wants no requests without a reason, such as a push. */
  #nextPauseMs(): number {
    const { clock, isDecisionAwaited, vscode } = this.#deps;
    if (isDecisionAwaited()) return awaitingPauseMs;
    const seconds = readNumberSetting(vscode, "pullRequest.refreshInterval");
    return seconds === 0 ? Number.POSITIVE_INFINITY : this.#pace.nextPauseMs(1000 * seconds, clock.random());
  }

  async #lookAtAll(): Promise<void> {
    const { clock, git, logins, vscode } = this.#deps;
    if (!vscode.workspace.isTrusted) return this.#set([]);
    if (this.#limitedUntil() > clock.now()) return;
    const repositories = await git.repositories();
    this.#hasGit = repositories !== undefined;
    // The requests below see every change until now. `lookAgain` sets both fields again after a later change.
    const isWhole = this.#isFullLook;
    this.#isFullLook = false;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const states: PullRequestState[] = [];
    let isSame = true;
    for (const watched of this.#watched(repositories ?? [])) {
      const { repository, key, linked } = watched;
      const last = this.find(key);
      const isKnown = !isWhole && last !== undefined && isAt(last, repository);
      const looked = await lookUpPullRequest({
        checkout: repository.checkout,
        linked,
        servers: logins.servers,
        clientFor: server => logins.clientFor(server),
        knownPullRequest: isKnown && last.view.what === "pull-request" ? last.view.pull : undefined,
        signal: this.#end.signal,
      });
      if (!looked.isUnchanged) isSame = false;
      // A row says until the next look that the linked pull request doesn't exist.
      if (linked !== undefined && looked.view.what === "no-pull-request")
        this.#linked.delete(repository.root);
      states.push(await stateOf(watched, looked.view, last));
    }
    if (!isSame) this.#pace.quicken();
    this.#set(states.filter(state => !isDuplicate(state, states)));
  }

  #watched(repositories: readonly OpenRepository[]): WatchedPullRequest[] {
    return repositories.flatMap(repository => {
      const { root } = repository;
      const linked = this.#linked.get(root);
      const own = { key: root, repository };
      return linked === undefined ? own : [own, { key: linkedKey(root, linked), repository, linked }];
    });
  }

  #set(states: readonly PullRequestState[]): void {
    this.#states = states;
    this.fireChange();
  }

  /** The time when GitHub's rate limit ends, or 0. A look that a person asks for observes the limit as well. */
  #limitedUntil(): number {
    const limits = (this.#states ?? []).map(({ lastFailure, view }) => {
      const refusal = lastFailure?.refusal ?? (view.what === "refused" ? view.refusal : undefined);
      return refusal?.kind === "limited" ? refusal.untilMs : 0;
    });
    return Math.max(0, ...limits);
  }

  #pause(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}

export function findReport(
  { view }: PullRequestState,
  comment: number,
): { readonly pull: PullRequestWithReports["pull"]; readonly report: PullRequestReport } | undefined {
  if (view.what !== "pull-request") return undefined;
  const report = view.reports.find(({ id }) => id === comment);
  return report && { pull: view.pull, report };
}

/** A branch keeps its pull request after a new commit. Another detached commit can belong to another pull request. */
function isAt({ branch, commit }: PullRequestState, { checkout }: OpenRepository): boolean {
  return branch === checkout.branch && (branch !== undefined || commit === checkout.commit);
}

function linkedKey(root: string, { number }: LinkedPullRequest): string {
  return `${root} ${number}`;
}

/** Whether a link's row repeats the checkout's row: the same pull request, or the same reason why none is shown. */
function isDuplicate(state: PullRequestState, all: readonly PullRequestState[]): boolean {
  const own = all.find(({ key }) => key === state.root);
  if (own === undefined || own === state) return false;
  const [one, other] = [own.view, state.view];
  if (one.what === "pull-request" && other.what === "pull-request") {
    return (
      one.pull.number === other.pull.number && isSameRepository(one.pull.repository, other.pull.repository)
    );
  }
  const serverOf = (view: PullRequestView) => ("server" in view ? view.server : "");
  // A link's pull request is missing for another reason than that of a branch.
  if (other.what === "no-pull-request") return false;
  return one.what === other.what && serverOf(one) === serverOf(other);
}

/** Keeps showing the pull request during a temporary failure, unless another branch is checked out. */
async function stateOf(
  { key, repository: { root, checkout, countCommitsAhead } }: WatchedPullRequest,
  look: PullRequestView,
  last: PullRequestState | undefined,
): Promise<PullRequestState> {
  const passes =
    look.what === "refused" && (look.refusal.kind === "limited" || look.refusal.kind === "unavailable");
  const isSeen = last?.view.what === "pull-request" && last.branch === checkout.branch;
  const shown = passes && isSeen ? last.view : look;
  const commitsBehind = new Map<string, number>();
  if (shown.what === "pull-request") {
    for (const sha of new Set(shown.reports.map(({ mark }) => mark.sha))) {
      const commits = await countCommitsAhead(sha);
      if (commits !== undefined) commitsBehind.set(sha, commits);
    }
  }
  return {
    key,
    root,
    branch: checkout.branch,
    commit: checkout.commit,
    view: shown,
    lastFailure: passes && isSeen ? look : undefined,
    commitsBehind,
  };
}
