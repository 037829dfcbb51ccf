/**
 * Stores the runs of this workspace. Each run has its own file, so that two windows never overwrite each other's runs.
 * The file is written before the first request, so that a reload loses no run. Only the latest runs are kept.
 */

import type { Clock } from "../../shared/clock.ts";
import {
  boolean,
  type Codec,
  list,
  number,
  object,
  oneOf,
  optional,
  readOrNothing,
  text,
  type ValueOf,
  wholeNumberFrom,
  withFallback,
  write,
} from "../../shared/codec.ts";
import { isJsonObject } from "../../shared/json.ts";
import type { RunStart } from "../../shared/reading/other-run.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import type { Report, ReportTest, TargetResult } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { Kind, OperationName } from "../../shared/service/operations.ts";
import { windowHasAnswered } from "../editor/conditions.ts";
import { Obstacle } from "../editor/errors.ts";
import { heartbeatMs, longestSilenceMs } from "../editor/heartbeat.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { Storage } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import { readNumberSetting } from "../services/settings.ts";
import type { RunState } from "../services/verdict-labels.ts";

const verdicts = ["passed", "failed", "unknown"] as const satisfies Verdict[];
const states = [
  ...verdicts,
  "running",
  "cancelled",
  "interrupted",
  "never-started",
] as const satisfies RunState[];
const textOrNothing = withFallback(text, () => "", "unreadable");

/** Absent in runs that earlier versions stored. Needed to continue the run, because a report can be of another run. */
const startCodec = object({
  ids: list(object({ name: text, id: text })),
  objectIds: optional(list(object({ name: text, id: text }))),
  /** Milliseconds since 1970, within the range of `Date`. */
  beganAt: optional(wholeNumberFrom(0, 8.64e15), "unreadable"),
}) satisfies Codec<RunStart>;

const targetReviewsCodec = object({
  ids: list(text),
  /** The time of the target's report, in milliseconds since 1970. */
  at: number,
  /** Only these reviews prevent a verdict of the target. */
  areDecisive: boolean,
});

export type RunTarget = ValueOf<typeof targetCodec>;
const targetCodec = object({
  kind: oneOf(["batch", "channel"]),
  id: text,
  name: text,
  /** Absent until the run ends with a report. */
  verdict: optional(oneOf(verdicts), "unreadable"),
  failed: optional(number, "unreadable"),
  /** Absent without reviews, until the run ends, and in runs that earlier versions stored. */
  reviews: optional(targetReviewsCodec, "unreadable"),
  /** Absent until the service accepts the channel's run. */
  start: optional(startCodec, "unreadable"),
  /** The policy of the run. Absent, like `passes`, for a single run and in runs that earlier versions stored. */
  runs: optional(wholeNumberFrom(1), "unreadable"),
  passes: optional(wholeNumberFrom(1), "unreadable"),
});

export type StoredRun = ValueOf<typeof runCodec>;
const runCodec = object({
  id: text,
  name: text,
  /** `report` requested channel reports and ran nothing. */
  role: withFallback(oneOf(["run", "report"]), () => "run" as const, "unreadable"),
  targets: list(optional(targetCodec, "unreadable")),
  /** The service's id, because its name can change. */
  service: textOrNothing,
  serviceName: textOrNothing,
  /** Milliseconds since 1970. */
  startedAt: number,
  endedAt: optional(number, "unreadable"),
  /** In the file, a run stays `running` after its window was closed. `#withInterruption` corrects this. */
  state: oneOf(states),
  /** The progress while the run goes on; the reason if it never started; else usually counts: "4 passed, 2 failed". */
  summary: textOrNothing,
});

type RunFile = ValueOf<typeof runFileCodec>;
export const runFileCodec = object({
  run: runCodec,
  /** The time of the last heartbeat of the run's window. */
  aliveAt: withFallback(number, () => 0, "unreadable"),
});

export interface RunReport {
  readonly document: Report;
  readonly raw: readonly RawResponse[];
  /** Absent in runs that earlier versions stored. */
  readonly requests?: readonly CountedRequest[];
}

