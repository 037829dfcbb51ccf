/**
 * Reads a person's decision from the service's response and from the fields of the request. In the response to a
 * submission only a known word or name ends the review, because an unknown word may mean that the review still waits
 * for somebody.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Findings, ReviewNode } from "./findings.ts";
import type { Key } from "./key.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { ResponseNode } from "./nodes.ts";
import { isWrittenLikeStatus, objectionStatusOf } from "./objections.ts";
import { kindOf } from "./run-objects.ts";
import { flagIn, flagOrDigitIn } from "./values.ts";
import { denialWords, requestFlags, reviewEndNames } from "./vocabulary.ts";
import { walk } from "./walk.ts";
import {
  decisionMeaningOf,
  findWord,
  isInconclusive,
  isTaughtHarmless,
  isUnrun,
  splitTable,
  squash,
  squashedWords,
  statusOfText,
  statusOfWord,
} from "./words.ts";

type FactMeaning = "passed" | "failed" | "unclear" | "ended" | "not ended" | "waits" | "refused";

/** A field of a response or a request that describes the state of a review. */
export interface DecisionFact {
  readonly name: string;
  readonly value: JsonValue;
  /** `unclear`: neither passed nor failed, or not understood. `refused`: the service rejected the request. */
  readonly meaning: FactMeaning;
  /** A flag, or a field named like an outcome. Beside such a field, words under other names are remarks. */
  readonly isDecisive: boolean;
  readonly isFlag: boolean;
  readonly isUnknown?: true;
}

type Source = "response" | "request" | "record";

export function readRequestDecision(fields: JsonObject): DecisionFact[] {
  return factsIn(fields, "request").filter(
    ({ meaning }) => meaning === "passed" || meaning === "failed" || meaning === "unclear",
  );
}

interface DecisionContext {
  /** A name that occurs twice in one object of the response, so one of its values is lost. */
  readonly repeated?: string | undefined;
  readonly knownReviews?: ReadonlySet<string>;
}

export function readResponseDecision(
  findings: Findings,
  review: string,
  { repeated, knownReviews }: DecisionContext = {},
): DecisionFact[] {
  const isReview = (id: string) => knownReviews?.has(id) || isLikeId(id, review);
  const nodes = [...findings.reviewNodes].flatMap(([{ id, ownNode }, objects]) =>
    id === review || ownNode?.parent === null ? objects : [],
  );
  const own = [...new Set(nodes)].filter(({ value }) => !isOfAnother(value, review));
  const facts = own.flatMap(({ value, context: { key } }) => [
    ...factsIn(value, key.hasReviews ? "record" : "response"),
    ...shortagesIn(value),
  ]);
  return [
    // If a known word or name ends the review, fields with unknown names add nothing.
    ...(facts.some(({ meaning }) => meaning === "ended")
      ? facts.filter(({ isUnknown }) => !isUnknown)
      : facts),
    ...factsBelow(findings, review, new Set(own)),
    ...[...findings.reviewNodes.keys()].flatMap(({ ownNode }) =>
      ownNode?.parent === null ? doubtsOfAnother(ownNode.value, review, isReview) : [],
    ),
    ...(repeated === undefined
      ? []
      : [{ name: repeated, value: null, meaning: "unclear" as const, isDecisive: true, isFlag: false }]),
  ];
}

const mostWrappers = 4;

/**
 * A response about something else can't end the review, but its bad news counts: `{ id: "sub_80", error: "Not saved" }`.
 * A response about another review leaves the decision unclear.
 */
