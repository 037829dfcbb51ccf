/** The commit, base and pull request that the workflow runs for, from the runner's variables and the event's payload. */

import { type JsonObject, type JsonValue, valueAt } from "../../shared/json.ts";

export interface Context {
  readonly repository: Repository;
  readonly apiUrl: string;
  /** The page of this run. */
  readonly runUrl: string;
  readonly run: Run;
  /** The commit that was pushed or proposed; for a pull request its head, not the merge commit of `GITHUB_SHA`. */
  readonly headSha: string;
  /** Whether the commit was proposed from another repository. */
  readonly isForks: boolean;
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

/** The commit to compare with. */
export interface Base {
  readonly sha: string;
  /** The branch it was on. */
  readonly branch?: string | undefined;
}

/** How the pull request is found. */
export type PullClue =
  | { readonly by: "number"; readonly number: number }
  | ({ readonly by: "head" } & Head)
  /** The event belongs to no pull request. */
  | { readonly by: "none" };

/**
 * The head of a pull request. Only one whose head is this commit of this repository is meant: others may contain the
 * commit or come from a branch of the same name, and the branch may have been pushed to since.
 */
export interface Head {
  /** Its full name. */
  readonly repository: string;
  readonly sha: string;
  /** GitHub finds no pull request by a commit that is in a fork. */
  readonly fork?: { readonly owner: string; readonly branch: string };
}

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
    isForks: false,
    pull: { by: "none" },
    ...occasionOf(env, payload),
  };
}

type Occasion = Partial<Pick<Context, "headSha" | "isForks" | "base" | "pull" | "isQueued">>;

function occasionOf(env: Environment, payload: JsonObject): Occasion {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  const here = env["GITHUB_REPOSITORY"] ?? "";
  switch (event) {
    case "push":
      return ofPush(env, payload, here);
    case "merge_group":
      return ofMergeGroup(payload);
    case "workflow_run":
      return ofWorkflowRun(payload, here);
    default:
      // Events about a pull request all have it at the same place in their payload.
      return event.startsWith("pull_request") ? ofPullRequest(payload, here) : {};
  }
}

function ofPullRequest(payload: JsonObject, here: string): Occasion {
  const number = numberAt(payload, "pull_request", "number");
  const headSha = textAt(payload, "pull_request", "head", "sha");
  if (number === undefined || headSha === undefined) return {};
  return {
    headSha,
    isForks: textAt(payload, "pull_request", "head", "repo", "full_name") !== here,
    base: baseAt(payload, "pull_request", "base"),
    pull: { by: "number", number },
  };
}

/** The base is the branch before the push; for a new branch, that of the pull request. */
function ofPush(env: Environment, payload: JsonObject, here: string): Occasion {
  const sha = env["GITHUB_SHA"] ?? "";
  const before = textAt(payload, "before");
  return {
    ...(before !== undefined &&
      !/^0+$/.test(before) && { base: { sha: before, branch: branchOf(env["GITHUB_REF"]) } }),
    pull: { by: "head", repository: here, sha },
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

/** Started by another workflow's run, which may have been that of a fork: then the branch's name proves nothing. */
function ofWorkflowRun(payload: JsonObject, here: string): Occasion {
  const run = valueAt(payload, "workflow_run");
  const sha = textAt(run, "head_sha");
  const branch = textAt(run, "head_branch");
  const repository = textAt(run, "head_repository", "full_name");
  if (sha === undefined) return {};
  // Of a fork that was deleted: its pull request can't be told from others with the same commit.
  if (repository === undefined) return { headSha: sha, isForks: true };
  if (repository !== here) {
    const owner = textAt(run, "head_repository", "owner", "login");
    if (owner === undefined || branch === undefined) return { headSha: sha, isForks: true };
    const pull = { by: "head", repository, sha, fork: { owner, branch } } as const;
    return { headSha: sha, isForks: true, pull };
  }
  if (textAt(run, "event") === "merge_group") {
    return { headSha: sha, pull: pullInQueue(branch ?? "") ?? { by: "none" }, isQueued: true };
  }
  const listed = listedPull(payload, sha);
  const number = numberAt(listed, "number");
  if (number !== undefined)
    return { headSha: sha, base: baseAt(listed, "base"), pull: { by: "number", number } };
  return { headSha: sha, pull: { by: "head", repository, sha } };
}

/** The list also has pull requests of other repositories, and those whose branch was pushed to since. */
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

/** A merge queue names its branches `gh-readonly-queue/<base>/pr-<number>-<sha>`; in a fork, anyone can. */
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

function count(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
