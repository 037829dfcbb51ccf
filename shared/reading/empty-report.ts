/** Sees whether a response has no report at all, or an empty one because the run has only just been accepted. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { reportedCases } from "./announced-cases.ts";
import { judgementInputOf } from "./judgement-input.ts";
import { keyOf } from "./keys.ts";
import type { Reading } from "./reading.ts";
import { envelopeNames, isWrittenLikeId, nameByField } from "./run-fields.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords, statusOfText } from "./words.ts";

/** The report counts or lists no cases, and nothing in it shows that the run is over. */
export function isEmptyReport(response: JsonObject, reading: Reading): boolean {
  const { verdict, evidence, totals } = reading;
  if (verdict !== "unknown" || reportedCases(reading) > 0 || evidence.basis?.kind === "pass-when")
    return false;
  const { findings } = judgementInputOf(response, { request: undefined });
  const { emptyCaseList, zeroTotals, hasEndWord, hasEndTime, runOutcomes } = findings;
  const isOver =
    hasEndWord ||
    hasEndTime ||
    runOutcomes.some(({ status }) => status !== null && status !== "success" && status !== "neutral");
  return !isOver && (emptyCaseList !== null || zeroTotals.length > 0 || totals.total === 0);
}

const mostLevels = 4;
const requestFlags = new Set(squashedWords(vocabulary.requestFlags));

/** `{}`, `{report: null}` and `{success: true, data: {}}`: the response contains nothing about a run. */
export function hasNoReport(response: JsonObject): boolean {
  return isWithoutReport(response, 1);
}

function isWithoutReport(object: JsonObject, level: number): boolean {
  let isAllEmpty = true;
  let hasEmptyEnvelope = false;
  for (const [name, value] of Object.entries(object)) {
    if (isNothing(name, value, level)) hasEmptyEnvelope ||= envelopeNames.has(squash(name));
    else if (!isIdField(name, value)) {
      if (!isAboutRequest(name, value)) return false;
      isAllEmpty = false;
    }
  }
  return isAllEmpty || hasEmptyEnvelope;
}

/** An empty list counts only as an envelope, because elsewhere it can be good news: `failures: []`. */
function isNothing(name: string, value: JsonValue, level: number): boolean {
  if (Array.isArray(value)) return value.length === 0 && envelopeNames.has(squash(name));
  if (isJsonObject(value)) return level < mostLevels && isWithoutReport(value, level + 1);
  return value === null || value === "";
}

function isIdField(name: string, value: JsonValue): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const { isId, isReference } = keyOf(name);
  return isId || isReference || (nameByField.has(squash(name)) && isWrittenLikeId(value));
}

function isAboutRequest(name: string, value: JsonValue): boolean {
  if (value === true) return requestFlags.has(squash(name));
  return typeof value === "string" && (keyOf(name).isDescription || statusOfText(value) === "success");
}
