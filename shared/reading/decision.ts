/**
 * Reads a person's decision from the service's response and from the fields of the request. After a submission only a
 * known word for an end ends the review, because any other word may mean that it still waits for somebody.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { claimOf } from "./claims.ts";
import type { Findings, ReviewObject } from "./findings.ts";
import type { Key } from "./key.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { ResponseNode } from "./nodes.ts";
import { flagIn } from "./values.ts";
import { callFlags, denials as denialWords, endNames } from "./vocabulary.ts";
import { walk } from "./walk.ts";
import { decidesOf, entries, isOpen, isUnrun, saysOf, squash, statusWordOf, wordSays } from "./words.ts";

type FactMeaning = "passed" | "failed" | "unclear" | "ended" | "not ended" | "waits" | "refused";

/** A field of a response or a request that describes the state of a review. */
export interface DecisionFact {
  readonly name: string;
  readonly value: JsonValue;
  /** `unclear` is a decision that is neither passed nor failed; `refused` means that the service rejected the request. */
  readonly says: FactMeaning;
  /** A flag, or a field with the name of a verdict. Beside such a field, words under other names are remarks. */
  readonly isHead: boolean;
  readonly isFlag: boolean;
  readonly isUnknown?: true;
}

type Source = "response" | "request" | "record";

export function factsOfSent(fields: JsonObject): DecisionFact[] {
  return factsIn(fields, "request").filter(
    ({ says }) => says === "passed" || says === "failed" || says === "unclear",
  );
}

/** `repeated` is a name that occurs twice in one object of the response, so that one of its values is lost. */
export function factsOfAnswer(findings: Findings, review: string, repeated?: string): DecisionFact[] {
  const nodes = [...findings.reviewNodes].flatMap(([{ id, own }, objects]) =>
    id === review || own?.parent === null ? objects : [],
  );
  const own = [...new Set(nodes)].filter(({ value }) => !isOfAnother(value, review));
  const facts = own.flatMap(({ value, context: { key } }) => [
    ...factsIn(value, key.reviews ? "record" : "response"),
    ...shortagesIn(value),
  ]);
  return [
    // If a known word ends the review, fields with unknown names add nothing.
    ...(facts.some(({ says }) => says === "ended") ? facts.filter(({ isUnknown }) => !isUnknown) : facts),
    ...factsBelow(findings, review, new Set(own)),
    ...(repeated === undefined
      ? []
      : [{ name: repeated, value: null, says: "unclear" as const, isHead: true, isFlag: false }]),
  ];
}

export function factsOfRecord(nodes: readonly ReviewObject[]): DecisionFact[] {
  return nodes.flatMap(({ value }) => factsIn(value, "record"));
}

