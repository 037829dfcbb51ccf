/** Reads the fields of an object: outcomes, counts and descriptions. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf, isAsExpected } from "./compared-names.ts";
import type { CaseFact, Key } from "./key.ts";
import { isAboutPages } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { type FieldPath, flagField, type ObjectNode, writableDetails } from "./nodes.ts";
import { listsLeftOut } from "./number-names.ts";
import {
  badCauseIn,
  indexOfBadWord,
  indexOfSevereFinding,
  isStoppedEarly,
  namesStopCause,
  objectionStatusOf,
  openReviewFieldOf,
  showsFailure,
} from "./objections.ts";
import { isReport, reportsFailures, tellsGap } from "./prose.ts";
import { findBelowThreshold, findShortfall } from "./shortfall.ts";
import {
  amountIn,
  countIn,
  type DurationUnits,
  durationMsInText,
  flagIn,
  isTimeText,
  isUnfinished,
  labelTextIn,
  linkIn,
  mayBeNumber,
  messageTextIn,
  progressIn,
  progressInObject,
  rateOfTwo,
  shareIn,
  valuesNamed,
} from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  decisionMeaningOf,
  isKnownWord,
  isNonCaseType,
  isTaughtHarmless,
  mayMeanPass,
  squashedWords,
  statusOfResult,
  taughtStatusOf,
} from "./words.ts";

/** Receives the describing fields outside cases, because they can describe the run as a whole. */
export type RunFieldReader = (
  node: ObjectNode,
  key: Key,
  name: string,
  value: string | number | boolean,
) => void;

const metNames = new Set(squashedWords(vocabulary.metricNames.met));
const flakyFailures = new Set(squashedWords(vocabulary.flakyFailureNames));
const goals = new Set(squashedWords(vocabulary.goalFlags));
const none: string[] = [];

/** Reads all fields, unless the node is an input. Returns the names of fields with objects, lists or ids of records. */
export function readFields(
  node: ObjectNode,
  units: DurationUnits,
  onRunField: RunFieldReader,
): readonly string[] {
  const { area, enclosingCase } = node.context;
  if (area === "input") return nestedIn(node.value);
  const ofRun = enclosingCase === null && (area === "run" || area === "other");
  let nested = none;
  let isBounded = false;
  const needsClaims = ofRun || node.context.key.isCriteriaObject;
  // `for … in` needs no check for inherited names, because parsed JSON inherits no enumerable ones.
  for (const name in node.value) {
    const value = node.value[name];
    if (value === undefined) continue;
    const key = keyOf(name);
    if (key.recordShape?.shape === "id" && typeof value === "string") {
      if (nested === none) nested = [name];
      else nested.push(name);
    }
    if (key.caseFact !== null) readCaseFact(node, key.caseFact, value);
    if (value === null) readNull(node, key, name);
    else if (typeof value === "object") {
      if (key.isAttributeObject && area === "element" && isJsonObject(value))
        readAttributes(node, name, value, units);
      readNested(node, key, name, value, units);
      if (nested === none) nested = [name];
      else nested.push(name);
    } else {
      if (key.isComparedNumber || key.isOperator) isBounded = true;
      if (key.isCaseEvent && isPlainEvent(node, key, value)) continue;
      const isRead =
        key.isOutcome || key.isAboutAttacks
          ? readOutcome(node, key, name, value)
          : key.isAlwaysNeutral && !needsClaims;
      if (!isRead) readClaim(node, key, name, value);
      if (key.isDescribing) readField(node, key, name, value, units);
      if (ofRun && (key.isDescribing || mayBeNumber(value))) onRunField(node, key, name, value);
    }
  }
  if (isBounded) readBounds(node);
  if (node.context.key.isProgress) readProgress(node);
  const openReview = node.context.key.isReview ? openReviewFieldOf(node.value) : undefined;
  if (openReview !== undefined) {
    const value = node.value[openReview] ?? null;
    node.ownObjection ??= flagField(node, openReview, "undecided", typeof value === "object" ? null : value);
  }
  return nested;
}

/** `transferred: true`, `analysis: { in_voicemail: false }`. */
function isPlainEvent({ context }: ObjectNode, { newsIfTrue }: Key, value: JsonValue): boolean {
  if (value === true) return context.area === "element";
  return (
    value === false && newsIfTrue !== "good" && (context.area === "element" || context.enclosingCase !== null)
  );
}

