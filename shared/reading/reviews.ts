/**
 * What a response says about reviews. No field of the service is documented, so a review's object is read like any other
 * response; the words that mean something else of a review than of a run stand here.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type OperationName, operation, sendsBody } from "../service/operations.ts";
import { mainField } from "./evidence.ts";
import { keyOf } from "./keys.ts";
import { ownName } from "./names.ts";
import { read } from "./read.ts";
import type { Reading, Review } from "./reading.ts";
import { labelIn, meanings, mentionsIn, type Visit } from "./records.ts";
import { flagIn, labelIn as textOf } from "./values.ts";
import { entries, squash } from "./words.ts";

/** These words end a review; of a run they say that it goes on, or nothing. */
const ends = new Set(["submitted", "approved", "reviewed", "resolved", "settled"]);
/** With these a person is waited for, also when one has just submitted a verdict: it may be another's turn. */
const waits =
  /wait|pending|^un(?:assigned|decided|resolved|settled)|^(?:re)?open|^(?:needs?|requires?)\P{L}|(?:needs?|in|under|to|for|requires?)\P{L}?review/iu;
/** What a review that is over has been, or has a moment or a person of. */
const over = /^(?:is|has|was)?(?:settled|submitted|decided|resolved|reviewed|closed)(?:at|on|by)?$/;

/**
 * Every review that the response mentions, once, in the order of first mention, after the one that the operation is
 * about: of that one the response as a whole speaks. Another is open where one of several mentions says so.
 */
export function reviewsIn(name: OperationName, response: JsonObject, askedFor?: string): Review[] {
  const isAboutReview = operation(name).kind === "review";
  if (!isAboutReview && !mayMentionReviews(response)) return [];
  const reviews = new Map<string, Review>();
  const about = isAboutReview ? (askedFor ?? response["id"]) : undefined;
  if (typeof about === "string" && about !== "") reviews.set(about, reviewIn(about, response, name));
  const caseNames = new Map<JsonObject, string | null>();
  for (const { kind, id, at } of mentionsIn(name, response, askedFor)) {
    if (kind !== "review" || id === about) continue;
    const review = isJsonObject(at.value) && at.depth < deepest ? reviewIn(id, at.value) : { id };
    const around = caseAround(at, caseNames);
    const placed = around === undefined ? review : { ...review, case: around };
    reviews.set(id, joined(reviews.get(id), placed));
  }
  return [...reviews.values()];
}

/** The object of a record this deep in others is not read: each reading covers all that is in the object. */
const deepest = 5;

const reviewNames = new Set([...meanings].flatMap(([name, { kind }]) => (kind === "review" ? [name] : [])));

/** Most responses mention no review, and to find that out is cheaper than to look at each mention of a record. */
export function mayMentionReviews(response: JsonObject): boolean {
  const waiting: (JsonObject | JsonValue[])[] = [response];
  const add = (value: JsonValue | undefined): void => {
    if (typeof value === "object" && value !== null) waiting.push(value);
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (Array.isArray(at)) at.forEach(add);
    else {
      for (const name in at) {
        // The first test spares most names the second, which takes longer.
        if (name.startsWith("review") && reviewNames.has(name)) return true;
        add(at[name]);
      }
    }
  }
  return false;
}

/** What the first mention says stands, and an open state before a settled one. */
function joined(before: Review | undefined, review: Review): Review {
  if (before === undefined) return review;
  const both = { ...review, ...before };
  if (review.state !== "open" || before.state !== "settled") return both;
  const { verdict, ...open } = both;
  return { ...open, state: "open", ...(review.evidence && { evidence: review.evidence }) };
}

/** `done` is the operation that was about this review. */
function reviewIn(id: string, object: JsonObject, done?: OperationName): Review {
  const label = labelIn(object, id);
  const itsCase = caseIn(object);
  const whole = saidIn(id, object, done);
  const records = done === undefined || whole.state === "open" ? [] : wrappedIn(id, object);
  const { state, reading } =
    records.map(record => saidIn(id, record, done)).find(each => each.state === "open") ?? whole;
  return {
    id,
    ...(label !== undefined && { label }),
    ...(itsCase !== undefined && { case: itsCase }),
    ...(state !== undefined && { state, evidence: reading.evidence }),
    ...(state === "settled" && { verdict: reading.verdict }),
    ...(isCalibration(object) && { calibration: true as const }),
  };
}

function saidIn(id: string, object: JsonObject, done?: OperationName) {
  const reading = read(withoutOthers(id, object));
  return { reading, state: stateOf(reading, object, done) };
}

/** What an answer wraps, and may be the record of the review itself. */
export const envelopes: ReadonlySet<string> = new Set(
  entries("data | response | payload | body | content | attributes | review | reviews"),
);

