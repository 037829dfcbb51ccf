/** What is known of a comment that this token's author wrote, and the limits of what GitHub takes. */

import { inflateSync } from "node:zlib";
import { partEnd, partIn } from "../../shared/gate/mark.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { pages } from "../../shared/github/pages.ts";
import { headEnds } from "../../shared/report/comment-head.ts";
import { packedData, parseDataMark, parseReportMark } from "../../shared/report/marks.ts";
import type { Repository } from "./context.ts";

/** GitHub takes 65,536 characters; a text never has fewer UTF-16 units. */
export const mostCharacters = 65_535;

/** GitHub's limit in bytes for a check run's summary, and for its text. */
export const mostCheckBytes = 65_535;

/** More than the data of any comment comes to. */
const mostData = 10_000_000;

/** Whether a comment that begins like ours also ends like it. */
export function isWhole(body: string): boolean {
  return parseDataMark(body, bytes => inflateSync(bytes, { maxOutputLength: mostData })) !== undefined;
}

/** The parts of a comment that Callboard spells itself: its marks, and the commit that it is about. */
export function spelledIn(body: string): string[] {
  const mark = parseReportMark(body);
  if (mark === undefined || packedData(body) === undefined) return [];
  const lines = body.trimEnd().split("\n");
  return [lines[0], lines.at(-1), partIn(body)?.mark, partEnd, ...headEnds, mark.sha].filter(
    Boolean,
  ) as string[];
}

/** GitHub refuses `GET /user` to an app's token, `github.token` included, but not this. */
export async function loginOf(github: GitHub): Promise<string> {
  const { viewer } = await github.graphql<{ viewer: { login: string } }>("query { viewer { login } }");
  return viewer.login;
}

export interface PullComment {
  readonly id: number;
  /** As GraphQL knows it. */
  readonly nodeId: string;
  readonly url: string;
  readonly body: string;
  readonly author: string;
}

/** The comments of a pull request, page by page, the oldest first. */
export async function* commentsOn(
  github: GitHub,
  { owner, name: repo }: Repository,
  pull: number,
): AsyncGenerator<PullComment[]> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const all = pages(page => github.request(route, { owner, repo, issue_number: pull, ...page }));
  for await (const page of all) {
    yield page.map(({ id, node_id: nodeId, html_url: url, body = "", user }) => ({
      ...{ id: Number(id), nodeId, url, body, author: user?.login ?? "" },
    }));
  }
}
