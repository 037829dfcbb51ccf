/**
 * Writes the comment to the pull request, over the one with its key that was written by this token's author. A comment
 * of anyone else or of a newer run is never changed.
 */

import { type Mark, parseReportMark } from "../../../shared/report/marks.ts";
import { isNewer, type Repository, type Run } from "../context.ts";
import type { Deadline } from "../deadline.ts";
import { type GitHub, isUncertain, repeatable, statusOf } from "../github.ts";

export interface CommentTarget {
  readonly repository: Repository;
  readonly pull: number;
  readonly mark: Mark;
  /** Whether to write one where there is none yet. */
  readonly create: boolean;
}

export type CommentResult =
  | { readonly what: "written" | "a newer run's"; readonly url: string }
  | { readonly what: "nothing to write over" };

export async function publishComment(
  github: GitHub,
  { repository, pull, mark, create }: CommentTarget,
  body: string,
  deadline: Deadline,
): Promise<CommentResult> {
  for (let attempt = 1; ; attempt++) {
    const [first, ...others] = await ownComments(github, repository, pull, mark.key);
    const newer = [first, ...others].find(comment => comment && isNewer(comment.run, mark.run));
    if (newer) return { what: "a newer run's", url: newer.url };
    if (!first && !create) return { what: "nothing to write over" };
    try {
      const url = await (first
        ? update(github, repository, first.id, body)
        : make(github, repository, pull, body));
      await remove(github, repository, others);
      return { what: "written", url };
    } catch (error) {
      // The comment may have been made although the response was lost, or was deleted by somebody: it is looked for again.
      const mayHelp = first ? statusOf(error) === 404 : isUncertain(error);
      if (!mayHelp || attempt === mostAttempts || deadline.leftMs < pauseMs) throw error;
      await deadline.pause(pauseMs);
    }
  }
}

const mostAttempts = 3;
/** GitHub does not always list at once what it has just been sent. */
const pauseMs = 1000;

async function make(
  github: GitHub,
  { owner, name: repo }: Repository,
  pull: number,
  body: string,
): Promise<string> {
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const { data } = await github.request(route, { owner, repo, issue_number: pull, body });
  return data.html_url;
}

async function update(
  github: GitHub,
  { owner, name: repo }: Repository,
  id: number,
  body: string,
): Promise<string> {
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  const { data } = await github.request(route, { owner, repo, comment_id: id, body });
  return data.html_url;
}

interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly run: Run;
}

/**
 * The comments with this key that this token's author wrote, oldest first; several where two runs made theirs at the
 * same moment. Pages after the first that has one are not read.
 */
async function ownComments(
  github: GitHub,
  { owner, name }: Repository,
  pull: number,
  key: string,
): Promise<OwnComment[]> {
  const pages = github.paginate.iterator("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    owner,
    repo: name,
    issue_number: pull,
    per_page: 100,
  });
  let self: string | undefined;
  for await (const { data } of pages) {
    const own: OwnComment[] = [];
    for (const { id, body = "", user, html_url: url } of data) {
      const mark = parseReportMark(body);
      if (mark?.key !== key) continue;
      self ??= await loginOf(github);
      if (user?.login === self) own.push({ id, url, run: mark.run });
    }
    if (own.length > 0) return own;
  }
  return [];
}

/** GitHub refuses `GET /user` to an app's token, `github.token` included, but not this. */
export async function loginOf(github: GitHub): Promise<string> {
  const { viewer } = await github.graphql<{ viewer: { login: string } }>(
    "query { viewer { login } }",
    repeatable(true),
  );
  return viewer.login;
}

/** Comments that two runs made at the same moment. When one can't be removed, the comment is published all the same. */
async function remove(
  github: GitHub,
  { owner, name }: Repository,
  comments: readonly OwnComment[],
): Promise<void> {
  for (const { id } of comments) {
    await github
      .request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", {
        owner,
        repo: name,
        comment_id: id,
      })
      .catch(() => {});
  }
}
