/**
 * How a person decided a review: in what the service answered, and in the fields that were sent. After a submission only
 * a known word for its end ends a review, because any other may mean that somebody is still waited for.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { claimOf } from "./claims.ts";
import type { Findings } from "./findings.ts";
import { type Key, keyOf } from "./keys.ts";
import type { ObjectNode, OutcomeField } from "./nodes.ts";
import { flagIn } from "./values.ts";
import { callFlags, endNames } from "./vocabulary.ts";
import { decidesOf, entries, isUnrun, saysOf, squash } from "./words.ts";

/** A field that tells of a review. */
export interface DecisionFact {
  readonly name: string;
  readonly value: JsonValue;
  /** `unclear` speaks of the decision, and says neither; `refused`: the service did not take what was sent. */
  readonly says: "passed" | "failed" | "unclear" | "ended" | "waits" | "refused";
  /** A flag, or a field named as a verdict: beside one, words under other names are remarks. */
  readonly isHead: boolean;
  readonly isFlag: boolean;
}

/** `answer`: what the service says after a submission; `sent`: what the person sent; `record`: a review that is told of. */
type Where = "answer" | "sent" | "record";

export function factsOfSent(fields: JsonObject): DecisionFact[] {
  return factsIn(fields, "sent").filter(
    ({ says }) => says === "passed" || says === "failed" || says === "unclear",
  );
}

/** `nodes`: the objects that speak of the review. */
export function factsOfAnswer(
  findings: Findings,
  review: string,
  nodes: readonly ObjectNode[],
): DecisionFact[] {
  const own = nodes.filter(({ value }) => !isOfAnother(value, review));
  const inner = verdictsBelow(findings, review, new Set(own));
  return [...own.flatMap(({ value }) => [...factsIn(value, "answer"), ...shortagesIn(value)]), ...inner];
}

export function factsOfRecord(nodes: readonly ObjectNode[]): DecisionFact[] {
  return nodes.flatMap(({ value }) => factsIn(value, "record"));
}

function isOfAnother(object: JsonObject, review: string): boolean {
  return typeof object["id"] === "string" && object["id"] !== review;
}

const callFlagNames = new Set(entries(callFlags));
const ends = new Set(
  entries(endNames).flatMap(name =>
    ["", "is", "has", "was"].flatMap(before => ["", "at", "on", "by"].map(after => before + name + after)),
  ),
);
const errorName = /^(?:errors?|exception|fault)(?:message|messages|code|codes|reason|details?|description)?$/;
const httpName = /^(?:http)?(?:status|code|statuscode)$/;

function factsIn(object: JsonObject, where: Where): DecisionFact[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const key = keyOf(name);
    const says = saysIn(key, value, where);
    return says === undefined
      ? []
      : [
          {
            name,
            value,
            says,
            isHead: key.head !== null || flagOf(value) !== null,
            isFlag: flagOf(value) !== null,
          },
        ];
  });
}

function saysIn(key: Key, value: JsonValue, where: Where): DecisionFact["says"] | undefined {
  const { squashed, head } = key;
  if (where === "answer") {
    if (errorName.test(squashed)) return isEmpty(value) ? undefined : "refused";
    const http = httpName.test(squashed) || squashed === "httpstatus" ? httpStatusIn(value) : undefined;
    if (http !== undefined) return http >= 400 ? "refused" : isWhole(http) ? undefined : "waits";
  }
  if (head === "foreign") return undefined;
  const flag = flagOf(value);
  if (flag !== null && typeof value !== "object") {
    const says = saysOfFlag(key, flag, where);
    if (says !== undefined || where === "sent") return says;
  }
  if (ends.has(squashed)) return isEmpty(value) ? (where === "record" ? "waits" : undefined) : "ended";
  if (typeof value === "string") return saysOfText(key, value, where);
  if (where === "answer" && value === null && (callFlagNames.has(squashed) || key.flags)) return "unclear";
  return saysOfOther(key, value, where);
}

