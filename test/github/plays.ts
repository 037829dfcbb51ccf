/**
 * Plays operations that the emulator lacks, or answers otherwise than GitHub. The local GitHub checks each response
 * against the published description.
 */

import type { JsonObject } from "../../shared/json.ts";
import type { ArtifactStorage } from "./artifacts.ts";
import { type App, type Identity, repository } from "./emulator.ts";
import {
  type EmulatedResponse,
  type GitHubCall,
  notAccessibleMessage,
  pageOfList,
  refusal,
  respondWith,
} from "./exchange.ts";

export type Play = (call: GitHubCall, memory: GitHubMemory) => EmulatedResponse | Promise<EmulatedResponse>;

export interface GitHubMemory {
  /** The owner of the apps. */
  readonly appOwner: object;
  readonly checkRuns: Map<
    number,
    { readonly app: App; readonly ofJob: boolean; annotations: GitHubAnnotation[] }
  >;
  /** Check runs that were deleted with their workflow runs. */
  readonly deleted: Set<number>;
  /** The authors of each comment's edits, by the comment's node. */
  readonly edits: Map<string, { readonly login: string; readonly isApp: boolean }[]>;
  readonly runs: Map<number, number>;
  readonly artifacts: ArtifactStorage;
  readonly reactions: Map<number, { readonly content: string; readonly login: string }[]>;
  /** People's permissions by login, or the status with which GitHub refuses to report one. */
  readonly permissions: Map<string, string | 403 | 404 | 500>;
  /** The payload and sender of each `repository_dispatch`. */
  readonly dispatches: RecordedDispatch[];
  /** The emulator's responses about commits by their path, because commits never change. */
  readonly commits: Map<string, Promise<EmulatedResponse<GitCommit>>>;
}

export interface GitCommit {
  readonly sha: string;
  readonly committer: { readonly date: string };
  readonly parents: readonly { readonly sha: string }[];
}

export interface RecordedDispatch {
  readonly event_type: string;
  readonly client_payload: JsonObject;
  readonly sender: string;
}

export interface GitHubComment {
  readonly id: number;
  readonly node_id: string;
  readonly body: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly created_at: string;
  readonly updated_at: string;
}

export interface GitHubCheckRun {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly external_id: string | null;
  readonly url: string;
  readonly html_url: string;
  readonly details_url: string | null;
  readonly output: {
    readonly title: string | null;
    readonly summary: string | null;
    readonly text: string | null;
    readonly annotations_count: number;
  };
}

export interface GitHubAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: string;
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
}

export interface GitHubPullRequest {
  readonly number: number;
  readonly state: string;
  readonly merge_commit_sha: string | null;
  readonly head: Side;
  readonly base: Side;
}
interface Side {
  readonly ref: string;
  readonly sha: string;
  readonly repo: { readonly full_name: string };
}

interface CheckRunRequest {
  readonly name?: string;
  readonly head_sha?: string;
  readonly status?: string;
  readonly conclusion?: string;
  readonly output?: {
    readonly summary?: string;
    readonly text?: string;
    readonly annotations?: GitHubAnnotation[];
  };
}

