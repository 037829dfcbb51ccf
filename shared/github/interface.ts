/** The types of GitHub's interface, from GitHub's own toolkit. Only types are imported, so nothing is bundled. */

import type { getOctokit } from "@actions/github";

declare const octokit: ReturnType<typeof getOctokit>;

/** For example `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

export type RouteParameters<R extends Route> = NonNullable<
  globalThis.Parameters<typeof octokit.request<R>>[1]
> & {
  readonly request?: GitHubRequestOptions;
};

type Published<R extends Route> = Awaited<ReturnType<typeof octokit.request<R>>>;

export interface GitHubResponse<R extends Route> {
  readonly status: number;
  readonly data: Published<R>["data"];
  /** `name` is in lower case. */
  header(name: string): string | undefined;
  /** GitHub reported that the response has not changed since the last request. */
  readonly isUnchanged: boolean;
}

export interface GitHubRequestOptions {
  /** Whether to send it again although GitHub may have acted on it. The default is false for POST, else true. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
  /** Selects the needed data, to save memory. */
  readonly keep?: (data: unknown) => unknown;
  /** Texts that the Action wrote itself, such as marks. Redaction leaves them unchanged. */
  readonly spelled?: readonly string[];
}

/** The client of GitHub, with the calls of Octokit. */
export interface GitHub {
  request<R extends Route>(route: R, parameters: RouteParameters<R>): Promise<GitHubResponse<R>>;
  /** Gives the response's `data`. Only queries are sent again, mutations are not. */
  graphql<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
}

export type GitHubRest = Pick<GitHub, "request">;
