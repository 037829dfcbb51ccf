/** Finds the pull request of an event, also if the event's payload has no number. */

import type { GitHub } from "../../shared/github/interface.ts";
import { pages } from "../../shared/github/pages.ts";
import type { BaseCommit, PullRequestHead, WorkflowContext } from "./context.ts";

export interface EventPullRequest {
  readonly number: number;
  readonly base?: BaseCommit;
}

/**
 * Sends no request if the event has a number. Otherwise finds the open pull request with the event's head; undefined if
 * there is none.
 */
export async function findPullRequestOfEvent(
  github: () => GitHub,
  { repository, pull }: WorkflowContext,
): Promise<EventPullRequest | undefined> {
  if (pull.by === "none") return undefined;
  if (pull.by === "number") return { number: pull.number };
  const place = { owner: repository.owner, repo: repository.name };
  for await (const candidates of pullRequestsOf(github(), place, pull)) {
    const found = candidates.find(
      ({ state, head }) =>
        state === "open" && head.sha === pull.sha && head.repo?.full_name === pull.repository,
    );
    if (found) return { number: found.number, base: { sha: found.base.sha, branch: found.base.ref } };
  }
  return undefined;
}

/**
 * Lists candidates, which the caller filters: for a fork, the open pull requests from its owner's branches of the given
 * name; otherwise, all pull requests with the commit.
 */
function pullRequestsOf(
  github: GitHub,
  place: { owner: string; repo: string },
  { sha, fork }: PullRequestHead,
) {
  return pages(page =>
    fork
      ? github.request("GET /repos/{owner}/{repo}/pulls", {
          ...place,
          state: "open",
          head: `${fork.owner}:${fork.branch}`,
          ...page,
        })
      : github.request("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", {
          ...place,
          commit_sha: sha,
          ...page,
        }),
  );
}
