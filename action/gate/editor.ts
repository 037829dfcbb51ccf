/**
 * Changes the gates of one pull request. GitHub has no conditional write, so each job writes only to its own check runs,
 * and a gate is the sum of all jobs' check runs. After writing, a job looks again until the latest check run contains
 * that sum. If jobs write at the same moment, at least the last one sees what the others wrote.
 */

import { isDeepStrictEqual } from "node:util";
import { applyChange, type GateChange, reopenReviews } from "../../shared/gate/change.ts";
import { reviewCheckStateOf } from "../../shared/gate/check.ts";
import { type Gate, isOpen, reviewIn } from "../../shared/gate/state.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { PullRequestComment } from "../github/comments.ts";
import { NoRequestSent } from "../github/reason.ts";
import type { GitHubSession } from "../github/session.ts";
import {
  createGateCheckRun,
  fitGate,
  type GatePlace,
  type OwnCheckRun,
  updateGateCheckRun,
} from "./check-runs.ts";
import { type ReportComment, readReportComment, updateReviewsParts } from "./comments.ts";
import { isEditedOnlyBy } from "./edits.ts";
import { type GateLook, GateReader } from "./gate-reader.ts";
import { type CommentGate, gatesIn, type NamedGate } from "./named-gate.ts";

/**
 * Calls `talk` with a session. A `settle` step opens a session for each call, because a session has a deadline, and the
 * service can take minutes between two calls.
 */
export type WithSession = <T>(talk: (session: GitHubSession) => Promise<T>) => Promise<T>;

export interface GateEditorOptions extends GatePlace {
  readonly withSession: WithSession;
  /** The commit of a step's report; by default the pull request's head. */
  readonly sha?: string | undefined;
  /** The name of the check run that a step writes; by default the editor reads all review checks. */
  readonly name?: string | undefined;
}

export type BeginChange = Extract<GateChange, { what: "begin" }>;

/** Each other job that writes at the same moment can cost one round of writing and looking. */
const mostRounds = 25;
/** GitHub doesn't always list a new check run at once. */
const mostLooks = 2;
/** How often this job looks again while it waits for another job to complete that job's check run. */
const mostWaits = 3;
/** The most commits to look at that only comments name. A force push can have removed them from the pull request. */
const mostLeads = 10;

export class GateEditor {
  readonly #options: GateEditorOptions;
  readonly #reader: GateReader;
  readonly #createdIds = new Set<number>();
  readonly #own = new Map<string, OwnCheckRun>();
  #namedGates: readonly NamedGate[] = [];
  #comments: readonly PullRequestComment[] = [];
  #reportComments: readonly ReportComment[] = [];
  /** Gates that only comments contain, because their check runs are gone. */
  #commentGates: readonly CommentGate[] = [];
  #lastLook: GateLook = { head: "", runs: [] };
  #shas: readonly string[] = [];
  /** The highest id of other jobs' check runs at the first look; 0 if there were none. */
  #highestFirstId: number | undefined;
  /** Another job has written since the first look, or has begun a command. */
  #hasRivals = false;
  /** The names under which this editor has begun commands. */
  readonly #ownJobs = new Set<string | undefined>();
  /** How often this job has waited for another job to complete a check run, by the check run's id. */
  readonly #waits = new Map<number, number>();
  /** The last look may be out of date. */
  #isStale = true;
  /** The changes of this job, except begun commands. `confirm` writes them until GitHub shows them. */
  #changes: readonly GateChange[] = [];

  constructor(options: GateEditorOptions) {
    this.#options = options;
    this.#reader = new GateReader(options, this.#createdIds);
  }

  get namedGates(): readonly NamedGate[] {
    return this.#namedGates;
  }

  get gates(): readonly Gate[] {
    return this.#namedGates.map(({ gate }) => gate);
  }

  get comments(): readonly PullRequestComment[] {
    return this.#comments;
  }

  /** The login of the token's account; undefined while it is unknown. */
  get ownLogin(): string | undefined {
    return this.#reader.knownOwnLogin;
  }

  /** The token's own comments with a report. */
  get reportComments(): readonly ReportComment[] {
    return this.#reportComments;
  }

  get openReviewIds(): string[] {
    return [...new Set(this.gates.flatMap(gate => gate.reviews.filter(isOpen).map(({ id }) => id)))];
  }

