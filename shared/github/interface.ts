/**
 * Types of GitHub's REST and GraphQL APIs. They come from Octokit's list of routes, because the compiler would compare the
 * types of its client with those of every route, for a minute. Only types are imported, so nothing of it is bundled.
 */

import type { Endpoints } from "@octokit/types";

/** For example `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

export type RouteParameters<R extends Route> = Omit<
  R extends keyof Endpoints ? Endpoints[R]["parameters"] : Record<string, unknown>,
  "request"
> & { readonly request?: GitHubRequestOptions };

type RouteData<R extends Route> = R extends keyof Endpoints ? Endpoints[R]["response"]["data"] : unknown;

export interface GitHubResponse<R extends Route> {
  readonly status: number;
  readonly data: RouteData<R>;
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