/** `progress: { percent: 80 }`. */
function readProgress(node: ObjectNode): void {
  if (isUnfinished(progressInObject(node.value))) node.addOutcome([], "running", null, "code", false);
}

/** An object directly in a case, such as `scenario`, can also name the case's persona. */
function readCaseFact(node: ObjectNode, fact: CaseFact, value: JsonValue): void {
  const { area, enclosingCase } = node.context;
  const owner =
    area === "element" ? node : area === "other" && node.parent === enclosingCase ? enclosingCase : null;
  const text = owner === null ? null : labelTextIn(value);
  if (owner !== null && text !== null) writableDetails(owner)[fact] ??= text;
}

function readBounds(node: ObjectNode): void {
  const shortfall = findShortfall(node.value, node.context.key);
  if (shortfall === null) return;
  // `{ operator: ">=", value: 0.9, satisfied: true }` has no second number.
  if (keyOf(shortfall.name).isOperator && node.outcomes?.some(({ value }) => value === true)) return;
  const { name, bound, status } = shortfall;
  const value = amountIn(node.value[name] ?? null);
  // The reader can't tell whether more is better, so what states a pass beside it has not failed for sure.
  const isStatedPass =
    node.outcomes?.some(each => each.status === "passed" || each.status === "success") ||
    Object.keys(node.value).some(each => node.value[each] === true && keyOf(each).newsIfTrue === "good");
  if (status === "failed" && !isStatedPass) node.addOutcome(name, status, value, "flag", true, bound);
  else node.ownObjection ??= { ...flagField(node, name, "undecided", value), bound };
}

function nestedIn(object: JsonObject): readonly string[] {
  return Object.keys(object).filter(name => {
    const value = object[name];
    return typeof value === "string"
      ? keyOf(name).recordShape?.shape === "id"
      : typeof value === "object" && value !== null;
  });
}

/** `{ "$": { "name": "pays" } }`, `{ "attributes": { "status": "passed" } }`. */
function readAttributes(node: ObjectNode, name: string, attributes: JsonObject, units: DurationUnits): void {
  for (const inner in attributes) {
    const value = attributes[inner];
    if (value === undefined || value === null || typeof value === "object") continue;
    const key = keyOf(inner);
    if (!readOutcome(node, key, [name, inner], value)) readClaim(node, key, [name, inner], value);
    if (key.isDescribing) readField(node, key, [name, inner], value, units);
  }
}

const mostUnfilled = 5;

/** A verdict of null (`passed: null`) is an outcome of unknown status. */
function readNull(node: ObjectNode, key: Key, name: string): void {
  if (
    node.context.area === "element" &&
    (key.isOutcome || key.fieldRanks.end >= 0 || key.partKind === "judgement")
  ) {
    const details = writableDetails(node);
    details.unfilled ??= [];
    if (details.unfilled.length < mostUnfilled) details.unfilled.push(name);
  }
  const isVerdict = key.outcomeName === "verdict" || (key.outcomeName !== null && key.isDecisive);
  if (isVerdict || (key.isFlag && key.status === "passed"))
    node.addOutcome(name, null, null, key.outcomeName ?? "flag", key.isDecisive);
  else if (goals.has(key.squashed) && describesCase(node)) node.addOutcome(name, null, null, "code", false);
  else if (isOpenCriterion(node, key)) node.ownObjection ??= flagField(node, name, "undecided", null);
}

/** `checks: { safety: null }`. */
function isOpenCriterion({ context, nameOrIndex }: ObjectNode, key: Key): boolean {
  const { isCriteriaObject, isCheckList } = context.key;
  return (
    (isCriteriaObject || isCheckList) &&
    typeof nameOrIndex === "string" &&
    !key.isDescribing &&
    !key.isOutcome
  );
}

// --- Outcomes ------------------------------------------------------------------------------------------------------

