/**
 * The runs that were started in this workspace. The list is kept in the workspace's storage, each report in a file of
 * its own; only the latest are kept. Corrupt entries are dropped.
 */

import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { Storage } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunVerdict } from "../labels/verdicts.ts";

export interface StoredRun {
  readonly id: string;
  /** The names of what was run. */
  readonly name: string;
  /** The service's name. */
  readonly service: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** A run that is `running` is not kept: a reload ends it. */
  readonly verdict: RunVerdict;
  /** Counts, as "4 passed, 2 failed"; before the end, how many targets are done. */
  readonly summary: string;
}

export interface RunReport {
  readonly document: Report;
  readonly raw: readonly RawResponse[];
}

const storedUnder = "callboard.runs";
const mostKept = 50;

export class Runs extends Observable {
  readonly #workspaceState: Memento;
  readonly #storage: Storage;
  #all: StoredRun[] | undefined;

  constructor(vscode: VSCode, workspaceState: Memento, storage: Storage) {
    super(vscode);
    this.#workspaceState = workspaceState;
    this.#storage = storage;
  }

  /** Newest first. */
  get all(): readonly StoredRun[] {
    this.#all ??= runsFrom(this.#workspaceState.get(storedUnder));
    return this.#all;
  }

  /** Adds a run that goes on, or says how far it is. */
  show(run: StoredRun): void {
    const others = this.all.filter(({ id }) => id !== run.id);
    this.#set([run, ...others].sort((a, b) => b.startedAt - a.startedAt));
  }

  async finish(run: StoredRun, report: RunReport): Promise<void> {
    this.show(run);
    await this.#storage.write(fileOf(run.id), JSON.stringify(report));
    const dropped = this.all.slice(mostKept);
    this.#all = this.all.slice(0, mostKept);
    await this.#save();
    for (const { id } of dropped) await this.#storage.delete(fileOf(id));
  }

  async remove(id: string): Promise<void> {
    this.#set(this.all.filter(run => run.id !== id));
    await this.#save();
    await this.#storage.delete(fileOf(id));
  }

  async report(id: string): Promise<RunReport | undefined> {
    const text = await this.#storage.read(fileOf(id));
    if (text === undefined) return undefined;
    try {
      const report: unknown = JSON.parse(text);
      return isReport(report) ? report : undefined;
    } catch {
      return undefined;
    }
  }

  /** For a person who asked for it. */
  async requireReport({ id, name }: StoredRun): Promise<RunReport> {
    const report = await this.report(id);
    if (report === undefined) throw new Obstacle(t("The report of {0} is no longer there.", name));
    return report;
  }

  #set(runs: StoredRun[]): void {
    this.#all = runs;
    this.changed();
  }

  async #save(): Promise<void> {
    await this.#workspaceState.update(
      storedUnder,
      this.all.filter(({ verdict }) => verdict !== "running"),
    );
  }
}

function fileOf(id: string): string {
  return `run ${id}.json`;
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

function runsFrom(stored: unknown): StoredRun[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const { id, name, service, startedAt, verdict, summary } = entry;
    const known = (["passed", "failed", "unknown"] as const).find(each => each === verdict);
    if (typeof id !== "string" || typeof name !== "string" || typeof startedAt !== "number") return [];
    if (known === undefined) return [];
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    return [{ id, name, service: text(service), startedAt, verdict: known, summary: text(summary) }];
  });
}
