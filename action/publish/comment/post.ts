/**
 * Puts the comment on the pull request: over the one that carries its key and was written by this token's author,
 * and never over anyone else's, nor over a newer run's.
 */

import { type Mark, parseReportMark } from "../../../shared/report/marks.ts";
import { isNewer, type Repository, type Run } from "../context.ts";
import type { Deadline } from "../deadline.ts";
import { type GitHub, isUncertain, repeatable, statusOf } from "../github.ts";

export interface CommentTarget {
  readonly repository: Repository;
  readonly pull: number;
  readonly mark: Mark;
  /** Otherwise a comment is only written over an earlier one. */
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
  const place = { owner: repository.owner, repo: repository.name };
  for (let attempt = 1; ; attempt++) {
    const [first, ...others] = await ownComments(github, repository, pull, mark.key);
    const newer = [first, ...others].find(comment => comment && isNewer(comment.run, mark.run));
    if (newer) return { what: "a newer run's", url: newer.url };
    if (!first && !create) return { what: "nothing to write over" };
    try {
      const { data } = first
        ? await github.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
            ...place,
            comment_id: first.id,
            body,
          })
        : await github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
            ...place,
            issue_number: pull,
            body,
          });
      await remove(github, repository, others);
      return { what: "written", url: data.html_url };
    } catch (error) {
      // A comment that may have been made, or that somebody has just deleted: looking again tells.
      const mayHelp = first ? statusOf(error) === 404 : isUncertain(error);
      if (!mayHelp || attempt === mostAttempts || deadline.leftMs < pauseMs) throw error;
      await deadline.pause(pauseMs);
    }
  }
}

const mostAttempts = 3;
/** What GitHub has just written is not always in what it reads at once. */
const pauseMs = 1000;

interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly run: Run;
}

/**
 * The comments with this key that this token's author wrote, oldest first: one, or none, or several when two runs
 * made theirs at the same moment. The rest of the pages is left unread once there is one.
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

/** `GET /user` is refused to an app's token, `github.token` included; this is not. */
async function loginOf(github: GitHub): Promise<string> {
  const { viewer } = await github.graphql<{ viewer: { login: string } }>(
    "query { viewer { login } }",
    repeatable(true),
  );
  return viewer.login;
}

/** Left over from two runs at once. That one of them stays is no reason to call the other unpublished. */
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
