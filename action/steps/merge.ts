/** A step that makes one report of those of earlier jobs, found by a glob. */

import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { inFolder, merge } from "../../shared/report/merge.ts";
import type { Report } from "../../shared/report/model.ts";
import { parseReport, ReportError } from "../../shared/report/report-json.ts";
import { type Mistake, tellMistakes } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { conclude } from "../report/conclude.ts";
import { ReportFolder } from "../report/folder.ts";
import { redactorOf } from "../runner/key.ts";
import type { Log } from "../runner/log.ts";
import { keepMemorySmall } from "./memory.ts";

/** Gives whether the step succeeds. */
export async function publishMerged(step: Step): Promise<boolean> {
  keepMemorySmall();
  const { inputs, log } = step;
  const mistakes: Mistake[] = [];
  const report = await mergedReport(inputs.merge, inputs.reportPath, mistakes, log);
  if (report === undefined) {
    tellMistakes(mistakes, log);
    return false;
  }
  const folder = new ReportFolder(inputs.reportPath);
  return await conclude(
    { report },
    { ...step, folder, redact: redactorOf(inputs.apiKey, inputs.githubToken) },
  );
}

/** Undefined after a mistake: without a report that can't be read, the merged one could hide a failure. */
async function mergedReport(
  pattern: string,
  reportPath: string,
  mistakes: Mistake[],
  log: Log,
): Promise<Report | undefined> {
  const files = await filesOf(pattern);
  const mistake = (message: string) => mistakes.push({ input: "merge", message });
  if (files.length === 0) {
    mistake(
      `No file matches \`${pattern}\` in the workspace. Were the reports uploaded by every shard (also by those ` +
        "that failed, with `if: always()`), and downloaded before this step?",
    );
  }
  const parts: Report[] = [];
  for (const file of files) {
    try {
      const part = parseReport(readFileSync(file, "utf8"));
      const folder = relative(reportPath, dirname(file)).replaceAll("\\", "/");
      parts.push(folder === "" ? part : inFolder(part, folder));
      log.info(`Read ${file}: ${part.results.extra.callboard.targets.length} targets.`);
    } catch (error) {
      const reason = error instanceof ReportError ? error.message : `It can't be read: ${String(error)}`;
      mistake(`${file}: ${reason}`);
    }
  }
  if (mistakes.length > 0) return undefined;
  const merged = merge(parts);
  if (merged === undefined) mistake(`None of the ${files.length} reports has a target in it.`);
  return merged;
}

async function filesOf(pattern: string): Promise<string[]> {
  const patterns = pattern
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "");
  const files: string[] = [];
  for await (const file of glob(patterns)) files.push(file);
  return files.sort(new Intl.Collator("en", { numeric: true }).compare);
}
