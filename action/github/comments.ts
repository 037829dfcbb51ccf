/** Reads the comments of a pull request, recognizes Callboard's own, and names GitHub's limits for texts. */

import { inflateSync } from "node:zlib";
import { reviewsPartEnd, reviewsPartIn } from "../../shared/gate/mark.ts";
import { statusOf } from "../../shared/github/error.ts";
import type { GitHub, GitHubResponse } from "../../shared/github/interface.ts";
import { pages } from "../../shared/github/pages.ts";
import { headBoundaries } from "../../shared/report/comment-head.ts";
import {
  dataMarkBytes,
  earlierBoundaries,
  parseDataMark,
  parseReportMark,
} from "../../shared/report/marks.ts";
import type { RepositoryName } from "./context.ts";

/** Below GitHub's limit of 65,536 characters. JavaScript counts UTF-16 units, which are never fewer than characters. */
export const mostCommentCharacters = 65_535;

/** GitHub's limit in bytes for the summary of a check run, and for its text. */
export const mostCheckBytes = 65_535;

/** The limit for inflating a data mark. Callboard's own marks are always smaller. */
const mostDataBytes = 10_000_000;

/** Whether the comment ends with a readable data mark. Otherwise its end was cut off or replaced. */
export function hasIntactEnd(body: string): boolean {
  return parseDataMark(body, bytes => inflateSync(bytes, { maxOutputLength: mostDataBytes })) !== undefined;
}

/** The parts of a comment that redaction must not change: its marks and the commit of its report. */
export function unredactedParts(body: string): string[] {
  const mark = parseReportMark(body);
  if (mark === undefined || dataMarkBytes(body) === undefined) return [];
  const lines = body.trimEnd().split("\n");
  return [
    lines[0],
    lines.at(-1),
    reviewsPartIn(body)?.mark,
    reviewsPartEnd,
    ...headBoundaries,
    ...earlierBoundaries,
    mark.sha,
  ].filter(Boolean) as string[];
}

/** The login of the token's owner. Uses GraphQL, because GitHub refuses `GET /user` to an app's token like `github.token`. */
export async function findOwnLogin(github: GitHub): Promise<string> {
  const { viewer } = await github.graphql<{ viewer: { login: string } }>("query { viewer { login } }");
  return viewer.login;
}

export interface PullRequestComment {
  readonly id: number;
  /** GraphQL's id of the comment. */
  readonly nodeId: string;
  readonly url: string;
  readonly body: string;
  readonly author: string;
}

/** Yields the comments page by page, the oldest first. */
export async function* commentsOn(
  github: GitHub,
  { owner, name: repo }: RepositoryName,
  pull: number,
): AsyncGenerator<PullRequestComment[]> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const all = pages(page => github.request(route, { owner, repo, issue_number: pull, ...page }));
  for await (const page of all) yield page.map(readComment);
}

const commentRoute = "GET /repos/{owner}/{repo}/issues/comments/{comment_id}";

/** Undefined if the comment was deleted. */
export async function findComment(
  github: GitHub,
  { owner, name: repo }: RepositoryName,
  id: number,
): Promise<PullRequestComment | undefined> {
  try {
    const { data } = await github.request(commentRoute, { owner, repo, comment_id: id });
    return readComment(data);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

export function readComment({
  id,
  node_id: nodeId,
  html_url: url,
  body = "",
  user,
}: GitHubResponse<typeof commentRoute>["data"]): PullRequestComment {
  return { id: Number(id), nodeId, url, body, author: user?.login ?? "" };
}
