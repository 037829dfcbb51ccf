/** The text of the sticky comment. */

import { deflateSync } from "node:zlib";
import type { Comparison } from "../../../shared/report/comparison.ts";
import { name } from "../../../shared/report/markdown/inline.ts";
import { type RawResponse, renderMarkdown } from "../../../shared/report/markdown/render.ts";
import { dataMark, type Mark, reportMark } from "../../../shared/report/marks.ts";
import type { Ctrf } from "../../../shared/report/model.ts";
import type { Redact } from "../../../shared/service/secret.ts";

export interface CommentText {
  readonly mark: Mark;
  readonly comparison?: Comparison | undefined;
  /** What the comparison is against. */
  readonly base?: string | undefined;
  /** Where the whole report is. */
  readonly whole: string;
  readonly raw?: readonly RawResponse[] | undefined;
  /** Looks at what the last line carries, which nobody else can read. */
  readonly redact: Redact;
}

/** GitHub takes 65,536 characters, and a UTF-16 unit is never less than one. */
const mostCharacters = 65_535;

export function commentBody(
  report: Ctrf,
  { mark, comparison, base, whole, raw, redact }: CommentText,
): string {
  const first = reportMark(mark);
  const last = dataMark(report, json => deflateSync(redact(new TextDecoder().decode(json))));
  // The bare commit is GitHub's to shorten and to link.
  const about = `<sub>${name(mark.key)} at ${mark.sha}</sub>`;
  const around = [first, about, last].join("\n\n").length + 2;
  const text = renderMarkdown(report, {
    budget: { characters: mostCharacters - around },
    whole,
    ...(comparison && { comparison }),
    ...(base !== undefined && { base }),
    ...(raw && { raw }),
  });
  return `${first}\n${text}\n${about}\n\n${last}`;
}
