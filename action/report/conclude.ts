/** The end of a step that has a report: it is compared with the base, put into outputs and files, and published. */

import { compare } from "../../shared/report/compare.ts";
import { digest, parseDigest } from "../../shared/report/digest.ts";
import { junit } from "../../shared/report/junit.ts";
import { headline } from "../../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import { reportJson } from "../../shared/report/report-json.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { Step } from "../inputs/step.ts";
import { openPublisher } from "../publish/publisher.ts";
import type { Publisher } from "../publish/settings.ts";
import { idsAsJson, mostOutput, setOutputs } from "../runner/outputs.ts";
import { reasonOfTrouble, reasonToFail } from "./failing.ts";
import type { ReportFolder } from "./folder.ts";

export interface ConcludeOptions extends Step {
  readonly folder: ReportFolder;
  /** As in `PublishSettings`. */
  readonly reviewFields?: string | undefined;
}

/** Gives whether the step succeeds. */
export async function conclude(found: ReportView, options: ConcludeOptions): Promise<boolean> {
  const { inputs, folder, cancel, log } = options;
  const { redact } = options.secrets;
  const publisher = publisherOf(found, options);
  const view = await compared(found, publisher);
  const reviews = idsAsJson(reviewsIn(view), mostOutput);
  if (reviews === undefined) {
    log.warning(`The ids of reviews are too long for an output; they are in ${folder.at("report.json")}.`);
  }
  tell({ ...outputsOf(view, folder), reviews: reviews ?? "" }, folder, redact);

  // After a cancel the runner kills the step within seconds, so publishing comes before files not written yet.
  const unwritten = filesOf(view, redact);
  await write(unwritten, folder, cancel);
  // A cancelled run has not all cases, and is no base for later ones.
  const published = await publisher?.publish(view, cancel.aborted ? undefined : digest(view.report));
  const { commentUrl = "", checkUrl = "", reviewCheckUrl = "", reviewsAreAwaited = false } = published ?? {};
  tell(
    { "comment-url": commentUrl, "check-url": checkUrl, "review-check-url": reviewCheckUrl },
    folder,
    redact,
  );
  await write(unwritten, folder);

  const reasons = [reasonToFail(inputs.failOn, view, reviewsAreAwaited), reasonOfTrouble(folder.trouble)];
  log.info(`${headline(view)}. The report is in ${folder.path}.`);
  const said = reasons.filter(reason => reason !== undefined);
  for (const reason of said) log.error(`This step fails: ${reason}.`, { title: "Callboard" });
  return said.length === 0;
}

async function compared(view: ReportView, publisher: Publisher | undefined): Promise<ReportView> {
  const found = await publisher?.base();
  const base = parseDigest(found?.digest ?? "");
  return base ? { ...view, comparison: compare(base, view.report), base: found?.name } : view;
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
    report: folder.at("report.json"),
    response: "",
  };
}

/** An output that can't be written fails the step in the end, after everything else was done. */
function tell(
  outputs: Readonly<Record<string, string | number>>,
  folder: ReportFolder,
  redact: Redact,
): void {
  try {
    setOutputs(outputs, redact);
  } catch (error) {
    folder.trouble ??= error;
  }
}

/** None for a shard to which no target fell: only the job that merges needs its report. */
function publisherOf(
  { report }: ReportView,
  { inputs, secrets, reviewFields, cancel, log }: ConcludeOptions,
): Publisher | undefined {
  if (report.results.extra.callboard.targets.length === 0) {
    log.info("No target falls to this shard; there is nothing to publish.");
    return undefined;
  }
  const { redact } = secrets;
  const { comment, check, checkRunId, checkName, reviewCheck, summary, reportPath, githubToken } = inputs;
  // Later steps look for the same key in marks, which hold no secrets.
  const commentKey = redact(inputs.commentKey || keyOfStep());
  const where = { comment, commentKey, check, checkRunId, checkName, reviewCheck, summary, reportPath };
  return openPublisher({ ...where, reviewFields, token: githubToken, redact, cancel }, log);
}

/** For an empty `comment-key`, which would make all steps of all workflows share one comment. */
function keyOfStep(): string {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_ACTION"];
  return names.map(name => process.env[name] ?? "").join("/");
}

type Files = Map<string, () => Iterable<string>>;

/** A million cases would make 100 MB of Markdown; what is left out is in the other files. */
const mostMarkdown = { characters: 5_000_000 };

/** In the order in which they are written: the one that takes longest comes last. */
function filesOf(view: ReportView, redact: Redact): Files {
  return new Map<string, () => Iterable<string>>([
    ["report.json", () => reportJson(view.report)],
    ["report.md", () => [redact(renderMarkdown(view, { budget: mostMarkdown, whole: "report.json" }))]],
    ["report.xml", () => junit(view.report)],
  ]);
}

/** Writes what is not written yet, until the step is cancelled. */
async function write(unwritten: Files, folder: ReportFolder, cancel?: AbortSignal): Promise<void> {
  for (const [name, chunks] of unwritten) {
    // Writing a file blocks the event loop, for seconds where it is large; a cancel is noticed in between.
    await new Promise(resolve => setImmediate(resolve));
    if (cancel?.aborted) return;
    folder.write(name, chunks());
    unwritten.delete(name);
  }
}
