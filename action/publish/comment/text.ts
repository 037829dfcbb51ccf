/** The text of the sticky comment. */

import { deflateSync, inflateSync } from "node:zlib";
import { commentHead, headMarks } from "../../../shared/report/comment-head.ts";
import { type Decisions, withDecisions } from "../../../shared/report/decisions.ts";
import { link, name } from "../../../shared/report/markdown/inline.ts";
import { renderParts } from "../../../shared/report/markdown/render.ts";
import { joinFacts } from "../../../shared/report/markdown/words.ts";
import { dataMark, type Mark, parseDataMark, reportMark } from "../../../shared/report/marks.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { mostCharacters } from "../../github/comments.ts";

export interface CommentOptions {
  readonly mark: Mark;
  /** Where the whole report is. */
  readonly whole: string;
  /** The part about reviews; without it the report lists them. */
  readonly reviews: string;
  /** What people have decided about the reviews; the head follows it. */
  readonly decisions: Decisions;
  /** Opens the report in the editor. */
  readonly editor: string;
}

export function commentText(
  view: ReportView,
  { mark, whole, reviews, decisions, editor }: CommentOptions,
): string {
  const first = reportMark(mark);
  const last = dataMark(view, deflateSync);
  // GitHub shortens a bare commit and links it.
  const opens = link("open in the editor", editor);
  const about = `<sub>${joinFacts(`${name(mark.key)} at ${mark.sha}`, opens)}</sub>`;
  const around = [first, about, last].join("\n\n").length + 2 + headMarks;
  const budget = { characters: mostCharacters - around - reviews.length };
  const parts = { budget, whole, head: withDecisions(view, decisions), ...(reviews !== "" && { reviews }) };
  const { head: text, sections } = renderParts(view, parts);
  const kept = parseDataMark(last, bytes => inflateSync(bytes));
  const head = commentHead({ text, view, decisions, kept });
  return [`${first}\n${head}`, sections, about, last].filter(Boolean).join("\n\n");
}
