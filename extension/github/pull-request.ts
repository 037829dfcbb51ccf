/** Which pull request belongs to what is checked out. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import { isSame, placed, type Repository, repositoryOf } from "./repository.ts";

/** What Git says of a repository, as far as it matters here. */
export interface CheckedOut {
  /** Absent where the HEAD is detached. */
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly upstream?: { readonly remote: string; readonly branch: string } | undefined;
  /** Where there is no upstream: a remote's name or address, and its ref. */
  readonly followed?: { readonly remote: string; readonly ref: string } | undefined;
  readonly remotes: readonly { readonly name: string; readonly address: string }[];
}

export interface PullRequest {
  /** The one that it goes into. */
  readonly repository: Repository;
  readonly number: number;
  readonly title: string;
  readonly address: string;
  readonly headSha: string;
  readonly isOpen: boolean;
}

/** Where its branch is on GitHub, and where a pull request of it can be; or which pull request it is. */
export interface Place {
  readonly repository: Repository;
  readonly branch?: string;
  readonly commit?: string;
  readonly number?: number;
}

/** Undefined without a remote on a GitHub server. */
export function placeOf(
  { branch, commit, upstream, followed, remotes }: CheckedOut,
  servers: readonly string[],
): Place | undefined {
  const known = remotes.flatMap(({ name, address }) => {
    const repository = repositoryOf(address, servers);
    return repository === undefined ? [] : [{ name, repository }];
  });
  const named = (name: string) => known.find(remote => remote.name === name)?.repository;
  const at = followed && (named(followed.remote) ?? repositoryOf(followed.remote, servers));
  if (branch !== undefined && followed !== undefined && at !== undefined) {
    const [, pull] = /^refs\/pull\/(\d+)\/head$/.exec(followed.ref) ?? [];
    if (pull !== undefined) return { repository: at, number: Number(pull) };
    return { repository: at, branch: followed.ref.replace("refs/heads/", "") };
  }
  if (branch !== undefined) {
    // A branch that follows none is pushed under its own name, as most are.
    const repository = (upstream && named(upstream.remote)) ?? named("origin") ?? known[0]?.repository;
    return repository && { repository, branch: upstream?.branch ?? branch };
  }
  const repository = named("upstream") ?? named("origin") ?? known[0]?.repository;
  return repository && commit !== undefined ? { repository, commit } : undefined;
}

/** At most three requests, and two where the repository is no fork. */
export async function findPullRequest(
  place: Place,
  get: GitHubRest["request"],
): Promise<PullRequest | undefined> {
  const { repository, branch, commit, number } = place;
  if (number !== undefined) {
    const place = { ...placed(repository), pull_number: number };
    const { data } = await get("GET /repos/{owner}/{repo}/pulls/{pull_number}", place);
    return best(pullsIn([data], repository));
  }
  if (branch === undefined) {
    const place = { ...placed(repository), commit_sha: String(commit), per_page: 30 };
    const { data } = await get("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", place);
    return best(pullsIn(data, repository));
  }
  const { data: own } = await get("GET /repos/{owner}/{repo}", placed(repository));
  const parent = named(own.parent?.full_name, repository.server);
  for (const base of parent === undefined ? [repository] : [parent, repository]) {
    const { data } = await get("GET /repos/{owner}/{repo}/pulls", {
      ...placed(base),
      head: `${repository.owner}:${branch}`,
      state: "all",
      sort: "updated",
      direction: "desc",
      per_page: 30,
    });
    // GitHub finds those of any repository of this owner.
    const found = best(
      pullsIn(data, base).filter(({ head }) => head !== undefined && isSame(head, repository)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

type Candidate = PullRequest & { readonly head: Repository | undefined };

/** An open one first; of several, the one that changed last, as they come. */
function best(candidates: readonly Candidate[]): PullRequest | undefined {
  const found = candidates.find(({ isOpen }) => isOpen) ?? candidates[0];
  if (found === undefined) return undefined;
  const { head: _, ...pull } = found;
  return pull;
}

interface FoundPull {
  readonly number: number;
  readonly title: string;
  readonly html_url: string;
  readonly state: string;
  /** Without a repository where the fork was deleted. */
  readonly head: { readonly sha: string; readonly repo: { readonly full_name: string } | null };
}

function pullsIn(pulls: readonly FoundPull[], repository: Repository): Candidate[] {
  return pulls.map(({ number, title, html_url: address, state, head }) => ({
    repository,
    number,
    title,
    address,
    headSha: head.sha,
    isOpen: state === "open",
    head: named(head.repo?.full_name, repository.server),
  }));
}

function named(fullName = "", server: string): Repository | undefined {
  const [, owner, name] = /^([^/]+)\/([^/]+)$/.exec(fullName) ?? [];
  return owner === undefined || name === undefined ? undefined : { server, owner, name };
}
