/** Renders the sticky comment. */

import { deflateSync, inflateSync } from "node:zlib";
import { commentHead, headMarksLength } from "../../../shared/report/comment-head.ts";
import { type Decisions, withDecisions } from "../../../shared/report/decisions.ts";
import { inlineName, link } from "../../../shared/report/markdown/inline.ts";
import { renderParts } from "../../../shared/report/markdown/render.ts";
import { joinDetails } from "../../../shared/report/markdown/words.ts";
import { dataMark, parseDataMark, type ReportMark, reportMark } from "../../../shared/report/marks.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { mostCommentCharacters } from "../../github/comments.ts";

export interface CommentOptions {
  readonly mark: ReportMark;
  readonly wholeReport: string;
  /** The part about reviews; if it is empty, the report lists them. */
  readonly reviews: string;
  /** People's decisions about the reviews; the head shows them. */
  readonly decisions: Decisions;
  readonly editorLink: string;
}

export function renderComment(
  view: ReportView,
  { mark, wholeReport, reviews, decisions, editorLink }: CommentOptions,
): string {
  const first = reportMark(mark);
  const last = dataMark(view, deflateSync);
  const footer = commentFooter(mark, editorLink);
  const overhead = [first, footer, last].join("\n\n").length + 2 + headMarksLength;
  const budget = { characters: mostCommentCharacters - overhead - reviews.length };
  const parts = {
    budget,
    whole: wholeReport,
    head: withDecisions(view, decisions),
    ...(reviews !== "" && { reviews }),
  };
  const { head: text, sections } = renderParts(view, parts);
  const markView = parseDataMark(last, bytes => inflateSync(bytes));
  const head = commentHead({ text, view, decisions, markView });
  return [`${first}\n${head}`, sections, footer, last].filter(Boolean).join("\n\n");
}

export function commentFooter({ key, sha }: ReportMark, editorLink: string): string {
  // GitHub shortens a plain commit hash and links it.
  return `<sub>${joinDetails(`${inlineName(key)} at ${sha}`, link("open in the editor", editorLink))}</sub>`;
}
