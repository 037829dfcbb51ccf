/**
 * Renders an interim comment, which stands in a report's place while the step runs, or if the step ends without a report.
 * Its data mark contains a report without a pass, because the editor reads only that mark.
 */

import { deflateSync } from "node:zlib";
import { reviewsPartIn } from "../../../shared/gate/mark.ts";
import { dataMark, earlierBoundaries, parseReportMark } from "../../../shared/report/marks.ts";
import type { Report } from "../../../shared/report/model.ts";
import { mostCommentCharacters } from "../../github/comments.ts";
import type { CommentFrame } from "./frame.ts";

export interface Interim {
  /** The step goes on, so the comment may be created, and another one can follow. */
  readonly isRunning: boolean;
  /** Markdown. */
  readonly title: string;
  readonly text: string;
  readonly report: Report;
}

/** `before` is the body of the comment that is there. Its report is folded, unless there is too little room. */
export function renderInterim(
  { title, text, report }: Interim,
  { top, footer }: Pick<CommentFrame, "top" | "footer">,
  before = "",
): string {
  const bodyWith = (earlier: string) =>
    [
      `${top}\n### ${title}`,
      text,
      // A `settle` step edits this part, and it stands in for a missing review check, so it stays as it is.
      reviewsPart(before),
      [start, earlier, end].filter(Boolean).join("\n"),
      footer,
      dataMark({ report }, deflateSync),
    ]
      .filter(Boolean)
      .join("\n\n");
  const body = bodyWith(earlierReport(before));
  return body.length > mostCommentCharacters ? bodyWith("") : body;
}

const [start, end] = earlierBoundaries;

function reviewsPart(before: string): string {
  const part = reviewsPartIn(before);
  return part === undefined ? "" : before.slice(part.start, part.end);
}

/** Gives the folded report without marks, because each mark may occur only once in a comment. */
function earlierReport(before: string): string {
  const mark = parseReportMark(before);
  if (mark === undefined) return "";
  const first = before.indexOf(start);
  const last = before.lastIndexOf(end);
  // The comment of a step that was killed is no report, so only the report in it is kept.
  if (first >= 0 && last > first) return before.slice(first + start.length, last).trim();
  const part = reviewsPartIn(before);
  const report = part === undefined ? before : before.slice(0, part.start) + before.slice(part.end);
  const isMark = (line: string) => /^<!-- \/?callboard:/.test(line);
  const text = report
    .split("\n")
    .filter(line => !isMark(line))
    .join("\n")
    .trim();
  return `<details><summary>Before: report at ${mark.sha}</summary>\n\n${text}\n\n</details>`;
}
