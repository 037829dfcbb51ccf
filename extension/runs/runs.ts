/**
 * The runs that were started in this workspace. Each is a file of its own in the workspace's storage, written when it is
 * sent, with its report in another: so that neither a reload nor a second window of the same folder loses one. Only the
 * latest are kept. Corrupt files are left out.
 */

import type { Clock } from "../../shared/clock.ts";
import {
  list,
  number,
  type Of,
  object,
  oneOf,
  optional,
  orElse,
  readOrNothing,
  text,
  write,
} from "../../shared/codec.ts";
import { isJsonObject } from "../../shared/json.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { Storage } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunState } from "../labels/verdicts.ts";

const verdicts = ["passed", "failed", "unknown"] as const satisfies Verdict[];
const states = [...verdicts, "running", "cancelled", "interrupted"] as const satisfies RunState[];
const textOrNothing = orElse(text, () => "", "unreadable");

/** A batch or channel that was run. */
export type RunTarget = Of<typeof targetCodec>;
const targetCodec = object({
  kind: oneOf(["batch", "channel"]),
  id: text,
  name: text,
  /** Absent before the run's end, and where it ended without a report. */
  verdict: optional(oneOf(verdicts), "unreadable"),
  /** How many of its cases failed. */
  failed: optional(number, "unreadable"),
});

export type StoredRun = Of<typeof runCodec>;
const runCodec = object({
  id: text,
  /** The names of its targets. */
  name: text,
  /** `report` ran nothing: the reports of channels were asked for. */
  role: orElse(oneOf(["run", "report"]), () => "run" as const, "unreadable"),
  targets: list(optional(targetCodec, "unreadable")),
  /** The service's id; it may have another name by now. */
  service: textOrNothing,
  serviceName: textOrNothing,
  /** Milliseconds since 1970. */
  startedAt: number,
  /** Absent before the end. */
  endedAt: optional(number, "unreadable"),
  /** Kept as `running`, a run goes on in some window, or was interrupted with it. */
  state: oneOf(states),
  /** Counts, as "4 passed, 2 failed"; before the end, how far it is. */
  summary: textOrNothing,
});

/** A run's file. */
type Kept = Of<typeof keptCodec>;
export const keptCodec = object({
  run: runCodec,
  /** When its window last said that it goes on. */
  aliveAt: orElse(number, () => 0, "unreadable"),
});

export interface RunReport {
  readonly document: Report;
  readonly raw: readonly RawResponse[];
}

const mostKept = 50;
/** How often a window says of its runs that they go on. */
export const beatMs = 990;
/** After that many beats that are missing, the window that ran it is gone. */
const beatsMissed = 6;

interface RunsOptions {
  readonly vscode: VSCode;
  readonly storage: Storage;
  readonly clock: Clock;
}

export class Runs extends Observable {
  readonly #vscode: VSCode;
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  /** The ids of those that go on in this window. */
  readonly #own = new Set<string>();
  readonly #progressed: Set<() => void> = new Set();
  /** The ids of those that had a file. */
  readonly #seen = new Set<string>();
  #read: Promise<void> | undefined;
  /** Files are changed one after the other, so that an earlier state never replaces a later one. */
  #turn: Promise<unknown> = Promise.resolve();
  #callOff = () => {};
  #isDisposed = false;
  /** What was told last: a run can become interrupted by the time that passes alone. */
  #told = "";

