/** GitHub's REST interface, as GitHub publishes it and its toolkit carries it: types alone, nothing of it is bundled. */

import type { getOctokit } from "@actions/github";

declare const octokit: ReturnType<typeof getOctokit>;

/** A method and the template of a path: `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

export type Parameters<R extends Route> = NonNullable<globalThis.Parameters<typeof octokit.request<R>>[1]> & {
  readonly request?: RequestOptions;
};

type Published<R extends Route> = Awaited<ReturnType<typeof octokit.request<R>>>;

export interface Response<R extends Route> {
  readonly status: number;
  readonly data: Published<R>["data"];
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** It is the response that came before. */
  readonly isSame: boolean;
}

export interface RequestOptions {
  /** Whether it may be sent again when GitHub may have acted on it. Without this a POST may not, and all others may. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
  /** Leaves of the data what is needed, so that no more than that is remembered. */
  readonly keep?: (data: unknown) => unknown;
  /** Parts of its texts that the Action has spelled itself, such as marks: secrets are taken out around them. */
  readonly spelled?: readonly string[];
}

/** The client of GitHub, called as everybody knows it from GitHub's own. */
export interface GitHub {
  request<R extends Route>(route: R, parameters: Parameters<R>): Promise<Response<R>>;
  /** Gives what is under `data`. A query may be sent again, a mutation not. */
  graphql<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
}

/** Its part that speaks with the REST interface alone. */
export type GitHubRest = Pick<GitHub, "request">;
