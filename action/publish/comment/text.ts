/** The text of the sticky comment. */

import { deflateSync } from "node:zlib";
import { link, name } from "../../../shared/report/markdown/inline.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import { joinFacts } from "../../../shared/report/markdown/words.ts";
import { dataMark, type Mark, reportMark } from "../../../shared/report/marks.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { type Redact, redactJson } from "../../../shared/service/secret.ts";
import { mostCharacters } from "../../github/comments.ts";

export interface CommentOptions {
  readonly mark: Mark;
  /** Where the whole report is. */
  readonly whole: string;
  /** For the last line: what is deflated can't be redacted later. */
  readonly redact: Redact;
  /** The part about reviews; without it the report lists them. */
  readonly reviews: string;
  /** Opens the report in the editor. */
  readonly editor: string;
}

export function commentText(
  view: ReportView,
  { mark, whole, redact, reviews, editor }: CommentOptions,
): string {
  const first = reportMark(mark);
  const last = dataMark(view, json => deflateSync(redactJson(new TextDecoder().decode(json), redact)));
  // GitHub shortens a bare commit and links it.
  const opens = link("open in the editor", editor);
  const about = `<sub>${joinFacts(`${name(mark.key)} at ${mark.sha}`, opens)}</sub>`;
  const around = [first, about, last].join("\n\n").length + 2;
  const budget = { characters: mostCharacters - around - reviews.length };
  const text = renderMarkdown(view, { budget, whole, ...(reviews !== "" && { reviews }) });
  return `${first}\n${text}\n${about}\n\n${last}`;
}
