/** Ends a step that has a report: compares the report with its base, writes outputs and files, and publishes. */

import { digest } from "../../shared/report/digest.ts";
import { type ReportFormat, reportFileName, reportFormats } from "../../shared/report/formats.ts";
import { headline } from "../../shared/report/markdown/headline.ts";
import { countRunsMade, withEnvironment } from "../../shared/report/report.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { environmentOf } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { Publisher } from "../publish/settings.ts";
import { idsAsJson, mostOutputCharacters, setOutputs } from "../runner/outputs.ts";
import { addComparison } from "./add-comparison.ts";
import type { ReportFolder } from "./folder.ts";
import { describeWriteError, reasonsToFail } from "./reason-to-fail.ts";

export interface ConcludeOptions extends Step {
  readonly folder: ReportFolder;
  /** Absent if there is nothing to publish. */
  readonly publisher: Publisher | undefined;
}

export async function concludeStep(report: ReportView, options: ConcludeOptions): Promise<boolean> {
  const { inputs, folder, publisher, cancel, log } = options;
  const { redact } = options.secrets;
  const compared = publisher === undefined ? report : await addComparison(report, publisher);
  const environment = publisher?.context && environmentOf(publisher.context);
  const view = { ...compared, report: withEnvironment(compared.report, environment) };
  const reviews = idsAsJson(reviewsIn(view), mostOutputCharacters);
  if (reviews === undefined) {
    log.warning(
      `The ids of reviews are too long for an output; they are in ${folder.pathOf("report.json")}.`,
    );
  }
  writeOutputs({ ...outputsOf(view, folder), reviews: reviews ?? "" }, folder, redact);

  // After a cancel the runner kills the step within seconds, so publishing comes before the remaining files.
  const unwritten = new Set(reportFormats);
  await write(unwritten, view, options, cancel);
  // A cancelled step can lack cases, so its report must not become a base.
  const published = await publisher?.publish(
    view,
    cancel.aborted ? undefined : event => digest(view.report, event),
  );
  const { commentUrl = "", checkUrl = "", reviewCheckUrl = "" } = published ?? {};
  writeOutputs(
    { "comment-url": commentUrl, "check-url": checkUrl, "review-check-url": reviewCheckUrl },
    folder,
    redact,
  );
  await write(unwritten, view, options);

  log.info(`${headline(view)}. The report is in ${folder.path}.`);
  const reasons = [
    ...describeWriteError(folder.firstError),
    ...reasonsToFail(inputs.failOn, view, published),
  ];
  if (reasons.length === 0) return true;
  // One line names everything that fails the step, because people look at the last line of the log first.
  const texts = reasons.map(({ brief, details }) => (details === undefined ? brief : `${brief}: ${details}`));
  const where = commentUrl || checkUrl || folder.path;
  const title = `Callboard: ${reasons.map(({ brief }) => brief).join("; ")}`;
  log.error(`This step fails: ${texts.join(". ")}. The report: ${where}`, { title });
  return false;
}

function reviewsIn({ report }: ReportView): string[] {
  const { targets } = report.results.extra.callboard;
  return [...new Set(targets.flatMap(target => target.reviews))];
}

function outputsOf({ report, comparison }: ReportView, folder: ReportFolder) {
  const { summary, extra } = report.results;
  const { verdict } = extra.callboard;
  const { tests: total, passed, failed, skipped, pending, other } = summary;
  return {
    verdict,
    total,
    passed,
    failed,
    skipped,
    other: other + pending,
    "new-failures": comparison?.newFailures ?? "",
    fixed: comparison?.fixed ?? "",
    runs: countRunsMade(report),
    flaky: summary.flaky ?? 0,
    report: folder.pathOf("report.json"),
    response: "",
  };
}

/** Keeps an error until the end: the step fails for it only after everything else is done. */
function writeOutputs(
  outputs: Readonly<Record<string, string | number>>,
  folder: ReportFolder,
  redact: Redact,
): void {
  try {
    setOutputs(outputs, redact);
  } catch (error) {
    folder.firstError ??= error;
  }
}

/** Limits Markdown, because a million cases would give 100 MB. The other files are complete. */
const markdown = { budget: { characters: 5_000_000 }, whole: "report.json" };

async function write(
  unwritten: Set<ReportFormat>,
  view: ReportView,
  { folder, secrets }: ConcludeOptions,
  cancel?: AbortSignal,
): Promise<void> {
  for (const format of unwritten) {
    // Writing a large file blocks the event loop for seconds. This pause lets a cancel arrive between files.
    await new Promise(resolve => setImmediate(resolve));
    if (cancel?.aborted) return;
    folder.write(reportFileName(format), format.write(view, { redact: secrets.redact, markdown }));
    unwritten.delete(format);
  }
}