/** Returns false if the name and the value don't fit an outcome. The caller then reads the value as a claim. */
function readOutcome(node: ObjectNode, key: Key, path: FieldPath, value: string | number | boolean): boolean {
  if (key.isAboutAttacks && typeof value === "string") return readAttack(node, path, value);
  if (key.outcomeName !== null) {
    if (typeof value === "string") return readWord(node, key, path, value);
    if (typeof value === "number") return readCode(node, key, path, value);
    if (key.outcomeName === "status") return true;
    const isDecisive = key.isDecisive || key.outcomeName === "verdict";
    node.addOutcome(path, value ? "success" : "failed", value, "flag", isDecisive);
    return true;
  }
  // `latencyMs: { success: 239, failure: 900 }`, `cost: { requested: 12, remaining: 988 }`
  const { durationUnitMs, squashed } = node.context.key;
  const countsNoCases = (durationUnitMs ?? 0) > 0 || /^costs?$/.test(squashed);
  const amount = (key.isCount || key.isTotal) && !countsNoCases ? countIn(value) : null;
  if (amount !== null && !isRateOfFailures(node)) node.addCount(path, key, amount);
  const flag = key.isFlag ? flagIn(value) : null;
  if (flag !== null) readFlag(node, key, path, flag);
  else if (key.isFlag && typeof value === "string" && (key.status === "passed" || key.status === "success")) {
    const status = statusOfResult(value);
    if (status !== null) node.addOutcome(path, status, value, "flag", key.status === "passed");
    return status !== null;
  }
  if (key.isCode && typeof value === "number") return readCode(node, key, path, value);
  return flag !== null || amount !== null;
}

/** The success of an attack contradicts a pass, and its failure is no news about the case. */
function readAttack(node: ObjectNode, path: FieldPath, value: string): boolean {
  const status = statusOfResult(value);
  if (status === "success" || status === "passed")
    node.ownObjection ??= flagField(node, path, "failed", value);
  return status !== null;
}

/** `requests_failed: { values: { rate: 0, passes: 0, fails: 20 } }`. */
function isRateOfFailures({ context, parent, value }: ObjectNode): boolean {
  return (
    [context, parent?.context].some(each => /fail|error/.test(each?.key.squashed ?? "")) &&
    rateOfTwo(value) !== null
  );
}

/** For fields that `readOutcome` doesn't understand: keeps the first value that contradicts a pass. */
const timeLeft =
  /^(?:eta|(?:estimated)?(?:time|seconds|minutes|ms)(?:remaining|left)|remaining(?:time|seconds|minutes|ms))(?:s|sec|seconds|minutes|ms)?$/;
const nextLook = /^(?:nextpoll|pollagain|pollafter|checkagain|retryafter|retryin)(?:at|in|s|seconds|ms)?$/;

/** `etaSeconds: 120`, `nextPollAt: "2031-01-01T00:00:00Z"`. */
function goesOn({ squashed }: Key, value: string | number | boolean): boolean {
  if (timeLeft.test(squashed)) return (countIn(value) ?? 0) > 0;
  return nextLook.test(squashed) && value !== "" && value !== 0 && value !== false;
}

/** `erroredCaseIds: ["c3"]`, `pendingReviewIds: ["rev_1"]`. */
function areIdsOfOpen(name: string): boolean {
  const [, listed] = /^(.+?)[_-]?ids$/i.exec(name) ?? [];
  if (listed === undefined) return false;
  const key = keyOf(`${listed}s`);
  const isOutcome = key.elementKind === "outcome" && key.status !== "passed" && key.status !== "skipped";
  return isOutcome || key.isBadNews || key.isFailure || listsLeftOut(key, `${listed}s`);
}

/** `reviews: { open: 2 }`, `qa: { awaiting_listen: 2 }`, but not `reviews: { required: 2 }`. */
function countsOpen({ squashed }: Key, value: string | number | boolean): boolean {
  if (typeof value !== "number" || value <= 0 || squashed.startsWith("required")) return false;
  const shortest = Math.min(squashed.length, 4);
  const beginnings = Array.from({ length: squashed.length - shortest + 1 }, (_, more) =>
    squashed.slice(0, shortest + more),
  );
  return beginnings.some(word => decisionMeaningOf(word, false) === "waits");
}

/** `ergebnis: "gelungen"`: if the team has said what the word means, it means this under a name that says nothing. */
function hasUnknownName({ squashed, isNeutral, isDescription, isDescribing, isIrrelevant }: Key): boolean {
  return (
    isNeutral === false && !isDescription && !isDescribing && !isIrrelevant && !isTaughtHarmless(squashed)
  );
}

