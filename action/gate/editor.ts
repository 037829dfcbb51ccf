/**
 * The gates of one pull request while a job changes them. GitHub has no way to write only over what was read, so nothing
 * is written over: each job writes check runs of its own, a gate is the sum of them all, and whoever has written looks
 * again until the latest check run shows that sum. A look shows all that was written before it, so of jobs that write
 * at the same moment at least the last one sees the others.
 */

import { isDeepStrictEqual } from "node:util";
import { applyChange, type GateChange, reopenReviews } from "../../shared/gate/change.ts";
import { checkOf } from "../../shared/gate/check.ts";
import { type Gate, isOpen, reviewIn } from "../../shared/gate/state.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { PullComment } from "../github/comments.ts";
import { NotAsked } from "../github/reason.ts";
import type { Session } from "../github/session.ts";
import { type GatePlace, keptGate, makeGateRun, type OwnRun, writeGateRun } from "./check-runs.ts";
import { type ReportComment, renewParts, reportCommentIn } from "./comments.ts";
import { isEditedBySelfAlone } from "./edits.ts";
import { type CopiedGate, type FoundGate, gatesIn } from "./found.ts";
import { type Look, Onlooker } from "./look.ts";

/** A conversation with GitHub; each has its own time, as the service may take minutes in between. */
export type Converse = <T>(talk: (session: Session) => Promise<T>) => Promise<T>;

export interface EditorOptions extends GatePlace {
  readonly converse: Converse;
  /** The commit of a step's report; without it the pull request's latest is meant. */
  readonly sha?: string | undefined;
  /** The check run that a step writes; without it all that are found. */
  readonly name?: string | undefined;
}

export type Begin = Extract<GateChange, { what: "begin" }>;

/** Every other job that writes at the same moment may take one. */
const mostAttempts = 25;
/** GitHub does not always list at once what it has just been sent. */
const mostLooks = 2;
/** Looks for which a check run is left to the job that made it. */
const mostWaits = 3;
/** Commits that comments lead to, and that the pull request may have no more. */
const mostLeads = 10;