export const plays: Readonly<Record<string, Play>> = {
  "GET /actions/runs/{run_id}": async ({ parameters, forward }, { runs }) => {
    const { owner, repo, run_id: id } = parameters;
    const attempt = runs.get(Number(id));
    if (attempt === undefined) return refusal(404, "Not Found");
    const { body: repository } = await forward<object>("GET", `/repos/${owner}/${repo}`);
    const url = `https://api.github.com/repos/${owner}/${repo}/actions/runs/${id}`;
    return respondWith(200, {
      id: Number(id),
      node_id: Buffer.from(`WorkflowRun${id}`).toString("base64"),
      run_number: 1,
      run_attempt: attempt,
      display_title: "A run",
      event: "pull_request",
      status: "in_progress",
      conclusion: null,
      head_branch: "main",
      head_sha: "0".repeat(40),
      head_commit: null,
      head_repository: repository,
      repository,
      path: ".github/workflows/scenarios.yml",
      workflow_id: 1,
      pull_requests: [],
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      url,
      html_url: `https://github.com/${owner}/${repo}/actions/runs/${id}`,
      check_suite_url: `https://api.github.com/repos/${owner}/${repo}/check-suites/1`,
      workflow_url: `https://api.github.com/repos/${owner}/${repo}/actions/workflows/1`,
      jobs_url: `${url}/jobs`,
      logs_url: `${url}/logs`,
      cancel_url: `${url}/cancel`,
      rerun_url: `${url}/rerun`,
      artifacts_url: `${url}/artifacts`,
    });
  },

  "GET /actions/runs/{run_id}/artifacts": (call, { artifacts }) => artifacts.list(call),
  "GET /actions/artifacts/{artifact_id}/{archive_format}": (call, { artifacts }) => artifacts.download(call),

  /** Every fork here is a fork of the one repository. */
  "GET /repos/{owner}/{repo}": async ({ forward }) => {
    const given = await forward<{ readonly fork?: boolean }>();
    const parent = given.body.fork ? (await forward<object>("GET", repositoryPath)).body : undefined;
    return amend(given, repo => ({
      ...repo,
      network_count: 0,
      subscribers_count: 0,
      ...(parent && { parent, source: parent }),
    }));
  },

  "GET /user": ({ identity, forward }) => (appOf(identity) ? refusal(403, notAccessibleMessage) : forward()),

  /** A fork's commit is not in the base repository, so GitHub finds no pull request by it there. */
  "GET /commits/{commit_sha}/pulls": async ({ parameters, query, forward }) => {
    const { owner, repo, commit_sha: sha } = parameters;
    const root = `/repos/${owner}/${repo}`;
    if ((await forward("GET", `${root}/git/commits/${sha}`)).status === 404) return noCommit(sha);

    const pulls = await forward<GitHubPullRequest[]>("GET", `${root}/pulls?state=all&per_page=100`);
    const found: GitHubPullRequest[] = [];
    for (const given of pulls.body) {
      const pull = await withCurrentHead(given, forward);
      if (pull.head.repo.full_name !== `${owner}/${repo}`) continue;
      const { body: commits } = await forward<{ sha: string }[]>(
        "GET",
        `${root}/commits?sha=${pull.head.sha}&per_page=100`,
      );
      const cutFrom = commits.findIndex(commit => commit.sha === pull.base.sha);
      const own = commits.slice(0, cutFrom < 0 ? undefined : cutFrom);
      if (pull.merge_commit_sha === sha || own.some(commit => commit.sha === sha)) found.push(pull);
    }
    const { items, headers } = pageOfList(found, query, `${root}/commits/${sha}/pulls`);
    return respondWith(200, items, headers);
  },

  "GET /pulls": async ({ forward }) => {
    const given = await forward<GitHubPullRequest[]>();
    if (given.status !== 200) return given;
    return { ...given, body: await Promise.all(given.body.map(pull => withCurrentHead(pull, forward))) };
  },
  "GET /pulls/{pull_number}": async ({ forward }) => {
    const given = await forward<GitHubPullRequest>();
    return given.status === 200 ? { ...given, body: await withCurrentHead(given.body, forward) } : given;
  },

  /** The emulator's list starts with the base commit, and lacks the addresses of trees. */
  "GET /pulls/{pull_number}/commits": async ({ parameters, forward }) => {
    const { owner, repo } = parameters;
    const tree = `/repos/${owner}/${repo}/git/trees/`;
    return amend(await forward<{ commit: { tree: { sha: string } } }[]>(), commits =>
      commits.slice(1).map(({ commit, ...rest }) => {
        const url = new URL(`${tree}${commit.tree.sha}`, "https://api.github.com").href;
        return { ...rest, commit: { ...commit, tree: { ...commit.tree, url } } };
      }),
    );
  },

  "GET /issues/{issue_number}/comments": async ({ forward }) =>
    amend(await forward<GitHubComment[]>(), comments => comments.map(asGitHubShows)),
  "GET /issues/comments/{comment_id}": async ({ forward }) =>
    amend(await forward<GitHubComment>(), asGitHubShows),
  "POST /issues/{issue_number}/comments": writeComment,
  "PATCH /issues/comments/{comment_id}": async (call, memory) => {
    const written = await writeComment(call);
    const { node_id: node } = written.body as GitHubComment;
    if (written.status === 200) {
      const edit = { login: loginOfIdentity(call.identity), isApp: appOf(call.identity) !== undefined };
      memory.edits.set(node, [...(memory.edits.get(node) ?? []), edit]);
    }
    return written;
  },

  "POST /issues/comments/{comment_id}/reactions": async ({ parameters, body, identity, forward }, memory) => {
    const { owner, repo, comment_id: id } = parameters;
    if (appOf(identity) && !mayWrite(identity, "pull_requests")) return refusal(403, notAccessibleMessage);
    const comment = await forward<GitHubComment>("GET", `/repos/${owner}/${repo}/issues/comments/${id}`);
    if (comment.status !== 200) return comment;
    const { content } = body as { content: string };
    const reactions = memory.reactions.get(Number(id)) ?? [];
    memory.reactions.set(Number(id), reactions);
    const login = loginOfIdentity(identity);
    const isNew = !reactions.some(each => each.content === content && each.login === login);
    if (isNew) reactions.push({ content, login });
    const { user } = comment.body;
    return respondWith(isNew ? 201 : 200, {
      id: 1,
      node_id: "R1",
      user,
      content,
      created_at: "2026-01-01T00:00:00Z",
    });
  },

  "GET /collaborators/{username}/permission": ({ parameters }, memory) => {
    const permission = memory.permissions.get(parameters["username"] ?? "") ?? 404;
    if (permission === 404) return refusal(404, `${parameters["username"]} is not a user`);
    if (typeof permission === "number") return refusal(permission, "It can't be said");
    return respondWith(200, { permission, role_name: permission, user: null });
  },

  "POST /dispatches": ({ body, identity }, memory) => {
    if (appOf(identity) && !mayWrite(identity, "contents")) return refusal(403, notAccessibleMessage);
    const sender = loginOfIdentity(identity);
    const isWriter = ["admin", "write"].includes(String(memory.permissions.get(sender)));
    if (!appOf(identity) && !isWriter) return refusal(404, "Not Found");
    memory.dispatches.push({ ...(body as Omit<RecordedDispatch, "sender">), sender });
    return respondWith(204, undefined);
  },

  "POST /check-runs": async ({ parameters, body, identity, forward }, memory) => {
    const app = appOf(identity);
    if (!app) return refusal(403, "You must authenticate via a GitHub App.");
    const request = asCheckRunRequest(body);
    const excess = excessOf(request);
    if (excess) return refusal(422, excess);
    const { owner, repo } = parameters;
    const commit = await forward("GET", `/repos/${owner}/${repo}/git/commits/${request.head_sha}`);
    if (commit.status === 404) return noCommit(request.head_sha);

    const created = await forward<GitHubCheckRun>();
    if (created.status !== 201) return created;
    memory.checkRuns.set(created.body.id, {
      app,
      ofJob: false,
      annotations: request.output?.annotations ?? [],
    });
    return respondWith(201, withApp(created.body, memory));
  },

  "PATCH /check-runs/{check_run_id}": async ({ parameters, body, identity, forward }, memory) => {
    const request = asCheckRunRequest(body);
    const known = memory.checkRuns.get(Number(parameters["check_run_id"]));
    if (known && appOf(identity) !== known.app) {
      return refusal(
        403,
        `Invalid app_id \`${known.app.id}\` - check run can only be modified by the GitHub App that created it.`,
      );
    }
    if (known?.ofJob && (request.status !== undefined || request.conclusion !== undefined)) {
      return refusal(
        403,
        "Check run status and conclusions can only be updated internally by GitHub Actions",
      );
    }
    const excess = excessOf(request);
    if (excess) return refusal(422, excess);

    const updated = await forward<GitHubCheckRun>();
    if (updated.status !== 200) return updated;
    // GitHub adds the annotations of each request to the earlier ones.
    if (known) known.annotations = [...known.annotations, ...(request.output?.annotations ?? [])];
    return respondWith(200, withApp(updated.body, memory));
  },

  "GET /check-runs/{check_run_id}": async ({ forward }, memory) =>
    amend(await forward<GitHubCheckRun>(), run => withApp(run, memory)),

  "GET /check-runs/{check_run_id}/annotations": async ({ parameters, query, forward }, memory) => {
    const { owner, repo, check_run_id: id } = parameters;
    const root = `/repos/${owner}/${repo}`;
    const run = await forward<GitHubCheckRun>("GET", `${root}/check-runs/${id}`);
    if (run.status !== 200) return run;
    const annotations = memory.checkRuns.get(Number(id))?.annotations ?? [];
    const { items, headers } = pageOfList(annotations, query, `${root}/check-runs/${id}/annotations`);
    return respondWith(
      200,
      items.map(annotation => ({
        start_column: null,
        end_column: null,
        title: null,
        raw_details: null,
        ...annotation,
        blob_href: `https://github.com/${owner}/${repo}/blob/${run.body.head_sha}/${annotation.path}`,
      })),
      headers,
    );
  },

  "GET /commits/{ref}/check-runs": async ({ parameters, query, forward }, memory) => {
    const { owner, repo, ref = "" } = parameters;
    const path = `/repos/${owner}/${repo}/commits/${encodeURIComponent(ref)}/check-runs`;
    // The emulator has no pages here.
    const all = await forward<{ check_runs: GitHubCheckRun[] }>("GET", `${path}?${query}`);
    if (all.status === 404) return noCommit(ref);
    const there = all.body.check_runs.filter(({ id }) => !memory.deleted.has(id));
    const { items, headers } = pageOfList(there, query, path);
    const check_runs = items.map(run => withApp(run, memory));
    return respondWith(200, { total_count: there.length, check_runs }, headers);
  },
};