  /** Reads the comments and the gates, also at commits that only the comments name. */
  async read(): Promise<void> {
    if (this.#options.name === undefined) await this.readComments();
    await this.readGates();
  }

  async readComments(): Promise<void> {
    await this.#withGitHub(async github => {
      await this.#readComments(github, await this.#reader.comments(github));
    });
  }

  async readGates(): Promise<void> {
    await this.#withGitHub(async github => {
      await this.#look(github, this.#options.name !== undefined);
      const leads = this.#reportComments.flatMap(({ shas }) => shas).filter(sha => !this.#shas.includes(sha));
      if (leads.length > 0) await this.#look(github, false, leads.slice(-mostLeads));
      await this.#readCommentGates(github);
    });
  }

  /** Reads gates from comments, because GitHub deletes check runs with their workflow runs. */
  async #readCommentGates(github: GitHub): Promise<void> {
    const { pull, name: own } = this.#options;
    const copies: CommentGate[] = [];
    for (const { nodeId, mark } of this.#reportComments) {
      const { gate, check } = mark ?? {};
      if (gate === undefined || check === undefined || this.#isListed(check.id)) continue;
      if (gate.pull !== pull || (own !== undefined && own !== check.name)) continue;
      const self = await this.#reader.self(github);
      const isOwn = await isEditedOnlyBy(github, nodeId, self).catch(() => false);
      // An edit by a person can have changed decisions, so the reviews are open again. A comment without reviews is
      // ignored, because the edit can have removed them, and a gate without reviews is green.
      if (isOwn) copies.push({ name: check.name, gate });
      else if (gate.reviews.length > 0) copies.push({ name: check.name, gate: reopenReviews(gate) });
    }
    if (copies.length === 0) return;
    this.#commentGates = copies;
    this.#namedGates = gatesIn(this.#lastLook, copies);
  }

  async writeGate(name: string, gate: Gate): Promise<void> {
    await this.#withGitHub(github => this.#write(github, name, gate));
  }

  /**
   * Records the command as begun, before its request is sent. Returns false if no gate has the review, or if another
   * job has carried out this command or has begun one that this command doesn't replace. If jobs begin at the same
   * moment, the job with the lowest check run id goes on.
   */
  async begin(change: BeginChange): Promise<boolean> {
    const { id, begun } = change;
    this.#ownJobs.add(begun.job);
    const affected = this.#namedGates.filter(({ gate }) => gate.reviews.some(review => review.id === id));
    // All jobs use the same order. Otherwise each of two jobs could be first in one gate, and neither would go on.
    for (const { name } of affected.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const isFirst = await this.#withGitHub(async github => {
        const before = this.#namedGate(name)?.gate;
        const after = before && applyChange(before, change);
        if (after === undefined || after === before) return false;
        await this.#create(github, name, after);
        await this.#lookUntilListed(github, false);
        const gate = this.#namedGate(name)?.gate;
        return gate !== undefined && reviewIn(gate, id)?.begun?.job === begun.job;
      });
      if (!isFirst) {
        await this.takeBack(change);
        return false;
      }
    }
    return affected.length > 0;
  }

  /** Records that the begun command did not act, in each gate that can contain the command. */
  async takeBack({ id, begun }: BeginChange): Promise<void> {
    const change = { what: "take back", id, begun } as const;
    this.#changes = [...this.#changes, change];
    await this.#withGitHub(async github => {
      await this.#look(github, false);
      for (const { name, gate } of this.#namedGates) {
        const isThere = this.#own.has(name) || reviewIn(gate, id)?.begun?.job === begun.job;
        if (isThere) await this.#write(github, name, applyChange(gate, change));
      }
    });
  }

  /** Writes the changes now. If writing fails, `confirm` writes them later. */
  async record(...changes: readonly GateChange[]): Promise<void> {
    this.#changes = [...this.#changes, ...changes];
    this.#isStale = true;
    await this.#withGitHub(async github => {
      for (const { name, gate } of this.#namedGates) {
        await this.#write(github, name, changes.reduce(applyChange, gate));
      }
    });
  }

  /** Writes and looks until the latest check run of each gate contains all changes of all jobs. */
  async confirm(comments: boolean): Promise<void> {
    await this.#withGitHub(async (github, session) => {
      for (let round = 1; round <= mostRounds; round++) {
        session.deadline.signal.throwIfAborted();
        if (this.#isStale) await this.#lookUntilListed(github, comments);
        let hasWritten = false;
        for (const { name, gate } of this.#namedGates) {
          const next = this.#changes.reduce(applyChange, gate);
          if (await this.#write(github, name, next)) hasWritten = true;
        }
        if (!hasWritten) return await this.#complete(github);
      }
      throw new NoRequestSent("other jobs wrote check runs all the time");
    });
  }

  /**
   * Writes until the check runs and the comments show all changes, including those of jobs that ended early. Returns the
   * URL of a comment with a gate, or an empty text.
   */
  async finish(): Promise<string> {
    for (let round = 1; round <= mostRounds; round++) {
      await this.confirm(true);
      const { url, written } = await this.updateComments();
      // Goes on, because another job can have overwritten a comment with an older gate.
      if (written === 0 || !this.#hasRivals) return url;
    }
    throw new NoRequestSent("other jobs wrote the comment all the time");
  }

  async updateComments(): Promise<{ readonly url: string; readonly written: number }> {
    const renewed = await this.#withGitHub(github =>
      updateReviewsParts(github, this.#options, this.#namedGates, this.#reportComments),
    );
    if (renewed.written > 0) this.#isStale = true;
    return renewed;
  }

  /** Adds the ids of this job's shown check runs to their marks, and completes those without a waiting review. */
  async #complete(github: GitHub): Promise<void> {
    for (const [name, own] of this.#own) {
      const isDone =
        own.markHasId && own.isCompleted === (reviewCheckStateOf(own.gate).status === "completed");
      if (isDone || this.#namedGate(name)?.shown?.id !== own.id) continue;
      this.#own.set(name, await updateGateCheckRun(github, this.#options, name, own.gate, own));
    }
  }

  #isListed(id: number): boolean {
    return this.#lastLook.runs.some(run => run.id === id);
  }

  #namedGate(name: string): NamedGate | undefined {
    return this.#namedGates.find(each => each.name === name);
  }

  async #withGitHub<T>(talk: (github: GitHub, session: GitHubSession) => Promise<T>): Promise<T> {
    return await this.#options.withSession(session => talk(session.github(), session));
  }

  async #look(github: GitHub, comments: boolean, leads: readonly string[] = []): Promise<void> {
    const { sha, name } = this.#options;
    const knownNames = [
      ...this.#namedGates.map(found => found.name),
      ...this.#reportComments.flatMap(({ mark }) => mark?.check?.name ?? []),
    ];
    const names = name === undefined ? [...new Set(knownNames)] : [name];
    const look = await this.#reader.look(github, { sha, shas: [...this.#shas, ...leads], names, comments });
    this.#shas = [...new Set([look.head, ...look.runs.map(run => run.sha), ...this.#shas, ...leads])];
    this.#lastLook = look;
    this.#namedGates = gatesIn(look, this.#commentGates);
    this.#isStale = false;
    const foreign = look.runs.filter(({ id }) => !this.#createdIds.has(id));
    this.#highestFirstId ??= Math.max(0, ...foreign.map(({ id }) => id));
    const isBegun = this.gates.some(gate =>
      gate.reviews.some(({ begun }) => begun !== undefined && !this.#ownJobs.has(begun.job)),
    );
    this.#hasRivals ||= isBegun || foreign.some(({ id }) => id > (this.#highestFirstId ?? id));
    if (look.comments !== undefined) await this.#readComments(github, look.comments);
  }

  async #readComments(github: GitHub, comments: readonly PullRequestComment[]): Promise<void> {
    this.#comments = comments;
    const reports = comments.flatMap(comment => readReportComment(comment) ?? []);
    const self = reports.length === 0 ? "" : await this.#reader.self(github);
    this.#reportComments = reports.filter(({ author }) => author === self);
  }

  /** Looks again if GitHub's list lacks this job's check run, because it can then lack those of other jobs, too. */
  async #lookUntilListed(github: GitHub, comments: boolean): Promise<void> {
    for (let looks = 1; looks <= mostLooks; looks++) {
      await this.#look(github, comments);
      for (const [name, own] of this.#own) this.#own.set(name, { ...own, isListed: this.#isListed(own.id) });
      if ([...this.#own.values()].every(({ isListed }) => isListed)) return;
    }
    throw new NoRequestSent("GitHub does not list the check run that this job wrote");
  }

  /** Returns false if the latest check run already contains the gate and nothing remains for this job to do. */
  async #write(github: GitHub, name: string, gate: Gate): Promise<boolean> {
    const shown = this.#namedGate(name)?.shown;
    const own = this.#own.get(name);
    const kept = fitGate(gate, this.#options);
    const isCompleted = reviewCheckStateOf(kept).status === "completed";
    // `#complete` completes this job's own check run once GitHub lists it.
    const isReady = shown?.isCompleted === isCompleted || own?.id === shown?.id;
    if (shown?.gate && isDeepStrictEqual(kept, shown.gate)) {
      // If two jobs wrote the same gate, the earlier one stops here. Otherwise both would go on without end.
      const hasWrittenIt = own !== undefined && isDeepStrictEqual(kept, own.gate);
      if (isReady || hasWrittenIt) return false;
      // Another job created the shown check run and should complete it. The wait is limited, because that job may have
      // ended.
      const times = this.#waits.get(shown.id) ?? 0;
      this.#waits.set(shown.id, times + 1);
      this.#isStale = true;
      if (times < mostWaits) return true;
    }
    const mayStay = own !== undefined && own.id === shown?.id && own.gate.sha === gate.sha;
    if (mayStay && (isCompleted || !own.isCompleted)) {
      this.#setOwn(name, gate, await updateGateCheckRun(github, this.#options, name, gate, own));
    } else await this.#create(github, name, gate);
    return true;
  }

  async #create(github: GitHub, name: string, gate: Gate): Promise<void> {
    const made = await createGateCheckRun(github, this.#options, name, gate);
    this.#createdIds.add(made.id);
    this.#setOwn(name, gate, made);
  }

  #setOwn(name: string, gate: Gate, own: OwnCheckRun): void {
    this.#isStale = true;
    this.#own.set(name, own);
    this.#namedGates = [...this.#namedGates.filter(each => each.name !== name), { name, gate, shown: own }];
  }
}
