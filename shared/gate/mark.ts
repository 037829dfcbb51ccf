/**
 * The line that carries the state of reviews, in a check run's text and in a comment. How to deflate and inflate is
 * handed in, so that this room needs nothing of the platform. Whatever a line has become on its way, only one that
 * holds together is read.
 */

import { isJsonObject, type JsonObject } from "../json.ts";
import { firstLineThatFits, fromBase64Url } from "../report/marks.ts";
import { cut } from "../wording.ts";
import {
  type Begun,
  type Gate,
  type GateStep,
  isOpen,
  type Reassigned,
  type Review,
  type RunOf,
  reviewStates,
  verbs,
} from "./state.ts";

/** The check run that holds the state. */
export interface CheckId {
  readonly id: number;
  readonly name: string;
}

/** A gate where it was found, or where it is to be written. */
export interface Marked {
  readonly gate: Gate;
  /** Absent where nothing waits for the reviews. */
  readonly check?: CheckId | undefined;
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
  const found = firstLineThatFits(stepsDown(gate), less => written(less, check), line);
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

function written(
  { sha, pull, steps, reviews, earlier, omitted, fields }: Gate,
  check: CheckId | undefined,
): object {
  return {
    version: 1,
    ...(check && { check: { id: check.id, name: check.name } }),
    sha,
    ...(pull !== undefined && { pull }),
    reviews,
    steps,
    ...(earlier.length > 0 && { earlier }),
    ...(omitted > 0 && { omitted }),
    ...(fields !== undefined && { fields }),
  };
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
    return markedFrom(json);
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

/** Throws where a part is not what it should be: half a state could be the green half. */
function markedFrom(json: unknown): Marked {
  const { version, check, sha, pull, reviews, steps, earlier = [], omitted = 0, fields } = object(json);
  if (version !== 1) throw new Malformed();
  const gate = {
    sha: matching(sha, /^[0-9a-f]{7,64}$/),
    ...(pull !== undefined && { pull: wholeNumber(pull) }),
    steps: listOf(steps, stepFrom),
    reviews: listOf(reviews, reviewFrom),
    earlier: listOf(earlier, reviewFrom),
    omitted: wholeNumber(omitted),
    ...(fields !== undefined && { fields: text(fields) }),
  };
  const all = [...gate.reviews, ...gate.earlier];
  if (new Set(all.map(({ id }) => id)).size < all.length) throw new Malformed();
  if (gate.earlier.some(review => isOpen(review) && !review.begun && !review.done)) throw new Malformed();
  if (gate.reviews.some(review => review.steps.some(position => position >= gate.steps.length)))
    throw new Malformed();
  if (check === undefined) return { gate };
  const { id, name } = object(check);
  return { gate, check: { id: wholeNumber(id), name: filled(name) } };
}

class Malformed extends Error {}

function reviewFrom(json: unknown): Review {
  const review = object(json);
  const { id, target, state, begun, reassigned, done, steps } = review;
  const known = reviewStates.find(each => each === state);
  if (known === undefined) throw new Malformed();
  return {
    id: filled(id),
    target: text(target),
    state: known,
    ...texts(review, ["case", "label", "evidence", "by", "at"]),
    ...(begun !== undefined && { begun: begunFrom(begun) }),
    ...(reassigned !== undefined && { reassigned: reassignedFrom(reassigned) }),
    ...(done !== undefined && { done: listOf(done, filled) }),
    steps: listOf(steps, wholeNumber),
  };
}

function begunFrom(json: unknown): Begun {
  const begun = object(json);
  const { verb, by, at, command } = begun;
  const known = verbs.find(each => each === verb);
  if (known === undefined) throw new Malformed();
  return { verb: known, by: text(by), at: text(at), command: filled(command), ...texts(begun, ["job"]) };
}

function reassignedFrom(json: unknown): Reassigned {
  const reassigned = object(json);
  return { by: text(reassigned["by"]), at: text(reassigned["at"]), ...texts(reassigned, ["to"]) };
}

function stepFrom(json: unknown): GateStep {
  const { key, run, incomplete } = object(json);
  const step = { key: text(key), run: runFrom(run) };
  if (incomplete === undefined) return step;
  const { why, targets } = object(incomplete);
  if (why === "cancelled") return { ...step, incomplete: { why } };
  if (why === "not run") return { ...step, incomplete: { why, targets: wholeNumber(targets) } };
  throw new Malformed();
}

function runFrom(json: unknown): RunOf {
  const { id, attempt } = object(json);
  return { id: wholeNumber(id), attempt: wholeNumber(attempt) };
}

function object(json: unknown): JsonObject {
  if (!isJsonObject(json)) throw new Malformed();
  return json;
}

function listOf<T>(json: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(json)) throw new Malformed();
  return json.map(read);
}

function text(json: unknown): string {
  if (typeof json !== "string") throw new Malformed();
  return json;
}

function filled(json: unknown): string {
  return matching(json, /./s);
}

function matching(json: unknown, pattern: RegExp): string {
  if (!pattern.test(text(json))) throw new Malformed();
  return text(json);
}

function wholeNumber(json: unknown): number {
  if (typeof json !== "number" || !Number.isSafeInteger(json) || json < 0) throw new Malformed();
  return json;
}

/** Those of the names that are there; each must be text. */
function texts<N extends string>(json: JsonObject, names: readonly N[]): { readonly [K in N]?: string } {
  const found: { [K in N]?: string } = {};
  for (const name of names) if (json[name] !== undefined) found[name] = text(json[name]);
  return found;
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