/**
 * Moves an open pull request to the head of its branch. The emulator's pull requests stay at their first commit;
 * GitHub's follow their branch.
 */
export async function withCurrentHead(
  pull: GitHubPullRequest,
  forward: GitHubCall["forward"],
): Promise<GitHubPullRequest> {
  if (pull.state !== "open") return pull;
  const { head } = pull;
  const tip = await forward<{ object: { sha: string } }>(
    "GET",
    `/repos/${head.repo.full_name}/git/ref/heads/${head.ref}`,
  );
  return tip.status === 200 ? { ...pull, head: { ...head, sha: tip.body.object.sha } } : pull;
}

async function writeComment({ body, forward }: GitHubCall): Promise<EmulatedResponse> {
  const text = typeof body === "object" && body !== null && "body" in body ? body.body : undefined;
  if (typeof text === "string" && text.length > longestComment) {
    return respondWith(422, {
      message: "Validation Failed",
      errors: [
        {
          resource: "IssueComment",
          code: "unprocessable",
          field: "data",
          message: `Body is too long (maximum is ${longestComment} characters)`,
        },
      ],
      documentation_url: "https://docs.github.com/rest/issues/comments",
    });
  }
  return amend(await forward<GitHubComment>(), asGitHubShows);
}
const longestComment = 65_536;

