/** Sees whether a response has no report at all, or one that is empty or has gaps because the run goes on. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Announcement, reportedCases, statedCases } from "./announced-cases.ts";
import type { Findings } from "./findings.ts";
import { judgementInputOf } from "./judgement-input.ts";
import { keyOf } from "./keys.ts";
import type { Reading } from "./reading.ts";
import { envelopeNames, isWrittenLikeId, nameByField } from "./run-fields.ts";
import { messageTextIn } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { isUnrun, squash, squashedWords, statusOfText } from "./words.ts";

/** The report counts or lists no cases, and nothing in it shows that the run is over. */
export function isEmptyReport(response: JsonObject, reading: Reading): boolean {
  const { totals } = reading;
  if (!isUndecided(reading) || reportedCases(reading) > 0) return false;
  const findings = findingsWithoutEnd(response);
  return (
    findings !== undefined &&
    (findings.emptyCaseList !== null || findings.zeroTotals.length > 0 || totals.total === 0)
  );
}

const notReady =
  /\bnot\s(?:yet\s)?(?:ready|available|finished|complete)|\b(?:being|is|are)\s(?:still\s)?(?:generated|prepared|processed|computed)|\bstill\s(?:running|processing)/i;
const readyFlag = /(?:ready|available)$/;

/** The report of a started run lacks cases or the verdict and states no end, so the run may go on. */
export function isUnfinishedReport(response: JsonObject, reading: Reading): boolean {
  const { basis, objection = basis } = reading.evidence;
  if (!isUndecided(reading) || findingsWithoutEnd(response) === undefined) return false;
  if (objection?.kind === "missing" || objection?.kind === "partly-listed") return true;
  const text = messageTextIn(response) ?? "";
  if (reportedCases(reading) === 0 && notReady.test(text.replaceAll("_", " "))) return true;
  return (
    objection?.kind === "facts" &&
    objection.meaning !== "nothing-ran" &&
    (objection.meaning === "nothing-passed" ||
      objection.facts.some(
        ({ status, value, name }) =>
          isUnrun(status) || value === null || (value === false && readyFlag.test(squash(name))),
      ))
  );
}

/** The report has fewer cases than the start announced, and states no end, so the others may still come. */
export function lacksAnnouncedCases(
  response: JsonObject,
  reading: Reading,
  { count }: Announcement,
): boolean {
  const reported = statedCases(response, reading);
  // An expression of the team can mean that a part is enough, or count otherwise.
  const isDecided = reading.verdict === "failed" || reading.evidence.basis?.kind === "pass-when";
  return !isDecided && reported > 0 && reported < count && findingsWithoutEnd(response) !== undefined;
}

/** A team's expression has decided nothing either. */
function isUndecided({ verdict, evidence }: Reading): boolean {
  return verdict === "unknown" && evidence.basis?.kind !== "pass-when";
}

/** Undefined if the response states an end or an outcome. */
function findingsWithoutEnd(response: JsonObject): Findings | undefined {
  const { findings } = judgementInputOf(response, { request: undefined });
  const { hasEndWord, hasEndTime, runOutcomes } = findings;
  const isOver = runOutcomes.some(
    ({ status, kind }) =>
      status !== null &&
      status !== "success" &&
      status !== "neutral" &&
      !(status === "failed" && kind === "flag"),
  );
  return hasEndWord || hasEndTime || isOver ? undefined : findings;
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
