/**
 * What a response tells about reviews. Nothing says how a review's state is called, so it is read like any other
 * response, and its words are taken as those about a review: one with a verdict or an end is settled, one that goes on
 * waits for a person, and what says neither is waiting until it has been submitted from here.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Reading } from "../../shared/report/model.ts";
import { read } from "../../shared/report/read.ts";
import { saysOf, squash } from "../../shared/report/reading/words.ts";
import { type OperationName, operation, sendsBody } from "../../shared/service/operations.ts";
import { inWords, saidIn } from "../operations/answer.ts";
import type { ReviewNote } from "../services/memory.ts";

/** These end a review; of a run they say that it goes on, or nothing. */
const ends = new Set(["submitted", "approved", "reviewed", "resolved", "settled"]);
/** With these a person is waited for, also when one has just submitted a verdict: it may be another's turn. */
const waits = /wait|pending|^(re)?open|(needs?|in|under|to|for|requires?)\P{L}?review/iu;

export function reviewNotes(
  name: OperationName,
  id: string | undefined,
  response: JsonObject,
): Map<string, Partial<ReviewNote>> {
  const about = operation(name).kind === "review" ? (id ?? response["id"]) : undefined;
  const notes = new Map<string, Partial<ReviewNote>>();
  for (const [mentioned, review] of reviewsIn(response, about)) {
    const reading = read(review, { operation: name });
    const settled = isSettled(reading, mentioned === about ? name : undefined);
    const said = saidIn(reading.evidence);
    notes.set(mentioned, {
      ...(settled === undefined ? {} : { settled, evidence: said === undefined ? "" : inWords(said) }),
      ...(mentioned === about ? { calibration: operation(name).isCalibration === true } : {}),
    });
  }
  return notes;
}

/** Undefined where nothing is said. `done` is the operation that was about this review. */
function isSettled({ verdict, running, evidence }: Reading, done?: OperationName): boolean | undefined {
  const { field, value } = saidIn(evidence) ?? { field: "", value: "" };
  const word = value === "true" ? field : value;
  const submitted = done !== undefined && operation(done).role === "decide";
  // Reassigned or started, "submitted" and "done" may tell of just that.
  const tellsOfReview = done === undefined || submitted || !sendsBody(done);
  if (tellsOfReview && ends.has(squash(word))) return true;
  if (waits.test(word)) return false;
  if (submitted) return true;
  if (running) return false;
  return verdict !== "unknown" || (tellsOfReview && saysOf(word) === "finished") ? true : undefined;
}

/** Every review that the response holds as an object, by its id; the response itself where it is about one. */
function reviewsIn(response: JsonObject, about: JsonValue | undefined): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  // An id of its own that is not the review's is that of something else.
  const waiting: { value: JsonValue; isReview: boolean }[] = [{ value: response, isReview: false }];
  if (typeof about === "string" && about !== "") found.set(about, response);
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, isReview } = visit;
    if (Array.isArray(value)) {
      for (const element of value) waiting.push({ value: element, isReview });
    } else if (isJsonObject(value)) {
      const { id } = value;
      if (isReview && typeof id === "string" && id !== "" && !found.has(id)) found.set(id, value);
      for (const [name, child] of Object.entries(value)) {
        if (typeof child === "object")
          waiting.push({ value: child, isReview: name === "review" || name === "reviews" });
      }
    }
  }
  return found;
}
