/** Looks up the pull request of a checkout or a link, with its reports, or gives the reason why none is shown. */

import { GitHubError } from "../../shared/github/error.ts";
import type { GitHubRest } from "../../shared/github/interface.ts";
import { collectPages, pages } from "../../shared/github/pages.ts";
import type { JsonObject } from "../../shared/json.ts";
import {
  type Checkout,
  findPullRequestAt,
  type PullRequestPlace,
  type PullRequestSummary,
  pullRequestPlaceOf,
} from "./pull-request.ts";
import {
  type CheckRunQuery,
  checkRunsIn,
  checkRunsNamedIn,
  type FoundReviewCheck,
  isFromApp,
  type MarkedComment,
  markedCommentsIn,
  type PullRequestReport,
  parseMarkedComments,
  reviewChecksIn,
  unpackReports,
} from "./reports.ts";
import { type GitHubRepository, repositoryParameters } from "./repository.ts";

export type PullRequestView =
  | {
      readonly what: "pull-request";
      readonly pull: PullRequestSummary;
      readonly reports: readonly PullRequestReport[];
    }
  | { readonly what: "no-remote" }
  | { readonly what: "logged-out"; readonly server: string }
  | { readonly what: "no-pull-request"; readonly place: PullRequestPlace }
  | { readonly what: "refused"; readonly refusal: GitHubError; readonly server: string };

export type PullRequestWithReports = Extract<PullRequestView, { what: "pull-request" }>;

export interface PullRequestLookup {
  readonly view: PullRequestView;
  /** True if GitHub responded to every request with 304 (not modified). */
  readonly isUnchanged: boolean;
}

/** The pull request of a link that a person followed. */
export interface LinkedPullRequest {
  readonly repository: GitHubRepository;
  readonly number: number;
}

export interface PullRequestQuery {
  readonly checkout: Checkout;
  /** Looked up instead of the checkout's pull request. */
  readonly linked?: LinkedPullRequest | undefined;
  readonly servers: readonly string[];
  readonly clientFor: (server: string) => Promise<GitHubRest | undefined>;
  /** The pull request that the previous lookup found. With it, the lookup need not search again. */
  readonly knownPullRequest?: PullRequestSummary | undefined;
  readonly signal: AbortSignal;
}

/** Reads `usualPages` pages of comments, and more, up to `maxPages`, only while no app's report is found. */
const usualPages = 5;
const maxPages = 30;

export async function lookUpPullRequest(options: PullRequestQuery): Promise<PullRequestLookup> {
  const { checkout, linked, servers, clientFor, knownPullRequest, signal } = options;
  const place = linked ?? pullRequestPlaceOf(checkout, servers);
  if (place === undefined) return { view: { what: "no-remote" }, isUnchanged: false };
  const { server } = place.repository;
  const client = await clientFor(server);
  if (client === undefined) return { view: { what: "logged-out", server }, isUnchanged: false };
  let isUnchanged = true;
  const get: GitHubRest["request"] = async (route, parameters) => {
    const response = await client.request(route, {
      ...parameters,
      request: { signal, ...parameters.request },
    });
    if (!response.isUnchanged) isUnchanged = false;
    return response;
  };
  const find = () => findPullRequestAt(place, get);
  try {
    let pull = knownPullRequest ?? (await find());
    if (pull === undefined) return { view: { what: "no-pull-request", place }, isUnchanged };
    const commented = await commentsOn(pull, get);
    // An app's report for another commit than the known head can mean that somebody pushed.
    const isForAnotherCommit = commented.some(
      ({ author, mark }) => author.isApp && mark.sha !== knownPullRequest?.headSha,
    );
    if (knownPullRequest !== undefined && !isUnchanged && isForAnotherCommit) pull = (await find()) ?? pull;
    const checks = await checksFor(pull, checkRunsNamedIn(commented), get);
    const reports = await unpackReports(commented, checks);
    return { view: { what: "pull-request", pull, reports }, isUnchanged };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { view: { what: "refused", refusal: error, server }, isUnchanged: false };
  }
}

async function commentsOn(
  { repository, number }: PullRequestSummary,
  get: GitHubRest["request"],
): Promise<MarkedComment[]> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const place = {
    ...repositoryParameters(repository),
    issue_number: number,
    request: { keep: markedCommentsIn },
  };
  const found: JsonObject[] = [];
  let read = 0;
  for await (const page of pages(page => get(route, { ...place, ...page }), maxPages)) {
    found.push(...markedCommentsIn(page));
    read += 1;
    if (read >= usualPages && found.some(isFromApp)) break;
  }
  return parseMarkedComments(found);
}

async function checksFor(
  { repository, number }: PullRequestSummary,
  wanted: readonly CheckRunQuery[],
  get: GitHubRest["request"],
) {
  const found: FoundReviewCheck[] = [];
  for (const each of wanted) {
    const place = {
      ...repositoryParameters(repository),
      ref: each.sha,
      check_name: each.name,
      filter: "all",
    } as const;
    const all = pages(async page => {
      const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
      const { data, header } = await get(route, { ...place, ...page });
      return { data: checkRunsIn(data), header };
    });
    found.push(...(await reviewChecksIn(await collectPages(all), each, number)));
  }
  return found;
}
