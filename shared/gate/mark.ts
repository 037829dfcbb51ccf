/** Reads and writes gates' marks. Callers pass in `deflate` and `inflate`, because shared/gate depends on no platform. */

import {
  nonEmptyText,
  object,
  oneOf,
  optional,
  readOrNothing,
  transform,
  type ValueOf,
  wholeNumber,
  withCheck,
  write,
} from "../codec.ts";
import { firstMarkThatFits, fromBase64Url } from "../report/marks.ts";
import { cut } from "../wording.ts";
import { type Gate, gateFields, type Review } from "./state.ts";

export type CheckRunReference = ValueOf<typeof checkRunReferenceCodec>;
export const checkRunReferenceCodec = object({ id: wholeNumber, name: nonEmptyText });

export interface GateMark {
  readonly gate: Gate;
  /** Absent in a comment without a review check, and in a check run's mark until the check run's id is known. */
  readonly check?: CheckRunReference | undefined;
}

const storedCodec = object({
  version: oneOf([1]),
  check: optional(checkRunReferenceCodec),
  ...gateFields,
});

/** A mark with a wrong part is refused as a whole, because without that part all reviews could seem passed. */
export const gateMarkCodec = transform(
  withCheck(storedCodec, "a consistent gate", isConsistent),
  ({ version: _, check, ...gate }): GateMark => ({ gate, ...(check && { check }) }),
  ({ gate, check }) => ({ version: 1 as const, ...(check && { check }), ...gate }),
);

function isConsistent({ reviews, earlier, steps }: Gate): boolean {
  const ids = [...reviews, ...earlier].map(({ id }) => id);
  return (
    new Set(ids).size === ids.length &&
    reviews.every(review => review.steps.every(position => position < steps.length))
  );
}

type ByteTransform = (bytes: Uint8Array) => Uint8Array;

const words = ["<!-- callboard:reviews ", " -->"] as const;
export const reviewsPartEnd = "<!-- /callboard:reviews -->";

/** Below GitHub's limit of 65,535 bytes for a check run's text. A mark is ASCII, so each character is one byte. */
export const longestCheckMark = 60_000;
/** Short, because the comment's space is for the report. The check run's mark has room for more of the gate. */
export const longestCommentMark = 12_000;
/** A limit, because anybody can write a comment, and a mark of 48 KB can inflate to 50 MB. */
export const mostInflatedBytes = 1_000_000;

/** The mark's line with as much of the gate as fits, and that part of the gate. */
export function writeGateMark(
  { gate, check }: GateMark,
  deflate: ByteTransform,
  most: number,
): { readonly line: string; readonly gate: Gate } {
  const line = { words, most, mostJson: mostInflatedBytes, deflate };
  const found = firstMarkThatFits(
    everShorterGates(gate),
    less => write(gateMarkCodec, { gate: less, check }) as object,
    line,
  );
  if (found !== undefined) return { line: found.line, gate: found.version };
  return {
    line: words.join(""),
    gate: { ...gate, reviews: [], earlier: [], omitted: gate.omitted + gate.reviews.length },
  };
}

/** Yields the whole gate, then shortens its texts, then drops more and more reviews. Dropped reviews count as open. */
function* everShorterGates(gate: Gate): Generator<Gate> {
  yield gate;
  for (const text of [100, 40, 0]) {
    yield {
      ...gate,
      reviews: gate.reviews.map(shortenTexts(text)),
      earlier: gate.earlier.map(shortenTexts(0)),
    };
  }
  const brief = gate.reviews.map(shortenTexts(0));
  const byWorth = [...brief].sort((a, b) => worth(b) - worth(a));
  for (let kept = Math.floor(byWorth.length / 2); kept > 0; kept = Math.floor(kept / 2)) {
    const isKept = new Set(byWorth.slice(0, kept));
    const omitted = gate.omitted + brief.length - kept;
    yield { ...gate, reviews: brief.filter(review => isKept.has(review)), earlier: [], omitted };
  }
  yield { ...gate, reviews: [], earlier: [], omitted: gate.omitted + brief.length };
}

function shortenTexts(length: number): (review: Review) => Review {
  return ({ case: about, label, assignee, evidence, ...review }) => ({
    ...review,
    target: cut(review.target, Math.max(length, 20)),
    ...(length > 0 && about !== undefined && { case: cut(about, length) }),
    ...(length > 0 && label !== undefined && { label: cut(label, length) }),
    ...(length > 0 && assignee !== undefined && { assignee: cut(assignee, length) }),
    ...(length > 0 && evidence !== undefined && { evidence: cut(evidence, length) }),
  });
}

/** Failed reviews are worth most. Next come reviews with another decision or with a command that must not act twice. */
function worth({ state, begun, done }: Review): number {
  if (state === "failed") return 3;
  return state !== "open" || begun || done ? 2 : 1;
}

export function gateMarkInCheck(text: string, inflate: ByteTransform): GateMark | undefined {
  return parseGateMark(lastLineOf(text), inflate);
}

const mostEncoded = 65_536;

/** Undefined if the line is not a valid mark. `inflate` has to stop at `mostInflatedBytes`. */
export function parseGateMark(line: string, inflate: ByteTransform): GateMark | undefined {
  const deflated = deflatedGateMark(line);
  if (deflated === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflate(deflated)));
    return readOrNothing(gateMarkCodec, json);
  } catch {
    return undefined;
  }
}

export function deflatedGateMark(line: string): Uint8Array | undefined {
  if (line.length > mostEncoded) return undefined;
  const encoded = /^<!-- callboard:reviews ([\w-]+) -->$/.exec(line)?.[1];
  return encoded === undefined ? undefined : fromBase64Url(encoded);
}

export function lastLineOf(text: string): string {
  return text.trimEnd().split(/\r?\n/).at(-1) ?? "";
}

/** The comment's part about reviews, from the mark to `reviewsPartEnd`; undefined if the comment has no such part. */
export function reviewsPartIn(
  body: string,
): { readonly start: number; readonly end: number; readonly mark: string } | undefined {
  const [mark = ""] = /^<!-- callboard:reviews [\w-]* -->(?=\r?$)/m.exec(body) ?? [];
  const start = mark === "" ? -1 : body.indexOf(mark);
  const last = start < 0 ? -1 : body.indexOf(`\n${reviewsPartEnd}`, start);
  return last < 0 ? undefined : { start, end: last + 1 + reviewsPartEnd.length, mark };
}

export function replaceReviewsPart(body: string, part: string): string {
  const old = reviewsPartIn(body);
  return old === undefined ? body : body.slice(0, old.start) + part + body.slice(old.end);
}
