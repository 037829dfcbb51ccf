/** The commit, base and pull request that the workflow runs for, from the runner's variables and the event's payload. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

export interface Context {
  readonly repository: Repository;
  readonly apiUrl: string;
  /** The page of this run. */
  readonly runUrl: string;
  readonly run: Run;
  /** The commit that was pushed or proposed; for a pull request its head, not the merge commit of `GITHUB_SHA`. */
  readonly headSha: string;
  readonly base?: Base | undefined;
  readonly pull: PullClue;
  /** The commit is a merge queue's. */
  readonly isQueued?: boolean;
}

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** Both numbers grow in the order in which runs and attempts began. */
export interface Run {
  readonly id: number;
  readonly attempt: number;
}

export function isNewer(run: Run, than: Run): boolean {
  return run.id === than.id ? run.attempt > than.attempt : run.id > than.id;
}

/** The commit to compare with. */
export interface Base {
  readonly sha: string;
  /** The branch it was on. */
  readonly branch?: string | undefined;
}

/** How the pull request is found. */
export type PullClue =
  | { readonly by: "number"; readonly number: number }
  | { readonly by: "commit"; readonly sha: string }
  /** GitHub finds no pull request by a commit that is in a fork. */
  | { readonly by: "branch"; readonly owner: string; readonly repository: string; readonly branch: string }
  /** The event belongs to no pull request. */
  | { readonly by: "none" };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined outside a workflow. */
export function contextOf(env: Environment, payload: JsonObject): Context | undefined {
  const [owner, name] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  const sha = env["GITHUB_SHA"];
  if (!owner || !name || !sha) return undefined;
  const run = { id: count(env["GITHUB_RUN_ID"], 0), attempt: count(env["GITHUB_RUN_ATTEMPT"], 1) };
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${run.id}/attempts/${run.attempt}`,
    run,
    headSha: sha,
    pull: { by: "none" },
    ...occasionOf(env, payload),
  };
}

type Occasion = Partial<Pick<Context, "headSha" | "base" | "pull" | "isQueued">>;

function occasionOf(env: Environment, payload: JsonObject): Occasion {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  const byEvent: Readonly<Record<string, () => Occasion>> = {
    push: () => ofPush(env, payload),
    merge_group: () => ofMergeGroup(payload),
    workflow_run: () => ofWorkflowRun(env, payload),
  };
  // Events about a pull request all have it at the same place in their payload.
  return byEvent[event]?.() ?? ofPullRequest(payload);
}

function ofPullRequest(payload: JsonObject): Occasion {
  const number = numberAt(payload, "pull_request", "number");
  const headSha = textAt(payload, "pull_request", "head", "sha");
  if (number === undefined || headSha === undefined) return {};
  return { headSha, base: baseAt(payload, "pull_request", "base"), pull: { by: "number", number } };
}

/** The base is the branch before the push; for a new branch, that of the pull request. */
function ofPush(env: Environment, payload: JsonObject): Occasion {
  const sha = env["GITHUB_SHA"] ?? "";
  const before = textAt(payload, "before");
  return {
    ...(before !== undefined &&
      !/^0+$/.test(before) && { base: { sha: before, branch: branchOf(env["GITHUB_REF"]) } }),
    pull: { by: "commit", sha },
  };
}

function ofMergeGroup(payload: JsonObject): Occasion {
  const headSha = textAt(payload, "merge_group", "head_sha");
  const sha = textAt(payload, "merge_group", "base_sha");
  return {
    ...(headSha !== undefined && { headSha }),
    ...(sha !== undefined && { base: { sha, branch: branchOf(textAt(payload, "merge_group", "base_ref")) } }),
    pull: pullInQueue(textAt(payload, "merge_group", "head_ref") ?? "") ?? { by: "none" },
    isQueued: true,
  };
}

/** Started by another workflow's run, which may have been that of a fork. */
function ofWorkflowRun(env: Environment, payload: JsonObject): Occasion {
  const here = textAt(payload, "repository", "full_name") ?? env["GITHUB_REPOSITORY"];
  const headSha = textAt(payload, "workflow_run", "head_sha");
  const branch = textAt(payload, "workflow_run", "head_branch");
  const repository = textAt(payload, "workflow_run", "head_repository", "full_name");
  if (headSha === undefined) return {};
  const queued = pullInQueue(branch ?? "");
  if (queued) return { headSha, pull: queued, isQueued: true };

  // The list also has pull requests that propose this branch to other repositories.
  const pulls = valueAt(payload, "workflow_run", "pull_requests");
  const own = numberAt(payload, "repository", "id");
  const pull = Array.isArray(pulls)
    ? pulls.find(each => numberAt(each, "base", "repo", "id") === own && own !== undefined)
    : undefined;
  const number = numberAt(pull, "number");
  if (number !== undefined) return { headSha, base: baseAt(pull, "base"), pull: { by: "number", number } };

  const isForks = repository !== undefined && repository !== here;
  const owner = textAt(payload, "workflow_run", "head_repository", "owner", "login");
  return {
    headSha,
    pull:
      isForks && owner !== undefined && branch !== undefined
        ? { by: "branch", owner, repository, branch }
        : { by: "commit", sha: headSha },
  };
}

/** A merge queue names its branches `gh-readonly-queue/<base>/pr-<number>-<sha>`. */
function pullInQueue(ref: string): PullClue | undefined {
  const number = /^(?:refs\/heads\/)?gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/.exec(ref)?.[1];
  return number === undefined ? undefined : { by: "number", number: Number(number) };
}

function branchOf(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:heads|tags)\//, "");
}

function baseAt(value: JsonValue | undefined, ...path: string[]): Base | undefined {
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

function valueAt(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (object, name) => (isJsonObject(object) ? object[name] : undefined),
    value,
  );
}

function count(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
