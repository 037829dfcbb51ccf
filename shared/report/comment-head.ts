/** The head of a sticky comment. Two marks surround a head that later steps can render from the comment's last line. */

import { type Decisions, withDecisions } from "./decisions.ts";
import { renderHead } from "./markdown/render.ts";
import { parseDataMark } from "./marks.ts";
import { reviewsOf } from "./reviews.ts";
import type { ReportView } from "./view.ts";

export const headBoundaries = ["<!-- callboard:head -->", "<!-- /callboard:head -->"] as const;
const [start, end] = headBoundaries;

export const headMarksLength = markedHead("").length;

function markedHead(head: string): string {
  // Markdown ends a table only at an empty line.
  return `${start}\n${head}\n\n${end}`;
}

export interface CommentHeadParts {
  readonly text: string;
  readonly view: ReportView;
  readonly decisions: Decisions;
  /** The report as the comment's last line contains it, with as much as fits there. */
  readonly markView: ReportView | undefined;
}

/**
 * The head, with its marks only if the text is complete and the last line contains every target, count, error and
 * review. Otherwise the head that a later step renders would show less, or open reviews as decided.
 */
export function commentHead({ text, view, decisions, markView }: CommentHeadParts): string {
  const isWhole = markView !== undefined && text === renderHead(withDecisions(view, decisions));
  return isWhole && headFingerprint(markView) === headFingerprint(view) ? markedHead(text) : text;
}

/** Two views with equal fingerprints give the same head after any decision, except for evidence, which may be cut. */
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
  /** It must limit its result, because anyone can write a comment whose few bytes inflate to gigabytes. */
  readonly inflate: (bytes: Uint8Array) => Uint8Array;
  /** Characters. */
  readonly most: number;
}

/** The body with a head that shows the decisions; the same body if the head has no marks or would not fit. */
export function renewHead(body: string, decisions: Decisions, { inflate, most }: Limits): string {
  const range = headIn(body);
  const view = parseDataMark(body, inflate);
  if (range === undefined || view === undefined) return body;
  const head = markedHead(renderHead(withDecisions(view, decisions)));
  const renewed = body.slice(0, range.start) + head + body.slice(range.end);
  return renewed.length > most ? body : renewed;
}

/** Only marks right below the first line count, because Callboard writes them there. */
function headIn(body: string): { readonly start: number; readonly end: number } | undefined {
  const [marked, first = ""] =
    /^(<!-- callboard:report [^\n]*\n)<!-- callboard:head -->\r?\n/.exec(body) ?? [];
  const last = marked === undefined ? -1 : body.indexOf(`\n${end}`, marked.length);
  return last < 0 ? undefined : { start: first.length, end: last + 1 + end.length };
}
