/** Reviews as Markdown: for each what it is about, why a person has to look, and what came of it. */

import { byGravity } from "../../reading/gravity.ts";
import { cut } from "../../wording.ts";
import type { ReviewView } from "../reviews.ts";
import { code, name, prose } from "./inline.ts";
import { joinFacts, signs } from "./words.ts";

const stateWords: Readonly<Record<ReviewView["state"], string>> = {
  open: `${signs.unknown} Waits`,
  failed: `${signs.failed} Failed`,
  unknown: "⚪ Submitted",
  passed: `${signs.passed} Passed`,
};

/** In the order in which they are shown. */
export function byState<R extends Pick<ReviewView, "state">>(reviews: readonly R[]): R[] {
  return reviews.toSorted((a, b) => byGravity(a.state, b.state));
}

interface Around {
  /** A text to stand before it, by which it is found in what is made of the Markdown. */
  readonly mark?: string | undefined;
  /** Markdown that tells the reader what to do about the review, then its further facts. */
  readonly remarks?: readonly string[];
}

/** An item of a list: the case, or else the question, stands in front; where neither is known, the id does. */
export function reviewItem(
  { id, target, case: about, label, state, evidence }: ReviewView,
  { mark = "", remarks = [] }: Around = {},
): string {
  const known = code(cut(id, 200));
  const where = target === "" ? "" : name(target);
  const titles = [about, label].flatMap(text => (text === undefined || text === "" ? [] : name(text)));
  const [title, question] = new Set(titles);
  const first =
    title === undefined
      ? joinFacts(`${stateWords[state]}: **${known}**`, where)
      : `${stateWords[state]}: **${title}**${question === undefined ? "" : ` — ${question}`}`;
  const place = title === undefined ? "" : `<sub>${joinFacts(known, where)}</sub>`;
  const why = evidence === undefined ? "" : prose(evidence, 400);
  return `- ${mark}${[first, place, why, ...remarks].filter(text => text !== "").join("<br>\n  ")}\n`;
}