function readClaim(node: ObjectNode, key: Key, path: FieldPath, value: string | number | boolean): void {
  const { area, key: around } = node.context;
  // In an object of criteria a name is a criterion, even if it means something else elsewhere.
  const isCriterion =
    around.isCriteriaObject &&
    typeof node.nameOrIndex === "string" &&
    key.fieldRanks.name < 0 &&
    key.fieldRanks.message < 0 &&
    key.toleratesFailureWhen === null;
  if (around.partKind === "judgement" && typeof value === "boolean" && metNames.has(key.squashed)) {
    node.addOutcome(path, value ? "passed" : "failed", value, "flag", true);
    return;
  }
  if (isCriterion && value === true) return;
  const taught = typeof value === "string" && hasUnknownName(key) ? taughtStatusOf(value) : undefined;
  if (taught !== undefined && taught !== "skipped") {
    node.addOutcome(path, taught, value, "verdict", true);
    return;
  }
  if (value === true && goals.has(key.squashed) && describesCase(node)) {
    node.addOutcome(path, "passed", value, "flag", true);
    return;
  }
  if (area === "run" && goesOn(key, value)) {
    node.addOutcome(path, "running", value, "code", false);
    return;
  }
  if ((around.hasReviews || around.isReview) && countsOpen(key, value)) {
    node.ownObjection ??= flagField(node, path, "undecided", value);
    return;
  }
  const share = mayBeShare(node, key) ? shareIn(value) : null;
  if (share !== null && share < 1 && !(share === 0 && key.newsIfTrue === "bad")) {
    node.ownObjection ??= flagField(node, path, "undecided", value);
    return;
  }
  if (isCriterion && (value === false || (typeof value === "string" && statusOfResult(value) === "failed"))) {
    node.ownObjection ??= flagField(node, path, "failed", value);
    return;
  }
  // Inside a case, `false` can be about the case at any depth.
  const isClose =
    area === "run" ||
    area === "element" ||
    isCriterion ||
    (value === false && node.context.enclosingCase !== null);
  if (key.isBadNews && key.measure === "least" && isReached(node.value, key, value)) return;
  const isOfRun = area === "run" || area === "other";
  // `stopReason: "budget_exhausted"` reads like the name of bad news.
  if (typeof value === "string" && key.squashed === "actual" && isAsExpected(node.value, value)) return;
  const isBadReason =
    typeof value === "string" &&
    ((key.isNeutral === "soft" && keyOf(value).newsIfTrue === "bad") ||
      (namesStopCause(key) && isStoppedEarly(value)));
  const status =
    isOfRun && typeof value === "string" && (reportsFailures(value) || (area === "run" && isBadReason))
      ? "failed"
      : (isOfRun || area === "element") && typeof value === "string" && isReport(key) && tellsGap(value)
        ? "interrupted"
        : ((typeof value === "string" ? badCauseIn(key, value) : null) ??
          objectionStatusOf(key, value, isClose));
  if (status !== null) node.ownObjection ??= flagField(node, path, status, value);
}

/** The node is a case, or an object directly in a case. */
function describesCase({ context: { area, enclosingCase }, parent }: ObjectNode): boolean {
  return area === "element" || (enclosingCase !== null && parent === enclosingCase);
}

/** `passed: "3/4"`, `assertions: "3/4"`, and under any unknown name of the run: `page: "1 of 3"`, `bySuite: { b: "1/2" }`. */
function mayBeShare({ context: { area } }: ObjectNode, key: Key): boolean {
  if (area === "run" || area === "other")
    return isAboutPages(key) || (key.isNeutral !== true && key.measure === null && !key.isRatio);
  const { status, isRatio, isTotal, unit, isCriteriaObject } = key;
  const isGood = status === "passed" || status === "success" || status === "finished";
  return isCriteriaObject || (isGood && !isRatio) || (isTotal && unit === "test");
}