export class GateEditor {
  readonly #options: EditorOptions;
  readonly #onlooker: Onlooker;
  readonly #made = new Set<number>();
  /** By the name of the check run: the last one that this job has made. */
  readonly #own = new Map<string, OwnRun>();
  #found: readonly FoundGate[] = [];
  #comments: readonly PullComment[] = [];
  #reports: readonly ReportComment[] = [];
  /** Gates that only comments hold, because their check runs are gone. */
  #copies: readonly CopiedGate[] = [];
  #last: Look = { head: "", runs: [] };
  /** The commits that were looked at. */
  #shas: readonly string[] = [];
  /** The highest number of a check run at the first look. */
  #first: number | undefined;
  /** Another job has written, or is about to, since this one has first looked. */
  #hasCompany = false;
  /** The jobs under whose names this editor has begun commands. */
  readonly #jobs = new Set<string | undefined>();
  /** How often another job's check run was left to be completed by that job, by its number. */
  readonly #waited = new Map<number, number>();
  /** Something was written since the last look. */
  #isStale = true;
  /** Everything that was recorded here, to be seen in the end. */
  #changes: readonly GateChange[] = [];

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#onlooker = new Onlooker(options, this.#made);
  }

  /** As they were last read, with what was written since. */
  get found(): readonly FoundGate[] {
    return this.#found;
  }

  get gates(): readonly Gate[] {
    return this.#found.map(({ gate }) => gate);
  }

  /** As they were last read. */
  get comments(): readonly PullComment[] {
    return this.#comments;
  }

  /** The login of this token's author, where it is known. */
  get self(): string | undefined {
    return this.#onlooker.knownSelf;
  }

  /** The comments that this token's author wrote, and that show a report. */
  get reports(): readonly ReportComment[] {
    return this.#reports;
  }

  /** The ids of reviews that still wait. */
  get waiting(): string[] {
    return [...new Set(this.gates.flatMap(gate => gate.reviews.filter(isOpen).map(({ id }) => id)))];
  }

  /** Reads the comments and the gates; also the gates at commits that the comments lead to. */
  async read(): Promise<void> {
    if (this.#options.name === undefined) await this.readComments();
    await this.readGates();
  }

  async readComments(): Promise<void> {
    await this.#converse(async github => {
      await this.#readComments(github, await this.#onlooker.comments(github));
    });
  }

  async readGates(): Promise<void> {
    await this.#converse(async github => {
      await this.#look(github, this.#options.name !== undefined);
      const leads = this.#reports.flatMap(({ shas }) => shas).filter(sha => !this.#shas.includes(sha));
      if (leads.length > 0) await this.#look(github, false, leads.slice(-mostLeads));
      await this.#readCopies(github);
    });
  }

  /** Comments hold what GitHub has deleted: check runs go with their workflow runs. */
  async #readCopies(github: GitHub): Promise<void> {
    const { pull, name: own } = this.#options;
    const copies: CopiedGate[] = [];
    for (const { nodeId, marked } of this.#reports) {
      const { gate, check } = marked ?? {};
      if (gate === undefined || check === undefined || this.#isSeen(check.id)) continue;
      if (gate.pull !== pull || (own !== undefined && own !== check.name)) continue;
      const self = await this.#onlooker.self(github);
      const isOwn = await isEditedBySelfAlone(github, nodeId, self).catch(() => false);
      // An edited comment may lack reviews, so one without reviews does not show that all are decided.
      if (isOwn) copies.push({ name: check.name, gate });
      else if (gate.reviews.length > 0) copies.push({ name: check.name, gate: reopenReviews(gate) });
    }
    if (copies.length === 0) return;
    this.#copies = copies;
    this.#found = gatesIn(this.#last, copies);
  }

  /** Writes a gate that has a step's report in it. */
  async report(name: string, gate: Gate): Promise<void> {
    await this.#converse(github => this.#write(github, name, gate));
  }

  /**
   * Writes down what is about to be sent. False where another job has begun the same, or the review was decided: of
   * several that begin at the same moment, the one in the check run with the lowest number goes on.
   */
  async begin(change: Begin): Promise<boolean> {
    const { id, begun } = change;
    this.#jobs.add(begun.job);
    const about = this.#found.filter(({ gate }) => gate.reviews.some(review => review.id === id));
    // All jobs take the gates in one order, so that two can't each be first in one of them.
    for (const { name } of about.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const isFirst = await this.#converse(async github => {
        const before = this.#gate(name)?.gate;
        const after = before && applyChange(before, change);
        if (after === undefined || after === before) return false;
        await this.#make(github, name, after);
        await this.#lookForOwn(github, false);
        const gate = this.#gate(name)?.gate;
        return gate !== undefined && reviewIn(gate, id)?.begun?.job === begun.job;
      });
      if (!isFirst) {
        await this.takeBack(change);
        return false;
      }
    }
    return about.length > 0;
  }

  /** Writes down that what was begun came to nothing, wherever it was begun. */
  async takeBack({ id, begun }: Begin): Promise<void> {
    const change = { what: "take back", id, begun } as const;
    this.#changes = [...this.#changes, change];
    await this.#converse(async github => {
      await this.#look(github, false);
      for (const { name, gate } of this.#found) {
        const isThere = this.#own.has(name) || reviewIn(gate, id)?.begun?.job === begun.job;
        if (isThere) await this.#write(github, name, applyChange(gate, change));
      }
    });
  }

  /** Writes at once what came of something, and sees to it in the end that it stands, even if this fails. */
  async record(...changes: readonly GateChange[]): Promise<void> {
    this.#changes = [...this.#changes, ...changes];
    this.#isStale = true;
    await this.#converse(async github => {
      for (const { name, gate } of this.#found) {
        await this.#write(github, name, changes.reduce(applyChange, gate));
      }
    });
  }

  /** Looks until the latest check run of each gate shows all that is known. */
  async confirm(comments: boolean): Promise<void> {
    await this.#converse(async (github, session) => {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        session.deadline.signal.throwIfAborted();
        if (this.#isStale) await this.#lookForOwn(github, comments);
        let hasWritten = false;
        for (const { name, gate } of this.#found) {
          const next = this.#changes.reduce(applyChange, gate);
          if (await this.#write(github, name, next)) hasWritten = true;
        }
        if (!hasWritten) return await this.#complete(github);
      }
      throw new NotAsked("others wrote to the check run at every attempt");
    });
  }

  /**
   * Until all that was recorded is shown, in the check runs and in the comments; also what another job has not come to
   * show. Gives the address of a comment that shows it, if any.
   */
  async finish(): Promise<string> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      await this.confirm(true);
      const { url, written } = await this.renewComments();
      // Another job may have written over a comment what it has read before.
      if (written === 0 || !this.#hasCompany) return url;
    }
    throw new NotAsked("others wrote to the comment at every attempt");
  }

  /** Puts what the gates say in place of what the comments said when they were last read. */
  async renewComments(): Promise<{ readonly url: string; readonly written: number }> {
    const renewed = await this.#converse(github =>
      renewParts(github, this.#options, this.#found, this.#reports),
    );
    if (renewed.written > 0) this.#isStale = true;
    return renewed;
  }

  /** Completes the check runs of this job that are shown, and writes into them which ones they are. */
  async #complete(github: GitHub): Promise<void> {
    for (const [name, own] of this.#own) {
      const isDone = own.hasId && own.isCompleted === (checkOf(own.gate).status === "completed");
      if (isDone || this.#gate(name)?.shown?.id !== own.id) continue;
      this.#own.set(name, await writeGateRun(github, this.#options, name, own.gate, own));
    }
  }

  /** The last look has shown this check run. */
  #isSeen(id: number): boolean {
    return this.#last.runs.some(run => run.id === id);
  }

  #gate(name: string): FoundGate | undefined {
    return this.#found.find(each => each.name === name);
  }

  async #converse<T>(talk: (github: GitHub, session: Session) => Promise<T>): Promise<T> {
    return await this.#options.converse(session => talk(session.github(), session));
  }

  async #look(github: GitHub, comments: boolean, leads: readonly string[] = []): Promise<void> {
    const { sha, name } = this.#options;
    const known = [
      ...this.#found.map(found => found.name),
      ...this.#reports.flatMap(({ marked }) => marked?.check?.name ?? []),
    ];
    const names = name === undefined ? [...new Set(known)] : [name];
    const look = await this.#onlooker.look(github, { sha, shas: [...this.#shas, ...leads], names, comments });
    this.#shas = [...new Set([look.head, ...look.runs.map(run => run.sha), ...this.#shas, ...leads])];
    this.#last = look;
    this.#found = gatesIn(look, this.#copies);
    this.#isStale = false;
    const foreign = look.runs.filter(({ id }) => !this.#made.has(id));
    this.#first ??= Math.max(0, ...foreign.map(({ id }) => id));
    const isBegun = this.gates.some(gate =>
      gate.reviews.some(({ begun }) => begun !== undefined && !this.#jobs.has(begun.job)),
    );
    this.#hasCompany ||= isBegun || foreign.some(({ id }) => id > (this.#first ?? id));
    if (look.comments !== undefined) await this.#readComments(github, look.comments);
  }

  async #readComments(github: GitHub, comments: readonly PullComment[]): Promise<void> {
    this.#comments = comments;
    const reports = comments.flatMap(comment => reportCommentIn(comment) ?? []);
    const self = reports.length === 0 ? "" : await this.#onlooker.self(github);
    this.#reports = reports.filter(({ author }) => author === self);
  }

  /** A look that does not show what this job has written shows nothing of what was written before that either. */
  async #lookForOwn(github: GitHub, comments: boolean): Promise<void> {
    for (let looks = 1; looks <= mostLooks; looks++) {
      await this.#look(github, comments);
      for (const [name, own] of this.#own) this.#own.set(name, { ...own, isSeen: this.#isSeen(own.id) });
      if ([...this.#own.values()].every(({ isSeen }) => isSeen)) return;
    }
    throw new NotAsked("the check run that was just written is not among those of its commit");
  }

  /** Gives whether there was anything to write: the check run may show it already. */
  async #write(github: GitHub, name: string, gate: Gate): Promise<boolean> {
    const shown = this.#gate(name)?.shown;
    const own = this.#own.get(name);
    const kept = keptGate(gate, this.#options);
    const isCompleted = checkOf(kept).status === "completed";
    // One that this job has just made is completed once a look has shown it.
    const isReady = shown?.isCompleted === isCompleted || own?.id === shown?.id;
    if (shown?.gate && isDeepStrictEqual(kept, shown.gate)) {
      // Two jobs that say the same would make check runs in turn without end, so the earlier one leaves it to the later.
      const hasSaidIt = own !== undefined && isDeepStrictEqual(kept, own.gate);
      if (isReady || hasSaidIt) return false;
      // The job that made it completes it, unless that job has ended.
      const times = this.#waited.get(shown.id) ?? 0;
      this.#waited.set(shown.id, times + 1);
      this.#isStale = true;
      if (times < mostWaits) return true;
    }
    const mayStay = own !== undefined && own.id === shown?.id && own.gate.sha === gate.sha;
    if (mayStay && (isCompleted || !own.isCompleted)) {
      this.#put(name, gate, await writeGateRun(github, this.#options, name, gate, own));
    } else await this.#make(github, name, gate);
    return true;
  }

  async #make(github: GitHub, name: string, gate: Gate): Promise<void> {
    const made = await makeGateRun(github, this.#options, name, gate);
    this.#made.add(made.id);
    this.#put(name, gate, made);
  }

  #put(name: string, gate: Gate, own: OwnRun): void {
    this.#isStale = true;
    this.#own.set(name, own);
    this.#found = [...this.#found.filter(each => each.name !== name), { name, gate, shown: own }];
  }
}
