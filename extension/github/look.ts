/** One look at the pull request of what is checked out: what GitHub says of it, or why it says nothing. */

import type { JsonObject } from "../../shared/json.ts";
import { type Answer, type GitHubClient, GitHubRefusal, type Refusal } from "./client.ts";
import { type CheckedOut, findPullRequest, type Place, type PullRequest, placeOf } from "./pull-request.ts";
import {
  type Commented,
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
import { fullName, type Repository } from "./repository.ts";

export type Look =
  | { readonly what: "pull-request"; readonly pull: PullRequest; readonly reports: readonly PullReport[] }
  | { readonly what: "no-remote" }
  | { readonly what: "logged-out"; readonly server: string }
  | { readonly what: "no-pull-request"; readonly place: Place }
  | { readonly what: "refused"; readonly refusal: Refusal; readonly server: string };

export type Shown = Extract<Look, { what: "pull-request" }>;

export interface Looked {
  readonly look: Look;
  /** Nothing was answered that had not been answered before. */
  readonly isSame: boolean;
}

/** A pull request by its number, where a person has followed a link to it. */
export interface PullByNumber {
  readonly repository: Repository;
  readonly number: number;
}

export interface LookFor {
  readonly at: CheckedOut;
  /** Instead of the one of what is checked out. */
  readonly linked?: PullByNumber | undefined;
  /** The origins of the enterprise servers. */
  readonly servers: readonly string[];
  readonly clientFor: (server: string) => Promise<GitHubClient | undefined>;
  /** Of the look before at the same place: it is not looked for again. */
  readonly known?: PullRequest | undefined;
  readonly signal: AbortSignal;
}

/** Comments in a page, and in a part of one. The client refuses a page that is too large, and takes any part. */
const inPage = 100;
const inPart = 20;
/** A look reads this many pages, and more only until it has found an app's report, within this many requests. */
const usualPages = 5;
const mostRequests = 30;

export async function lookAt(options: LookFor): Promise<Looked> {
  const { at, linked, servers, clientFor, known, signal } = options;
  const place = linked ?? placeOf(at, servers);
  if (place === undefined) return { look: { what: "no-remote" }, isSame: false };
  const { server } = place.repository;
  const client = await clientFor(server);
  if (client === undefined) return { look: { what: "logged-out", server }, isSame: false };
  let isSame = true;
  const get: Get = async (path, read) => {
    const answer = await client.get(path, signal, read);
    if (!answer.isSame) isSame = false;
    return answer;
  };
  const find = () => findPullRequest(place, get);
  try {
    let pull = known ?? (await find());
    if (pull === undefined) return { look: { what: "no-pull-request", place }, isSame };
    const commented = await commentsOn(pull, get);
    // A new report about another commit than the one that is known: somebody has pushed since.
    const isOther = commented.some(({ by, mark }) => by.isApp && mark.sha !== known?.headSha);
    if (known !== undefined && !isSame && isOther) pull = (await find()) ?? pull;
    const checks = await checksFor(pull, wantedBy(commented), get);
    const reports = await reportsFrom(commented, checks);
    return { look: { what: "pull-request", pull, reports }, isSame };
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    return { look: { what: "refused", refusal: error.refusal, server }, isSame: false };
  }
}

type Get = <T>(path: string, read?: (body: unknown) => T) => Promise<Answer<T>>;

async function commentsOn({ repository, number }: PullRequest, get: Get): Promise<Commented[]> {
  const path = `/repos/${fullName(repository)}/issues/${number}/comments`;
  const found: JsonObject[] = [];
  let requests = 0;
  const isMoreAfter = async (size: number, page: number) => {
    requests += 1;
    const { body, next } = await get(`${path}?per_page=${size}&page=${page}`, withReportMark);
    found.push(...body);
    return next !== undefined && requests < mostRequests;
  };
  for (let page = 1, isMore = true; isMore; page++) {
    isMore = await isMoreAfter(inPage, page).catch(async error => {
      if (!(error instanceof GitHubRefusal && "isTooLarge" in error.refusal)) throw error;
      const parts = inPage / inPart;
      let isMoreInPage = requests < mostRequests;
      for (let part = 1; isMoreInPage && part <= parts; part++) {
        isMoreInPage = await isMoreAfter(inPart, (page - 1) * parts + part);
      }
      return isMoreInPage;
    });
    if (page >= usualPages && found.some(isOfApp)) break;
  }
  return commentedIn(found);
}

async function checksFor({ repository, number }: PullRequest, wanted: readonly Wanted[], get: Get) {
  const found: FoundCheck[] = [];
  for (const each of wanted) {
    const query = new URLSearchParams({ check_name: each.name, filter: "all", per_page: "100" });
    const { body } = await get(`/repos/${fullName(repository)}/commits/${each.sha}/check-runs?${query}`);
    found.push(...(await checksIn(body, each, number)));
  }
  return found;
}
