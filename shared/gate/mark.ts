/**
 * The line that carries the state of reviews, in a check run's text and in a comment. How to deflate and inflate is
 * handed in, so that this room needs nothing of the platform. Whatever a line has become on its way, only one that
 * holds together is read.
 */

import {
  filledText,
  mapped,
  type Of,
  object,
  oneOf,
  optional,
  readOrNothing,
  suchThat,
  wholeNumber,
  write,
} from "../codec.ts";
import { firstLineThatFits, fromBase64Url } from "../report/marks.ts";
import { cut } from "../wording.ts";
import { type Gate, gateFields, type Review } from "./state.ts";

/** The check run that holds the state. */
export type CheckId = Of<typeof checkCodec>;
export const checkCodec = object({ id: wholeNumber, name: filledText });

/** A gate where it was found, or where it is to be written. */
export interface Marked {
  readonly gate: Gate;
  /** Absent where nothing waits for the reviews. */
  readonly check?: CheckId | undefined;
}

const storedCodec = object({
  version: oneOf([1]),
  check: optional(checkCodec),
  ...gateFields,
});

/** A mark that is wrong in one part is refused whole, because half a state could be the green half. */
export const markedCodec = mapped(
  suchThat(storedCodec, "a gate that holds together", holdsTogether),
  ({ version: _, check, ...gate }): Marked => ({ gate, ...(check && { check }) }),
  ({ gate, check }) => ({ version: 1 as const, ...(check && { check }), ...gate }),
);

/** Every review is there once, and every step that mentions it is there. */
function holdsTogether({ reviews, earlier, steps }: Gate): boolean {
  const ids = [...reviews, ...earlier].map(({ id }) => id);
  return (
    new Set(ids).size === ids.length &&
    reviews.every(review => review.steps.every(position => position < steps.length))
  );
}

type Change = (bytes: Uint8Array) => Uint8Array;

const words = ["<!-- callboard:reviews ", " -->"] as const;
export const partEnd = "<!-- /callboard:reviews -->";

/** A check run's text takes 65,535 bytes; every line is ASCII, and some room is left for what people read. */
export const mostMarkOfCheck = 60_000;
/** The comment's copy leads to the check run, and shares its comment with a report. */
export const mostMarkOfComment = 12_000;
/** What a line unpacks to; whoever inflates one should end there. */
export const mostInflated = 1_000_000;

/** The line, with as much of the state as there is room for, and what of it that is. */
export function reviewsMark(
  { gate, check }: Marked,
  deflate: Change,
  most: number,
): { readonly line: string; readonly gate: Gate } {
  const line = { words, most, mostJson: mostInflated, deflate };
  const found = firstLineThatFits(
    stepsDown(gate),
    less => write(markedCodec, { gate: less, check }) as object,
    line,
  );
  if (found !== undefined) return { line: found.line, gate: found.version };
  return {
    line: words.join(""),
    gate: { ...gate, reviews: [], earlier: [], omitted: gate.omitted + gate.reviews.length },
  };
}

/** From the whole to the least. What is known of decisions goes last, and what is not there any more counts as open. */
function* stepsDown(gate: Gate): Generator<Gate> {
  yield gate;
  for (const text of [100, 40, 0]) {
    yield { ...gate, reviews: gate.reviews.map(briefly(text)), earlier: gate.earlier.map(briefly(0)) };
  }
  const brief = gate.reviews.map(briefly(0));
  const byWorth = [...brief].sort((a, b) => worth(b) - worth(a));
  for (let kept = Math.floor(byWorth.length / 2); kept > 0; kept = Math.floor(kept / 2)) {
    const isKept = new Set(byWorth.slice(0, kept));
    const omitted = gate.omitted + brief.length - kept;
    yield { ...gate, reviews: brief.filter(review => isKept.has(review)), earlier: [], omitted };
  }
  yield { ...gate, reviews: [], earlier: [], omitted: gate.omitted + brief.length };
}

function briefly(length: number): (review: Review) => Review {
  return ({ case: about, label, evidence, ...review }) => ({
    ...review,
    target: cut(review.target, Math.max(length, 20)),
    ...(length > 0 && about !== undefined && { case: cut(about, length) }),
    ...(length > 0 && label !== undefined && { label: cut(label, length) }),
    ...(length > 0 && evidence !== undefined && { evidence: cut(evidence, length) }),
  });
}

/** A failed one must not be lost, nor what would otherwise be sent twice. */
function worth({ state, begun, done }: Review): number {
  if (state === "failed") return 3;
  return state !== "open" || begun || done ? 2 : 1;
}

export function markInCheck(text: string, inflate: Change): Marked | undefined {
  return parseMark(markLine(text), inflate);
}

/** Nothing longer than GitHub takes can be ours. */
const mostEncoded = 65_536;

/** `inflate` should end at `mostInflated`: a comment can be anyone's. */
export function parseMark(line: string, inflate: Change): Marked | undefined {
  const packed = packedMark(line);
  if (packed === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflate(packed)));
    return readOrNothing(markedCodec, json);
  } catch {
    return undefined;
  }
}

/** For whoever can't inflate at once. */
export function packedMark(line: string): Uint8Array | undefined {
  if (line.length > mostEncoded) return undefined;
  const encoded = /^<!-- callboard:reviews ([\w-]+) -->$/.exec(line)?.[1];
  return encoded === undefined ? undefined : fromBase64Url(encoded);
}

/** The last line of a check run's text. */
export function markLine(text: string): string {
  return text.trimEnd().split(/\r?\n/).at(-1) ?? "";
}

/** The part of a comment's body about reviews, from its mark to its end; where there is none, the body has no such part. */
export function partIn(
  body: string,
): { readonly start: number; readonly end: number; readonly mark: string } | undefined {
  const [mark = ""] = /^<!-- callboard:reviews [\w-]* -->(?=\r?$)/m.exec(body) ?? [];
  const start = mark === "" ? -1 : body.indexOf(mark);
  const last = start < 0 ? -1 : body.indexOf(`\n${partEnd}`, start);
  return last < 0 ? undefined : { start, end: last + 1 + partEnd.length, mark };
}

export function withPart(body: string, part: string): string {
  const place = partIn(body);
  return place === undefined ? body : body.slice(0, place.start) + part + body.slice(place.end);
}
