/**
 * What was run from here, newest first. The list is kept in the workspace's storage, each report in a file beside it;
 * the oldest make room for new ones. Corrupt entries are dropped.
 */

import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import type { CaseStatus, Report, Verdict } from "../../shared/report/model.ts";
import type { Storage } from "../editor/storage.ts";

export interface StoredRun {
  readonly id: string;
  /** What was run, by name. */
  readonly name: string;
  readonly service: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `running` is never kept: what a reload interrupts is gone. */
  readonly verdict: Verdict | "running";
  /** In numbers: "4 passed, 2 failed"; while it runs, how far it is. */
  readonly summary: string;
}

export interface RunCase {
  readonly name: string;
  readonly status: CaseStatus;
  readonly suite: readonly string[];
  readonly message?: string;
}

/** A response as it came, beside the report that was made of it. */
export interface RawResponse {
  readonly target: { readonly kind: "batch" | "channel"; readonly id: string; readonly name?: string };
  readonly text: string;
}

export interface RunReport {
  readonly document: Report;
  readonly raw: readonly RawResponse[];
}

const place = "callboard.runs";
const mostRuns = 50;

export class Runs {
  readonly #memento: Memento;
  readonly #storage: Storage;
  readonly #changed: () => void;
  #runs: StoredRun[];

  constructor(memento: Memento, storage: Storage, changed: () => void) {
    this.#memento = memento;
    this.#storage = storage;
    this.#changed = changed;
    this.#runs = runsFrom(memento.get(place));
  }

  /** Newest first. */
  get all(): readonly StoredRun[] {
    return this.#runs;
  }

  /** Shows a run that goes on, or shows it anew. */
  show(run: StoredRun): void {
    const others = this.#runs.filter(({ id }) => id !== run.id);
    this.#runs = [run, ...others].sort((a, b) => b.startedAt - a.startedAt);
    this.#changed();
  }

  async finish(run: StoredRun, report: RunReport): Promise<void> {
    this.show(run);
    await this.#storage.write(fileOf(run.id), JSON.stringify(report));
    const gone = this.#runs.splice(mostRuns);
    await this.#save();
    for (const { id } of gone) await this.#storage.delete(fileOf(id));
  }

  async remove(id: string): Promise<void> {
    this.#runs = this.#runs.filter(run => run.id !== id);
    this.#changed();
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

  async #save(): Promise<void> {
    await this.#memento.update(
      place,
      this.#runs.filter(({ verdict }) => verdict !== "running"),
    );
  }
}

function fileOf(id: string): string {
  return `run ${id}.json`;
}

/** Written by us, but the file may have been cut short or come from another version. */
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
