/** Reads the comments with reports, and updates their heads and their parts about reviews. */

import {
  type GateMark,
  longestCommentMark,
  parseGateMark,
  replaceReviewsPart,
  reviewsPartIn,
  writeGateMark,
} from "../../shared/gate/mark.ts";
import type { Gate } from "../../shared/gate/state.ts";
import { reviewsPart } from "../../shared/gate/text.ts";
import type { GitHub, GitHubRequestOptions } from "../../shared/github/interface.ts";
import { renewHead } from "../../shared/report/comment-head.ts";
import { decisionsOf } from "../../shared/report/decisions.ts";
import { parseReportMark } from "../../shared/report/marks.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { PullRequestComment } from "../github/comments.ts";
import { hasIntactEnd, mostCommentCharacters, unredactedParts } from "../github/comments.ts";
import { fullRepositoryName, type GatePlace } from "./check-runs.ts";
import type { NamedGate } from "./named-gate.ts";
import { deflate, inflate, redactGate } from "./packing.ts";

export interface ReportComment extends PullRequestComment {
  /** The commits of the report and of its reviews; the two differ in a merge queue. */
  readonly shas: readonly string[];
  /** The gate's mark is only a hint, because everybody with write permission can edit a comment. */
  readonly mark?: GateMark | undefined;
}

const limits = { inflate, most: mostCommentCharacters };

/** The most characters of the part about reviews, without its mark. The rest of the comment is for the report. */
const mostPart = 20_000;

export function readReportComment(comment: PullRequestComment): ReportComment | undefined {
  const mark = parseReportMark(comment.body);
  if (mark === undefined || !hasIntactEnd(comment.body)) return undefined;
  const part = reviewsPartIn(comment.body);
  const marked = part && parseGateMark(part.mark, inflate);
  return { ...comment, shas: marked === undefined ? [mark.sha] : [mark.sha, marked.gate.sha], mark: marked };
}

export interface ReviewsPart {
  readonly gate: Gate;
  readonly check?: { readonly id: number; readonly name: string };
  readonly place: Pick<GatePlace, "repository" | "pull">;
  readonly redact: Redact;
}

export function reviewsPartOf({ name, gate, shown }: NamedGate, place: GatePlace): ReviewsPart {
  const check = shown && { check: { id: shown.id, name } };
  return { gate: shown?.gate ?? gate, ...check, place, redact: place.redact };
}

export function reviewsPartText(
  { gate, check, place, redact }: ReviewsPart,
  characters = mostPart + longestCommentMark,
): string {
  // With a check run the mark is written even without reviews, because a later job restores a missing check run from it.
  if (check === undefined && gate.reviews.length + gate.omitted === 0) return "";
  const most = Math.min(longestCommentMark, Math.floor(characters / 2));
  const { line } = writeGateMark({ gate: redactGate(gate, redact), check }, deflate, most);
  const pull =
    place.pull === undefined
      ? undefined
      : { repository: fullRepositoryName(place.repository), pull: place.pull };
  return reviewsPart(gate, line, { pullRequest: pull, acceptsCommands: check !== undefined }, { characters });
}

/** Updates each comment whose gate is among `gates`. `url` is the address of the first such comment, or empty. */
export async function updateReviewsParts(
  github: GitHub,
  place: GatePlace,
  gates: readonly NamedGate[],
  comments: readonly ReportComment[],
): Promise<{ readonly url: string; readonly written: number }> {
  const { owner, name: repo } = place.repository;
  let shownAt = "";
  let written = 0;
  for (const { id, url, body: before, mark } of comments) {
    const found = gates.find(({ name }) => name === mark?.check?.name);
    if (found === undefined) continue;
    shownAt ||= url;
    const part = reviewsPartOf(found, place);
    const renewedBody = (text: string) =>
      renewHead(withNewPart(text, part), decisionsOf(part.gate.reviews), limits);
    if (renewedBody(before) === before) continue;
    const comment = { owner, repo, comment_id: id };
    // The updates of other comments took time, so a newer report may have replaced the one in this comment.
    const now = written === 0 ? before : await bodyOf(github, comment);
    written += 1;
    if (firstLine(now) !== firstLine(before)) continue;
    const body = renewedBody(now);
    const request: GitHubRequestOptions = { unredacted: unredactedParts(body) };
    await github.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
      ...{ ...comment, body, request },
    });
  }
  return { url: shownAt, written };
}

async function bodyOf(github: GitHub, comment: { owner: string; repo: string; comment_id: number }) {
  const { data } = await github.request("GET /repos/{owner}/{repo}/issues/comments/{comment_id}", comment);
  return data.body ?? "";
}

function withNewPart(body: string, part: ReviewsPart): string {
  const old = reviewsPartIn(body);
  if (old === undefined) return body;
  const room = Math.min(
    mostCommentCharacters - (body.length - (old.end - old.start)),
    mostPart + longestCommentMark,
  );
  const text = reviewsPartText(part, room);
  return text === "" ? body : replaceReviewsPart(body, text);
}

function firstLine(text: string): string | undefined {
  return text.split("\n", 1)[0];
}
