/**
 * Builds the events that start a workflow, from the example payloads that GitHub's users have contributed, adapted to
 * the local repository and its commits.
 */

import { createRequire } from "node:module";
import type { JsonObject } from "../../shared/json.ts";
import type { LocalGitHub, OpenPullRequest, Pushed } from "./github.ts";

export interface WorkflowEvent {
  readonly name: string;
  readonly payload: object;
  readonly sha: string;
  readonly ref: string;
  /** `GITHUB_HEAD_REF` and `GITHUB_BASE_REF` of a pull request; empty for other events. */
  readonly headRef: string;
  readonly baseRef: string;
}

export const events = {
  async pullRequest(github: LocalGitHub, pull: OpenPullRequest): Promise<WorkflowEvent> {
    return {
      name: "pull_request",
      payload: await pullRequestPayload(github, pull),
      sha: pull.mergeSha,
      ref: `refs/pull/${pull.number}/merge`,
      headRef: pull.headRef,
      baseRef: pull.baseRef,
    };
  },

  /** Runs on the base with a token that may write, even for a fork's pull request. */
  async pullRequestTarget(github: LocalGitHub, pull: OpenPullRequest): Promise<WorkflowEvent> {
    return {
      name: "pull_request_target",
      payload: await pullRequestPayload(github, pull),
      sha: pull.baseSha,
      ref: `refs/heads/${pull.baseRef}`,
      headRef: pull.headRef,
      baseRef: pull.baseRef,
    };
  },

  async push(github: LocalGitHub, { sha, before, ref }: Pushed): Promise<WorkflowEvent> {
    const example = await moved(github, "push", ({ ref }) => String(ref).startsWith("refs/heads/"));
    const created = /^0+$/.test(before);
    return {
      name: "push",
      payload: {
        ...example,
        ref,
        before,
        after: sha,
        created,
        head_commit: { ...asObject(example["head_commit"]), id: sha },
        compare: `${github.serverUrl}/${github.repo.fullName}/compare/${before}...${sha}`,
      },
      sha,
      ref,
      headRef: "",
      baseRef: "",
    };
  },

  /** The end of a pull request's workflow run. For a fork, GitHub leaves out the pull request. */
  async workflowRun(github: LocalGitHub, pull: OpenPullRequest): Promise<WorkflowEvent> {
    const example = await moved(github, "workflow_run", ({ action }) => action === "completed");
    const live = await livePullRequest(github, pull);
    const { id, url, number } = live;
    const side = (name: "head" | "base") => {
      const { ref, sha, repo } = asObject(live[name]);
      const { id, url, name: repoName } = asObject(repo);
      return { ref, sha, repo: { id, url, name: repoName } };
    };
    return {
      name: "workflow_run",
      payload: {
        ...example,
        workflow_run: {
          ...asObject(example["workflow_run"]),
          event: "pull_request",
          status: "completed",
          conclusion: "success",
          head_branch: pull.headRef,
          head_sha: pull.headSha,
          head_commit: { ...asObject(asObject(example["workflow_run"])["head_commit"]), id: pull.headSha },
          head_repository: asObject(live["head"])["repo"],
          repository: example["repository"],
          pull_requests: pull.fork ? [] : [{ id, number, url, head: side("head"), base: side("base") }],
        },
      },
      ...(await onMain(github)),
    };
  },

  async mergeGroup(github: LocalGitHub, pull: OpenPullRequest): Promise<WorkflowEvent> {
    const example = await moved(github, "merge_group");
    const { headSha, headRef, baseSha } = await github.queue(pull);
    const group = asObject(example["merge_group"]);
    return {
      name: "merge_group",
      payload: {
        ...example,
        merge_group: {
          ...group,
          head_sha: headSha,
          head_ref: headRef,
          base_sha: baseSha,
          base_ref: `refs/heads/${pull.baseRef}`,
          head_commit: { ...asObject(group["head_commit"]), id: headSha },
        },
      },
      sha: headSha,
      ref: headRef,
      headRef: "",
      baseRef: "",
    };
  },

  /** A new comment on a pull request or an issue; runs on the default branch. */
  async issueComment(
    github: LocalGitHub,
    { number }: { readonly number: number },
    comment: { readonly id: number; readonly body: string },
    about: {
      action?: "created" | "edited";
      login?: string;
      type?: string;
      isPull?: boolean;
      state?: string;
    } = {},
  ): Promise<WorkflowEvent> {
    const { action = "created", login = "octocat", type = "User", isPull = true, state = "open" } = about;
    const example = await moved(github, "issue_comment", ({ action }) => action === "created");
    const { pull_request: _, ...issue } = asObject(example["issue"]);
    const address = `${github.apiUrl}/repos/${github.repo.fullName}/pulls/${number}`;
    const user = { ...asObject(asObject(example["comment"])["user"]), login, type };
    return {
      name: "issue_comment",
      payload: {
        ...example,
        action,
        issue: { ...issue, number, state, ...(isPull && { pull_request: { url: address } }) },
        comment: { ...asObject(example["comment"]), ...comment, user },
        sender: user,
      },
      ...(await onMain(github)),
    };
  },

  /** Needs write access; runs on the default branch. */
  async repositoryDispatch(
    github: LocalGitHub,
    type: string,
    payload: JsonObject,
    sender: { readonly login?: string; readonly type?: string } = {},
  ): Promise<WorkflowEvent> {
    const example = await moved(github, "repository_dispatch");
    return {
      name: "repository_dispatch",
      payload: {
        ...example,
        action: type,
        client_payload: payload,
        sender: { ...asObject(example["sender"]), login: "octocat", ...sender },
      },
      ...(await onMain(github)),
    };
  },

  async workflowDispatch(
    github: LocalGitHub,
    inputs: Readonly<Record<string, string>> = {},
  ): Promise<WorkflowEvent> {
    const example = await moved(github, "workflow_dispatch");
    const there = await onMain(github);
    return { name: "workflow_dispatch", payload: { ...example, ref: there.ref, inputs }, ...there };
  },

  /** A schedule has no webhook, so there is no example payload. */
  async schedule(github: LocalGitHub): Promise<WorkflowEvent> {
    const { repository, sender } = await moved(github, "workflow_dispatch");
    return {
      name: "schedule",
      payload: { schedule: "30 5 * * 1-5", workflow: ".github/workflows/scenarios.yml", repository, sender },
      ...(await onMain(github)),
    };
  },
};