/** `HTTP 403 Forbidden` and 40301 as well as 403. */
function httpStatusIn(value: JsonValue): number | undefined {
  const [, digits] = /^(?:HTTP\S*\s)?([1-5]\d\d)\d{0,2}\b/.exec(String(value)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Of the statuses of a success these tell that there is nothing more to come. */
function isWhole(http: number): boolean {
  return http === 200 || http === 201 || http === 204;
}

/** Some services write booleans as numbers. */
function flagOf(value: JsonValue): boolean | null {
  return value === 0 || value === 1 ? value === 1 : flagIn(value);
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "" || value === false || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** `passed: false`, and `approved=no` as a comment has it. */
function saysOfFlag({ squashed, isNeutral, sounds, says: named }: Key, flag: boolean, where: Where) {
  const decides = decidesOf(squashed);
  if (where === "answer" && !flag && callFlagNames.has(squashed)) return "refused";
  if (decides === "passed" || named === "passed") return flag ? "passed" : "failed";
  // That nothing failed may be said of the call.
  if (decides === "failed" || named === "failed") return flag ? "failed" : undefined;
  if (where === "sent") return undefined;
  if (ends.has(squashed)) return flag ? "ended" : "waits";
  if (squashed === "open" || squashed === "isopen" || decides === "waits") return flag ? "waits" : undefined;
  if (named === "finished" || decides === "ended") return flag ? "ended" : "waits";
  if (where !== "answer" || isNeutral === true || callFlagNames.has(squashed)) return undefined;
  return sounds !== null && (sounds === "good") === flag ? undefined : "unclear";
}

/** Longer than these, a text is a remark, whatever its name. */
const fewWords = /^\S+(?:[\s_-]+\S+){0,4}$/;

function saysOfText(key: Key, value: string, where: Where): DecisionFact["says"] | undefined {
  const { head } = key;
  const isVerdict = head === "verdict" || (head === "result" && where === "sent");
  const decides = decidesOf(value);
  if (decides === "passed" || decides === "failed") {
    // A single word decides wherever it stands in what was sent; "yes" and "accepted" elsewhere may be said of anything.
    const isPlain = saysOf(value) === decides;
    if (isVerdict || (head !== null && (isPlain || decides === "failed")) || (isPlain && where === "sent"))
      return decides;
    return head === null ? undefined : "unclear";
  }
  const says = saysOf(value);
  if (isVerdict && says === "success") return "passed";
  if (head === null) {
    if (where === "sent") return says === "passed" || says === "failed" ? says : undefined;
    return where === "answer" && claimOf(key, value, false) !== null ? "unclear" : undefined;
  }
  if (decides === "taken") return undefined;
  if (decides !== null) return where === "sent" ? undefined : decides;
  if (where !== "sent" && (waitsIn(value) || says === "running" || says === "undecided" || isUnrun(says)))
    return "waits";
  if (says === "passed" || says === "failed") return says;
  if (where !== "sent" && says === "finished") return "ended";
  if (says === "success" || !fewWords.test(value.trim())) return undefined;
  return isVerdict || where === "answer" ? "unclear" : undefined;
}

/** One of its words waits for somebody: "pending second review", "second_review_required". */
function waitsIn(value: string): boolean {
  return value.length < 60 && value.split(/[^\p{L}]+/u).some(word => decidesOf(word) === "waits");
}

function saysOfOther(key: Key, value: JsonValue, where: Where): DecisionFact["says"] | undefined {
  if (key.head !== "verdict" || (value !== false && value !== 0 && isEmpty(value))) return undefined;
  if (!isJsonObject(value)) return "unclear";
  if (where !== "sent") return undefined;
  const inner = factsIn(value, "sent").find(({ says }) => says === "passed" || says === "failed");
  return inner?.says ?? "unclear";
}

/** `approvals: 1` beside `required_approvals: 2`. */
function shortagesIn(object: JsonObject): DecisionFact[] {
  return Object.entries(object).flatMap(([name, needed]) => {
    const [, counted] = /^(?:required|needed|min|minimum)(.+)$/.exec(squash(name)) ?? [];
    const has = Object.entries(object).find(([other]) => squash(other) === counted)?.[1];
    const isShort = typeof needed === "number" && typeof has === "number" && has < needed;
    return isShort ? [{ name, value: needed, says: "waits" as const, isHead: true, isFlag: false }] : [];
  });
}

/** A verdict deeper in the answer that is no pass: nobody can tell that it is not the one about this review. */
function verdictsBelow(
  { ofRun, beside, ofParts, groups }: Findings,
  review: string,
  own: ReadonlySet<ObjectNode>,
): DecisionFact[] {
  const listed = groups.flatMap(({ nodes }) => nodes.flatMap(({ outcomes }) => outcomes ?? []));
  return [...ofRun, ...beside, ...ofParts, ...listed].flatMap(field => {
    const { node, path, value, says, kind } = field;
    const isGood = says === "passed" || says === "success" || says === "finished" || says === "neutral";
    if (kind !== "verdict" || isGood || own.has(node as ObjectNode) || isWithinAnother(field, review))
      return [];
    return [
      {
        name: String(typeof path === "string" ? path : path.at(-1)),
        value,
        says: "unclear",
        isHead: true,
        isFlag: false,
      },
    ];
  });
}

/** Within the object of another review, or of what the review is about. */
function isWithinAnother({ node }: OutcomeField, review: string): boolean {
  for (let at: OutcomeField["node"] | null = node; at !== null; at = at.parent) {
    const { value, context, parent } = at;
    if (parent === null) return false;
    if (isJsonObject(value) && isOfAnother(value, review)) return true;
    if (context.key.holds !== null && context.key.head === null) return true;
  }
  return false;
}
