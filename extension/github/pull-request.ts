/** Finds a pull request by its branch, a commit or its number. */

import { GitHubError } from "../../shared/github/error.ts";
import type { GitHubRest } from "../../shared/github/interface.ts";
import {
  type GitHubRepository,
  isSameRepository,
  parseRepositoryAddress,
  repositoryParameters,
} from "./repository.ts";

export interface Checkout {
  /** Absent while HEAD is detached. */
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly upstream?: { readonly remote: string; readonly branch: string } | undefined;
  /** Set only without an upstream: the remote's name or address, and the ref. */
  readonly configuredUpstream?: { readonly remote: string; readonly ref: string } | undefined;
  readonly remotes: readonly { readonly name: string; readonly address: string }[];
}

export interface PullRequestSummary {
  /** The repository that the pull request merges into. */
  readonly repository: GitHubRepository;
  readonly number: number;
  readonly title: string;
  readonly address: string;
  readonly headSha: string;
  readonly isOpen: boolean;
}

/** Where to search for a pull request: a branch, a commit, or the pull request's number. */
export interface PullRequestPlace {
  readonly repository: GitHubRepository;
  readonly branch?: string;
  readonly commit?: string;
  readonly number?: number;
}

export function pullRequestPlaceOf(
  { branch, commit, upstream, configuredUpstream, remotes }: Checkout,
  servers: readonly string[],
): PullRequestPlace | undefined {
  const known = remotes.flatMap(({ name, address }) => {
    const repository = parseRepositoryAddress(address, servers);
    return repository === undefined ? [] : [{ name, repository }];
  });
  const named = (name: string) => known.find(remote => remote.name === name)?.repository;
  const at =
    configuredUpstream &&
    (named(configuredUpstream.remote) ?? parseRepositoryAddress(configuredUpstream.remote, servers));
  if (branch !== undefined && configuredUpstream !== undefined && at !== undefined) {
    const [, pull] = /^refs\/pull\/(\d+)\/head$/.exec(configuredUpstream.ref) ?? [];
    if (pull !== undefined) return { repository: at, number: Number(pull) };
    return { repository: at, branch: configuredUpstream.ref.replace("refs/heads/", "") };
  }
  if (branch !== undefined) {
    // Most branches without an upstream are pushed under their own name.
    const repository = (upstream && named(upstream.remote)) ?? named("origin") ?? known[0]?.repository;
    return repository && { repository, branch: upstream?.branch ?? branch };
  }
  const repository = named("upstream") ?? named("origin") ?? known[0]?.repository;
  return repository && commit !== undefined ? { repository, commit } : undefined;
}

/** Sends one request for a number (two if it doesn't exist) or a commit, and at most three for a branch (two if its repository is not a fork). */
export async function findPullRequestAt(
  place: PullRequestPlace,
  get: GitHubRest["request"],
): Promise<PullRequestSummary | undefined> {
  const { repository, branch, commit, number } = place;
  if (number !== undefined) {
    const place = { ...repositoryParameters(repository), pull_number: number };
    try {
      const { data } = await get("GET /repos/{owner}/{repo}/pulls/{pull_number}", place);
      return preferOpen(candidatesIn([data], repository));
    } catch (error) {
      if (!(error instanceof GitHubError && error.kind === "not-found")) throw error;
      // GitHub responds the same for a repository that this person may not see.
      await get("GET /repos/{owner}/{repo}", repositoryParameters(repository));
      return undefined;
    }
  }
  if (branch === undefined) {
    const place = { ...repositoryParameters(repository), commit_sha: String(commit), per_page: 30 };
    const { data } = await get("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", place);
    return preferOpen(candidatesIn(data, repository));
  }
  const { data: details } = await get("GET /repos/{owner}/{repo}", repositoryParameters(repository));
  const parent = named(details.parent?.full_name, repository.server);
  for (const base of parent === undefined ? [repository] : [parent, repository]) {
    const { data } = await get("GET /repos/{owner}/{repo}/pulls", {
      ...repositoryParameters(base),
      head: `${repository.owner}:${branch}`,
      state: "all",
      sort: "updated",
      direction: "desc",
      per_page: 30,
    });
    // GitHub's filter matches branches in any repository of this owner.
    const found = preferOpen(
      candidatesIn(data, base).filter(({ head }) => head !== undefined && isSameRepository(head, repository)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

type Candidate = PullRequestSummary & { readonly head: GitHubRepository | undefined };

/** Takes the first open pull request, else the first closed one. For a branch, GitHub lists the latest change first. */
function preferOpen(candidates: readonly Candidate[]): PullRequestSummary | undefined {
  const found = candidates.find(({ isOpen }) => isOpen) ?? candidates[0];
  if (found === undefined) return undefined;
  const { head: _, ...pull } = found;
  return pull;
}

interface PullRequestResponse {
  readonly number: number;
  readonly title: string;
  readonly html_url: string;
  readonly state: string;
  /** `repo` is null after the fork was deleted. */
  readonly head: { readonly sha: string; readonly repo: { readonly full_name: string } | null };
}

function candidatesIn(pulls: readonly PullRequestResponse[], repository: GitHubRepository): Candidate[] {
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

function named(fullName = "", server: string): GitHubRepository | undefined {
  const [, owner, name] = /^([^/]+)\/([^/]+)$/.exec(fullName) ?? [];
  return owner === undefined || name === undefined ? undefined : { server, owner, name };
}