async function pullRequestPayload(github: LocalGitHub, pull: OpenPullRequest): Promise<JsonObject> {
  const example = await moved(github, "pull_request", ({ action }) => action === "synchronize");
  return {
    ...example,
    number: pull.number,
    after: pull.headSha,
    pull_request: {
      ...asObject(example["pull_request"]),
      ...(await livePullRequest(github, pull)),
      merge_commit_sha: pull.mergeSha,
    },
  };
}

function livePullRequest(github: LocalGitHub, { number }: OpenPullRequest): Promise<JsonObject> {
  return github.ask("user", "GET", `/repos/${github.repo.fullName}/pulls/${number}`);
}

/** The place of a workflow run that belongs to no branch or pull request. */
async function onMain(github: LocalGitHub) {
  const { object } = await github.ask<{ object: { sha: string } }>(
    "user",
    "GET",
    `/repos/${github.repo.fullName}/git/ref/heads/main`,
  );
  return { sha: object.sha, ref: "refs/heads/main", headRef: "", baseRef: "" };
}

/** Finds a matching example and puts the local GitHub's addresses and repository into it. */
async function moved(
  github: LocalGitHub,
  event: string,
  fits: (example: JsonObject) => boolean = () => true,
): Promise<JsonObject> {
  const definitions: { name: string; examples: JsonObject[] }[] = createRequire(import.meta.url)(
    "@octokit/webhooks-examples",
  );
  const found = definitions.find(({ name }) => name === event)?.examples.find(fits);
  if (!found) throw new Error(`There is no example of ${event}`);

  // A workflow's payload has no installation, and the repository has no organization.
  const { installation, organization, ...example } = found;
  let text = JSON.stringify(example)
    .replaceAll("https://api.github.com", github.apiUrl)
    .replaceAll("https://github.com", github.serverUrl);
  for (const [, name = ""] of text.matchAll(/"full_name":"([^"]+)"/g)) {
    text = text.replaceAll(name, github.repo.fullName);
  }
  const repository: JsonObject = await github.ask("user", "GET", `/repos/${github.repo.fullName}`);
  return { ...JSON.parse(text), repository };
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
