/** Types of GitHub's REST and GraphQL APIs, derived from Octokit. Only types are imported, so nothing is bundled. */

import type { getOctokit } from "@actions/github";

declare const octokit: ReturnType<typeof getOctokit>;

/** For example `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

export type RouteParameters<R extends Route> = NonNullable<Parameters<typeof octokit.request<R>>[1]> & {
  readonly request?: GitHubRequestOptions;
};

type OctokitResponse<R extends Route> = Awaited<ReturnType<typeof octokit.request<R>>>;

export interface GitHubResponse<R extends Route> {
  readonly status: number;
  readonly data: OctokitResponse<R>["data"];
  /** `name` is in lower case. */
  header(name: string): string | undefined;
  /** GitHub reported that the response has not changed since the last request. */
  readonly isUnchanged: boolean;
}

export interface GitHubRequestOptions {
  /** The request is sent again after a failure, even if GitHub may have acted on it. Default: true, except for POST. */
  readonly isRepeatable?: boolean;
  readonly signal?: AbortSignal;
  /** Selects the needed part of the response's data, to save memory. */
  readonly keep?: (data: unknown) => unknown;
  /** Parts that redaction must not change, such as marks. Their data was redacted before Callboard encoded it. */
  readonly unredacted?: readonly string[];
}

/** A GitHub client with Octokit's methods `request` and `graphql`. */
export interface GitHub {
  request<R extends Route>(route: R, parameters: RouteParameters<R>): Promise<GitHubResponse<R>>;
  /** Gives the response's `data`. A mutation is not sent again if GitHub may have acted on it. */
  graphql<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
}

export type GitHubRest = Pick<GitHub, "request">;
