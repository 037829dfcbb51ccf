/** Renders the sticky comment. */

import { deflateSync, inflateSync } from "node:zlib";
import { commentHead, headMarksLength } from "../../../shared/report/comment-head.ts";
import { type Decisions, withDecisions } from "../../../shared/report/decisions.ts";
import { renderParts } from "../../../shared/report/markdown/render.ts";
import { dataMark, parseDataMark } from "../../../shared/report/marks.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { mostCommentCharacters } from "../../github/comments.ts";
import type { CommentFrame } from "./frame.ts";

export interface CommentOptions {
  readonly frame: Pick<CommentFrame, "top" | "footer">;
  readonly wholeReport: string;
  /** The part about reviews; if it is empty, the report lists them. */
  readonly reviews: string;
  /** People's decisions about the reviews; the head shows them. */
  readonly decisions: Decisions;
}

export function renderComment(
  view: ReportView,
  { frame: { top, footer }, wholeReport, reviews, decisions }: CommentOptions,
): string {
  const last = dataMark(view, deflateSync);
  const overhead = [top, footer, last].join("\n\n").length + 2 + headMarksLength;
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
  return [`${top}\n${head}`, sections, footer, last].filter(Boolean).join("\n\n");
}
