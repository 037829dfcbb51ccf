/** Texts about reviews: the comment's part, the review check's summary, and the reply to commands. */

import { type PullRequestRef, reviewLink } from "../github/links.ts";
import { Allowance, type Budget, listThatFits } from "../report/markdown/allowance.ts";
import { code, link, prose } from "../report/markdown/inline.ts";
import { reviewItem, sortByState } from "../report/markdown/reviews.ts";
import { formatCount, signs } from "../report/markdown/words.ts";
import { cut } from "../wording.ts";
import { incompleteText, reviewCheckStateOf } from "./check.ts";
import { writeCommand } from "./command.ts";
import { reviewsPartEnd } from "./mark.ts";
import { type Gate, isDecided, isOpen, type Review } from "./state.ts";

export interface DecisionWays {
  readonly pullRequest?: PullRequestRef | undefined;
  /** True if the pull request has a review check. Without one, commands in comments are refused. */
  readonly acceptsCommands: boolean;
}

/** The comment's part about reviews. A later step finds it by its first and last line. Empty if these don't fit. */
export function reviewsPart(gate: Gate, mark: string, ways: DecisionWays, budget: Budget): string {
  const around = [mark, reviewsPartEnd].join("\n\n\n");
  const allowance = new Allowance(budget);
  if (!allowance.take(around)) return "";
  return `${mark}\n${list(gate, ways, allowance)}${reviewsPartEnd}`;
}

export function checkSummary(gate: Gate, place: PullRequestRef | undefined, budget: Budget): string {
  const ways = { pullRequest: place, acceptsCommands: place !== undefined };
  const allowance = new Allowance(budget);
  const incomplete = gate.steps
    .flatMap(step => (step.incomplete ? [`- ${signs.unknown} ${incompleteText(step.incomplete)}.\n`] : []))
    .join("");
  const none = "No report at this commit contains a review that a person has to decide.\n";
  const head = [incomplete, gate.reviews.length + gate.omitted === 0 ? none : ""]
    .filter(text => text !== "")
    .join("\n");
  allowance.take(head);
  return [head, list(gate, ways, allowance)].filter(text => text !== "").join("\n");
}

function list(gate: Gate, ways: DecisionWays, allowance: Allowance): string {
  const total = gate.reviews.length + gate.omitted;
  if (total === 0) return "";
  const title = `#### ${signOf(gate)} ${reviewCheckStateOf(gate).title}\n\n`;
  const write = ({ assignee, ...review }: Review) =>
    reviewItem(
      {
        ...review,
        evidence: whyOf(review),
        ...(assignee !== undefined && review.reassigned === undefined && { assignee }),
      },
      { remarks: [...remarks(review), howToDecide(review, gate.fields, ways)] },
    );
  return listThatFits({ title, items: sortByState(gate.reviews), write, total }, allowance)?.text ?? "";
}

function signOf(gate: Gate): string {
  const check = reviewCheckStateOf(gate);
  if (check.status === "in_progress") return signs.unknown;
  return check.conclusion === "success" ? signs.passed : check.conclusion === "failure" ? signs.failed : "⚪";
}

function whyOf({ state, evidence = "", at }: Review): string {
  if (state === "open" || evidence === "") return evidence;
  return `${state}: ${evidence}${at === undefined ? "" : `, ${dateOf(at)}`}`;
}

function howToDecide(
  review: Review,
  fields: string | undefined,
  { pullRequest, acceptsCommands }: DecisionWays,
): string {
  if (isDecided(review)) return "";
  const editor =
    pullRequest && isOpen(review) ? link("Decide in the editor", reviewLink(pullRequest, review.id)) : "";
  // The service may already have the unknown decision, so the command records it instead of submitting it again.
  const verb = isOpen(review) ? "submit" : "record";
  const start = writeCommand({ verb, review: review.id, fields: {}, again: false });
  const command = `${start} ${fields ?? "name=value"}${verb === "submit" && review.begun ? " again=true" : ""}`;
  const comment =
    !acceptsCommands || command.length > 400 ? "" : `${editor === "" ? "C" : "or c"}omment ${code(command)}`;
  const ways = [editor, comment].filter(Boolean).join(", ");
  return isOpen(review) || ways === ""
    ? ways
    : `It was decided, but the decision is unknown. To record it, c${ways.slice(1)}`;
}

function remarks({ state, before, lost, begun, reassigned }: Review): string[] {
  const remarks: string[] = [];
  if (before) {
    const who = before.by === undefined ? "in the service" : `by ${code(before.by)}`;
    remarks.push(
      state === "open"
        ? `It was decided before (${before.state}, ${who}), for another conversation`
        : `This decision replaces ${before.state}, decided ${who}`,
    );
  }
  if (lost) {
    remarks.push(
      "An earlier decision may be lost: the check run is gone, and a person may have edited the comment",
    );
  }
  if (reassigned && state === "open") {
    const to = reassigned.to === undefined ? "" : ` to ${code(cut(reassigned.to, 100))}`;
    remarks.push(`${code(reassigned.by)} reassigned it${to}, ${dateOf(reassigned.at)}`);
  }
  if (begun) {
    const what = begun.verb === "submit" ? "submitted" : "reassigned";
    remarks.push(
      `${code(begun.by)} began to ${begun.verb} it, ${dateOf(begun.at)}, and the result is unknown. ` +
        `Look at the review in the service; if it was not ${what}, comment with ${code("again=true")}.`,
    );
  }
  return remarks;
}

function dateOf(at: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined ? "at an unknown time" : `${day} ${time} UTC`;
}

export interface CommandMistakes {
  readonly line: number;
  readonly mistakes: readonly string[];
}

/** The reply to a comment with commands that were not carried out. */
export function commandMistakesText(
  login: string,
  refused: readonly CommandMistakes[],
  done: number,
): string {
  const allowance = new Allowance({ characters: 50_000 });
  const lines = refused
    .flatMap(({ line, mistakes }) => mistakes.map(mistake => `- Line ${line}: ${prose(mistake, 1000)}\n`))
    .filter(text => allowance.take(text));
  const was = (count: number) => (count === 1 ? "was" : "were");
  const failed = `${refused.length} ${was(refused.length)} not`;
  const summary =
    done === 0
      ? "no command was carried out"
      : `${formatCount(done, "command")} ${was(done)} carried out, ${failed}`;
  return `${code(login)}: ${summary}.\n\n${lines.join("")}`;
}

/** The reply to a comment whose commands were all refused. */
export function refusalText(login: string, why: string): string {
  return `${code(login)}: ${prose(why, 1000)}\n`;
}
