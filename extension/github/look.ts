/** Asks GitHub once for the pull request of a checked-out branch, or returns the reason why none is shown. */

import { GitHubError } from "../../shared/github/error.ts";
import type { GitHubRest } from "../../shared/github/interface.ts";
import { allOf, pages } from "../../shared/github/pages.ts";
import type { JsonObject } from "../../shared/json.ts";
import { type CheckedOut, findPullRequest, type Place, type PullRequest, placeOf } from "./pull-request.ts";
import {
  type Commented,
  checkRunsIn,
  checksIn,
  commentedIn,
  type FoundCheck,
  isOfApp,
  type PullReport,
  reportsFrom,
  type Wanted,
  wantedBy,
  withReportMark,
} from "./reports.ts";
import { placed, type Repository } from "./repository.ts";

export type Look =
  | { readonly what: "pull-request"; readonly pull: PullRequest; readonly reports: readonly PullReport[] }
  | { readonly what: "no-remote" }
  | { readonly what: "logged-out"; readonly server: string }
  | { readonly what: "no-pull-request"; readonly place: Place }
  | { readonly what: "refused"; readonly refusal: GitHubError; readonly server: string };

export type Shown = Extract<Look, { what: "pull-request" }>;

export interface Looked {
  readonly look: Look;
  /** Every response was the same as before. */
  readonly isSame: boolean;
}

/** The target of a link that a person followed. */
export interface PullByNumber {
  readonly repository: Repository;
  readonly number: number;
}

export interface LookFor {
  readonly at: CheckedOut;
  /** Replaces the checked-out branch's pull request. */
  readonly linked?: PullByNumber | undefined;
  readonly servers: readonly string[];
  readonly clientFor: (server: string) => Promise<GitHubRest | undefined>;
  /** The pull request that the previous look found, which saves the requests to find it. */
  readonly known?: PullRequest | undefined;
  readonly signal: AbortSignal;
}

/** Reads this many pages of comments. Reads on only until an app's report is found. */
const usualPages = 5;
const maxPages = 30;

export async function lookAt(options: LookFor): Promise<Looked> {
  const { at, linked, servers, clientFor, known, signal } = options;
  const place = linked ?? placeOf(at, servers);
  if (place === undefined) return { look: { what: "no-remote" }, isSame: false };
  const { server } = place.repository;
  const client = await clientFor(server);
  if (client === undefined) return { look: { what: "logged-out", server }, isSame: false };
  let isSame = true;
  const get: GitHubRest["request"] = async (route, parameters) => {
    const response = await client.request(route, {
      ...parameters,
      request: { signal, ...parameters.request },
    });
    if (!response.isSame) isSame = false;
    return response;
  };
  const find = () => findPullRequest(place, get);
  try {
    let pull = known ?? (await find());
    if (pull === undefined) return { look: { what: "no-pull-request", place }, isSame };
    const commented = await commentsOn(pull, get);
    // A new report for an unknown commit means that somebody pushed.
    const isForAnotherCommit = commented.some(({ by, mark }) => by.isApp && mark.sha !== known?.headSha);
    if (known !== undefined && !isSame && isForAnotherCommit) pull = (await find()) ?? pull;
    const checks = await checksFor(pull, wantedBy(commented), get);
    const reports = await reportsFrom(commented, checks);
    return { look: { what: "pull-request", pull, reports }, isSame };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { look: { what: "refused", refusal: error, server }, isSame: false };
  }
}

async function commentsOn(
  { repository, number }: PullRequest,
  get: GitHubRest["request"],
): Promise<Commented[]> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const place = { ...placed(repository), issue_number: number, request: { keep: withReportMark } };
  const found: JsonObject[] = [];
  let read = 0;
  for await (const page of pages(page => get(route, { ...place, ...page }), maxPages)) {
    found.push(...withReportMark(page));
    read += 1;
    if (read >= usualPages && found.some(isOfApp)) break;
  }
  return commentedIn(found);
}

async function checksFor(
  { repository, number }: PullRequest,
  wanted: readonly Wanted[],
  get: GitHubRest["request"],
) {
  const found: FoundCheck[] = [];
  for (const each of wanted) {
    const place = { ...placed(repository), ref: each.sha, check_name: each.name, filter: "all" } as const;
    const all = pages(async page => {
      const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
      const { data, header } = await get(route, { ...place, ...page });
      return { data: checkRunsIn(data), header };
    });
    found.push(...(await checksIn(await allOf(all), each, number)));
  }
  return found;
}