  constructor({ vscode, storage, clock }: RunsOptions) {
    super(vscode);
    this.#vscode = vscode;
    this.#storage = storage;
    this.#clock = clock;
    this.own(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#read !== undefined) this.#readAgain();
      }),
    );
    this.own({
      dispose: () => {
        this.#isDisposed = true;
        this.#callOff();
      },
    });
  }

  /** Resolves when the runs that are kept were read once. */
  ready(): Promise<void> {
    this.#read ??= this.#readFiles().then(() => {
      this.changed();
      this.#beat();
    });
    return this.#read;
  }

  /** Newest first. */
  get all(): readonly StoredRun[] {
    // The latest is the last that came in, also where two began at the same moment.
    return [...this.#kept.values()]
      .reverse()
      .map(kept => this.#asItStands(kept))
      .sort((a, b) => b.startedAt - a.startedAt);
  }

  find(id: string | undefined): StoredRun | undefined {
    const kept = id === undefined ? undefined : this.#kept.get(id);
    return kept && this.#asItStands(kept);
  }

  /** It goes on in this window, where it can be stopped. */
  isOwn({ id }: Pick<StoredRun, "id">): boolean {
    return this.#own.has(id);
  }

  /** Told when a run that goes on is further, or has gone on for longer; `onDidChange` is not told then. */
  onDidProgress(listener: () => void): { dispose(): void } {
    this.#progressed.add(listener);
    return { dispose: () => this.#progressed.delete(listener) };
  }

  /** Before the request is sent, so that it is known of also when this window is gone by the time of the answer. */
  async begin(run: StoredRun): Promise<void> {
    this.#own.add(run.id);
    this.#set(run);
    this.changed();
    this.#beat();
    await this.#write(run.id);
  }

  progress(run: StoredRun): void {
    this.#set(run);
    for (const tell of this.#progressed) tell();
  }

  async finish(run: StoredRun, report: RunReport): Promise<void> {
    this.#own.delete(run.id);
    this.#set(run);
    this.changed();
    await this.#inTurn(() => this.#storage.write(reportFile(run.id), JSON.stringify(report)));
    await this.#write(run.id);
    await this.#readAgain();
    await this.remove(this.all.slice(mostKept).map(({ id }) => id));
  }

  /** Gone on with, and nothing came of that: it stands as it did before. */
  async giveBack(run: StoredRun): Promise<void> {
    this.#own.delete(run.id);
    this.#set(run);
    this.changed();
    await this.#write(run.id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) {
      this.#own.delete(id);
      this.#kept.delete(id);
    }
    this.changed();
    for (const id of ids) {
      await this.#inTurn(() => this.#storage.delete(runFile(id)));
      await this.#inTurn(() => this.#storage.delete(reportFile(id)));
    }
  }

  async report(id: string): Promise<RunReport | undefined> {
    const report = parsed(await this.#storage.read(reportFile(id)));
    return isReport(report) ? report : undefined;
  }

  /** For a person who asked for it. */
  async requireReport({ id, name }: StoredRun): Promise<RunReport> {
    const report = await this.report(id);
    if (report === undefined) throw new Obstacle(t("The report of {0} is no longer there.", name));
    return report;
  }

  /** A run of another window that has not said for a while that it goes on was interrupted. */
  #asItStands({ run, aliveAt }: Kept): StoredRun {
    if (run.state !== "running" || this.isOwn(run)) return run;
    const isAlive = this.#clock.now() - aliveAt < beatsMissed * beatMs;
    return isAlive ? run : { ...run, state: "interrupted" };
  }

  #set(run: StoredRun): void {
    this.#kept.set(run.id, { run, aliveAt: this.#clock.now() });
  }

  /** While a run goes on, here or in another window of the folder. */
  #beat(): void {
    this.#callOff();
    if (this.#isDisposed) return;
    const goingOn = () => this.all.filter(({ state }) => state === "running");
    if (goingOn().length === 0) return;
    this.#callOff = this.#clock.after(beatMs, async () => {
      const own = goingOn().filter(run => this.isOwn(run));
      // A window that is gone does not answer, though what runs its extensions can linger.
      await this.#vscode.commands.executeCommand("setContext", "callboard.running", own.length > 0);
      // One may have ended meanwhile, and stays ended.
      const still = own.flatMap(({ id }) => (this.#own.has(id) ? (this.#kept.get(id)?.run ?? []) : []));
      for (const run of still) this.#set(run);
      for (const tell of this.#progressed) tell();
      for (const { id } of still) await this.#write(id).catch(() => {});
      await this.#readAgain();
    });
  }

  async #readAgain(): Promise<void> {
    await this.#readFiles();
    if (this.#states() !== this.#told) this.changed();
    this.#beat();
  }

  protected override changed(): void {
    this.#told = this.#states();
    super.changed();
  }

  #states(): string {
    return this.all.map(({ id, state }) => `${id} ${state}`).join();
  }

  /** What has ended is not read twice: it stays as it is. */
  async #readFiles(): Promise<void> {
    const names = await this.#storage.names();
    const ids = names.flatMap(name => /^run (.+)\.json$/.exec(name)?.[1] ?? []);
    const there = new Set(ids);
    for (const id of this.#kept.keys()) {
      // One that could not be written was never there.
      if (!there.has(id) && this.#seen.has(id) && !this.#own.has(id)) this.#kept.delete(id);
    }
    for (const id of there) this.#seen.add(id);
    const open = ids.filter(
      id => !this.#own.has(id) && (this.#kept.get(id)?.run.state ?? "running") === "running",
    );
    await Promise.all(
      open.map(async id => {
        const kept = keptIn(parsed(await this.#storage.read(runFile(id))), id);
        // It may have been gone on with here meanwhile, or have ended.
        const isOpen = (this.#kept.get(id)?.run.state ?? "running") === "running";
        if (kept !== undefined && isOpen && !this.#own.has(id)) this.#kept.set(id, kept);
      }),
    );
  }

  #write(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const kept = this.#kept.get(id);
      if (kept !== undefined) await this.#storage.write(runFile(id), JSON.stringify(write(keptCodec, kept)));
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

/** The same targets of the same service: such runs are kept together, and compared. */
export function groupOf({ service, targets }: Pick<StoredRun, "service" | "targets">): string {
  return [service, ...targets.map(({ kind, id }) => `${kind} ${id}`).sort()].join("\n");
}

/** The latest run before this one that was about the same and has a report; they are given newest first. */
export function runBefore(run: StoredRun, all: readonly StoredRun[]): StoredRun | undefined {
  const group = groupOf(run);
  const earlier = all.slice(all.findIndex(({ id }) => id === run.id) + 1);
  return earlier.find(other => hasReport(other) && groupOf(other) === group);
}

/** Some of its cases failed. */
export function hasFailed({ verdict, failed = 0 }: RunTarget): boolean {
  return verdict === "failed" || failed > 0;
}

export function hasReport({ state }: StoredRun): boolean {
  return state !== "running" && state !== "interrupted";
}

function runFile(id: string): string {
  return `run ${id}.json`;
}

function reportFile(id: string): string {
  return `report ${id}.json`;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The file may have been cut short, or written by another version. */
function isReport(value: unknown): value is RunReport {
  if (!isJsonObject(value) || !Array.isArray(value["raw"])) return false;
  const { document } = value;
  const results = isJsonObject(document) ? document["results"] : undefined;
  const extra = isJsonObject(results) ? results["extra"] : undefined;
  const callboard = isJsonObject(extra) ? extra["callboard"] : undefined;
  return (
    isJsonObject(callboard) &&
    Array.isArray(callboard["targets"]) &&
    isJsonObject(results) &&
    Array.isArray(results["tests"])
  );
}

/** A run is known by the name of its file. */
function keptIn(stored: unknown, id: string): Kept | undefined {
  const kept = readOrNothing(keptCodec, stored);
  return kept?.run.id === id && kept.run.targets.length > 0 ? kept : undefined;
}
