/** The comments that show reviews, and their part about reviews put in order. */

import {
  type Marked,
  mostMarkOfComment,
  parseMark,
  partIn,
  reviewsMark,
  withPart,
} from "../../shared/gate/mark.ts";
import type { Gate } from "../../shared/gate/state.ts";
import { reviewsPart } from "../../shared/gate/text.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { renewHead } from "../../shared/report/comment-head.ts";
import { decisionsOf } from "../../shared/report/decisions.ts";
import { parseReportMark } from "../../shared/report/marks.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { PullComment } from "../github/comments.ts";
import { isWhole, mostCharacters, spelledIn } from "../github/comments.ts";
import { fullName, type GatePlace } from "./check-runs.ts";
import type { FoundGate } from "./found.ts";
import { deflate, inflate, withoutSecrets } from "./packing.ts";

export interface ReportComment extends PullComment {
  /** The commits that it leads to: the one that its report is about, and in a merge queue the one of its reviews. */
  readonly shas: readonly string[];
  /** The gate in its mark. It is a hint only, because everybody with write access can edit a comment. */
  readonly marked?: Marked | undefined;
}

const limits = { inflate, most: mostCharacters };

/** The report has the rest. */
const mostPart = 20_000;

/** Undefined where the comment shows no report. */
export function reportCommentIn(comment: PullComment): ReportComment | undefined {
  const mark = parseReportMark(comment.body);
  if (mark === undefined || !isWhole(comment.body)) return undefined;
  const part = partIn(comment.body);
  const marked = part && parseMark(part.mark, inflate);
  return { ...comment, shas: marked === undefined ? [mark.sha] : [mark.sha, marked.gate.sha], marked };
}

export interface Part {
  readonly gate: Gate;
  /** Absent where nothing waits for the reviews. */
  readonly check?: { readonly id: number; readonly name: string };
  readonly place: Pick<GatePlace, "repository" | "pull">;
  readonly redact: Redact;
}

/** The part for a gate that was found. */
export function partOf({ name, gate, shown }: FoundGate, place: GatePlace): Part {
  const check = shown && { check: { id: shown.id, name } };
  return { gate: shown?.gate ?? gate, ...check, place, redact: place.redact };
}

/** The text of the part, in as many characters as there are for it. */
export function partText(
  { gate, check, place, redact }: Part,
  characters = mostPart + mostMarkOfComment,
): string {
  // A check without reviews leaves its mark, because a later job makes a missing check again from it.
  if (check === undefined && gate.reviews.length + gate.omitted === 0) return "";
  const most = Math.min(mostMarkOfComment, Math.floor(characters / 2));
  const { line } = reviewsMark({ gate: withoutSecrets(gate, redact), check }, deflate, most);
  const pull =
    place.pull === undefined ? undefined : { repository: fullName(place.repository), pull: place.pull };
  return reviewsPart(gate, line, { place: pull, byComment: check !== undefined }, { characters });
}

/** Puts what the gates say in place of what the comments say of them. Gives the address of one that shows them, if any. */
export async function renewParts(
  github: GitHub,
  place: GatePlace,
  gates: readonly FoundGate[],
  comments: readonly ReportComment[],
): Promise<{ readonly url: string; readonly written: number }> {
  const { owner, name: repo } = place.repository;
  let shownAt = "";
  let written = 0;
  for (const { id, url, body: before, marked } of comments) {
    const found = gates.find(({ name }) => name === marked?.check?.name);
    if (found === undefined) continue;
    shownAt ||= url;
    const part = partOf(found, place);
    const renewed = (text: string) =>
      renewHead(withNewPart(text, part), decisionsOf(part.gate.reviews), limits);
    if (renewed(before) === before) continue;
    const comment = { owner, repo, comment_id: id };
    // While others were written, a newer report may have taken the place of this one.
    const now = written === 0 ? before : await bodyOf(github, comment);
    written += 1;
    if (firstLine(now) !== firstLine(before)) continue;
    const body = renewed(now);
    const request = { spelled: spelledIn(body) };
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

function withNewPart(body: string, part: Part): string {
  const old = partIn(body);
  if (old === undefined) return body;
  const room = Math.min(mostCharacters - (body.length - (old.end - old.start)), mostPart + mostMarkOfComment);
  const text = partText(part, room);
  return text === "" ? body : withPart(body, text);
}

function firstLine(text: string): string | undefined {
  return text.split("\n", 1)[0];
}
