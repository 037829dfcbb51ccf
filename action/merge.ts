/** The reports of earlier jobs, found by a glob, become one. */

import { glob, readFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { withTests } from "../shared/report/ctrf.ts";
import { merge, type Part, parseReport, ReportError } from "../shared/report/merge.ts";
import type { Collected } from "./collected.ts";
import { conclude } from "./conclude.ts";
import { redactorOf } from "./key.ts";
import type { Log } from "./log.ts";
import { type Mistake, tellMistakes } from "./mistakes.ts";
import { ReportFolder } from "./report-folder.ts";
import type { Step } from "./step.ts";

/** Gives whether the step succeeds. */
export async function publishMerged(step: Step): Promise<boolean> {
  const { inputs, log } = step;
  const { merged, mistakes } = await mergeReports(inputs.merge, inputs.reportPath, log);
  if (merged === undefined) {
    tellMistakes(mistakes, log);
    return false;
  }
  const folder = new ReportFolder(inputs.reportPath);
  return await conclude(merged, { ...step, folder, redact: redactorOf(inputs.apiKey) });
}

interface Merged {
  readonly merged?: Collected;
  readonly mistakes: readonly Mistake[];
}

async function mergeReports(pattern: string, reportPath: string, log: Log): Promise<Merged> {
  const files: string[] = [];
  for await (const file of glob(pattern)) files.push(file);
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
  for (const file of files) {
    try {
      const document = parseReport(await readFile(file, "utf8"));
      const folder = relative(reportPath, dirname(file)).replaceAll("\\", "/");
      parts.push({ document, ...(folder !== "" && { folder }) });
      log.info(`Read ${file}: ${document.results.extra.callboard.targets.length} targets.`);
    } catch (error) {
      // A part that is left out could be the red one.
      const reason = error instanceof ReportError ? error.message : `It can't be read: ${String(error)}`;
      mistakes.push({ input: "merge", message: `${file}: ${reason}` });
    }
  }
  if (mistakes.length > 0) return { mistakes };
  // A shard that had nothing to run has no verdict, and takes none away from the others.
  const withTargets = parts.filter(({ document }) => document.results.extra.callboard.targets.length > 0);
  if (withTargets.length === 0) return mistaken(`None of the ${files.length} reports has a target in it.`);
  const document = merge(withTargets);
  return { merged: { head: withTests(document, []), tests: document.results.tests, raw: [] }, mistakes };
}

function mistaken(message: string): Merged {
  return { mistakes: [{ input: "merge", message }] };
}
