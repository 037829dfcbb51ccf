/** The comments that show reviews: this token's own, found on a pull request, and their part about reviews renewed. */

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
import { allOf, pages } from "../../shared/github/pages.ts";
import { parseReportMark } from "../../shared/report/marks.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { isWhole, mostCharacters } from "../github/comments.ts";
import { type FoundGate, fullName, type GatePlace } from "./checks.ts";
import { deflating, inflate } from "./packing.ts";

export interface ReportComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** The commits that it leads to: the one that its report is about, and in a merge queue the one of its reviews. */
  readonly shas: readonly string[];
}

/** The report has the rest. */
const mostPart = 20_000;

/** All reports on the pull request that this token's author wrote. */
export async function reportComments(
  github: GitHub,
  { repository, self, pull }: GatePlace,
): Promise<ReportComment[]> {
  if (pull === undefined) return [];
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const { owner, name: repo } = repository;
  const all = pages(page => github.request(route, { owner, repo, issue_number: pull, ...page }));
  return (await allOf(all)).flatMap(({ id, html_url: url, body = "", user }) => {
    const mark = user?.login === self ? parseReportMark(body) : undefined;
    if (mark === undefined || !isWhole(body)) return [];
    const shown = markedIn(body)?.gate.sha;
    return [{ id: Number(id), url, body, shas: shown === undefined ? [mark.sha] : [mark.sha, shown] }];
  });
}

function markedIn(body: string): Marked | undefined {
  const part = partIn(body);
  return part && parseMark(part.mark, inflate);
}

export interface Part {
  readonly gate: Gate;
  /** Absent where nothing waits for the reviews. */
  readonly check?: FoundGate["check"];
  readonly place: Pick<GatePlace, "repository" | "pull">;
  readonly redact: Redact;
}

/** The text of the part, in as many characters as there are for it. */
export function partText(
  { gate, check, place, redact }: Part,
  characters = mostPart + mostMarkOfComment,
): string {
  if (gate.reviews.length + gate.omitted === 0) return "";
  const most = Math.min(mostMarkOfComment, Math.floor(characters / 2));
  const { line } = reviewsMark({ gate, check }, deflating(redact), most);
  const pull = place.pull === undefined ? undefined : { repository: fullName(place), pull: place.pull };
  return reviewsPart(gate, line, { place: pull, byComment: check !== undefined }, { characters });
}

/** Puts what the gates say in place of what the comments say of them. Gives the address of one that shows them. */
export async function renewParts(
  github: GitHub,
  place: GatePlace,
  gates: readonly FoundGate[],
  redact: Redact,
): Promise<string> {
  const { owner, name: repo } = place.repository;
  let shownAt = "";
  for (const { id, url, body } of await reportComments(github, place)) {
    const name = markedIn(body)?.check?.name;
    const found = gates.find(({ check }) => check.name === name);
    if (found === undefined) continue;
    shownAt ||= url;
    const part = { ...found, place, redact };
    if (withNewPart(body, part) === body) continue;
    const comment = { owner, repo, comment_id: id };
    const { data: now } = await github.request(
      "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
      comment,
    );
    const bodyNow = now.body ?? "";
    // A report that was published meanwhile has a part of its own.
    if (firstLine(bodyNow) !== firstLine(body)) continue;
    await github.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
      ...comment,
      body: withNewPart(bodyNow, part),
    });
  }
  return shownAt;
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
