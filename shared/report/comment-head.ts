/** The head of a sticky comment. Two marks surround the head if later steps can render it again from the data mark. */

import { type Decisions, withDecisions } from "./decisions.ts";
import { renderHead } from "./markdown/render.ts";
import { parseDataMark } from "./marks.ts";
import { reviewsOf } from "./reviews.ts";
import type { ReportView } from "./view.ts";

export const headBoundaries = ["<!-- callboard:head -->", "<!-- /callboard:head -->"] as const;
const [start, end] = headBoundaries;

export const headMarksLength = markedHead("").length;

function markedHead(head: string): string {
  // The empty line ends the head's table.
  return `${start}\n${head}\n\n${end}`;
}

export interface CommentHeadParts {
  readonly text: string;
  readonly view: ReportView;
  readonly decisions: Decisions;
  /** The report that the data mark contains, shortened to fit; undefined if the mark contains none. */
  readonly markView: ReportView | undefined;
}

/**
 * Gives the head. Marks surround it only if `text` is the complete head, and the data mark contains every target,
 * count, error and review. Otherwise a later step, which renders from the data mark, would show less, or would show
 * open reviews as decided.
 */
export function commentHead({ text, view, decisions, markView }: CommentHeadParts): string {
  const isWhole = markView !== undefined && text === renderHead(withDecisions(view, decisions));
  return isWhole && headFingerprint(markView) === headFingerprint(view) ? markedHead(text) : text;
}

/**
 * After any decision, views with equal fingerprints have equal heads. Only their evidence can differ, where it is cut.
 */
function headFingerprint({ report, ...view }: ReportView): string {
  const { results } = report;
  const { callboard } = results.extra;
  const targets = callboard.targets.map(target => ({ ...target, evidence: "" }));
  const brief = { ...report, results: { ...results, extra: { callboard: { ...callboard, targets } } } };
  const reviews = reviewsOf(report).map(({ id, state }) => [id, state]);
  const waiting = targets.map(target => [target.waitsForReviews, target.reviews.length]);
  return JSON.stringify([renderHead({ ...view, report: brief }), reviews, waiting]);
}

interface Limits {
  /** Must limit the size of the result, because anyone can write a comment that inflates to gigabytes. */
  readonly inflate: (bytes: Uint8Array) => Uint8Array;
  /** The most characters that the new body may have. */
  readonly most: number;
}

/**
 * Gives the body with a head that shows the decisions. Gives the same body if its head has no marks, its data mark
 * can't be read, or the result would be too long.
 */
export function renewHead(body: string, decisions: Decisions, { inflate, most }: Limits): string {
  const range = headIn(body);
  const view = parseDataMark(body, inflate);
  if (range === undefined || view === undefined) return body;
  const head = markedHead(renderHead(withDecisions(view, decisions)));
  const renewed = body.slice(0, range.start) + head + body.slice(range.end);
  return renewed.length > most ? body : renewed;
}

/** The head's first mark counts only right below the report mark, because Callboard writes it there. */
function headIn(body: string): { readonly start: number; readonly end: number } | undefined {
  const [marked, first = ""] =
    /^(<!-- callboard:report [^\n]*\n)<!-- callboard:head -->\r?\n/.exec(body) ?? [];
  const last = marked === undefined ? -1 : body.indexOf(`\n${end}`, marked.length);
  return last < 0 ? undefined : { start: first.length, end: last + 1 + end.length };
}