function doubtsOfAnother(
  object: JsonObject,
  review: string,
  isReview: (id: string) => boolean,
  depth = 0,
  isNamedReview = false,
): DecisionFact[] {
  if (idsOf(object).includes(review)) return [];
  const wrapped = Object.entries(object).flatMap(([name, value]) => {
    const isWrapper = keyOf(name).isEnvelope || squash(name) === "review";
    return isWrapper && isJsonObject(value) && depth < mostWrappers
      ? doubtsOfAnother(value, review, isReview, depth + 1, squash(name) === "review")
      : [];
  });
  if (!isOfAnother(object, review)) return wrapped;
  const doubts = factsIn(object, "response").flatMap((fact): DecisionFact[] => {
    if (fact.meaning === "passed" || fact.meaning === "ended") return [];
    return [
      fact.meaning === "failed" || fact.meaning === "not ended" ? { ...fact, meaning: "unclear" } : fact,
    ];
  });
  const isReviewObject = isNamedReview || /^reviews?$/i.test(kindOf(object));
  const another = Object.entries(object).find(
    ([name, value]) =>
      squash(name) === "reviewid" ||
      (idNames.includes(name) && (isReviewObject || (typeof value === "string" && isReview(value)))),
  );
  if (another === undefined) return [...doubts, ...wrapped];
  const [name, value] = another;
  return [{ name, value, meaning: "unclear", isDecisive: true, isFlag: false }, ...doubts, ...wrapped];
}

export function readRecordDecision(nodes: readonly ReviewNode[]): DecisionFact[] {
  return nodes.flatMap(({ value }) => factsIn(value, "record"));
}

/** The names of the fields that describe a state from before the decision of `verdict`. */
export function outdatedFields(record: JsonObject, verdict: string | undefined): string[] {
  return factsIn(record, "record").flatMap(({ name, meaning }) => {
    const isOther = (meaning === "passed" || meaning === "failed") && verdict !== undefined;
    const isOutdated = meaning === "waits" || meaning === "not ended" || (isOther && meaning !== verdict);
    return isOutdated ? [name] : [];
  });
}

/** The names of the fields that describe a decision. */
export function decidedFields(record: JsonObject): string[] {
  return factsIn(record, "record").flatMap(({ name, meaning }) =>
    meaning === "passed" || meaning === "failed" || meaning === "ended" ? [name] : [],
  );
}

/** Empty unless the response reports that this review is decided. A verdict that repeats the request isn't enough. */
export function readConflictDecision(
  response: JsonObject,
  review: string,
  isSent: (fact: DecisionFact) => boolean,
): DecisionFact[] {
  const { reviewNodes } = walk(response, { request: { operation: "submitReview", id: review } });
  const nodes = [...new Set([...reviewNodes].flatMap(([{ id }, objects]) => (id === review ? objects : [])))];
  const facts = readRecordDecision(nodes.filter(node => isWithin(node, review)));
  const hasMeaning = (...wanted: FactMeaning[]) =>
    facts.some(fact => wanted.includes(fact.meaning) && (fact.meaning === "ended" || !isSent(fact)));
  if (hasMeaning("waits") || !hasMeaning("ended", "passed", "failed")) return [];
  return hasMeaning("not ended") && !hasMeaning("ended") ? [] : facts;
}

function isWithin(node: ResponseNode, review: string): boolean {
  for (let at: ResponseNode | null = node; at !== null; at = at.parent) {
    if (isJsonObject(at.value) && isOfAnother(at.value, review)) return false;
    if (isJsonObject(at.value) && idsOf(at.value).includes(review)) return true;
  }
  return false;
}

const idNames = ["id", "_id", "uuid", "review_id", "reviewId"];

function isOfAnother(object: JsonObject, review: string): boolean {
  const ids = idsOf(object);
  return ids.length > 0 && !ids.includes(review);
}

/** `rev_2` beside `rev_1`, but not `sub_80`, which can be the id of the decision. */
function isLikeId(id: string, review: string): boolean {
  const tagOf = (each: string) => {
    const [kind = "", rest = "", ...more] = each.split(/[_:-]/);
    return more.length === 0 && /^[a-z]+$/i.test(kind) && /\d/.test(rest) ? kind : undefined;
  };
  const tag = tagOf(review);
  return id !== review && tag !== undefined && tagOf(id) === tag;
}

