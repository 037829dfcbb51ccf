/** Reviews as Markdown: for each what it is about, why a person has to look, and what came of it. */

import type { Verdict } from "../../reading/reading.ts";
import { cut } from "../../wording.ts";
import { code, name, prose } from "./inline.ts";
import { joinFacts, signs } from "./words.ts";

export interface ShownReview {
  readonly id: string;
  /** What was run when it was mentioned, as "batch: smoke". */
  readonly target: string;
  readonly case?: string | undefined;
  readonly label?: string | undefined;
  readonly state: "open" | Verdict;
  /** Why it is undecided, or how it was decided. */
  readonly why?: string | undefined;
  /** A text to stand before it, by which it is found in what is made of the Markdown. */
  readonly mark?: string | undefined;
  /** What can be done about it, and what else is known, as Markdown. */
  readonly remarks?: readonly string[];
}

/** The order in which they are shown. */
const stateWords: Readonly<Record<ShownReview["state"], string>> = {
  open: `${signs.unknown} Waits`,
  failed: `${signs.failed} Failed`,
  unknown: "⚪ Submitted",
  passed: `${signs.passed} Passed`,
};

const order = Object.keys(stateWords);

export function byState<R extends { readonly state: ShownReview["state"] }>(reviews: readonly R[]): R[] {
  return [...reviews].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** An item of a list: the case, or else the question, stands in front; where neither is known, the id does. */
export function reviewItem({
  id,
  target,
  case: about,
  label,
  state,
  why,
  mark = "",
  remarks = [],
}: ShownReview): string {
  const known = code(cut(id, 200));
  const where = target === "" ? "" : name(target);
  const titles = [about, label].flatMap(text => (text === undefined || text === "" ? [] : name(text)));
  const [title, question] = new Set(titles);
  const first =
    title === undefined
      ? joinFacts(`${stateWords[state]}: **${known}**`, where)
      : `${stateWords[state]}: **${title}**${question === undefined ? "" : ` — ${question}`}`;
  const place = title === undefined ? "" : `<sub>${joinFacts(known, where)}</sub>`;
  const said = why === undefined ? "" : prose(why, 400);
  return `- ${mark}${[first, place, said, ...remarks].filter(text => text !== "").join("<br>\n  ")}\n`;
}
