/** Renders the sticky comment. */

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
  readonly whole: string;
  /** The part about reviews; if it is empty, the report lists them. */
  readonly reviews: string;
  /** People's decisions about the reviews; the head shows them. */
  readonly decisions: Decisions;
  readonly editor: string;
}

export function commentText(
  view: ReportView,
  { mark, whole, reviews, decisions, editor }: CommentOptions,
): string {
  const first = reportMark(mark);
  const last = dataMark(view, deflateSync);
  const openInEditor = link("open in the editor", editor);
  // GitHub shortens a plain commit hash and links it.
  const footer = `<sub>${joinFacts(`${name(mark.key)} at ${mark.sha}`, openInEditor)}</sub>`;
  const overhead = [first, footer, last].join("\n\n").length + 2 + headMarks;
  const budget = { characters: mostCharacters - overhead - reviews.length };
  const parts = { budget, whole, head: withDecisions(view, decisions), ...(reviews !== "" && { reviews }) };
  const { head: text, sections } = renderParts(view, parts);
  const kept = parseDataMark(last, bytes => inflateSync(bytes));
  const head = commentHead({ text, view, decisions, kept });
  return [`${first}\n${head}`, sections, footer, last].filter(Boolean).join("\n\n");
}