function idsOf(object: JsonObject): string[] {
  return idNames.map(name => object[name]).filter(id => typeof id === "string");
}

const denialSet = new Set(splitTable(denialWords));
const requestFlagNames = new Set(squashedWords(requestFlags));
const endNames = new Set(
  squashedWords(reviewEndNames).flatMap(name =>
    ["", "is", "has", "was"].flatMap(before => ["", "at", "on", "by"].map(after => before + name + after)),
  ),
);
export const errorName =
  /^(?:errors?|exception|fault|failures?)(?:message|messages|code|codes|reason|details?|description)?$/;
/** `type: "error"` */
export const errorKind = /^(?:error|exception|fault|problem)$/;
export const httpName = /^(?:http|response|api|error)?(?:status|code|statuscode)$/;

function factsIn(object: JsonObject, source: Source): DecisionFact[] {
  // A number that another field bounds can be judged only together with that field.
  const bounded = new Set(Object.keys(object).map(name => keyOf(name).measuredName));
  const isIdentified = idsOf(object).length > 0;
  return Object.entries(object).flatMap(([name, value]): DecisionFact[] => {
    const { squashed } = keyOf(name);
    if (bounded.has(squashed) || isTaughtHarmless(squashed)) return [];
    if (isIdentified && describesReview(squashed, value)) return [];
    const meaning =
      (source === "response" ? meaningOfState(name, value, isIdentified) : undefined) ??
      meaningIn(name, value, source);
    if (meaning === undefined) return [];
    if (meaning === "unknown")
      return [{ name, value, meaning: "unclear", isDecisive: true, isFlag: false, isUnknown: true }];
    const isFlag = flagOrDigitIn(value) !== null;
    return [{ name, value, meaning, isDecisive: keyOf(name).lastWordKind !== null || isFlag, isFlag }];
  });
}

/** A review that is repeated in the response says why it exists, and of which kind it is. */
function describesReview(squashed: string, value: JsonValue): boolean {
  if (typeof value !== "string") return false;
  if (kindOfRecord.test(squashed)) return /review$/i.test(value);
  return reasonOfReview.test(squashed) && !deniesIn(value) && !waitsIn(value);
}

const kindOfRecord = /^(?:type|kind|category|object)$/;
const reasonOfReview = /^(?:review|flag|escalation|trigger)?reason$|^(?:why|trigger|question|instructions)$/;

/**
 * A status without an id is the request's: `{ status: "error" }`. The number of a review's own state can mean anything:
 * `{ reviewId: "rev_1", state: 0 }`.
 */
function meaningOfState(
  name: string,
  value: JsonValue,
  isIdentified: boolean,
): "unclear" | "unknown" | undefined {
  const { lastWordKind } = keyOf(name);
  if (lastWordKind !== "status" && lastWordKind !== "result") return undefined;
  if (isIdentified)
    return typeof value === "number" && httpStatusIn(value) === undefined ? "unknown" : undefined;
  return typeof value === "string" && statusOfText(value) === "failed" ? "unclear" : undefined;
}

