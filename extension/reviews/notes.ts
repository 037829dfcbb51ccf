/**
 * What a response tells about reviews. Nothing says how a review's state is called, so it is read like any other
 * response: one with a verdict is settled, one that goes on waits for a person, and what says neither is waiting until
 * it has been submitted from here.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { read } from "../../shared/report/read.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { isCalibration } from "../operations/kinds.ts";
import type { ReviewNote } from "../records/memory.ts";

export function reviewNotes(
  name: OperationName,
  id: string | undefined,
  response: JsonObject,
): Map<string, Partial<ReviewNote>> {
  const about = operation(name).kind === "review" ? (id ?? response["id"]) : undefined;
  const notes = new Map<string, Partial<ReviewNote>>();
  for (const [mentioned, review] of reviewsIn(response, about)) {
    const { verdict, running, evidence } = read(review, { operation: name });
    const submitted = name === "submitReview" && mentioned === id && !running;
    const isTold = running || verdict !== "unknown" || submitted;
    notes.set(mentioned, {
      ...(isTold
        ? { settled: submitted || (verdict !== "unknown" && !running), evidence: wordsFor(evidence) }
        : {}),
      ...(mentioned === about ? { calibration: isCalibration(name) } : {}),
    });
  }
  return notes;
}

/**
 * "status is waiting". The reader draws conclusions about runs, which a review is not: of it only the field that they
 * rest on is of interest. Nothing where there is none.
 */
function wordsFor(evidence: string): string {
  const [, field, value] = /^`([^`]+)` is `([^`]+)`/.exec(evidence) ?? [];
  return field === undefined ? "" : `${field} is ${value}`;
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
