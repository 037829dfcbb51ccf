/** The reports of earlier jobs, found by a glob, become one. */

import { glob } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { merge, type Part, ReportError, readReport } from "../shared/report/merge.ts";
import type { CtrfTest } from "../shared/report/model.ts";
import { CaseStore } from "./case-store.ts";
import { conclude } from "./conclude.ts";
import { redactorOf } from "./key.ts";
import { linesOf } from "./lines.ts";
import type { Log } from "./log.ts";
import { type Mistake, tellMistakes } from "./mistakes.ts";
import { ReportFolder } from "./report-folder.ts";
import type { Step } from "./step.ts";

/** Gives whether the step succeeds. */
export async function publishMerged(step: Step): Promise<boolean> {
  const { inputs, log } = step;
  using tests = new CaseStore();
  const { parts, mistakes } = await readReports(inputs.merge, inputs.reportPath, tests, log);
  if (mistakes.length > 0) {
    tellMistakes(mistakes, log);
    return false;
  }
  const folder = new ReportFolder(inputs.reportPath);
  const merged = { head: merge(parts), tests, raw: [] };
  return await conclude(merged, { ...step, folder, redact: redactorOf(inputs.apiKey) });
}

interface Found {
  readonly parts: readonly Part[];
  readonly mistakes: readonly Mistake[];
}

async function readReports(pattern: string, reportPath: string, tests: CaseStore, log: Log): Promise<Found> {
  const files: string[] = [];
  const patterns = pattern
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "");
  for await (const file of glob(patterns)) files.push(file);
  const inOrder = new Intl.Collator("en", { numeric: true }).compare;
  files.sort(inOrder);
  if (files.length === 0) {
    return mistaken(
      `No file matches \`${pattern}\` in the workspace. Were the reports uploaded by every shard (also by those ` +
        "that failed, with `if: always()`), and downloaded before this step?",
    );
  }
  const parts: Part[] = [];
  const mistakes: Mistake[] = [];
  const store = new Batches(tests);
  for (const file of files) {
    try {
      const part = readReport(linesOf(file), test => store.add(test));
      const folder = relative(reportPath, dirname(file)).replaceAll("\\", "/");
      parts.push({ ...part, ...(folder !== "" && { folder }) });
      log.info(`Read ${file}: ${part.tallies.length} targets.`);
    } catch (error) {
      // A part that is left out could be the red one.
      const reason = error instanceof ReportError ? error.message : `It can't be read: ${String(error)}`;
      mistakes.push({ input: "merge", message: `${file}: ${reason}` });
    }
  }
  store.flush();
  if (mistakes.length > 0) return { parts: [], mistakes };
  const isEmpty = parts.every(({ tallies }) => tallies.length === 0);
  return isEmpty ? mistaken(`None of the ${files.length} reports has a target in it.`) : { parts, mistakes };
}

function mistaken(message: string): Found {
  return { parts: [], mistakes: [{ input: "merge", message }] };
}

/** A test at a time would be a million short writes. */
class Batches {
  readonly #store: CaseStore;
  #position = 0;
  #waiting: CtrfTest[] = [];

  constructor(store: CaseStore) {
    this.#store = store;
  }

  add(test: CtrfTest): void {
    if (this.#waiting.push(test) >= 1000) this.flush();
  }

  flush(): void {
    this.#store.add(this.#position++, this.#waiting);
    this.#waiting = [];
  }
}
