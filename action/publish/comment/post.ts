/**
 * Publishes the sticky comment. Overwrites a comment only if it has the step's key and an intact end, and this token's
 * owner wrote it. Comments of other authors or newer workflow runs stay unchanged.
 */

import type { Deadline } from "../../../shared/github/deadline.ts";
import { isUncertain, statusOf } from "../../../shared/github/error.ts";
import type { GitHub } from "../../../shared/github/interface.ts";
import { parseReportMark, type ReportMark } from "../../../shared/report/marks.ts";
import {
  commentsOn,
  findOwnLogin,
  hasIntactEnd,
  type PullRequestComment,
  readComment,
  unredactedParts,
} from "../../github/comments.ts";
import type { RepositoryName, WorkflowRun } from "../../github/context.ts";
import { WorkflowRuns } from "../../github/workflow-runs.ts";

export interface CommentDestination {
  readonly repository: RepositoryName;
  readonly pull: number;
  readonly mark: ReportMark;
  readonly canCreate: boolean;
}

export interface CommentResult {
  readonly what: "written" | "a newer run's" | "not written";
  readonly url: string;
  /** Present if a comment was written. */
  readonly comment?: Pick<PullRequestComment, "id" | "author">;
  /** The addresses of comments that begin like this step's but lack the data mark at their end. */
  readonly withoutEnd: readonly string[];
}

export interface ListedComments {
  readonly comments: readonly PullRequestComment[];
  /** The login of the token's owner, if it is known. */
  readonly self: string | undefined;
}

/** `render` gets the body of the comment to overwrite. If it gives no body, nothing is written. */
export async function publishComment(
  github: GitHub,
  { repository, pull, mark, canCreate }: CommentDestination,
  render: (before: string | undefined) => string | undefined,
  deadline: Deadline,
  listed?: ListedComments,
): Promise<CommentResult> {
  const runs = new WorkflowRuns(github, repository, mark.run);
  for (let attempt = 1; ; attempt++) {
    const comments = attempt === 1 && listed ? [listed.comments] : commentsOn(github, repository, pull);
    const { ours, withoutEnd } = await findComments(github, comments, mark.key, listed?.self);
    const newer = await runs.findNewer(ours);
    if (newer) return { what: "a newer run's", url: newer.url, withoutEnd };
    const [first, ...others] = ours;
    const body = first || canCreate ? render(first?.body) : undefined;
    if (body === undefined) return { what: "not written", url: "", withoutEnd };
    try {
      const comment = await (first
        ? updateComment(github, repository, first.id, body)
        : createComment(github, repository, pull, body));
      await deleteComments(github, repository, others);
      return { what: "written", url: comment.url, comment, withoutEnd };
    } catch (error) {
      // Searches again: the comment can exist although the response was lost, or somebody can have deleted it.
      const canRetry = first ? statusOf(error) === 404 : isUncertain(error);
      if (!canRetry || attempt === mostAttempts || deadline.leftMs < pauseMs) throw error;
      await deadline.pause(pauseMs);
    }
  }
}

const mostAttempts = 3;
/** The pause before another search, because GitHub sometimes lists a new comment only after a moment. */
const pauseMs = 1000;

async function createComment(
  github: GitHub,
  { owner, name: repo }: RepositoryName,
  pull: number,
  body: string,
): Promise<PullRequestComment> {
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const { data } = await github.request(route, {
    ...{ owner, repo, issue_number: pull, body },
    request: { unredacted: unredactedParts(body) },
  });
  return readComment(data);
}

async function updateComment(
  github: GitHub,
  { owner, name: repo }: RepositoryName,
  id: number,
  body: string,
): Promise<PullRequestComment> {
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  const { data } = await github.request(route, {
    ...{ owner, repo, comment_id: id, body },
    request: { unredacted: unredactedParts(body) },
  });
  return readComment(data);
}

interface OwnComment extends Pick<PullRequestComment, "id" | "url" | "body"> {
  readonly run: WorkflowRun;
}

interface FoundComments extends Pick<CommentResult, "withoutEnd"> {
  /** Oldest first. There are several if workflow runs created a comment at the same moment. */
  readonly ours: readonly OwnComment[];
}

/**
 * Finds the comments with this key by this token's owner, and stops at the first page that has one. Tokens of other
 * workflows have the same owner, and these workflows can quote anybody's text, so a comment counts only if its end is
 * intact, too.
 */
async function findComments(
  github: GitHub,
  comments: Iterable<readonly PullRequestComment[]> | AsyncIterable<readonly PullRequestComment[]>,
  key: string,
  known: string | undefined,
): Promise<FoundComments> {
  const withoutEnd: string[] = [];
  let self = known;
  for await (const page of comments) {
    const ours: OwnComment[] = [];
    for (const { id, body, author, url } of page) {
      const mark = parseReportMark(body);
      if (mark?.key !== key) continue;
      self ??= await findOwnLogin(github);
      if (author !== self) continue;
      if (hasIntactEnd(body)) ours.push({ id, url, body, run: mark.run });
      else withoutEnd.push(url);
    }
    if (ours.length > 0) return { ours, withoutEnd };
  }
  return { ours: [], withoutEnd };
}

/** Deletes comments that other workflow runs created at the same moment. Ignores errors, because one comment suffices. */
async function deleteComments(
  github: GitHub,
  { owner, name }: RepositoryName,
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