/** `requiredReviews: 2` beside `completedReviews: 2`. */
function isReached(
  object: JsonObject,
  { squashed, measuredName }: Key,
  least: string | number | boolean,
): boolean {
  return Object.keys(object).some(name => {
    const other = keyOf(name).squashed;
    return other !== squashed && other.includes(measuredName) && Number(object[name]) >= Number(least);
  });
}

const records = /^(?:project|test|batch|channel|persona|scenario|integration)$/;

/** A record of a batch or a channel is active, too, if nothing runs. */
function isActiveRun({ context: { area, key } }: ObjectNode, value: string): boolean {
  return area === "run" && !records.test(key.squashed) && /^active$/i.test(value);
}

function readWord(node: ObjectNode, key: Key, path: FieldPath, value: string): boolean {
  const { area } = node.context;
  const known = statusOfResult(value);
  const understood =
    known === null || known === "neutral"
      ? (statusOfReview(node, key, value) ?? (isActiveRun(node, value) ? "running" : known))
      : known;
  // "outstanding", "disappointing" and "accepted" are verdicts, although such words mostly mean "running".
  const isUnknownVerdict =
    understood === "running" &&
    key.outcomeName === "verdict" &&
    (!isKnownWord(value) || (area === "run" && mayMeanPass(value)));
  const status = isUnknownVerdict ? null : understood;
  if ((status === null || status === "running") && endsReview(node, key, value)) return true;
  if (
    key.isAspect &&
    (status === null ||
      status === "passed" ||
      status === "success" ||
      status === "finished" ||
      status === "skipped")
  )
    return true;
  if (status === null) {
    // Only a short text of letters can be an unknown status word. Other texts are sentences, ids or numbers.
    const longestStatus = 40;
    const isWord = value.length <= longestStatus && /^\p{L}[\p{L}\s_-]*$/u.test(value);
    if (/\b[1-9]\d*\s+(?:fail|error)/i.test(value)) node.addOutcome(path, "failed", value, "flag", false);
    if (tellsGap(value)) node.ownObjection ??= flagField(node, path, "interrupted", value);
    const isVerdict = key.outcomeName === "verdict" && value.trim() !== "";
    if (!isVerdict && (!isWord || (key.outcomeName === "result" && !key.isDecisive && area === "run")))
      return true;
  }
  // Most values are "passed". Searching these, too, would take a tenth of the reading time.
  if (status === "passed" && value !== "passed" && /flak/i.test(value)) writableDetails(node).isFlaky = true;
  node.addOutcome(
    path,
    status,
    value,
    key.outcomeName ?? "flag",
    key.isDecisive || key.outcomeName === "verdict",
  );
  return true;
}

/** "open" is no status of a run, but an open review waits for a person. */
function statusOfReview({ context }: ObjectNode, key: Key, value: string): Status | null {
  if (!context.key.isReview && !key.isReviewOutcome) return null;
  const meaning = decisionMeaningOf(value, key.outcomeName === "verdict");
  if (meaning === "waits") return "undecided";
  if (meaning === "failed") return "failed";
  return meaning === "passed" || meaning === "unneeded" ? "neutral" : null;
}

/** "submitted" ends a review, but starts a run. */
function endsReview({ context }: ObjectNode, key: Key, value: string): boolean {
  const isReview = /^reviews?$/.test(context.key.squashed) && key.outcomeName !== "verdict";
  return isReview && decisionMeaningOf(value, false) === "ended";
}

/** In a list element, the service's own status number is an outcome of unknown status. An HTTP status is ignored. */
function readCode(node: ObjectNode, key: Key, path: FieldPath, value: number): boolean {
  const isHttp = value >= 100 && value < 600;
  const isServerError = isHttp && value >= 500 && describesCase(node);
  if (isServerError || (isHttp && value >= 400 && node.context.area === "run"))
    node.ownObjection ??= flagField(node, path, "failed", value);
  if (node.context.area === "element" && !isHttp && !key.isAspect)
    node.addOutcome(path, null, value, "code", false);
  return true;
}

