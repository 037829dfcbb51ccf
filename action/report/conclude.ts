/** The end of a step that has a report: compared with the base, written, published, told to later steps. */

import { setOutput } from "@actions/core";
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
import { reasonOfTrouble, reasonToFail } from "./failing.ts";
import type { ReportFolder } from "./folder.ts";

export interface ConcludeOptions extends Step {
  readonly folder: ReportFolder;
  readonly redact: Redact;
}

/** Gives whether the step succeeds. */
export async function conclude(found: ReportView, options: ConcludeOptions): Promise<boolean> {
  const { inputs, folder, cancel, log } = options;
  const publisher = await publisherOf(found, options);
  const view = await compared(found, publisher);
  tell(outputsOf(view, folder), folder);

  // A cancelled step has seconds, and people look at the pull request first.
  const unwritten = filesOf(view);
  await write(unwritten, folder, cancel);
  // Half a run is nothing to compare with.
  const published = await publisher?.publish(view, cancel.aborted ? undefined : digest(view.report));
  tell({ "comment-url": published?.commentUrl ?? "", "check-url": published?.checkUrl ?? "" }, folder);
  await write(unwritten, folder);

  const reasons = [reasonToFail(inputs.failOn, view), reasonOfTrouble(folder.trouble)];
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

function outputsOf({ report, comparison }: ReportView, folder: ReportFolder) {
  const { summary, extra } = report.results;
  const { verdict, targets } = extra.callboard;
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
    reviews: JSON.stringify([...new Set(targets.flatMap(target => target.reviews))]),
    report: folder.at("report.json"),
    response: "",
  };
}

/** Without them the report is still of use to people. */
function tell(outputs: Readonly<Record<string, string | number>>, folder: ReportFolder): void {
  try {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  } catch (error) {
    folder.trouble ??= error;
  }
}

/** A shard to which no target fell has nothing to tell anyone but the job that merges. */
async function publisherOf(
  { report }: ReportView,
  { inputs, redact, cancel, log }: ConcludeOptions,
): Promise<Publisher | undefined> {
  if (report.results.extra.callboard.targets.length === 0) {
    log.info("No target falls to this shard; there is nothing to publish.");
    return undefined;
  }
  const commentKey = inputs.commentKey || keyOfStep();
  return await openPublisher({ ...inputs, commentKey, token: inputs.githubToken, redact, cancel }, log);
}

/** Somebody may leave `comment-key` empty: all steps of all workflows must not share one comment for that. */
function keyOfStep(): string {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_ACTION"];
  return names.map(name => process.env[name] ?? "").join("/");
}

type Files = Map<string, () => Iterable<string>>;

/** More than anyone reads of Markdown; what is left out is in the other files. */
const mostMarkdown = { characters: 5_000_000 };

/** What takes longest comes last. */
function filesOf(view: ReportView): Files {
  return new Map<string, () => Iterable<string>>([
    ["report.json", () => reportJson(view.report)],
    ["report.md", () => [renderMarkdown(view, { budget: mostMarkdown, whole: "report.json" })]],
    ["report.xml", () => junit(view.report)],
  ]);
}

/** Writes what is not written yet; on a cancel the rest of it is left for later. */
async function write(unwritten: Files, folder: ReportFolder, cancel?: AbortSignal): Promise<void> {
  for (const [name, chunks] of unwritten) {
    // A file may take seconds, and a cancel is heard of only where nothing else is going on.
    await new Promise(resolve => setImmediate(resolve));
    if (cancel?.aborted) return;
    folder.write(name, chunks());
    unwritten.delete(name);
  }
}
