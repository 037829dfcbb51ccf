/** One look at the pull request of what is checked out: what GitHub says of it, or why it says nothing. */

import { type Answer, type GitHubClient, GitHubRefusal, type Refusal } from "./client.ts";
import { type CheckedOut, findPullRequest, type Place, type PullRequest, placeOf } from "./pull-request.ts";
import {
  checksIn,
  commentedIn,
  type FoundCheck,
  type PullReport,
  reportsFrom,
  type Wanted,
  wantedBy,
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
  readonly enterprise: string | undefined;
  readonly clientFor: (server: string) => Promise<GitHubClient | undefined>;
  /** Of the look before at the same place: it is not looked for again. */
  readonly known?: PullRequest | undefined;
  readonly signal: AbortSignal;
}

/** Pages of a hundred. */
const mostPages = 5;

export async function lookAt(options: LookFor): Promise<Looked> {
  const { at, linked, enterprise, clientFor, known, signal } = options;
  const place = linked ?? placeOf(at, enterprise);
  if (place === undefined) return { look: { what: "no-remote" }, isSame: false };
  const { server } = place.repository;
  const client = await clientFor(server);
  if (client === undefined) return { look: { what: "logged-out", server }, isSame: false };
  let isSame = true;
  const get = async (path: string): Promise<Answer> => {
    const answer = await client.get(path, signal);
    if (!answer.isSame) isSame = false;
    return answer;
  };
  const find = () => findPullRequest(place, get);
  try {
    let pull = known ?? (await find());
    if (pull === undefined) return { look: { what: "no-pull-request", place }, isSame };
    const commented = await commentedIn(await commentsOn(pull, get));
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

type Get = (path: string) => Promise<Answer>;

async function commentsOn({ repository, number }: PullRequest, get: Get): Promise<unknown[]> {
  const comments: unknown[] = [];
  let next: string | undefined = `/repos/${fullName(repository)}/issues/${number}/comments?per_page=100`;
  for (let page = 1; next !== undefined && page <= mostPages; page++) {
    const { body, next: following }: Answer = await get(next);
    if (Array.isArray(body)) comments.push(...body);
    next = following;
  }
  return comments;
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
