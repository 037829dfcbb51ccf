/**
 * Watches the pull requests of checked-out branches and of links, while the view is visible and the window has the
 * focus.
 */

import type { Clock } from "../../shared/clock.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import { type Look, lookAt, type PullByNumber, type Shown } from "../github/look.ts";
import type { PullReport } from "../github/reports.ts";
import { Pace } from "./pace.ts";

export interface PullState {
  /** The repository's folder, followed by the number for a pull request opened through a link. */
  readonly key: string;
  readonly root: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly look: Look;
  /** Why the last look failed. `view` still contains the state before that look. */
  readonly trouble?: Extract<Look, { what: "refused" }> | undefined;
  /** By commit: the number of later commits on the checked-out branch. Absent if this clone doesn't know. */
  readonly behind: ReadonlyMap<string, number>;
}

interface PullRequestWatcherDeps {
  readonly vscode: VSCode;
  readonly clock: Clock;
  readonly git: Git;
  readonly logins: Logins;
}

interface WatchedPullRequest {
  readonly key: string;
  readonly repository: OpenRepository;
  readonly linked?: PullByNumber | undefined;
}

export class Pulls extends Observable {
  readonly #deps: PullRequestWatcherDeps;
  readonly #pace = new Pace();
  #states: readonly PullState[] | undefined;
  #hasGit = true;
  /** By repository folder. */
  readonly #linked = new Map<string, PullByNumber>();
  #isInSight = false;
  #looking: Promise<void> | undefined;
  /** The next look takes place then, or later if the view is not visible. */
  #dueAt = 0;
  /** Whether the next look also finds again which pull request belongs to the branch. */
  #isFullLook = true;
  #cancelTimer: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor(deps: PullRequestWatcherDeps) {
    super(deps.vscode);
    this.#deps = deps;
    const { vscode, git, logins } = deps;
    this.own(git.onDidChange(() => this.lookAgain()));
    this.own(logins.onDidChange(() => this.lookAgain()));
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(() => this.lookAgain()));
    this.own(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#planLook();
        else this.#pause();
      }),
    );
    this.own({
      dispose: () => {
        this.#pause();
        this.#end.abort();
      },
    });
  }

  get all(): readonly PullState[] | undefined {
    return this.#states;
  }

  at(key: string): PullState | undefined {
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

  /** Looks again as soon as the view is visible. */
  lookAgain(): void {
    this.#pace.quicken();
    this.#isFullLook = true;
    this.#dueAt = 0;
    this.#planLook();
  }

  /** Looks at once, even while the view is hidden. */
  async lookNow(): Promise<void> {
    // A look that already runs may have asked before the change that the person wants to see.
    await this.#looking;
    this.#pace.quicken();
    this.#isFullLook = true;
    await this.#look();
  }

  async lookAtLinked(root: string, linked: PullByNumber): Promise<void> {
    this.#linked.set(root, linked);
    await this.lookNow();
  }

  #planLook(): void {
    const { clock, vscode } = this.#deps;
    this.#pause();
    if (!this.#isInSight || !vscode.window.state.focused || this.#looking !== undefined) return;
    const wait = Math.max(this.#dueAt, this.#limitedUntil()) - clock.now();
    if (wait <= 0) void this.#look();
    else this.#cancelTimer = clock.after(wait, () => this.#planLook());
  }

  #look(): Promise<void> {
    this.#pause();
    const { clock } = this.#deps;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#looking ??= this.#lookAtAll()
      // The window was closed.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
        if (this.#end.signal.aborted) return;
        this.#dueAt = Math.min(this.#dueAt, clock.now() + this.#pace.next(clock.random()));
        this.#planLook();
      });
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    const { clock, git, logins, vscode } = this.#deps;
    if (!vscode.workspace.isTrusted) return this.#set([]);
    if (this.#limitedUntil() > clock.now()) return;
    const repositories = await git.repositories();
    this.#hasGit = repositories !== undefined;
    // The requests below see every change up to this line.
    const isWhole = this.#isFullLook;
    this.#isFullLook = false;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const states: PullState[] = [];
    let isSame = true;
    for (const watched of this.#watched(repositories ?? [])) {
      const { repository, key, linked } = watched;
      const last = this.at(key);
      const isKnown = !isWhole && last !== undefined && isAt(last, repository);
      const looked = await lookAt({
        at: repository.at,
        linked,
        servers: logins.servers,
        clientFor: server => logins.clientFor(server),
        known: isKnown && last.look.what === "pull-request" ? last.look.pull : undefined,
        signal: this.#end.signal,
      });
      if (!looked.isSame) isSame = false;
      states.push(await stateOf(watched, looked.look, last));
    }
    if (!isSame) this.#pace.quicken();
    this.#set(states.filter(state => !isDuplicate(state, states)));
  }

  #watched(repositories: readonly OpenRepository[]): WatchedPullRequest[] {
    return repositories.flatMap(repository => {
      const { root } = repository;
      const linked = this.#linked.get(root);
      const own = { key: root, repository };
      return linked === undefined ? own : [own, { key: `${root} ${linked.number}`, repository, linked }];
    });
  }

  #set(states: readonly PullState[]): void {
    this.#states = states;
    this.changed();
  }

  /** GitHub's rate limit applies to clicks as well. */
  #limitedUntil(): number {
    const limits = (this.#states ?? []).map(({ trouble, look }) => {
      const refusal = trouble?.refusal ?? (look.what === "refused" ? look.refusal : undefined);
      return refusal?.kind === "limited" ? refusal.untilMs : 0;
    });
    return Math.max(0, ...limits);
  }

  #pause(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}

export function reportAt(
  { look }: PullState,
  comment: number,
): { readonly pull: Shown["pull"]; readonly report: PullReport } | undefined {
  if (look.what !== "pull-request") return undefined;
  const report = look.reports.find(({ id }) => id === comment);
  return report && { pull: look.pull, report };
}

/** A branch keeps its pull request when it grows. A detached commit can belong to a different one. */
function isAt({ branch, commit }: PullState, { at }: OpenRepository): boolean {
  return branch === at.branch && (branch !== undefined || commit === at.commit);
}

/** Hides a linked pull request that is also the checked-out branch's, or that fails for the same reason. */
function isDuplicate(state: PullState, all: readonly PullState[]): boolean {
  const shown = ({ look }: PullState) => (look.what === "pull-request" ? look.pull.number : look.what);
  const own = all.find(({ key }) => key === state.root);
  return own !== undefined && own !== state && shown(own) === shown(state);
}

/** Keeps showing the last view through a temporary failure. */
async function stateOf(
  { key, repository: { root, at, countCommitsAhead } }: WatchedPullRequest,
  look: Look,
  last: PullState | undefined,
): Promise<PullState> {
  const passes =
    look.what === "refused" && (look.refusal.kind === "limited" || look.refusal.kind === "unavailable");
  const isSeen = last?.look.what === "pull-request" && last.branch === at.branch;
  const shown = passes && isSeen ? last.look : look;
  const behind = new Map<string, number>();
  if (shown.what === "pull-request") {
    for (const sha of new Set(shown.reports.map(({ mark }) => mark.sha))) {
      const commits = await countCommitsAhead(sha);
      if (commits !== undefined) behind.set(sha, commits);
    }
  }
  return {
    key,
    root,
    branch: at.branch,
    commit: at.commit,
    look: shown,
    trouble: passes && isSeen ? look : undefined,
    behind,
  };
}
