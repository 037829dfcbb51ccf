/** Runs the Action as a step of a workflow, on a pull request of the local GitHub. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { reportFileName, reportFormats } from "../../shared/report/formats.ts";
import { events, type WorkflowEvent } from "../github/events.ts";
import type { LocalGitHub } from "../github/github.ts";
import { type ActionStep, type RunningStep, type StepResult, startAction } from "../github/runner.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Tests run the bundle that `build-bundle.ts` makes of the sources, benchmarks the committed one. */
export const bundleFolder = process.env["CALLBOARD_TEST_BUNDLE"] ?? join(root, "action/dist");
export const bundleFile = join(bundleFolder, "index.js");
export const actionFile = join(root, "action.yml");

/** Contains characters that encodings change. */
export const stepKey = "k3y/with+odd=chars&";

export interface StepGiven extends Partial<Omit<ActionStep, "github" | "bundle" | "actionFile">> {
  readonly github: LocalGitHub;
}

/** The results of a step, including its report's files. */
export interface StepRemains extends StepResult {
  report(file: string): Promise<string>;
}

/** Starts a step on a new pull request, unless an event is given. */
export async function startStep({ github, ...given }: StepGiven): Promise<RunningStep> {
  const event = given.event ?? (await newPullRequest(github));
  return await startAction({ bundle: bundleFile, actionFile, github, reuseProcess: true, ...given, event });
}

export async function newPullRequest(github: LocalGitHub): Promise<WorkflowEvent> {
  return await events.pullRequest(github, await github.createPullRequest());
}

/** Runs a step to its end, and calls `look` before the workspace is deleted. */
export async function runStep<T>(given: StepGiven, look: (left: StepRemains) => T | Promise<T>): Promise<T> {
  await using running = await startStep(given);
  const result = await running.result;
  return await look({
    ...result,
    report: file => readFile(join(running.workspace, "callboard-report", file), "utf8"),
  });
}

/** Inputs of a step that publishes nothing. */
export const unpublished = { comment: "never", check: "off" } as const;

/** All texts that a step wrote for people or other tools. */
export async function textsOfStep(left: StepRemains): Promise<string> {
  const files = await Promise.all(reportFormats.map(format => left.report(reportFileName(format))));
  return [left.stdout, left.stderr, left.summary, JSON.stringify(left.outputs), ...files].join("\n");
}
