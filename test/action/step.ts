/** The committed bundle as a step of a workflow, on a pull request of the local GitHub. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { events, type WorkflowEvent } from "../github/events.ts";
import type { LocalGitHub } from "../github/github.ts";
import { type RunningStep, type Step, type StepResult, startAction } from "../github/runner.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const bundle = join(root, "action/dist/index.js");
export const actionFile = join(root, "action.yml");

/** Holds what an encoding changes. */
export const key = "k3y/with+odd=chars&";

export interface Given extends Partial<Omit<Step, "github" | "bundle" | "actionFile">> {
  readonly github: LocalGitHub;
}

/** What a step left behind, its workspace's files included. */
export interface Left extends StepResult {
  /** A file in the report's folder. */
  report(file: string): Promise<string>;
}

/** A step on a new pull request, unless an event is given. */
export async function start({ github, ...given }: Given): Promise<RunningStep> {
  const event = given.event ?? (await newPullRequest(github));
  return await startAction({ bundle, actionFile, github, ...given, event });
}

export async function newPullRequest(github: LocalGitHub): Promise<WorkflowEvent> {
  return await events.pullRequest(github, await github.createPullRequest());
}

/** Runs a step to its end, and lets the test look at what it left before that is cleared away. */
export async function step<T>(given: Given, look: (left: Left) => T | Promise<T>): Promise<T> {
  await using running = await start(given);
  const result = await running.result;
  return await look({
    ...result,
    report: file => readFile(join(running.workspace, "callboard-report", file), "utf8"),
  });
}

/** For a step that is about something else than publishing. */
export const unpublished = { comment: "never", check: "off" } as const;

/** Everything that a step wrote for people, or for other tools. */
export async function everythingIn(left: Left): Promise<string> {
  const files = await Promise.all(["report.json", "report.xml", "report.md"].map(file => left.report(file)));
  return [left.stdout, left.stderr, left.summary, JSON.stringify(left.outputs), ...files].join("\n");
}