function readFlag(node: ObjectNode, key: Key, path: FieldPath, value: boolean): void {
  const { status } = key;
  // `passedOnRetry: false`
  if (!value && status === "passed" && /retr|flak/.test(key.squashed)) return;
  if (status === "passed") node.addOutcome(path, value ? "passed" : "failed", value, "flag", true);
  // `all_ok: true` is about more than the request.
  else if (
    value &&
    status === "success" &&
    (/^all(?!ow)/.test(key.squashed) || (key.unit === "test" && describesCase(node)))
  )
    node.addOutcome(path, "passed", value, "flag", true);
  else if (status === "success") node.addOutcome(path, value ? "success" : "failed", value, "flag", false);
  // With `task_completed: false` the case can be over, because the call may have been dropped.
  else if (status === "finished" && !value && key.unit !== null && node.context.area === "element")
    node.addOutcome(path, "undecided", value, "flag", false);
  else if (status === "finished") node.addOutcome(path, value ? "finished" : "running", value, "flag", false);
  else if (value) node.addOutcome(path, status, value, "flag", status === "failed");
  else if (status === "running") node.addOutcome(path, "finished", value, "flag", false);
}

// --- Objects and lists ---------------------------------------------------------------------------------------------

function readNested(
  node: ObjectNode,
  key: Key,
  name: string,
  value: JsonObject | JsonValue[],
  units: DurationUnits,
): void {
  const { area } = node.context;
  if (key.fieldRanks.message >= 0) {
    const text = messageTextIn(value);
    if (text !== null) takeMessage(node, key, text);
    if (text !== null && !Array.isArray(value)) readRunError(node, key, name, text);
  }
  if (area === "element" && flakyFailures.has(key.squashed)) writableDetails(node).isFlaky = true;
  else if (
    (key.isFailure || (key.isBadNews && !isBoundedMeasurement(value))) &&
    showsFailure(value, key.isError || key.isBadNews)
  )
    node.ownObjection ??= flagField(node, name, key.isFailure ? "failed" : "undecided", null);
  // `abort: { by: "ops" }`
  else if (
    key.status === "interrupted" &&
    key.elementKind === "outcome" &&
    !node.context.key.isLink &&
    !Array.isArray(value) &&
    showsFailure(value, true)
  )
    node.ownObjection ??= flagField(node, name, key.status, null);
  if (Array.isArray(value)) {
    const isOfWords =
      !key.isIgnored &&
      (key.outcomeName !== null || /(?:results|verdicts|statuses|outcomes)$/.test(key.squashed));
    const at = isOfWords ? indexOfBadWord(value) : -1;
    if (at >= 0) node.ownObjection ??= flagField(node, [name, at], "failed", String(value[at]));
    // The ids of reviews don't say whether the reviews wait.
    const areReviewIds = key.squashed === "reviews" && value.some(each => typeof each === "string");
    if (area === "run" && value.length > 0 && (areReviewIds || listsLeftOut(key, name) || areIdsOfOpen(name)))
      node.ownObjection ??= flagField(node, name, null, null);
    if (area === "run") readReportLines(node, key, name, value);
    const severe = key.listsFindings ? indexOfSevereFinding(value) : -1;
    if (severe >= 0) node.ownObjection ??= flagField(node, [name, severe], "undecided", null);
    if (key.fieldRanks.suite >= 0)
      writableDetails(node).suite ??= value.filter(part => typeof part === "string");
    else if (key.fieldRanks.name >= 0 && area === "element") takeName(node, key, labelTextIn(value));
    if (key.attemptCertainty === "surely" && value.length > 0)
      writableDetails(node).retries ??= value.length - 1;
    return;
  }
  const missed = findBelowThreshold(node.value, key, name);
  if (missed !== null) node.ownObjection ??= flagField(node, missed, "failed", null);
  if (area === "element" && key.status === "skipped" && valuesNamed(value, countInside).length === 0)
    node.addOutcome(name, "skipped", null, "flag", false);
  if (area === "run" && key.outcomeName !== null) readWordInside(node, key, name, value);
  if (area === "element" || area === "attempt" || area === "part") {
    if (key.outcomeName !== null) readOutcomeObject(node, key, name, value, units);
    else if (key.fieldRanks.name >= 0) takeName(node, key, labelTextIn(value));
    if (key.fieldRanks.suite >= 0) writableDetails(node).suite ??= suiteOf(labelTextIn(value));
    if (key.isLocation) readLocation(node, value);
  }
  if (key.isCount) {
    const [amount] = valuesNamed(value, countInside);
    const number = amount === undefined ? null : countIn(amount);
    if (number !== null) node.addCount(name, key, number);
  }
}

