/**
 * Writes the comment to the pull request, over the one with its key that was written by this token's author and is
 * whole. A comment of anyone else or of a newer run is never changed.
 */

import type { Deadline } from "../../../shared/github/deadline.ts";
import { isUncertain, statusOf } from "../../../shared/github/error.ts";
import type { GitHub } from "../../../shared/github/interface.ts";
import { type Mark, parseReportMark } from "../../../shared/report/marks.ts";
import { commentsOn, isWhole, loginOf, type PullComment, spelledIn } from "../../github/comments.ts";
import type { Repository, Run } from "../../github/context.ts";
import { Runs } from "../../github/runs.ts";

export interface CommentTarget {
  readonly repository: Repository;
  readonly pull: number;
  readonly mark: Mark;
  /** Whether to write one where there is none yet. */
  readonly create: boolean;
}

export interface CommentResult {
  readonly what: "written" | "a newer run's" | "nothing to write over";
  /** Empty where there is none. */
  readonly url: string;
  /** The addresses of comments that begin like this step's and do not end like it. */
  readonly leftAlone: readonly string[];
}

export async function publishComment(
  github: GitHub,
  { repository, pull, mark, create }: CommentTarget,
  body: string,
  deadline: Deadline,
  /** The comments, where they were just read. */
  listed?: { readonly comments: readonly PullComment[]; readonly self: string | undefined },
): Promise<CommentResult> {
  const runs = new Runs(github, repository, mark.run);
  for (let attempt = 1; ; attempt++) {
    const comments = attempt === 1 && listed ? [listed.comments] : commentsOn(github, repository, pull);
    const { own, leftAlone } = await findComments(github, comments, mark.key, listed?.self);
    const newer = await runs.newest(own);
    if (newer) return { what: "a newer run's", url: newer.url, leftAlone };
    const [first, ...others] = own;
    if (!first && !create) return { what: "nothing to write over", url: "", leftAlone };
    try {
      const url = await (first
        ? update(github, repository, first.id, body)
        : make(github, repository, pull, body));
      await remove(github, repository, others);
      return { what: "written", url, leftAlone };
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
  const { data } = await github.request(route, {
    ...{ owner, repo, issue_number: pull, body },
    request: { spelled: spelledIn(body) },
  });
  return data.html_url;
}

async function update(
  github: GitHub,
  { owner, name: repo }: Repository,
  id: number,
  body: string,
): Promise<string> {
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  const { data } = await github.request(route, {
    ...{ owner, repo, comment_id: id, body },
    request: { spelled: spelledIn(body) },
  });
  return data.html_url;
}

interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly run: Run;
}

interface FoundComments extends Pick<CommentResult, "leftAlone"> {
  /** Oldest first; several where two runs made theirs at the same moment. */
  readonly own: readonly OwnComment[];
}

/**
 * The comments with this key that this token's author wrote. Other workflows have the same author, and may write text
 * of anyone's that begins like our comment; only one that also ends like it is written over. Pages after the first that
 * has one are not read.
 */
async function findComments(
  github: GitHub,
  comments: Iterable<readonly PullComment[]> | AsyncIterable<readonly PullComment[]>,
  key: string,
  known: string | undefined,
): Promise<FoundComments> {
  const leftAlone: string[] = [];
  let self = known;
  for await (const page of comments) {
    const own: OwnComment[] = [];
    for (const { id, body, author, url } of page) {
      const mark = parseReportMark(body);
      if (mark?.key !== key) continue;
      self ??= await loginOf(github);
      if (author !== self) continue;
      if (isWhole(body)) own.push({ id, url, run: mark.run });
      else leftAlone.push(url);
    }
    if (own.length > 0) return { own, leftAlone };
  }
  return { own: [], leftAlone };
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
