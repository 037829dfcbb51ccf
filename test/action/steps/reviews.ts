/** Pull requests with reviews and their gates, changed by steps as a runner starts them, or in this process. */

import { inflateSync } from "node:zlib";
import { GateEditor, type WithSession } from "../../../action/gate/editor.ts";
import { reviewCheckStateOf } from "../../../shared/gate/check.ts";
import { gateMarkInCheck, parseGateMark, reviewsPartIn } from "../../../shared/gate/mark.ts";
import type { Gate } from "../../../shared/gate/state.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { events, type WorkflowEvent } from "../../github/events.ts";
import type { LocalGitHub, OpenPullRequest } from "../../github/github.ts";
import type { ActionStep, Job } from "../../github/runner.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import { passing, publish, reportWith } from "../publish/publishing.ts";
import { sessionOn } from "../session.ts";
import { runStep, type StepRemains, startStep, stepKey } from "../step.ts";

export const gateName = "Callboard reviews";

/** The response of a run with these open reviews. */
export function responseWithReviews(...reviews: readonly string[]): JsonObject {
  const tests = reviews.map(id => ({ name: `Case of ${id}`, status: "needs review", review: { id } }));
  return { status: "passed", tests: [{ name: "Books a table", status: "passed" }, ...tests] };
}

/** A service whose runs have these open reviews, and that accepts every decision. */
export function startedService(...reviews: readonly string[]): Promise<ScriptedService> {
  return startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews(...reviews) : { ...fields },
  );
}

export interface GateScene {
  readonly github: LocalGitHub;
  readonly pull: OpenPullRequest;
  /** The address of the service. */
  readonly url: string;
}

/** Reports reviews as a step does, but in this process; it takes a tenth of a step's time. */
export async function reportReviews(
  { github, pull }: Pick<GateScene, "github" | "pull">,
  ...ids: readonly string[]
): Promise<void> {
  const event = await events.pullRequest(github, pull);
  const settings = { check: "off", reviewCheck: gateName } as const;
  const reviews = ids.map(id => ({ id }));
  await publish({ github, event, run: nextRun(), settings }, reportWith(passing, { reviews }));
}

let runs = 4_000_000_000;

/** Counts up, as GitHub's run ids do. */
export function nextRun(): number {
  return ++runs;
}

export interface RunGiven {
  readonly event?: WorkflowEvent;
  readonly with?: Readonly<Record<string, string>>;
  readonly job?: Job;
  readonly token?: ActionStep["token"];
}

export async function runReviewStep(
  { github, pull, url }: GateScene,
  given: RunGiven = {},
): Promise<StepRemains> {
  const event = given.event ?? (await events.pullRequest(github, pull));
  const inputs = {
    "base-url": url,
    "api-key": stepKey,
    batches: "smoke",
    check: "off",
    "fail-on": "never",
    "comment-key": "CI/scenarios",
    "review-check": gateName,
    ...given.with,
  };
  const job = { runId: nextRun(), ...given.job };
  return await runStep(
    { github, event, with: inputs, job, ...(given.token && { token: given.token }) },
    left => left,
  );
}

export const settleInputs = { settle: "true" } as const;

export interface SettleGiven {
  readonly job?: Job;
  readonly with?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startSettleStep(
  { github, url }: GateScene,
  event: WorkflowEvent,
  given: SettleGiven = {},
) {
  const inputs = { ...settleInputs, "base-url": url, "api-key": stepKey, ...given.with };
  const { job = { runId: nextRun() }, files = {}, env = {} } = given;
  return await startStep({ github, event, with: inputs, job, files, env });
}

export async function runSettleStep(
  place: GateScene,
  event: WorkflowEvent,
  given: SettleGiven = {},
): Promise<StepRemains> {
  await using running = await startSettleStep(place, event, given);
  return { ...(await running.result), report: () => Promise.reject(new Error("It has none.")) };
}

/** Writes a comment, and runs a settle step for it. */
export async function commentAndSettle(
  place: GateScene,
  body: string,
  given: SettleGiven & { about?: Parameters<typeof events.issueComment>[3] } = {},
) {
  const { github, pull } = place;
  const { id } = await github.comment(pull.number, body);
  const event = await events.issueComment(github, pull, { id, body }, given.about);
  const left = await runSettleStep(place, event, given);
  return { id, event, left, reactions: github.reactions(id), answer: await lastAnswer(place, id) };
}

/** The last reply below a comment. */
export async function lastAnswer({ github, pull }: GateScene, after: number): Promise<string | undefined> {
  const comments = await github.comments(pull.number);
  return comments.filter(({ id }) => id > after).at(-1)?.body;
}

const inflate = (bytes: Uint8Array) => inflateSync(bytes);

export interface ShownCheckRun {
  readonly status: string;
  readonly conclusion: string | null;
  readonly title: string | null;
  readonly text: string;
  readonly summary: string;
  readonly gate: Gate;
}

/** The latest check run of the gate at a commit. */
export async function latestCheckRun(
  { github }: Pick<GateScene, "github">,
  sha: string,
  name = gateName,
): Promise<ShownCheckRun> {
  const runs = (await github.checkRuns(sha)).filter(each => each.name === name);
  const latest = runs.sort((a, b) => b.id - a.id)[0];
  if (latest === undefined) throw new Error(`There is no check run ${name} at ${sha}`);
  const { title, text, summary } = latest.output;
  const marked = gateMarkInCheck(text ?? "", inflate);
  if (marked === undefined) throw new Error(`The check run carries no state: ${text}`);
  const { status, conclusion } = latest;
  return {
    status,
    conclusion: status === "completed" ? conclusion : null,
    title,
    text: text ?? "",
    summary: summary ?? "",
    gate: marked.gate,
  };
}

/** The comment's part about reviews, and the states in its mark. */
export async function reviewsPartShown({
  github,
  pull,
}: GateScene): Promise<{ part: string; title: string; states: Record<string, string> }> {
  for (const { body } of await github.comments(pull.number)) {
    const part = reviewsPartIn(body);
    const gate = part && parseGateMark(part.mark, inflate)?.gate;
    if (part && gate)
      return {
        part: body.slice(part.start, part.end),
        title: reviewCheckStateOf(gate).title,
        states: statesOf(gate),
      };
  }
  throw new Error("No comment shows reviews");
}

export function statesOf(gate: Gate): Record<string, string> {
  return Object.fromEntries(gate.reviews.map(({ id, state }) => [id, state]));
}

/** An editor that changes gates as a job does, but in this process. */
export function editorOn({ github, pull }: Pick<GateScene, "github" | "pull">): GateEditor {
  const redact = (text: string) => text;
  const withSession: WithSession = async talk => {
    using session = sessionOn(github);
    return await talk(session);
  };
  const { owner, name } = github.repo;
  const repository = { owner, name };
  return new GateEditor({ repository, pull: pull.number, detailsUrl: github.serverUrl, redact, withSession });
}
