/**
 * Inverts the evidence of responses that read as passed, one piece at a time, and lists changes after which the
 * response still reads as passed. It finds evidence by its own plain words, because the reader's vocabulary would hide
 * the reader's own gaps.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { readResponse } from "../../shared/reading/read.ts";

export interface EvidenceChange {
  readonly path: readonly (string | number)[];
  readonly from: JsonValue;
  readonly to: JsonValue;
}

const success =
  /^(?:pass|passed|passing|success|successful|succeeded|ok|okay|green|complete|completed|finished|done)$/i;
const insteadOfSuccess = ["failed", "error", "running", "timeout", "cancelled", "needs review"];
const nameOfSuccess = /pass|succe|ok$|valid|correct|complete|finish|done|healthy|(?:^|_)met$/i;
const nameOfFailure = /fail|error|crash|broken|timed_?out|abort|cancel|violation|unexpected|exit_?code/i;
/** A larger number is a time or an id. */
const mostCases = 1e6;

export function changesOf(response: JsonObject): EvidenceChange[] {
  const changes: EvidenceChange[] = [];
  const look = (value: JsonValue, path: readonly (string | number)[]): void => {
    const name = String(path.findLast(step => typeof step === "string") ?? "");
    for (const to of contraries(value, name)) changes.push({ path, from: value, to });
    if (Array.isArray(value)) value.forEach((inner, index) => void look(inner, [...path, index]));
    else if (isJsonObject(value))
      for (const [inner, field] of Object.entries(value)) look(field, [...path, inner]);
  };
  look(response, []);
  return changes;
}

function contraries(value: JsonValue, name: string): JsonValue[] {
  if (typeof value === "string") return success.test(value) ? insteadOfSuccess : [];
  if (value === true) return nameOfSuccess.test(name) ? [false] : [];
  if (value === false) return nameOfFailure.test(name) ? [true] : [];
  if (value === 0) return nameOfFailure.test(name) ? [1] : [];
  if (typeof value !== "number" || !Number.isInteger(value) || value > mostCases) return [];
  return value > 0 && nameOfSuccess.test(name) ? [value - 1] : [];
}

export function applyEvidenceChange(response: JsonObject, { path, to }: EvidenceChange): JsonObject {
  const copy = structuredClone(response);
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
  Object.assign(Object(holder), { [path.at(-1) ?? ""]: to });
  return copy;
}

export function describeChange({ path, from, to }: EvidenceChange): string {
  return `${path.join(".")}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`;
}

/** Counts the changes tried, and lists those after which the response still reads as passed. */
export function survivorsOf(response: JsonObject): {
  readonly tried: number;
  readonly survivors: EvidenceChange[];
} {
  if (readResponse(response).verdict !== "passed") return { tried: 0, survivors: [] };
  const changes = changesOf(response);
  const survivors = changes.filter(
    change => readResponse(applyEvidenceChange(response, change)).verdict === "passed",
  );
  return { tried: changes.length, survivors };
}
