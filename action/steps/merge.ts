/** Finds the reports of earlier jobs by a glob, merges them, and publishes one report. */

import { dirname, relative } from "node:path";
import { mapTexts } from "../../shared/codec-texts.ts";
import { fieldsTemplate } from "../../shared/gate/fields.ts";
import { operationByVerb } from "../../shared/gate/verbs.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import { merge, withRawPathsUnder } from "../../shared/report/merge.ts";
import { type Report, reportCodec } from "../../shared/report/model.ts";
import { parseReport, ReportError } from "../../shared/report/report-json.ts";
import { type Redact, redactJson } from "../../shared/service/secret.ts";
import type { Inputs } from "../inputs/inputs.ts";
import { logMistakes, type Mistake } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readCatalogFile } from "../plan/catalog-file.ts";
import { concludeStep } from "../report/conclude.ts";
import { ReportFolder } from "../report/folder.ts";
import { openStepPublisher } from "../report/publisher.ts";
import { logUnpassedTargets } from "../report/target-log.ts";
import { publishMistakes } from "../report/without-report.ts";
import type { Log } from "../runner/log.ts";
import { describeFileError, readRegularFile } from "../runner/read-file.ts";
import { findMatchingFiles, PatternProblem } from "./matching-files.ts";

export async function publishMerged(step: Step): Promise<boolean> {
  const { inputs, log } = step;
  const mistakes: Mistake[] = [];
  const { redact } = step.secrets;
  const report = await mergedReport(inputs, redact, mistakes, log);
  if (report === undefined) {
    logMistakes(mistakes, log, inputs);
    if (!inputs.dryRun) await publishMistakes(mistakes, step);
    return false;
  }
  if (inputs.dryRun) return true;
  logUnpassedTargets(report, log);
  const folder = new ReportFolder(inputs.reportPath);
  const publisher = openStepPublisher(step, { reviewFields: await reviewFieldsOf(step) });
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
 * Undefined after a mistake. If a report can't be read, the others are not merged either, because the unreadable report
 * may contain a failure.
 */
async function mergedReport(
  { merge: pattern, reportPath }: Inputs,
  redact: Redact,
  mistakes: Mistake[],
  log: Log,
): Promise<Report | undefined> {
  const mistake = (message: string) => mistakes.push({ input: "merge", message });
  const files = await filesOf(pattern, mistake);
  if (files?.length === 0) {
    mistake(
      `No file matches \`${pattern}\` in the workspace. Were the reports uploaded by every shard (also by those ` +
        "that failed, with `if: always()`), and downloaded before this step?",
    );
  }
  const parts: Report[] = [];
  let left = mostBytes;
  for (const file of files ?? []) {
    try {
      const text = readRegularFile(file, mostBytes);
      left -= text.length;
      if (left < 0) {
        mistake(
          `${file}: The reports up to this one are larger than ${mostBytes / 1_000_000} MB together; merge fewer of them.`,
        );
        break;
      }
      // The job that wrote the report redacted its own secrets, but this job can have others.
      const hasSecrets = redactJson(text, redact) !== text;
      const part = hasSecrets ? mapTexts(reportCodec, parseReport(text), redact) : parseReport(text);
      const folder = relative(reportPath, dirname(file)).replaceAll("\\", "/");
      parts.push(folder === "" ? part : withRawPathsUnder(part, folder));
      log.info(`Read ${file}: ${formatCount(part.results.extra.callboard.targets.length, "target")}.`);
    } catch (error) {
      const reason =
        error instanceof ReportError ? error.message : `It can't be read: ${describeFileError(error)}`;
      mistake(`${file}: ${reason}`);
    }
  }
  if (mistakes.length > 0) return undefined;
  const merged = merge(parts);
  if (merged === undefined) mistake(`None of the ${parts.length} reports has a target in it.`);
  return merged;
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