/** An error beside it may tell of the call; that the review waits is told by its own record. */
function wrappedIn(id: string, object: JsonObject, depth = 1): JsonObject[] {
  const inner = Object.entries(object).flatMap(([name, value]) => {
    if (!envelopes.has(squash(name))) return [];
    if (Array.isArray(value)) return value.filter(isJsonObject).filter(each => each["id"] === id);
    return isJsonObject(value) && (typeof value["id"] !== "string" || value["id"] === id) ? [value] : [];
  });
  return depth === 3 ? inner : inner.flatMap(each => [each, ...wrappedIn(id, each, depth + 1)]);
}

const calibrationWord = /^(?:is)?calibration(?:review)?$/;

/** Where a field of its own says so: `type: "calibration"`, `is_calibration: true`. */
function isCalibration(review: JsonObject): boolean {
  return Object.entries(review).some(
    ([name, value]) =>
      (typeof value === "string" && value.length < 30 && calibrationWord.test(squash(value))) ||
      (value === true && calibrationWord.test(squash(name))),
  );
}

/** Other reviews in the object speak for themselves. */
function withoutOthers(id: string, review: JsonObject): JsonObject {
  const isOther = (value: JsonValue | undefined): boolean =>
    isJsonObject(value) && value["id"] !== undefined && value["id"] !== id;
  const others = Object.keys(review).filter(name => {
    const value = review[name];
    return reviewNames.has(name) && (Array.isArray(value) ? value.some(isOther) : isOther(value));
  });
  if (others.length === 0) return review;
  return Object.fromEntries(Object.entries(review).filter(([name]) => !others.includes(name)));
}

/** The verdict beside it may be the one that a person is to look at. */
function saysOpen(review: JsonObject): boolean {
  const fields = Object.entries(review);
  const isWaiting = fields.some(
    ([name, value]) =>
      (/^(?:is)?open$/i.test(name) && flagIn(value) === true) ||
      (typeof value === "string" && value.length < 40 && keyOf(name).outcome !== null && waits.test(value)),
  );
  const ends = fields.flatMap(([name, value]) => (over.test(squash(name)) ? [value] : []));
  return isWaiting || (ends.length > 0 && ends.every(value => value === null || flagIn(value) === false));
}

function stateOf(
  { verdict, running, evidence }: Reading,
  review: JsonObject,
  done: OperationName | undefined,
): Review["state"] {
  const field = mainField(evidence);
  const value = field?.value ?? "";
  const word = flagIn(value) === true ? (field?.name ?? "") : String(value);
  const submitted = done === "submitReview";
  // Reassigned or started, "submitted" and "done" may tell of just that.
  const tellsOfReview = done === undefined || submitted || !sendsBody(done);
  if (tellsOfReview && ends.has(squash(word))) return "settled";
  if (waits.test(word) || (tellsOfReview && saysOpen(review))) return "open";
  if (submitted) return "settled";
  if (running) return "open";
  return verdict !== "unknown" || (tellsOfReview && field?.says === "finished") ? "settled" : undefined;
}

// --- The case that a review is about -------------------------------------------------------------------------------

/** The name of the nearest case or question around it. */
function caseAround(review: Visit, names: Map<JsonObject, string | null>): string | undefined {
  const nameOf = (object: JsonObject): string | null => {
    let name = names.get(object);
    if (name === undefined) {
      name = ownName(object);
      names.set(object, name);
    }
    return name;
  };
  const object = caseObjectAround(review, nameOf);
  return object && (nameOf(object) ?? undefined);
}

/** The nearest object around it that may be a case and has a name. */
export function caseObjectAround(review: Visit, nameOf = ownName): JsonObject | undefined {
  const farthest = 6;
  let at = review.parent;
  for (let steps = 0; at !== undefined && steps < farthest; at = at.parent, steps++) {
    if (isJsonObject(at.value) && mayBeCase(at) && nameOf(at.value) !== null) return at.value;
  }
  return undefined;
}

/** A test, a scenario, or an element of a list that is neither another record nor a part of a case. */
function mayBeCase({ meaning, listed, key }: Visit): boolean {
  if (meaning?.form === "record") return meaning.kind === "test" || meaning.kind === "scenario";
  return listed && keyOf(key).holds !== "parts";
}

/** The object of the case that stands in the review's own. */
export function caseObjectIn(review: JsonObject): JsonObject | undefined {
  for (const name in review) {
    const value = review[name];
    if (isJsonObject(value) && keyOf(name).holds === "cases" && textOf(value) !== null) return value;
  }
  return undefined;
}

/** The case or the question that the review's own object names. */
function caseIn(review: JsonObject): string | undefined {
  for (const name in review) {
    const value = review[name];
    if (typeof value !== "string" && !isJsonObject(value)) continue;
    if (keyOf(name).holds !== "cases") continue;
    const text = textOf(value);
    if (text !== null) return text;
  }
  return undefined;
}
