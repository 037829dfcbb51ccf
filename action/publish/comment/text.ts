/** The text of the sticky comment. */

import { deflateSync } from "node:zlib";
import { name } from "../../../shared/report/markdown/inline.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import { dataMark, type Mark, reportMark } from "../../../shared/report/marks.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import type { Redact } from "../../../shared/service/secret.ts";

export interface CommentOptions {
  readonly mark: Mark;
  /** Where the whole report is. */
  readonly whole: string;
  /** Looks at what the last line carries, which nobody else can read. */
  readonly redact: Redact;
}

/** GitHub takes 65,536 characters, and a UTF-16 unit is never less than one. */
const mostCharacters = 65_535;

export function commentText(view: ReportView, { mark, whole, redact }: CommentOptions): string {
  const first = reportMark(mark);
  const last = dataMark(view, json => deflateSync(redact(new TextDecoder().decode(json))));
  // The bare commit is GitHub's to shorten and to link.
  const about = `<sub>${name(mark.key)} at ${mark.sha}</sub>`;
  const around = [first, about, last].join("\n\n").length + 2;
  const text = renderMarkdown(view, { budget: { characters: mostCharacters - around }, whole });
  return `${first}\n${text}\n${about}\n\n${last}`;
}