/** A target that has ended while others of its run go on. */
export interface EndedTarget {
  readonly result: TargetResult;
  readonly tests: readonly ReportTest[];
  readonly requests: readonly CountedRequest[];
}

/** Equal requests with equal responses, such as those for a channel's report, are counted. */
export interface CountedRequest {
  readonly operation: OperationName;
  readonly id: string | undefined;
  /** Absent if there was no response. */
  readonly status: number | undefined;
  readonly count: number;
}

interface RunStoreDeps {
  readonly vscode: VSCode;
  readonly storage: Storage;
  readonly clock: Clock;
}

export class RunStore extends Observable {
  readonly #vscode: VSCode;
  readonly #storage: RunStoreDeps["storage"];
  readonly #clock: Clock;
  readonly #files = new Map<string, RunFile>();
  readonly #runningHere = new Set<string>();
  readonly #progressed: Set<() => void> = new Set();
  /** The targets that have ended in runs that go on. */
  readonly #endedTargets = new Map<string, readonly EndedTarget[]>();
  /** The reports that are not written yet. */
  readonly #unwritten = new Map<string, RunReport>();
  /** The ids of the runs whose file this window has seen. */
  readonly #hadFile = new Set<string>();
  #read: Promise<void> | undefined;
  /** Files are written one after the other, so that an earlier state never replaces a later one. */
  #turn: Promise<unknown> = Promise.resolve();
  #cancelHeartbeat = () => {};
  #isDisposed = false;
  /** The states at the last change event. Only a comparison with them shows that a run became interrupted. */
  #reportedStates = "";

