/**
 * The pull requests of what is checked out here, and those that a link has led to. GitHub is asked while they are in
 * sight and the window has the focus, and at once when something happens.
 */

import type { Clock } from "../../shared/clock.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { Logins } from "../github/logins.ts";
import { type Look, lookAt, type PullByNumber, type Shown } from "../github/look.ts";
import type { PullReport } from "../github/reports.ts";
import { Pace } from "./pace.ts";

/** What is known of one pull request. */
export interface PullState {
  /** By this one finds it again: the repository's folder, and the number where a link has led to it. */
  readonly key: string;
  /** The address of the repository's folder. */
  readonly root: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly look: Look;
  /** Why the last look gave nothing new; what was seen before it stands. */
  readonly trouble?: Extract<Look, { what: "refused" }> | undefined;
  /** How many commits each report's commit is behind, by the commit; absent where nobody here knows. */
  readonly behind: ReadonlyMap<string, number>;
}

interface PullsOptions {
  readonly vscode: VSCode;
  readonly clock: Clock;
  readonly git: Git;
  readonly logins: Logins;
}

/** What is looked at: a repository's own pull request, or one that a link has led to. */
interface Wanted {
  readonly key: string;
  readonly repository: OpenRepository;
  readonly linked?: PullByNumber | undefined;
}

export class Pulls extends Observable {
  readonly #with: PullsOptions;
  readonly #pace = new Pace();
  #states: readonly PullState[] | undefined;
  #hasGit = true;
  /** By the folders of repositories. */
  readonly #linked = new Map<string, PullByNumber>();
  #isInSight = false;
  #looking: Promise<void> | undefined;
  /** When the next look is due, once somebody can see it. */
  #dueAt = 0;
  /** The next look asks for everything, also for what pull request it is. */
  #isWhole = true;
  #callOff: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor(options: PullsOptions) {
    super(options.vscode);
    this.#with = options;
    const { vscode, git, logins } = options;
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

  /** Undefined before the first look. */
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

  /** Something has happened; it is looked once it is in sight. */
  lookAgain(): void {
    this.#pace.quicken();
    this.#isWhole = true;
    this.#dueAt = 0;
    this.#planLook();
  }

  /** A person wants to know; also where it is not in sight. */
  async lookNow(): Promise<void> {
    // One that is under way may have asked before it happened what the person wants to know.
    await this.#looking;
    this.#pace.quicken();
    this.#isWhole = true;
    await this.#look();
  }

  /** Looks at it besides, from now on. */
  async lookAtLinked(root: string, linked: PullByNumber): Promise<void> {
    this.#linked.set(root, linked);
    await this.lookNow();
  }

  #planLook(): void {
    const { clock, vscode } = this.#with;
    this.#pause();
    if (!this.#isInSight || !vscode.window.state.focused || this.#looking !== undefined) return;
    const wait = Math.max(this.#dueAt, this.#limitedUntil()) - clock.now();
    if (wait <= 0) void this.#look();
    else this.#callOff = clock.after(wait, () => this.#planLook());
  }

  /** One at a time. */
  #look(): Promise<void> {
    this.#pause();
    const { clock } = this.#with;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#looking ??= this.#lookAtAll()
      // Ended with the window.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
        if (this.#end.signal.aborted) return;
        // Sooner, where something has happened meanwhile.
        this.#dueAt = Math.min(this.#dueAt, clock.now() + this.#pace.next(clock.random()));
        this.#planLook();
      });
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    const { clock, git, logins, vscode } = this.#with;
    if (!vscode.workspace.isTrusted) return this.#set([]);
    if (this.#limitedUntil() > clock.now()) return;
    const repositories = await git.repositories();
    this.#hasGit = repositories !== undefined;
    // What has happened until here is seen by this look.
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const states: PullState[] = [];
    let isSame = true;
    for (const wanted of this.#wanted(repositories ?? [])) {
      const { repository, key, linked } = wanted;
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
      states.push(await stateOf(wanted, looked.look, last));
    }
    if (!isSame) this.#pace.quicken();
    this.#set(states.filter(state => !isTwice(state, states)));
  }

  #wanted(repositories: readonly OpenRepository[]): Wanted[] {
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

  /** Until then GitHub wants to be asked nothing, not by a person's click either. */
  #limitedUntil(): number {
    const limits = (this.#states ?? []).map(({ trouble, look }) => {
      const refusal = trouble?.refusal ?? (look.what === "refused" ? look.refusal : undefined);
      return refusal?.kind === "limited" ? refusal.untilMs : 0;
    });
    return Math.max(0, ...limits);
  }

  #pause(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}

/** A report of a pull request that is shown. */
export function reportAt(
  { look }: PullState,
  comment: number,
): { readonly pull: Shown["pull"]; readonly report: PullReport } | undefined {
  if (look.what !== "pull-request") return undefined;
  const report = look.reports.find(({ id }) => id === comment);
  return report && { pull: look.pull, report };
}

/** A branch stays that of its pull request when it grows; a commit of none is that of another's. */
function isAt({ branch, commit }: PullState, { at }: OpenRepository): boolean {
  return branch === at.branch && (branch !== undefined || commit === at.commit);
}

/** A link can lead to the pull request of what is checked out; and what keeps from one keeps from the other. */
function isTwice(state: PullState, all: readonly PullState[]): boolean {
  const shown = ({ look }: PullState) => (look.what === "pull-request" ? look.pull.number : look.what);
  const own = all.find(({ key }) => key === state.root);
  return own !== undefined && own !== state && shown(own) === shown(state);
}

/** What passes, as an outage does, takes nothing away that was seen before. */
async function stateOf(
  { key, repository: { root, at, ahead } }: Wanted,
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
      const commits = await ahead(sha);
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