/** `notes: ["Results are incomplete"]`. */
function readReportLines(node: ObjectNode, key: Key, name: string, lines: readonly JsonValue[]): void {
  if (!isReport(key)) return;
  const texts = lines.map(line => messageTextIn(line) ?? "");
  const at = texts.findIndex(tellsGap);
  if (at >= 0) node.ownObjection ??= flagField(node, [name, at], "interrupted", texts[at] ?? "");
}

const countInside = ["count", "total", "value", "num", "number"];
const wordInside = new Set([
  "name",
  "value",
  "text",
  "label",
  "code",
  "type",
  "key",
  "displayname",
  "displayvalue",
  "summary",
  "id",
]);

/** An object in place of a status word: `status: { name: "FAILED" }`, `state: { result: { name: "PASSED" } }`. */
function readOutcomeObject(
  node: ObjectNode,
  key: Key,
  name: string,
  object: JsonObject,
  units: DurationUnits,
): void {
  for (const inner in object) {
    const value = object[inner];
    const innerKey = keyOf(inner);
    const path = [name, inner];
    if (typeof value === "string") {
      if (innerKey.outcomeName !== null) readWord(node, innerKey, path, value);
      else if (wordInside.has(innerKey.squashed) && statusOfResult(value) !== null)
        readWord(node, key, path, value);
      else if (innerKey.fieldRanks.message >= 0) takeMessage(node, innerKey, messageTextIn(value));
    } else if (typeof value === "boolean") {
      if (innerKey.isFlag) readFlag(node, innerKey, path, value);
    } else if (typeof value === "number") readDuration(node, innerKey, value, units);
    else if (isJsonObject(value) && innerKey.outcomeName !== null) {
      const word = valuesNamed(value, ["name", "value", "text", "label", "status", "result"]).find(
        text => typeof text === "string" && statusOfResult(text) !== null,
      );
      if (typeof word === "string") readWord(node, innerKey, path, word);
    }
  }
}

/** Reads only status words. The walk visits the object later and reads its other fields. */
function readWordInside(node: ObjectNode, key: Key, name: string, object: JsonObject): void {
  for (const inner in object) {
    const value = object[inner];
    if (typeof value !== "string" || !wordInside.has(keyOf(inner).squashed) || statusOfResult(value) === null)
      continue;
    readWord(node, key, [name, inner], value);
  }
}

function readLocation(node: ObjectNode, object: JsonObject): void {
  for (const name in object) {
    const key = keyOf(name);
    const value = object[name];
    if (key.fieldRanks.file >= 0 && typeof value === "string") writableDetails(node).file ??= value;
    if (key.fieldRanks.line >= 0 && isLine(value)) writableDetails(node).line ??= value;
  }
}

// --- Descriptions --------------------------------------------------------------------------------------------------

function readField(
  node: ObjectNode,
  key: Key,
  path: FieldPath,
  value: string | number | boolean,
  units: DurationUnits,
): void {
  const { area } = node.context;
  const { fieldRanks } = key;
  if (key.durationUnitMs !== null) readDuration(node, key, value, units);
  if (key.isRatio) writableDetails(node).hasRatio = true;
  if (key.isProgress && area === "element" && isUnfinished(progressIn(value)))
    node.ownObjection ??= flagField(node, path, "running", value);
  if (key.isProgress && typeof value === "string" && statusOfResult(value) === "running")
    node.ownObjection ??= flagField(node, path, "running", value);
  if (fieldRanks.exitCode >= 0 && typeof value === "number" && value !== 0)
    node.addOutcome(path, "failed", value, "code", true);
  if (fieldRanks.start >= 0 && typeof value !== "boolean") writableDetails(node).start ??= value;
  // "pending" under the name of an end time is no end.
  if (fieldRanks.end >= 0 && typeof value !== "boolean" && (typeof value !== "string" || isTimeText(value)))
    writableDetails(node).end ??= value;
  // A number in quotes is a count and not a message.
  if (fieldRanks.message >= 0 && typeof value === "string" && !/^\d*$/.test(value.trim())) {
    const text = messageTextIn(value);
    takeMessage(node, key, text);
    if (text !== null) readRunError(node, key, path, text);
  }
  if (key.toleratesFailureWhen !== null && flagIn(value) === (key.toleratesFailureWhen === "set"))
    writableDetails(node).isFailureTolerated = true;
  if (area === "run" || area === "part") return;
  if (fieldRanks.name >= 0 && typeof value !== "boolean") takeName(node, key, labelTextIn(value));
  if (key.isId) node.id ??= String(value);
  if (fieldRanks.url >= 0 || key.isLink) takeUrl(node, key, value);
  if (typeof value === "string") readText(node, key, value);
  else if (typeof value === "number") readNumber(node, fieldRanks, value);
  else {
    if (fieldRanks.flaky >= 0) writableDetails(node).isFlaky = value;
    if (fieldRanks.isRetry >= 0 && value) writableDetails(node).isRetry = true;
  }
}

