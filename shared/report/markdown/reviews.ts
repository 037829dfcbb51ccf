/** Reviews as Markdown: the subject, the state and the reason of each. */

import { compareSeverity } from "../../reading/severity.ts";
import { cut } from "../../wording.ts";
import type { ReviewView } from "../reviews.ts";
import { code, inlineName, prose } from "./inline.ts";
import { joinDetails, signs } from "./words.ts";

const stateWords: Readonly<Record<ReviewView["state"], string>> = {
  open: `${signs.unknown} Waits`,
  failed: `${signs.failed} Failed`,
  unknown: "⚪ Submitted",
  passed: `${signs.passed} Passed`,
};

export function sortByState<R extends Pick<ReviewView, "state">>(reviews: readonly R[]): R[] {
  return reviews.toSorted((a, b) => compareSeverity(a.state, b.state));
}

interface ReviewItemOptions {
  /** A text before the review, by which a caller finds the review in the rendered page. */
  readonly anchor?: string | undefined;
  /** Markdown that follows the reason. */
  readonly remarks?: readonly string[];
}

/** An item of a list. Its title is the case, else the question, else the id. A person's name as code notifies nobody. */
export function reviewItem(
  { id, target, case: about, label, assignee, state, evidence }: ReviewView,
  { anchor = "", remarks = [] }: ReviewItemOptions = {},
): string {
  const idCode = code(cut(id, 200));
  const where = target === "" ? "" : inlineName(target);
  const who = assignee === undefined ? "" : `assigned to ${code(cut(assignee, 100))}`;
  const titles = [about, label].flatMap(text => (text === undefined || text === "" ? [] : inlineName(text)));
  const [title, question] = new Set(titles);
  const first =
    title === undefined
      ? joinDetails(`${stateWords[state]}: **${idCode}**`, where, who)
      : `${stateWords[state]}: **${title}**${question === undefined ? "" : ` — ${question}`}`;
  const details = title === undefined ? "" : `<sub>${joinDetails(idCode, where, who)}</sub>`;
  const why = evidence === undefined ? "" : prose(evidence, 400);
  return `- ${anchor}${[first, details, why, ...remarks].filter(text => text !== "").join("<br>\n  ")}\n`;
}