/** The result is empty unless the response reports this review as settled. A field that repeats the request proves nothing. */
export function factsOfConflict(
  response: JsonObject,
  review: string,
  isSent: (fact: DecisionFact) => boolean,
): DecisionFact[] {
  const { reviewNodes } = walk(response, { about: { operation: "submitReview", id: review } });
  const nodes = [...new Set([...reviewNodes].flatMap(([{ id }, objects]) => (id === review ? objects : [])))];
  const facts = factsOfRecord(nodes.filter(node => isWithin(node, review)));
  const hasMeaning = (...wanted: FactMeaning[]) =>
    facts.some(fact => wanted.includes(fact.says) && (fact.says === "ended" || !isSent(fact)));
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

function idsOf(object: JsonObject): string[] {
  return idNames.map(name => object[name]).filter(id => typeof id === "string");
}

const denialSet = new Set(denialWords.split("|").map(word => word.trim()));
const callFlagNames = new Set(entries(callFlags));
const ends = new Set(
  entries(endNames).flatMap(name =>
    ["", "is", "has", "was"].flatMap(before => ["", "at", "on", "by"].map(after => before + name + after)),
  ),
);
const errorName =
  /^(?:errors?|exception|fault|failures?)(?:message|messages|code|codes|reason|details?|description)?$/;
const httpName = /^(?:http|response|api|error)?(?:status|code|statuscode)$/;

function factsIn(object: JsonObject, source: Source): DecisionFact[] {
  // A number with a bound means something only beside that bound.
  const bounded = new Set(Object.keys(object).map(name => keyOf(name).measured));
  return Object.entries(object).flatMap(([name, value]): DecisionFact[] => {
    const meaning = bounded.has(keyOf(name).squashed) ? undefined : meaningIn(name, value, source);
    if (meaning === undefined) return [];
    if (meaning === "unknown")
      return [{ name, value, says: "unclear", isHead: true, isFlag: false, isUnknown: true }];
    const isFlag = flagOf(value) !== null;
    return [{ name, value, says: meaning, isHead: keyOf(name).head !== null || isFlag, isFlag }];
  });
}

function meaningIn(name: string, value: JsonValue, source: Source): FactMeaning | "unknown" | undefined {
  const key = keyOf(name);
  const { squashed, head } = key;
  if (source === "response") {
    if (errorName.test(squashed)) return isEmpty(value) ? undefined : "refused";
    const http = httpName.test(squashed) ? httpStatusIn(value) : undefined;
    if (http !== undefined) return http >= 400 ? "refused" : isFinalStatus(http) ? undefined : "waits";
  }
  if (source === "response" && namesRemainder(name) && !isEmpty(value) && flagOf(value) !== false)
    return "waits";
  if (head === "foreign") return undefined;
  const isVerdict = head === "verdict" && source !== "record";
  if (isVerdict && value === null) return source === "response" ? "unclear" : undefined;
  if (isVerdict && typeof value !== "string" && !isAbsent(value)) return meaningOfVerdict(value);
  const flag = head === "verdict" && typeof value === "string" ? null : flagOf(value);
  const meaningByFlag =
    flag === null ? undefined : meaningOfFlag(key, flag, typeof value === "number", source);
  if (flag !== null && (meaningByFlag !== undefined || typeof value !== "number")) return meaningByFlag;
  if (ends.has(squashed) && source !== "request") return isEmpty(value) ? "not ended" : "ended";
  if (source === "response" && key.isNeutral === "soft" && typeof value === "string") return "unclear";
  if (typeof value === "string") return meaningOfText(key, value, source);
  if (source !== "response") return undefined;
  if (isEmptyEnd(name, value)) return "not ended";
  if (value === null) return callFlagNames.has(squashed) || key.flags ? "unclear" : undefined;
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

/** The value is empty or describes the record or its case, so it has no bearing on the decision. */
function isUnrelated(key: Key, value: JsonValue): boolean {
  if (isEmpty(value)) return true;
  if (key.progress) return false;
  if (typeof value === "number")
    return key.isNeutral !== false || key.isField || key.counts || key.total || key.measures !== null;
  const isOfCase = key.holds !== null && key.holds !== "outcome" && key.head === null;
  return (
    key.ignored ||
    key.record !== undefined ||
    key.envelope ||
    key.reviews ||
    isOfCase ||
    key.isNeutral === true ||
    key.wraps
  );
}

/** `approvals_remaining: 1`, `waiting_for: "bob"`, `next_step: "lead approval"`. */
function namesRemainder(name: string): boolean {
  const tokens = tokensOf(name);
  const [first = "", last = ""] = [tokens[0], tokens.at(-1)];
  if (first === "next" || remainderWords.has(last) || remainderWords.has(first)) return true;
  return tokens.some(token => {
    const word = statusWordOf(token);
    return word?.says === "unrun" && word.uses.includes("flag");
  });
}

/** `HTTP 403 Forbidden` and 40301 as well as 403. */
function httpStatusIn(value: JsonValue): number | undefined {
  const [, digits] = /^(?:HTTP\S*\s)?([1-5]\d\d)\d{0,2}\b/.exec(String(value)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Other statuses below 400, such as 202, mean that something is still to come. */
function isFinalStatus(http: number): boolean {
  return http === 200 || http === 201 || http === 204;
}

/** Some services write booleans as numbers. */
function flagOf(value: JsonValue): boolean | null {
  return value === 0 || value === 1 ? value === 1 : typeof value === "object" ? null : flagIn(value);
}

function isAbsent(value: JsonValue): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function isEmpty(value: JsonValue): boolean {
  return value === "" || value === false || value === 0 || isAbsent(value);
}

/** Under the name of a verdict, only a word or an object with such a word decides. */
function meaningOfVerdict(value: JsonValue): FactMeaning {
  const inner = isJsonObject(value) ? factsIn(value, "request") : [];
  return inner.find(({ says }) => says === "passed" || says === "failed")?.says ?? "unclear";
}

/** `passed: false` in JSON, or `approved=no` in a command. */
function meaningOfFlag(
  { squashed, flags, isNeutralFlag, sounds, says }: Key,
  flag: boolean,
  isNumber: boolean,
  source: Source,
): FactMeaning | undefined {
  const decides = decidesOf(squashed, false);
  const named = flags ? says : null;
  if (source === "response" && !flag && callFlagNames.has(squashed)) return "refused";
  if (decides === "passed" || named === "passed") return flag ? "passed" : "failed";
  // `failed: false` may describe the HTTP call.
  if (decides === "failed" || named === "failed") return flag ? "failed" : undefined;
  if (source === "request") return undefined;
  if (ends.has(squashed)) return flag ? "ended" : "not ended";
  if (squashed === "isopen" || decides === "waits") return flag ? "waits" : undefined;
  if (named === "finished" || decides === "ended") return flag ? "ended" : "waits";
  if (finalName.test(squashed)) return flag ? "ended" : "waits";
  if (named === "running" || isUnrun(named)) return flag ? "waits" : undefined;
  if (isOpen(named)) return flag ? "unclear" : undefined;
  if (source !== "response" || isNumber || callFlagNames.has(squashed)) return undefined;
  if (flag && isOpen(statusWordOf(squashed)?.says ?? null)) return "unclear";
  if (isNeutralFlag) return undefined;
  return sounds !== null && (sounds === "good") === flag ? undefined : "unclear";
}

const remainderWords = new Set(
  entries("pending | missing | outstanding | remaining | needed | open | waiting | awaiting"),
);
const finalName = /^(?:is)?final$/;

function meaningOfText(key: Key, value: string, source: Source): FactMeaning | undefined {
  const { head } = key;
  const isVerdict = head === "verdict" || (head === "result" && source === "request");
  const decides = decidesOf(value, isVerdict);
  const status = saysOf(value);
  if (head === null) {
    // In a request a single word decides under any name; in a response it may describe anything.
    const isRemark = key.fields.message >= 0;
    if (source === "request")
      return !isRemark && (status === "passed" || status === "failed") ? status : undefined;
    if (source === "record") return undefined;
    if (!key.isDescription && (decidesOf(value, false) === "waits" || waitsIn(value))) return "waits";
    return claimOf(key, value, true) !== null || ((isRemark || !key.isDescription) && deniesIn(value))
      ? "unclear"
      : undefined;
  }
  if (decides === "passed" || decides === "failed") return decides;
  if (isVerdict && status === "success") return "passed";
  if (decides === "taken" || source === "request") {
    if (status === "passed" || status === "failed") return status;
    return isVerdict && decides === null && isShort(value) ? "unclear" : undefined;
  }
  if (decides !== null) return isVerdict && decides === "waits" ? "unclear" : decides;
  // In a response "accepted" may be part of a longer phrase: "partially accepted".
  if (!isVerdict && source === "record" && status === "running") return "waits";
  if (!isVerdict && (waitsIn(value) || wordSays(value) === "running" || isUnrun(status))) return "waits";
  if (status === "passed" || status === "failed") return status;
  if (status === "finished") return "ended";
  if (status === "success" || !isShort(value)) return undefined;
  return "unclear";
}

/** `message: "You are not authorized"`. */
function deniesIn(text: string): boolean {
  return (
    text.length < 500 &&
    text
      .toLowerCase()
      .split(/[^\p{L}']+/u)
      .some(word => denialSet.has(word))
  );
}

function isShort(text: string): boolean {
  return text.length < 60 && text.trim().split(/[\s_-]+/).length <= 5;
}

/** "pending second review", "second_review_required". */
function waitsIn(value: string): boolean {
  return value.length < 60 && value.split(/[^\p{L}]+/u).some(word => decidesOf(word, false) === "waits");
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
    const has = counted.get(before ?? after ?? "");
    const isShort = typeof value === "number" && has !== undefined && has < value;
    return isShort ? [{ name, value, says: "waits", isHead: true, isFlag: false }] : [];
  });
}

/** Fields deeper in the response that are not good news may describe this review: `approval: { status: "pending" }`. */
function factsBelow(findings: Findings, review: string, own: ReadonlySet<ResponseNode>): DecisionFact[] {
  const { ofRun, beside, ofParts, groups, wrong } = findings;
  const listed = groups.flatMap(({ nodes }) => nodes.flatMap(({ outcomes }) => outcomes ?? []));
  return [...ofRun, ...beside, ...ofParts, ...listed, ...(wrong === null ? [] : [wrong])].flatMap(
    (field): DecisionFact[] => {
      const { node, path, value, says } = field;
      const isGood = says === "passed" || says === "success" || says === "finished" || says === "neutral";
      const isOwn = own.has(node) && typeof path === "string";
      if (isGood || isOwn || isWithinAnother(node, review)) return [];
      const waits = says === "running" || isUnrun(says);
      const name = String(typeof path === "string" ? path : (path.at(-1) ?? node.step));
      return [{ name, value, says: waits ? "waits" : "unclear", isHead: true, isFlag: false }];
    },
  );
}

/** The node is inside the object of another review or of the case of this review. */
function isWithinAnother(node: ResponseNode, review: string): boolean {
  for (let at: ResponseNode | null = node; at !== null; at = at.parent) {
    const { value, context, parent } = at;
    if (isJsonObject(value) && isOfAnother(value, review)) return true;
    const { holds, head, envelope } = context.key;
    if (parent !== null && holds !== null && head !== "verdict" && !envelope) return true;
  }
  return false;
}