function readText(node: ObjectNode, { fieldRanks, isId, isReference }: Key, text: string): void {
  if (isReference && !isId) {
    const details = writableDetails(node);
    if (details.references === null) details.references = [text];
    else details.references.push(text);
  }
  if (fieldRanks.kind >= 0 && isNonCaseType(text)) node.isNonCase = true;
  if (text === "") return;
  const longest = 1000;
  if (fieldRanks.file >= 0) writableDetails(node).file ??= text.slice(0, longest);
  if (fieldRanks.suite >= 0) writableDetails(node).suite ??= [text.slice(0, longest)];
  if (fieldRanks.skipReason >= 0) writableDetails(node).hasSkipReason = true;
}

function readNumber(node: ObjectNode, fields: Key["fieldRanks"], number: number): void {
  if (fields.line >= 0 && isLine(number)) writableDetails(node).line ??= number;
  if (fields.retries >= 0) writableDetails(node).retries ??= number;
  if (fields.attempts >= 0 && number > 0) writableDetails(node).retries ??= number - 1;
}

/** An error of the run contradicts a pass, but can't fail the run alone. */
function readRunError(node: ObjectNode, key: Key, path: FieldPath, text: string): void {
  if (node.context.area !== "run" || !key.isError) return;
  if (!/^(?:none|null|n\/a|no errors?|false|-)$/i.test(text.trim()))
    node.addOutcome(path, "failed", text, "flag", false);
}

function readDuration(
  node: ObjectNode,
  key: Key,
  value: string | number | boolean,
  units: DurationUnits,
): void {
  if (key.durationUnitMs === null || node.duration !== null || typeof value === "boolean") return;
  if (typeof value === "string") {
    const durationMs = durationMsInText(value);
    if (durationMs !== null) {
      node.duration = durationMs;
      return;
    }
    if (!/^\d+(?:\.\d+)?$/.test(value)) return;
  }
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) return;
  node.duration = number;
  node.durationKey = key;
  if (key.durationUnitMs === 0) units.note(key.squashed, number);
}

function takeName(node: ObjectNode, key: Key, name: string | null): void {
  if (name === null || key.fieldRanks.name >= node.nameRank) return;
  node.name = name;
  node.nameRank = key.fieldRanks.name;
}

function takeMessage(node: ObjectNode, key: Key, text: string | null): void {
  if (text === null) return;
  if (key.isError) node.hasError = true;
  if (key.fieldRanks.message >= node.messageRank) return;
  node.message = text;
  node.messageRank = key.fieldRanks.message;
}

function takeUrl(node: ObjectNode, key: Key, value: JsonValue): void {
  const otherLinks = 1000;
  const rank = key.fieldRanks.url >= 0 ? key.fieldRanks.url : otherLinks;
  if (rank >= node.urlRank) return;
  const link = linkIn(value);
  if (link === null) return;
  node.url = link;
  node.urlRank = rank;
}

function isLine(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

function suiteOf(text: string | null): string[] | null {
  return text === null ? null : [text];
}

/** `toxicity: { mean: 0.01, max_allowed: 0.05 }`: `findShortfall` compares them. */
function isBoundedMeasurement(value: JsonObject | JsonValue[]): boolean {
  if (Array.isArray(value)) return false;
  const measures = comparedNamesOf(value).map(name => keyOf(name).measure);
  return measures.includes("value") && (measures.includes("most") || measures.includes("least"));
}
