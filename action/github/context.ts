/** Reads the commit, base and pull request of a workflow run from the runner's variables and the event's payload. */

import { type JsonObject, type JsonValue, valueAt } from "../../shared/json.ts";
import type { ReportEnvironment } from "../../shared/report/model.ts";

export interface WorkflowContext {
  readonly repository: RepositoryName;
  readonly apiUrl: string;
  readonly runUrl: string;
  readonly run: WorkflowRun;
  /** The commit that was pushed or proposed; for a pull request its head, not the merge commit of `GITHUB_SHA`. */
  readonly headSha: string;
  /** The name of GitHub's event. */
  readonly event: string;
  /** Whether the commit was pushed to the default branch. Such a branch can be the head of a pull request, too. */
  readonly isOnDefaultBranch?: boolean;
  /** Whether the commit comes from another repository. */
  readonly isFromFork: boolean;
  readonly base?: BaseCommit | undefined;
  readonly pull: PullRequestHint;
  /** Whether a merge queue made the commit. */
  readonly isFromMergeQueue?: boolean;
  /** The id of the workflow run that started this one; only for the event `workflow_run`. */
  readonly startedByRun?: number | undefined;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** A later workflow run has a larger `id`, and a later attempt of the same workflow run a larger `attempt`. */
export interface WorkflowRun {
  readonly id: number;
  readonly attempt: number;
}

export interface BaseCommit {
  readonly sha: string;
  readonly branch?: string | undefined;
}

export type PullRequestHint =
  | { readonly by: "number"; readonly number: number }
  | ({ readonly by: "head" } & PullRequestHead)
  /** The event has no pull request. */
  | { readonly by: "none" };

/**
 * The head of the pull request to find. Repository and commit must both match, because other pull requests can contain
 * the commit or come from a branch of the same name, and the pull request can have a newer head by now.
 */
export interface PullRequestHead {
  /** The full name, like `octo/app`. */
  readonly repository: string;
  readonly sha: string;
  /** Needed for a fork, because GitHub can't find a pull request by a commit that is in a fork. */
  readonly fork?: { readonly owner: string; readonly branch: string };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined outside a workflow run. */
export function readWorkflowContext(env: Environment, payload: JsonObject): WorkflowContext | undefined {
  const [owner, name] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  const sha = env["GITHUB_SHA"];
  if (!owner || !name || !sha) return undefined;
  const run = { id: parseCount(env["GITHUB_RUN_ID"], 0), attempt: parseCount(env["GITHUB_RUN_ATTEMPT"], 1) };
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${run.id}/attempts/${run.attempt}`,
    run,
    event: env["GITHUB_EVENT_NAME"] ?? "",
    headSha: sha,
    isFromFork: false,
    pull: { by: "none" },
    startedByRun: numberAt(payload, "workflow_run", "id"),
    ...readEventContext(env, payload),
  };
}

/** The commit isn't compared, because a workflow run has only one. */
export function isOwnRun({ run, startedByRun }: WorkflowContext, { buildId }: ReportEnvironment): boolean {
  return [run.id, startedByRun].some(id => String(id) === buildId);
}

export function environmentOf({ run, runUrl, headSha }: WorkflowContext): ReportEnvironment {
  return { buildId: String(run.id), buildUrl: runUrl, commit: headSha };
}

type EventContext = Partial<
  Pick<WorkflowContext, "headSha" | "isFromFork" | "base" | "pull" | "isFromMergeQueue" | "isOnDefaultBranch">
>;

function readEventContext(env: Environment, payload: JsonObject): EventContext {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  const here = env["GITHUB_REPOSITORY"] ?? "";
  switch (event) {
    case "push":
      return readPushEvent(env, payload, here);
    case "merge_group":
      return readMergeGroupEvent(payload);
    case "workflow_run":
      return readWorkflowRunEvent(payload, here);
    default:
      // Payloads of all events about pull requests have the same shape.
      return event.startsWith("pull_request") ? readPullRequestEvent(payload, here) : {};
  }
}

function readPullRequestEvent(payload: JsonObject, here: string): EventContext {
  const number = numberAt(payload, "pull_request", "number");
  const headSha = textAt(payload, "pull_request", "head", "sha");
  if (number === undefined || headSha === undefined) return {};
  return {
    headSha,
    isFromFork: textAt(payload, "pull_request", "head", "repo", "full_name") !== here,
    base: baseAt(payload, "pull_request", "base"),
    pull: { by: "number", number },
  };
}

/** The base is the branch's commit before the push. For a new branch it is the base of the branch's pull request. */
function readPushEvent(env: Environment, payload: JsonObject, here: string): EventContext {
  const sha = env["GITHUB_SHA"] ?? "";
  const before = textAt(payload, "before");
  return {
    ...whetherOnDefaultBranch(payload, branchOf(env["GITHUB_REF"])),
    ...(before !== undefined &&
      !/^0+$/.test(before) && { base: { sha: before, branch: branchOf(env["GITHUB_REF"]) } }),
    pull: { by: "head", repository: here, sha },
  };
}

function readMergeGroupEvent(payload: JsonObject): EventContext {
  const headSha = textAt(payload, "merge_group", "head_sha");
  const sha = textAt(payload, "merge_group", "base_sha");
  return {
    ...(headSha !== undefined && { headSha }),
    ...(sha !== undefined && { base: { sha, branch: branchOf(textAt(payload, "merge_group", "base_ref")) } }),
    pull: pullInQueue(textAt(payload, "merge_group", "head_ref") ?? "") ?? { by: "none" },
    isFromMergeQueue: true,
  };
}

/**
 * Reads an event that another workflow run started. The name of a fork's branch doesn't suffice to find the pull request,
 * because the fork's owner chooses the name.
 */
function readWorkflowRunEvent(payload: JsonObject, here: string): EventContext {
  const run = valueAt(payload, "workflow_run");
  const sha = textAt(run, "head_sha");
  const branch = textAt(run, "head_branch");
  const repository = textAt(run, "head_repository", "full_name");
  if (sha === undefined) return {};
  // The fork was deleted, so its pull request can't be distinguished from others with the same commit.
  if (repository === undefined) return { headSha: sha, isFromFork: true };
  if (repository !== here) {
    const owner = textAt(run, "head_repository", "owner", "login");
    if (owner === undefined || branch === undefined) return { headSha: sha, isFromFork: true };
    const pull = { by: "head", repository, sha, fork: { owner, branch } } as const;
    return { headSha: sha, isFromFork: true, pull };
  }
  if (textAt(run, "event") === "merge_group") {
    return { headSha: sha, pull: pullInQueue(branch ?? "") ?? { by: "none" }, isFromMergeQueue: true };
  }
  const about = { headSha: sha, ...whetherOnDefaultBranch(payload, branch) };
  const listed = listedPull(payload, sha);
  const number = numberAt(listed, "number");
  if (number !== undefined) return { ...about, base: baseAt(listed, "base"), pull: { by: "number", number } };
  return { ...about, pull: { by: "head", repository, sha } };
}

function whetherOnDefaultBranch(
  payload: JsonObject,
  branch: string | undefined,
): Pick<EventContext, "isOnDefaultBranch"> {
  const name = textAt(payload, "repository", "default_branch");
  return name !== undefined && branch === name ? { isOnDefaultBranch: true } : {};
}

/** Selects by repository and commit, because GitHub also lists other repositories' pull requests and outdated heads. */
function listedPull(payload: JsonObject, sha: string): JsonValue | undefined {
  const here = numberAt(payload, "repository", "id");
  const pulls = valueAt(payload, "workflow_run", "pull_requests");
  if (here === undefined || !Array.isArray(pulls)) return undefined;
  return pulls.find(
    pull =>
      numberAt(pull, "base", "repo", "id") === here &&
      numberAt(pull, "head", "repo", "id") === here &&
      textAt(pull, "head", "sha") === sha,
  );
}

/**
 * A merge queue's branch is `gh-readonly-queue/<base>/pr-<number>-<sha>`. A fork's branch can have such a name, too, so
 * `readWorkflowRunEvent` rules out forks first.
 */
function pullInQueue(ref: string): PullRequestHint | undefined {
  const number = /^(?:refs\/heads\/)?gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/.exec(ref)?.[1];
  return number === undefined ? undefined : { by: "number", number: Number(number) };
}

function branchOf(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:heads|tags)\//, "");
}

function baseAt(value: JsonValue | undefined, ...path: string[]): BaseCommit | undefined {
  const sha = textAt(value, ...path, "sha");
  return sha === undefined ? undefined : { sha, branch: textAt(value, ...path, "ref") };
}

function textAt(value: JsonValue | undefined, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function numberAt(value: JsonValue | undefined, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}

function parseCount(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