function meaningIn(name: string, value: JsonValue, source: Source): FactMeaning | "unknown" | undefined {
  const key = keyOf(name);
  const { squashed, lastWordKind } = key;
  if (source === "response") {
    if (errorName.test(squashed)) return isEmpty(value) ? undefined : "refused";
    if (squashed === "type" && typeof value === "string" && errorKind.test(squash(value))) return "refused";
    // `review: null`
    if (squashed === "review" && value === null) return "unclear";
    const http = httpName.test(squashed) ? httpStatusIn(value) : undefined;
    if (http !== undefined) return http >= 400 ? "refused" : isFinalStatus(http) ? undefined : "waits";
  }
  if (
    source === "response" &&
    namesRemainder(name, value) &&
    !isEmpty(value) &&
    flagOrDigitIn(value) !== false
  )
    return "waits";
  if (lastWordKind === "foreign") return undefined;
  const isVerdict = lastWordKind === "verdict" && source !== "record";
  if (isVerdict && value === null) return source === "response" ? "unclear" : undefined;
  if (isVerdict && typeof value !== "string" && !isAbsent(value)) return meaningOfVerdict(value);
  const flag = lastWordKind === "verdict" && typeof value === "string" ? null : flagOrDigitIn(value);
  const meaningByFlag =
    flag === null ? undefined : meaningOfFlag(key, flag, typeof value === "number", source);
  if (flag !== null && (meaningByFlag !== undefined || typeof value !== "number")) return meaningByFlag;
  if (endNames.has(squashed) && source !== "request") return isEmpty(value) ? "not ended" : "ended";
  if (source === "response" && key.isNeutral === "soft" && typeof value === "string") return "unclear";
  if (typeof value === "string") return meaningOfText(key, value, source);
  if (source !== "response") return undefined;
  if (isEmptyEnd(name, value)) return "not ended";
  if (value === null) return requestFlagNames.has(squashed) || key.isFlag ? "unclear" : undefined;
  return isUnrelated(key, value) ? undefined : "unknown";
}

/** `finalized_at: null`. */
function isEmptyEnd(name: string, value: JsonValue): boolean {
  return (
    value === null &&
    /(?:ed|done|final)(?:at|on|by)$/.test(squash(name)) &&
    !/^(?:creat|updat|start|assign)/i.test(name)
  );
}

/** The value is empty or describes the record or its case, so the decision doesn't depend on it. */
function isUnrelated(key: Key, value: JsonValue): boolean {
  if (isEmpty(value)) return true;
  if (key.isProgress) return false;
  if (typeof value === "number")
    return key.isNeutral !== false || key.isDescribing || key.isCount || key.isTotal || key.measure !== null;
  const isOfCase = key.elementKind !== null && key.elementKind !== "outcome" && key.lastWordKind === null;
  return (
    key.isIgnored ||
    key.recordShape !== undefined ||
    key.isEnvelope ||
    key.hasReviews ||
    isOfCase ||
    key.isNeutral === true ||
    key.isWrapper
  );
}

/** `approvals_remaining: 1`, `waiting_for: "bob"`, `next_step: "lead approval"`, but not another review that is next. */
function namesRemainder(name: string, value: JsonValue): boolean {
  const tokens = tokensOf(name);
  const [first = "", last = ""] = [tokens[0], tokens.at(-1)];
  if (first === "next") return last !== "review" || !isJsonObject(value);
  if (remainderWords.has(last) || remainderWords.has(first)) return true;
  return tokens.some(token => {
    const word = findWord(token);
    return word?.status === "unrun" && word.uses.includes("flag");
  });
}

