/**
 * The head of a sticky comment, which follows what people decide about its reviews. It stands between two marks where
 * the comment's last line carries all that it is made of, so that a later step can make it again.
 */

import { type Decisions, withDecisions } from "./decisions.ts";
import { renderHead } from "./markdown/render.ts";
import { parseDataMark } from "./marks.ts";
import { reviewsOf } from "./reviews.ts";
import type { ReportView } from "./view.ts";

export const headEnds = ["<!-- callboard:head -->", "<!-- /callboard:head -->"] as const;
const [start, end] = headEnds;

/** Characters that the marks take. */
export const headMarks = markedHead("").length;

/** A table ends at an empty line only. */
function markedHead(head: string): string {
  return `${start}\n${head}\n\n${end}`;
}

export interface CommentHead {
  readonly text: string;
  /** What it is made of: the report, and what was decided about it. */
  readonly view: ReportView;
  readonly decisions: Decisions;
  /** What can be read of the comment's last line. */
  readonly kept: ReportView | undefined;
}

/**
 * The head as the comment shows it. It has no marks where rows were left out, or where the last line lacks targets,
 * counts, errors or reviews: made again, it would show less, or call decided what nobody has decided.
 */
export function commentHead({ text, view, decisions, kept }: CommentHead): string {
  const isWhole = kept !== undefined && text === renderHead(withDecisions(view, decisions));
  return isWhole && headFacts(kept) === headFacts(view) ? markedHead(text) : text;
}

/** A head made of the two is the same whatever is decided, but for evidence, which may be cut. */
function headFacts({ report, ...view }: ReportView): string {
  const { results } = report;
  const { callboard } = results.extra;
  const targets = callboard.targets.map(target => ({ ...target, evidence: "" }));
  const brief = { ...report, results: { ...results, extra: { callboard: { ...callboard, targets } } } };
  const reviews = reviewsOf(report).map(({ id, state }) => [id, state]);
  const waiting = targets.map(target => [target.waitsForReviews, target.reviews.length]);
  return JSON.stringify([renderHead({ ...view, report: brief }), reviews, waiting]);
}

interface Limits {
  /** It must end where a few bytes make too much, because anyone can write a comment. */
  readonly inflate: (bytes: Uint8Array) => Uint8Array;
  /** Characters that a comment takes. */
  readonly most: number;
}

/** The body with a head that follows the decisions; the same body where no head can be made that is true. */
export function renewHead(body: string, decisions: Decisions, { inflate, most }: Limits): string {
  const place = headIn(body);
  const view = parseDataMark(body, inflate);
  if (place === undefined || view === undefined) return body;
  const head = markedHead(renderHead(withDecisions(view, decisions)));
  const renewed = body.slice(0, place.start) + head + body.slice(place.end);
  return renewed.length > most ? body : renewed;
}

/** The marks count at the place where Callboard writes them, right below the first line. */
function headIn(body: string): { readonly start: number; readonly end: number } | undefined {
  const [marked, first = ""] =
    /^(<!-- callboard:report [^\n]*\n)<!-- callboard:head -->\r?\n/.exec(body) ?? [];
  const last = marked === undefined ? -1 : body.indexOf(`\n${end}`, marked.length);
  return last < 0 ? undefined : { start: first.length, end: last + 1 + end.length };
}
