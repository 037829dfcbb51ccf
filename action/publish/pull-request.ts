/** Finds the pull request that an event belongs to, where its payload does not say. */

import type { Base, Context } from "./context.ts";
import type { GitHub } from "./github.ts";

export interface PullRequest {
  readonly number: number;
  readonly base?: Base;
}

/** The open pull request, if there is one. Sends no request where the event has its number. */
export async function findPullRequest(
  github: () => GitHub,
  { repository, headSha, pull }: Context,
): Promise<PullRequest | undefined> {
  const place = { owner: repository.owner, repo: repository.name };
  switch (pull.by) {
    case "none":
      return undefined;
    case "number":
      return { number: pull.number };
    case "commit": {
      const { data } = await github().request("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", {
        ...place,
        commit_sha: pull.sha,
      });
      return bestOf(data, headSha);
    }
    case "branch": {
      const { data } = await github().request("GET /repos/{owner}/{repo}/pulls", {
        ...place,
        state: "open",
        head: `${pull.owner}:${pull.branch}`,
      });
      // GitHub filters by the owner, who may have several forks with a branch of this name.
      return bestOf(
        data.filter(({ head }) => head.repo?.full_name === pull.repository),
        headSha,
      );
    }
  }
}

interface Candidate {
  readonly number: number;
  readonly state: string;
  readonly head: { readonly sha: string };
  readonly base: { readonly sha: string; readonly ref: string };
}

/** A branch may have several open pull requests; its head is another commit where it was pushed to since. */
function bestOf(candidates: readonly Candidate[], headSha: string): PullRequest | undefined {
  const open = candidates.filter(({ state }) => state === "open");
  const found = open.find(({ head }) => head.sha === headSha) ?? open[0];
  return found && { number: found.number, base: { sha: found.base.sha, branch: found.base.ref } };
}