/** Accepts `HTTP 403 Forbidden` and 40301 as well as 403. */
export function httpStatusIn(value: JsonValue): number | undefined {
  const [, digits] = /^(?:HTTP\S*\s)?([1-5]\d\d)\d{0,2}\b/.exec(String(value)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Other statuses below 400, such as 202, mean that something is still to come. */
function isFinalStatus(http: number): boolean {
  return http === 200 || http === 201 || http === 204;
}

function isAbsent(value: JsonValue): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function isEmpty(value: JsonValue): boolean {
  return value === "" || value === false || value === 0 || isAbsent(value);
}

/** Reads a verdict that isn't a text. Only an object that contains passed or failed decides. */
function meaningOfVerdict(value: JsonValue): FactMeaning {
  const inner = isJsonObject(value) ? factsIn(value, "request") : [];
  return inner.find(({ meaning }) => meaning === "passed" || meaning === "failed")?.meaning ?? "unclear";
}

/** `passed: false` in JSON, or `approved=no` in a command. */
function meaningOfFlag(
  { squashed, isFlag, isNeutralFlag, newsIfTrue, status }: Key,
  flag: boolean,
  isNumber: boolean,
  source: Source,
): FactMeaning | undefined {
  const meaning = decisionMeaningOf(squashed, false);
  const flagStatus = isFlag ? status : null;
  if (source === "response" && !flag && requestFlagNames.has(squashed)) return "refused";
  if (meaning === "passed" || flagStatus === "passed") return flag ? "passed" : "failed";
  // `failed: false` may describe the request.
  if (meaning === "failed" || flagStatus === "failed") return flag ? "failed" : undefined;
  if (source === "request") return undefined;
  if (endNames.has(squashed)) return flag ? "ended" : "not ended";
  if (squashed === "isopen" || meaning === "waits") return flag ? "waits" : undefined;
  if (flagStatus === "finished" || meaning === "ended") return flag ? "ended" : "waits";
  if (finalName.test(squashed)) return flag ? "ended" : "waits";
  if (flagStatus === "running" || isUnrun(flagStatus)) return flag ? "waits" : undefined;
  if (isInconclusive(flagStatus)) return flag ? "unclear" : undefined;
  if (source !== "response" || isNumber || requestFlagNames.has(squashed)) return undefined;
  if (flag && isInconclusive(findWord(squashed)?.status ?? null)) return "unclear";
  if (isNeutralFlag) return undefined;
  return newsIfTrue !== null && (newsIfTrue === "good") === flag ? undefined : "unclear";
}

const remainderWords = new Set(
  squashedWords("pending | missing | outstanding | remaining | needed | open | waiting | awaiting"),
);
const finalName = /^(?:is)?final$/;

function meaningOfText(key: Key, value: string, source: Source): FactMeaning | undefined {
  const { lastWordKind } = key;
  const isVerdict = lastWordKind === "verdict" || (lastWordKind === "result" && source === "request");
  const meaning = decisionMeaningOf(value, isVerdict);
  const status = statusOfText(value);
  if (lastWordKind === null) {
    // In a request a status word decides under any name but a remark's; in a response it may describe anything.
    const isRemark = key.fieldRanks.message >= 0;
    if (source === "request")
      return !isRemark && (status === "passed" || status === "failed") ? status : undefined;
    if (source === "record") return undefined;
    if (!key.isDescription && (decisionMeaningOf(value, false) === "waits" || waitsIn(value))) return "waits";
    return objectionStatusOf(key, value, true) !== null ||
      isUnknownWord(key, value) ||
      (isRemark && !confirmsIn(value)) ||
      (!key.isDescription && deniesIn(value))
      ? "unclear"
      : undefined;
  }
  if (meaning === "passed" || meaning === "failed") return meaning;
  if (meaning === "unneeded") return isVerdict ? "unclear" : "ended";
  if (isVerdict && status === "success") return "passed";
  if (meaning === "accepted" || source === "request") {
    if (status === "passed" || status === "failed") return status;
    return isVerdict && meaning === null && isShort(value) ? "unclear" : undefined;
  }
  if (meaning !== null) return isVerdict && meaning === "waits" ? "unclear" : meaning;
  if (!isVerdict && source === "record" && status === "running") return "waits";
  // Phrases aren't split here: "partially accepted" contains "accepted" (running), but the review doesn't wait.
  if (!isVerdict && (waitsIn(value) || statusOfWord(value) === "running" || isUnrun(status))) return "waits";
  if (status === "passed" || status === "failed") return status;
  if (status === "finished") return "ended";
  if (status === "success" || !isShort(value)) return undefined;
  return "unclear";
}

/** `code: "REVIEW_LOCKED"`. */
function isUnknownWord({ isDescription, isIgnored, isNeutral, squashed }: Key, value: string): boolean {
  if (isDescription || isIgnored || isNeutral !== false || squash(value) === squashed) return false;
  return flagIn(value) !== null || (isWrittenLikeStatus(value) && statusOfText(value) === null);
}

/** `message: "You are not authorized"`. */
export function deniesIn(text: string): boolean {
  return (
    text.length < 500 &&
    text
      .toLowerCase()
      .split(/[^\p{L}']+/u)
      .some(word => denialSet.has(word))
  );
}

const confirmation =
  /\b(?:thank|sav|record|submit|stor|accept|updat|receiv|clos|settl|resolv|success|complet|pass|fail|approv|reject|appl|decid|decision|done|ok)/i;

/** `message: "Decision saved"`, but not "Thank you. The review was handed back to the queue." */
function confirmsIn(text: string): boolean {
  if (deniesIn(text)) return false;
  const words = text.split(/[^\p{L}']+/u).filter(Boolean);
  if (words.length < 3) return true;
  return confirmation.test(text) && !words.some(word => decisionMeaningOf(word, false) === "waits");
}

function isShort(text: string): boolean {
  return text.length < 60 && text.trim().split(/[\s_-]+/).length <= 5;
}

/** "pending second review", "second_review_required". */
function waitsIn(value: string): boolean {
  return (
    value.length < 60 && value.split(/[^\p{L}]+/u).some(word => decisionMeaningOf(word, false) === "waits")
  );
}

/** `approvals: 1` beside `required_approvals: 2`. */
function shortagesIn(object: JsonObject): DecisionFact[] {
  const counted = new Map<string, number>();
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === "number")
      counted.set(squash(name).replace(/(?:cast|given|received|count)$/, ""), value);
  }
  return Object.entries(object).flatMap(([name, value]): DecisionFact[] => {
    const squashed = squash(name);
    const [, before, after] =
      /^(?:required|needed|min|minimum)(.+)$|^(.+?)(?:required|needed)$/.exec(squashed) ?? [];
    const amount = counted.get(before ?? after ?? "");
    const isMissed = typeof value === "number" && amount !== undefined && amount < value;
    return isMissed ? [{ name, value, meaning: "waits", isDecisive: true, isFlag: false }] : [];
  });
}

/** Outcomes in other objects may describe this review, too, so bad news counts: `approval: { status: "pending" }`. */
function factsBelow(findings: Findings, review: string, own: ReadonlySet<ResponseNode>): DecisionFact[] {
  const { runOutcomes, otherOutcomes, partOutcomes, groups, objection } = findings;
  const listed = groups.flatMap(({ nodes }) => nodes.flatMap(({ outcomes }) => outcomes ?? []));
  return [
    ...runOutcomes,
    ...otherOutcomes,
    ...partOutcomes,
    ...listed,
    ...(objection === null ? [] : [objection]),
  ].flatMap((field): DecisionFact[] => {
    const { node, path, value, status } = field;
    const isGood =
      status === "passed" || status === "success" || status === "finished" || status === "neutral";
    const isOwn = own.has(node) && typeof path === "string";
    if (isGood || isOwn || isWithinAnother(node, review)) return [];
    const waits = status === "running" || isUnrun(status);
    const name = String(typeof path === "string" ? path : (path.at(-1) ?? node.nameOrIndex));
    if (describesReview(squash(name), value)) return [];
    return [{ name, value, meaning: waits ? "waits" : "unclear", isDecisive: true, isFlag: false }];
  });
}

/** The node is in an object with another id, or in an object or a list of cases, such as the case under review. */
function isWithinAnother(node: ResponseNode, review: string): boolean {
  for (let at: ResponseNode | null = node; at !== null; at = at.parent) {
    const { value, context, parent } = at;
    if (isJsonObject(value) && isOfAnother(value, review)) return true;
    const { elementKind, lastWordKind, isEnvelope } = context.key;
    if (parent !== null && elementKind !== null && lastWordKind !== "verdict" && !isEnvelope) return true;
  }
  return false;
}
