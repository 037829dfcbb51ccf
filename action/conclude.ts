/** The end of a step that has a report: compared with the base, written, published, told to later steps. */

import { setOutput } from "@actions/core";
import { type Comparison, compare, digest, parseDigest } from "../shared/report/comparison.ts";
import { ctrfChunks, sampled } from "../shared/report/ctrf.ts";
import { junitChunks } from "../shared/report/junit.ts";
import { headline } from "../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../shared/report/markdown/render.ts";
import type { Ctrf } from "../shared/report/model.ts";
import type { Redact } from "../shared/service/secret.ts";
import type { Collected } from "./collected.ts";
import { reasonOfTrouble, reasonToFail } from "./exit.ts";
import { openPublisher } from "./publish/publish.ts";
import type { ReportFolder } from "./report-folder.ts";
import type { Step } from "./step.ts";

interface Conclusion extends Step {
  readonly folder: ReportFolder;
  readonly redact: Redact;
}

/** Gives whether the step succeeds. */
export async function conclude(report: Collected, means: Conclusion): Promise<boolean> {
  const { inputs, folder, cancel, log } = means;
  const { head, tests, raw } = report;
  const publisher = await publisherOf(report, means);
  const base = parseDigest((await publisher?.base()) ?? "");
  const comparison = base && compare(base, head, tests);
  tell(outputsOf(head, comparison, folder), means);

  // A cancelled step has seconds, and people look at the pull request first.
  const files = filesOf(report, comparison);
  await write(files, folder, cancel);
  const published = await publisher?.publish(head, {
    tests,
    comparison,
    // Half a run is nothing to compare with.
    digest: cancel.aborted ? undefined : digest(head, tests),
    raw,
  });
  tell({ "comment-url": published?.commentUrl ?? "", "check-url": published?.checkUrl ?? "" }, means);
  await write(files, folder);

  const reasons = [
    reasonToFail(inputs.failOn, head, comparison) ?? [],
    reasonOfTrouble(folder.trouble) ?? [],
  ].flat();
  log.info(`${headline(head, comparison)}. The report is in ${folder.path}.`);
  for (const reason of reasons) log.error(`This step fails: ${reason}.`, { title: "Callboard" });
  return reasons.length === 0;
}

function outputsOf({ results }: Ctrf, comparison: Comparison | undefined, folder: ReportFolder) {
  const { verdict, targets } = results.extra.callboard;
  const { tests: total, passed, failed, skipped, pending, other } = results.summary;
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
function tell(outputs: Readonly<Record<string, string | number>>, { folder }: Conclusion): void {
  try {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  } catch (error) {
    folder.trouble ??= error;
  }
}

/** A shard to which no target fell has nothing to tell anyone but the job that merges. */
async function publisherOf({ head }: Collected, { inputs, redact, cancel, log }: Conclusion) {
  if (head.results.extra.callboard.targets.length === 0) {
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

/** More than anyone reads of Markdown; what is left out is in the other files. */
const sample = { failed: 5000, undecided: 1000, flaky: 1000, skipped: 1000, passed: 5000 };

type Files = Map<string, () => Iterable<string>>;

/** What takes longest comes last. */
function filesOf({ head, tests, raw }: Collected, comparison: Comparison | undefined): Files {
  const markdown = () => {
    const shown = sampled(head, tests, sample, comparison?.isNewFailure);
    return [renderMarkdown(shown, { raw, whole: "report.json", ...(comparison && { comparison }) })];
  };
  return new Map<string, () => Iterable<string>>([
    ["report.json", () => ctrfChunks(head, tests.texts())],
    ["report.md", markdown],
    ["report.xml", () => junitChunks(head, tests)],
  ]);
}

/** Writes what is not written yet; on a cancel the rest of it is left for later. */
async function write(files: Files, folder: ReportFolder, cancel?: AbortSignal): Promise<void> {
  for (const [name, chunks] of files) {
    // A file may take seconds, and a cancel is heard of only where nothing else is going on.
    await new Promise(resolve => setImmediate(resolve));
    if (cancel?.aborted) return;
    folder.write(name, chunks());
    files.delete(name);
  }
}