  constructor({ vscode, storage, clock }: RunStoreDeps) {
    super(vscode);
    this.#vscode = vscode;
    this.#storage = storage;
    this.#clock = clock;
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#read !== undefined) this.#readAgain();
      }),
    );
    this.register({
      dispose: () => {
        this.#isDisposed = true;
        this.#cancelHeartbeat();
      },
    });
  }

  /** Whether the service may have gone on with the target, because no response says how its run ended. */
  async isUnanswered(
    run: StoredRun,
    { kind, id }: { readonly kind: Kind; readonly id: string },
  ): Promise<boolean> {
    if (run.state === "interrupted" || run.state === "cancelled") return true;
    const { raw } = hasReport(run) ? ((await this.report(run.id)) ?? {}) : {};
    return raw !== undefined && !hasResponseOf({ kind, id }, raw);
  }

  /** The latest earlier run of the same targets. Only runs are compared that have a response of each target. */
  async requireRunBefore(run: StoredRun): Promise<StoredRun> {
    if (!(await this.#isAnswered(run)))
      throw new Obstacle(t("This run did not get a response of each target, so it can't be compared."));
    const group = runGroupOf(run);
    const earlier = this.all.slice(this.all.findIndex(({ id }) => id === run.id) + 1);
    for (const each of earlier) if (runGroupOf(each) === group && (await this.#isAnswered(each))) return each;
    throw new Obstacle(t("No earlier run of the same targets has a response of each."));
  }

  async #isAnswered(run: StoredRun): Promise<boolean> {
    if (!hasReport(run) || run.state === "cancelled") return false;
    const { raw } = (await this.report(run.id)) ?? {};
    return raw === undefined || run.targets.every(target => hasResponseOf(target, raw));
  }

  ready(): Promise<void> {
    this.#read ??= this.#watch()
      .then(() => this.#readFiles())
      .then(() => {
        this.fireChange();
        this.#scheduleHeartbeat();
      });
    return this.#read;
  }

  /** The list follows the runs of other windows. */
  async #watch(): Promise<void> {
    const watching = await this.#storage.watch("run ", () => void this.#readAgain()).catch(() => undefined);
    if (watching !== undefined) this.register(watching);
  }

  /** Newest first. */
  get all(): readonly StoredRun[] {
    // Reversed, because the later entry of two runs that began at the same moment is the newer run.
    return [...this.#files.values()]
      .reverse()
      .map(kept => this.#withInterruption(kept))
      .sort((a, b) => b.startedAt - a.startedAt);
  }

  find(id: string | undefined): StoredRun | undefined {
    const kept = id === undefined ? undefined : this.#files.get(id);
    return kept && this.#withInterruption(kept);
  }

  isRunningHere({ id }: Pick<StoredRun, "id">): boolean {
    return this.#runningHere.has(id);
  }

  /** This window's runs in progress that have the service's record as a target. */
  runsHere(
    service: string | undefined,
    record: { readonly kind: string; readonly id?: string },
  ): StoredRun[] {
    return this.all.filter(
      run =>
        run.service === service &&
        this.isRunningHere(run) &&
        run.targets.some(({ kind, id }) => kind === record.kind && id === record.id),
    );
  }

  /** Fires for progress and heartbeats, which don't fire `onDidChange`. */
  onDidProgress(listener: () => void): { dispose(): void } {
    this.#progressed.add(listener);
    return { dispose: () => this.#progressed.delete(listener) };
  }

  /** Call this before the first request is sent, so that the run's file exists even if the window closes. */
  async begin(run: StoredRun): Promise<void> {
    this.#runningHere.add(run.id);
    this.#set(run);
    this.fireChange();
    this.#scheduleHeartbeat();
    await this.#write(run.id);
  }

  /** `ended` lists all targets that have ended so far. */
  progress(run: StoredRun, ended: readonly EndedTarget[]): void {
    this.#set(run);
    this.#endedTargets.set(run.id, ended);
    for (const tell of this.#progressed) tell();
  }

  /** Empty after the run, because the report has every target. */
  endedTargets(id: string): readonly EndedTarget[] {
    return this.#endedTargets.get(id) ?? [];
  }

  /** Writes the run's latest progress at once, so that it survives a reload. */
  async saveProgress({ id }: Pick<StoredRun, "id">): Promise<void> {
    await this.#write(id);
  }

  async finish(run: StoredRun, report: RunReport): Promise<void> {
    this.#forgetRunning(run.id);
    this.#unwritten.set(run.id, report);
    this.#set(run);
    this.fireChange();
    await this.#inTurn(() => this.#storage.write(reportFile(run.id), JSON.stringify(report)));
    this.#unwritten.delete(run.id);
    await this.#write(run.id);
    await this.#dropOldest();
  }

  /** Stores a run that ended without a report: as interrupted, never started, or as it was before it was continued. */
  async restore(run: StoredRun): Promise<void> {
    this.#forgetRunning(run.id);
    this.#set(run);
    this.fireChange();
    await this.#write(run.id);
    await this.#dropOldest();
  }

  #forgetRunning(id: string): void {
    this.#runningHere.delete(id);
    this.#endedTargets.delete(id);
  }

  async #dropOldest(): Promise<void> {
    await this.#readAgain();
    const most = readNumberSetting(this.#vscode, "runs.keep");
    await this.remove(this.all.slice(most).flatMap(({ id, state }) => (state === "running" ? [] : id)));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) {
      this.#forgetRunning(id);
      this.#files.delete(id);
    }
    this.fireChange();
    for (const id of ids) {
      await this.#inTurn(() => this.#storage.delete(runFile(id)));
      await this.#inTurn(() => this.#storage.delete(reportFile(id)));
    }
  }

  async report(id: string): Promise<RunReport | undefined> {
    const report = this.#unwritten.get(id) ?? parsed(await this.#storage.read(reportFile(id)));
    return isReport(report) ? report : undefined;
  }

  async requireReport({ id, name }: StoredRun): Promise<RunReport> {
    const report = await this.report(id);
    if (report === undefined) throw new Obstacle(t("The report of {0} is no longer there.", name));
    return report;
  }

  /** A run without recent heartbeats counts as interrupted, because its window was probably closed. */
  #withInterruption({ run, aliveAt }: RunFile): StoredRun {
    if (run.state !== "running" || this.isRunningHere(run)) return run;
    const isAlive = this.#clock.now() - aliveAt < longestSilenceMs;
    return isAlive ? run : { ...run, state: "interrupted" };
  }

  #set(run: StoredRun): void {
    this.#files.set(run.id, { run, aliveAt: this.#clock.now() });
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat();
    if (this.#isDisposed) return;
    const goingOn = () => this.all.filter(({ state }) => state === "running");
    if (goingOn().length === 0) return;
    this.#cancelHeartbeat = this.#clock.after(heartbeatMs, async () => {
      const own = goingOn().filter(run => this.isRunningHere(run));
      // The lingering extension host of a closed window must write no heartbeat.
      await windowHasAnswered(this.#vscode);
      // A run may have ended meanwhile.
      const still = own.flatMap(({ id }) =>
        this.#runningHere.has(id) ? (this.#files.get(id)?.run ?? []) : [],
      );
      for (const run of still) this.#set(run);
      for (const tell of this.#progressed) tell();
      for (const { id } of still) await this.#write(id).catch(() => {});
      await this.#readAgain();
    });
  }

  async #readAgain(): Promise<void> {
    await this.#readFiles();
    if (this.#states() !== this.#reportedStates) this.fireChange();
    this.#scheduleHeartbeat();
  }

  protected override fireChange(): void {
    this.#reportedStates = this.#states();
    super.fireChange();
  }

  #states(): string {
    return this.all.map(({ id, state }) => `${id} ${state}`).join();
  }

  /** Reads runs of other windows that are new or were running. Drops runs whose file was deleted. */
  async #readFiles(): Promise<void> {
    const names = await this.#storage.names();
    const ids = names.flatMap(name => /^run (.+)\.json$/.exec(name)?.[1] ?? []);
    const there = new Set(ids);
    for (const id of this.#files.keys()) {
      // A run whose file could not be written stays in the list.
      if (!there.has(id) && this.#hadFile.has(id) && !this.#runningHere.has(id)) this.#files.delete(id);
    }
    for (const id of there) this.#hadFile.add(id);
    const open = ids.filter(
      id => !this.#runningHere.has(id) && (this.#files.get(id)?.run.state ?? "running") === "running",
    );
    await Promise.all(
      open.map(async id => {
        const kept = parseRunFile(parsed(await this.#storage.read(runFile(id))), id);
        // This window may have continued or ended the run meanwhile.
        const isOpen = (this.#files.get(id)?.run.state ?? "running") === "running";
        if (kept !== undefined && isOpen && !this.#runningHere.has(id)) this.#files.set(id, kept);
      }),
    );
  }

  #write(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const kept = this.#files.get(id);
      if (kept !== undefined)
        await this.#storage.write(runFile(id), JSON.stringify(write(runFileCodec, kept)));
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

/** Equal for runs of the same targets at the same service. Such runs can be compared. */
export function runGroupOf({ service, targets }: Pick<StoredRun, "service" | "targets">): string {
  return [service, ...targets.map(({ kind, id }) => `${kind} ${id}`).sort()].join("\n");
}

function hasResponseOf(
  { kind, id }: { readonly kind: Kind; readonly id: string },
  raw: RunReport["raw"],
): boolean {
  return raw.some(({ target }) => target.kind === kind && target.id === id);
}

export function noLongerKept(): Obstacle {
  return new Obstacle(t("This run is no longer kept: it was removed, or there are too many later runs."));
}

export function hasFailures({ verdict, failed = 0 }: RunTarget): boolean {
  return verdict === "failed" || failed > 0;
}

export function hasReport({ state }: StoredRun): boolean {
  return state !== "running" && state !== "interrupted" && state !== "never-started";
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

/** The file may be incomplete or written by another version. */
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

function parseRunFile(stored: unknown, id: string): RunFile | undefined {
  const kept = readOrNothing(runFileCodec, stored);
  return kept?.run.id === id && kept.run.targets.length > 0 ? kept : undefined;
}
