/** How the state of reviews reads: the comment's part, the check run's summary, the answer to a command. */

import { Allowance, type Budget } from "../report/markdown/allowance.ts";
import { code, link, name, prose } from "../report/markdown/inline.ts";
import { counted, number } from "../report/markdown/words.ts";
import { cut } from "../report/text.ts";
import { checkOf, trouble } from "./check.ts";
import { type PullPlace, reviewLink } from "./links.ts";
import { partEnd } from "./mark.ts";
import { type Gate, isOpen, type Review, type ReviewState } from "./state.ts";

const stateWords: Record<ReviewState, string> = {
  open: "🟡 **Waits**",
  failed: "🔴 **Failed**",
  unknown: "⚪ **Submitted**",
  passed: "🟢 **Passed**",
};

const order = Object.keys(stateWords);

/** What a comment says of its reviews, between two marks that let a later step put a newer text there. */
export function reviewsPart(gate: Gate, mark: string, place: PullPlace | undefined, budget: Budget): string {
  const around = [mark, partEnd].join("\n\n\n");
  const allowance = new Allowance(budget);
  if (!allowance.take(around)) return "";
  return `${mark}\n${list(gate, place, allowance)}${partEnd}`;
}

/** What the check run says below its title. */
export function checkSummary(gate: Gate, place: PullPlace | undefined, budget: Budget): string {
  const allowance = new Allowance(budget);
  const incomplete = gate.steps
    .flatMap(step => (step.incomplete ? [`- ? ${trouble(step.incomplete)}.\n`] : []))
    .join("");
  const none = "No report at this commit mentions a review that a person has to decide.\n";
  const head = [incomplete, gate.reviews.length + gate.omitted === 0 ? none : ""]
    .filter(text => text !== "")
    .join("\n");
  allowance.take(head);
  return [head, list(gate, place, allowance)].filter(text => text !== "").join("\n");
}

function list(gate: Gate, place: PullPlace | undefined, allowance: Allowance): string {
  const total = gate.reviews.length + gate.omitted;
  if (total === 0) return "";
  const title = `#### ${headingOf(gate)}\n\n`;
  const waits = gate.reviews.some(isOpen);
  const how = waits
    ? `\n<sub>To decide one, comment ${code("/callboard submit REVIEW name=value")}, or ${code("/callboard reassign REVIEW name=value")}, with its id and the fields that your service takes.</sub>\n`
    : "";
  const more = andMore(total);
  if (!allowance.take(title, how, more)) return "";
  const sorted = [...gate.reviews].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const lines: string[] = [];
  for (const review of sorted) {
    const line = itemOf(review, place);
    if (!allowance.take(line)) break;
    lines.push(line);
  }
  const rest = total - lines.length;
  return `${title}${lines.join("")}${rest > 0 ? andMore(rest) : ""}${how}`;
}

function headingOf(gate: Gate): string {
  const { title } = checkOf(gate);
  return `Reviews: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

function andMore(rest: number): string {
  return `- … and ${number(rest)} more\n`;
}

function itemOf(review: Review, place: PullPlace | undefined): string {
  const { id, target, case: about, label, state } = review;
  const what = [label, about]
    .filter(text => text !== undefined)
    .map(text => name(text))
    .join(" — ");
  const where = target === "" ? "" : `(${name(target)})`;
  const editor = isOpen(review) && place ? link("decide in the editor", reviewLink(place, id)) : "";
  const first = [
    `${stateWords[state]} ${code(cut(id, 200))}`,
    [what, where].filter(text => text !== "").join(" "),
    editor,
  ].filter(text => text.trim() !== "");
  return [`- ${first.join(" · ")}`, ...remarks(review).map(text => `  ${text}`)].join("<br>\n").concat("\n");
}

function remarks({ state, evidence, begun, reassigned, at }: Review): string[] {
  const isDecided = state !== "open";
  const said = evidence === undefined ? "" : prose(evidence.replaceAll("\n", " "), 400);
  const remarks = [
    isDecided && said !== "" ? `${state}: ${said}${at === undefined ? "" : `, ${dateOf(at)}`}` : said,
  ];
  if (reassigned && !isDecided) {
    const to = reassigned.to === undefined ? "" : ` to ${code(cut(reassigned.to, 100))}`;
    remarks.push(`${code(reassigned.by)} reassigned it${to}, ${dateOf(reassigned.at)}`);
  }
  if (begun) {
    const what = begun.verb === "submit" ? "submitted" : "reassigned";
    remarks.push(
      `It may have been ${what}: ${code(begun.by)} began to, ${dateOf(begun.at)}, and what came of it is not known. ` +
        `Look at it in the service; if it was not, comment with ${code("again=true")}.`,
    );
  }
  return remarks.filter(text => text !== "");
}

/** To the minute, and in the one zone that all know. */
function dateOf(at: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined ? "at a time unknown" : `${day} ${time} UTC`;
}

/** What came of one line of a comment. */
export interface Answered {
  readonly line: number;
  readonly mistakes: readonly string[];
}

/** The one comment that answers commands of which not all could be carried out. */
export function answerText(login: string, answered: readonly Answered[], done: number): string {
  const allowance = new Allowance({ characters: 50_000 });
  const lines = answered
    .flatMap(({ line, mistakes }) => mistakes.map(mistake => `- Line ${line}: ${prose(mistake, 1000)}\n`))
    .filter(text => allowance.take(text));
  const also = done === 0 ? "" : ` ${counted(done, "command")} ${done === 1 ? "was" : "were"} carried out.`;
  return `${code(login)}, not all could be done:${also}\n\n${lines.join("")}`;
}

/** For a comment none of whose commands was looked at. */
export function refusalText(login: string, why: string): string {
  return `${code(login)}: ${prose(why, 1000)}\n`;
}
