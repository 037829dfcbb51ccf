/** Finds the reports of earlier jobs by a glob, merges them, and publishes one report. */

import { dirname, posix, relative } from "node:path";
import { mapTexts } from "../../shared/codec-texts.ts";
import { fieldsTemplate } from "../../shared/gate/fields.ts";
import { operationByVerb } from "../../shared/gate/verbs.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import { merge, type RefusedReport, withRawPathsUnder } from "../../shared/report/merge.ts";
import { type Report, reportCodec } from "../../shared/report/model.ts";
import { parseReport, ReportError } from "../../shared/report/report-json.ts";
import { shortLine } from "../../shared/report/text.ts";
import { redactJson } from "../../shared/service/secret.ts";
import { isOwnRun, type WorkflowContext } from "../github/context.ts";
import { logMistakes, type Mistake } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readCatalogFile } from "../plan/catalog-file.ts";
import { concludeStep } from "../report/conclude.ts";
import { ReportFolder } from "../report/folder.ts";
import { openStepPublisher } from "../report/publisher.ts";
import { reasonsToFail } from "../report/reason-to-fail.ts";
import { logUnpassedTargets } from "../report/target-log.ts";
import { publishMistakes } from "../report/without-report.ts";
import { describeFileError, folderProblem, readRegularFile } from "../runner/read-file.ts";
import { findMatchingFiles, PatternProblem } from "./matching-files.ts";

export async function publishMerged(step: Step): Promise<boolean> {
  const { inputs, log } = step;
  const mistakes: Mistake[] = [];
  const publisher = openStepPublisher(step, { reviewFields: await reviewFieldsOf(step) });
  const report = await mergedReport(step, mistakes, publisher?.context);
  if (report === undefined) {
    logMistakes(mistakes, log, inputs);
    if (!inputs.dryRun) await publishMistakes(mistakes, step);
    return false;
  }
  logUnpassedTargets(report, log);
  if (inputs.dryRun) {
    for (const { brief, details } of reasonsToFail("never", { report }))
      mistakes.push({ input: "merge", message: `${brief}: ${details}.` });
    if (mistakes.length > 0) logMistakes(mistakes, log, inputs);
    return mistakes.length === 0;
  }
  const folder = new ReportFolder(inputs.reportPath);
  return await concludeStep({ report }, { ...step, folder, publisher });
}

/** Ignores mistakes in the catalog, because the shards have already reported them. */
async function reviewFieldsOf({ inputs, log }: Step): Promise<string | undefined> {
  const { forms } = await readCatalogFile(inputs, [], log);
  return fieldsTemplate(forms.get(operationByVerb.submit));
}

/**
 * The limit for all reports together, because parsed reports take several times as much memory as their text. The sum
 * counts UTF-16 units, which are never more than bytes.
 */
const mostBytes = 500_000_000;

/**
 * Undefined after a mistake. A report that can't be read becomes a target that could not be run, because it may contain
 * a failure, and the failures of the others are shown.
 */
async function mergedReport(
  { inputs: { merge: pattern, reportPath }, secrets: { redact }, log }: Step,
  mistakes: Mistake[],
  context: WorkflowContext | undefined,
): Promise<Report | undefined> {
  const mistake = (message: string) => mistakes.push({ input: "merge", message });
  const files = await filesOf(pattern, mistake);
  if (files?.length === 0) {
    mistake(
      `No file matches \`${pattern}\` in the workspace. Were the reports uploaded by every shard (also by those ` +
        `that failed, with \`if: always()\`), and downloaded before this step?${/[*.\n]/.test(pattern) ? "" : reportsInside(pattern)}`,
    );
  }
  const parts: Report[] = [];
  const refused: RefusedReport[] = [];
  let left = mostBytes;
  for (const file of files ?? []) {
    try {
      const text = readRegularFile(file, mostBytes);
      left -= text.length;
      if (left < 0) {
        const reason = `The reports up to this one are larger than ${mostBytes / 1_000_000} MB together; merge fewer of them.`;
        refused.push({ file, reason });
        break;
      }
      // The job that wrote the report redacted its own secrets, but this job can have others.
      const hasSecrets = redactJson(text, redact) !== text;
      const part = hasSecrets ? mapTexts(reportCodec, parseReport(text), redact) : parseReport(text);
      const otherRun = context && otherRunReason(part, context);
      if (otherRun !== undefined) {
        refused.push({ file, reason: otherRun, shard: part.results.extra.callboard.shard });
        continue;
      }
      const folder = relative(reportPath, dirname(file)).replaceAll("\\", "/");
      parts.push(folder === "" ? part : withRawPathsUnder(part, folder));
      log.info(`Read ${file}: ${formatCount(part.results.extra.callboard.targets.length, "target")}.`);
    } catch (error) {
      const reason =
        error instanceof ReportError ? error.message : `It can't be read: ${describeReadError(error, file)}`;
      refused.push({ file, reason });
    }
  }
  if (mistakes.length > 0) return undefined;
  const tidied = refused.map(each => ({ ...each, file: redact(each.file), reason: redact(each.reason) }));
  const merged = merge(parts, tidied);
  if (merged !== undefined) return merged;
  if (refused.length === 0) mistake(`None of the ${parts.length} reports has a target in it.`);
  for (const { file, reason } of refused) mistake(`${file}: ${reason}`);
  return undefined;
}

function describeReadError(error: unknown, file: string): string {
  const description = describeFileError(error);
  return description === folderProblem ? `${description}.${reportsInside(file)}` : description;
}

/** The advice for a pattern that names a folder. */
function reportsInside(folder: string): string {
  return ` For the reports in a folder, write \`${posix.join(folder, "**/report.json")}\`.`;
}

/** Why the report is not of this workflow run, or undefined if it is, or if nothing shows of which it is. */
function otherRunReason({ results }: Report, context: WorkflowContext): string | undefined {
  const { environment } = results;
  if (environment === undefined || isOwnRun(context, environment)) return undefined;
  const { buildId, commit } = environment;
  const at = commit === undefined ? "" : ` at commit ${shortLine(commit, 40)}`;
  return (
    `This report is of the workflow run ${shortLine(buildId, 40)}${at}, but this is the workflow run ${context.run.id} at commit ${context.headSha}. ` +
    "Merge only reports of this workflow run: download its artifacts into an empty folder."
  );
}

async function filesOf(
  pattern: string,
  mistake: (message: string) => void,
): Promise<readonly string[] | undefined> {
  try {
    return await findMatchingFiles(pattern);
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    mistake(error.message);
    return undefined;
  }
}