/** GitHub refuses texts over these limits; the emulator accepts any size. */
function excessOf({ output }: CheckRunRequest): string | undefined {
  for (const text of [output?.summary, output?.text]) {
    const size = Buffer.byteLength(text ?? "");
    if (size > 65_535) return `Only 65535 characters are allowed; ${size} were supplied.`;
  }
  return undefined;
}

/** Makes the address of a pull request's comment lead to the pull request. */
export function asGitHubShows(comment: GitHubComment): GitHubComment {
  return { ...comment, html_url: comment.html_url.replace("/issues/", "/pull/") };
}

function withApp(run: GitHubCheckRun, memory: GitHubMemory): GitHubCheckRun {
  const known = memory.checkRuns.get(run.id);
  if (!known) return run;
  return Object.assign(run, {
    app: integration(known.app, memory),
    output: {
      ...run.output,
      annotations_count: known.annotations.length,
      annotations_url: `${run.url}/annotations`,
    },
  });
}

function integration(app: App, { appOwner }: GitHubMemory): object {
  return {
    id: app.id,
    slug: app.slug,
    node_id: Buffer.from(`App${app.id}`).toString("base64"),
    owner: appOwner,
    name: app.name,
    description: null,
    external_url: "https://help.github.com/en/actions",
    html_url: `https://github.com/apps/${app.slug}`,
    created_at: "2018-07-30T09:30:17Z",
    updated_at: "2024-04-10T20:33:16Z",
    permissions: { checks: "write", contents: "read", pull_requests: "write" },
    events: [],
  };
}

function noCommit(sha: string | undefined): EmulatedResponse {
  return refusal(422, `No commit found for SHA: ${sha}`);
}

function mayWrite(identity: Identity | undefined, what: string): boolean {
  return identity !== undefined && "app" in identity && identity.permissions[what] === "write";
}

export function loginOfIdentity(identity: Identity | undefined): string {
  if (identity === undefined) return "";
  return "app" in identity ? `${identity.app.slug}[bot]` : identity.login;
}

export function appOf(identity: Identity | undefined): App | undefined {
  return identity && "app" in identity ? identity.app : undefined;
}

/** Reports whether a person may not even read the repository; GitHub then answers 404. */
export function isHiddenFrom(
  identity: Identity | undefined,
  path: string,
  { permissions }: GitHubMemory,
): boolean {
  const isHere = path === repositoryPath || path.startsWith(`${repositoryPath}/`);
  return isHere && !appOf(identity) && permissions.get(loginOfIdentity(identity)) === "none";
}
const repositoryPath = `/repos/${repository.fullName}`;

/** A malformed body is left for the emulator to refuse, and for the description to report. */
function asCheckRunRequest(body: unknown): CheckRunRequest {
  return typeof body === "object" && body !== null ? body : {};
}

/** Changes the body of a success; a refusal stays as it is. */
function amend<Body>(given: EmulatedResponse<Body>, change: (body: Body) => unknown): EmulatedResponse {
  return given.status < 300 ? { ...given, body: change(given.body) } : given;
}
