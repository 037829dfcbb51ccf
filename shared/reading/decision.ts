/**
 * How a person decided: read from what the service answered, else from the fields that were sent, by the words that
 * results are read by. What nothing tells is `unknown`.
 */

import type { ReviewState } from "../gate/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { cut } from "../report/text.ts";
import type { Verdict } from "./reading.ts";
import { envelopes, reviewsIn } from "./reviews.ts";
import { flagIn } from "./values.ts";
import { foreignPrefixes, ignoredFields } from "./vocabulary.ts";
import { entries, role, saysOf, split, squash } from "./words.ts";

export interface Decision {
  /** Open where the service says that a person is still waited for. */
  readonly state: ReviewState;
  /** What it rests on, as `verdict` = `pass`; code in backticks, for `prose`. */
  readonly evidence: string;
  /** The service answered, and said that it did not take it. */
  readonly isRefused?: true;
}

/** A field that tells. */
interface Telling {
  readonly name: string;
  readonly value: JsonValue;
  readonly says: Says;
}

/** `unclear` speaks of the decision, and says neither. */
type Says = "passed" | "failed" | "unclear";

export function decisionOf(
  login: string,
  review: string,
  fields: JsonObject,
  answer: JsonObject | undefined,
): Decision {
  const about = answer === undefined ? [] : aboutReview(answer, review);
  const refusals = about.flatMap(refusalsIn);
  const isSent = ({ name, value }: Pick<Telling, "name" | "value">) =>
    Object.hasOwn(fields, name) && JSON.stringify(fields[name]) === JSON.stringify(value);
  // What the service repeats is the person's word, and no word about the call.
  const refusal = refusals.find(each => !isSent(each));
  if (refusal !== undefined) {
    const evidence = `\`${login}\` submitted it, but the service says ${inWords([refusal])}`;
    return { state: "open", evidence, isRefused: true };
  }
  const said = about.flatMap(object => reviewsIn("submitReview", object, review));
  if (said.some(({ id, state }) => id === review && state === "open")) {
    return { state: "open", evidence: `\`${login}\` submitted it, and the service says that it still waits` };
  }
  const denial = refusals.find(({ value }) => flagOf(value) === false);
  const answered = beside(denial, together(tellingIn(about, "answer")));
  const sent = beside(denial, together(tellingIn([fields], "sent")));
  if (answered !== undefined) {
    // What the answer calls passed may be what was found before the person decided.
    const isDisputed = answered.state === "passed" && sent !== undefined && sent.state !== "passed";
    // Mostly the service repeats what it was sent.
    const isEcho = answered.by.every(isSent);
    const other = sent === undefined || isEcho ? "submitted it, and" : `sent ${inWords(sent.by)}, and`;
    const did = isEcho ? "sent" : `${other} the service says`;
    return {
      state: isDisputed ? "unknown" : answered.state,
      evidence: `\`${login}\` ${did} ${inWords(answered.by)}`,
    };
  }
  if (sent !== undefined) return { state: sent.state, evidence: `\`${login}\` sent ${inWords(sent.by)}` };
  return { state: "unknown", evidence: `\`${login}\` submitted it` };
}

/** What the call came to, and not the review. */
const ofCall = new Set(
  entries(
    "success | succeeded | successful | ok | accepted | valid | saved | stored | submitted | updated | recorded | applied",
  ),
);
const errorName = /^(?:errors?|exception|fault)(?:message|messages|code|codes|reason|details?|description)?$/;
const httpName = /^(?:http)?(?:status|code|statuscode)$/;

/** Where an answer says that it did not take what was sent. */
function refusalsIn(object: JsonObject): Pick<Telling, "name" | "value">[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const squashed = squash(name);
    const isNo = ofCall.has(squashed) && flagOf(value) === false;
    const isError = errorName.test(squashed) && !isEmpty(value);
    const isHttp = httpName.test(squashed) && /^[45]\d\d$/.test(String(value));
    return isNo || isError || isHttp ? [{ name, value }] : [];
  });
}

/** Some services write booleans as numbers. */
function flagOf(value: JsonValue): boolean | null {
  return value === 0 || value === 1 ? value === 1 : flagIn(value);
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "" || value === false || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

interface Said {
  readonly state: Verdict;
  readonly by: readonly Pick<Telling, "name" | "value">[];
}

/** Nothing has passed beside a flag that may deny it, as `accepted` = `no`. */
function beside(
  denial: Pick<Telling, "name" | "value"> | undefined,
  said: Said | undefined,
): Said | undefined {
  if (denial === undefined || said?.state !== "passed") return said;
  return { state: "unknown", by: [...said.by, denial] };
}

/** What fields say together; contradictions tell nothing, and that is known, too. */
function together(telling: readonly Telling[]): Said | undefined {
  const [first] = telling;
  if (first === undefined) return undefined;
  const other = telling.find(({ says }) => says !== first.says);
  if (other !== undefined) return { state: "unknown", by: [first, other] };
  return { state: first.says === "unclear" ? "unknown" : first.says, by: [first] };
}

/** How deep an answer may be wrapped. */
const deepest = 3;

/** The objects of an answer that speak of the review: itself, and what is wrapped in it. */
function aboutReview(object: JsonObject, review: string, depth = 0): JsonObject[] {
  if (depth === deepest) return [object];
  const inner = Object.entries(object).flatMap(([name, value]) => {
    if (!isWrapper(name, depth)) return [];
    if (Array.isArray(value)) return value.filter(isJsonObject).filter(({ id }) => id === review);
    return isJsonObject(value) && (typeof value["id"] !== "string" || value["id"] === review) ? [value] : [];
  });
  return [object, ...inner.flatMap(each => aboutReview(each, review, depth + 1))];
}

/** Further in, what is called a run or a result is what the review is about. */
function isWrapper(name: string, depth: number): boolean {
  const squashed = squash(name);
  if (envelopes.has(squashed) || headOf(name) === "verdict") return true;
  if (depth > 0) return false;
  const words = split(squashed);
  return words.length > 0 && words.every(word => word !== null && (word.roles & role.wrapper) !== 0);
}

function tellingIn(objects: readonly JsonObject[], where: "answer" | "sent"): Telling[] {
  const all = objects.flatMap(object =>
    Object.entries(object).flatMap(([name, value]): (Telling & { isHead: boolean })[] => {
      const head = headOf(name);
      if (head === "foreign") return [];
      const flagged = flagSays(name, value);
      const says = flagged ?? tells(head, value, where);
      return says === undefined
        ? []
        : [{ name, value, says, isHead: head !== undefined || flagged !== undefined }];
    }),
  );
  // Beside a field that is named as a verdict, or a flag, others are remarks.
  const heads = all.filter(({ isHead }) => isHead);
  return heads.length > 0 ? heads : all;
}

/** What a person decides by, beside the words for results. */
const approving = new Set(["approve", "approved", "accept", "accepted", "agree", "agreed", "yes"]);
const rejecting = new Set(["reject", "rejected", "decline", "declined", "deny", "denied", "disagree", "no"]);

type Head = "verdict" | "result" | "status";

const foreignWords = new Set([...entries(foreignPrefixes), ...entries(ignoredFields)]);
/** Beside the words for results: what a person's answer is called. */
const decisions = new Set(["decision", "judgement", "judgment", "answer", "assessment"]);

function headOf(name: string): Head | "foreign" | undefined {
  const parts = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map(squash);
  if (parts.some(part => foreignWords.has(part))) return "foreign";
  if (decisions.has(parts.at(-1) ?? "")) return "verdict";
  const last = split(squash(parts.at(-1) ?? "")).at(-1);
  if (!last) return undefined;
  if (last.roles & role.verdictName) return "verdict";
  if (last.roles & role.resultName) return "result";
  return last.roles & role.statusName ? "status" : undefined;
}

const approval = new Set(["approve", "approved"]);
const rejection = new Set(["reject", "rejected", "decline", "declined", "deny", "denied"]);

/** `passed: false`, and `approved=no` as a comment has it. */
function flagSays(name: string, value: JsonValue): Says | undefined {
  const flag = flagOf(value);
  if (flag === null) return undefined;
  const named = squash(name);
  const says = approval.has(named) ? "passed" : rejection.has(named) ? "failed" : saysOf(name);
  if (says === "passed") return flag ? "passed" : "failed";
  // That nothing failed may be said of the call.
  return says === "failed" && flag ? "failed" : undefined;
}

/** Of a status: words that nobody uses for what was taken. */
const against =
  /^(?:not|never|no)\P{L}|forbidden|conflict|expired|ignored|cancel|withdrawn|disputed|escalated|locked|invalid|unauthori[sz]ed|partial/iu;
/** What is longer is a remark, whatever its name. */
const fewWords = /^\S+(?:\s\S+){0,2}$/;

/**
 * An answer's `status: ok` speaks of the call as often as of the review, so only a field that is named as a verdict may
 * say it so. Elsewhere only words count that nobody uses for a call.
 */
function tells(head: Head | undefined, value: JsonValue, where: "answer" | "sent"): Says | undefined {
  if (typeof value !== "string") {
    const isNothing = value !== false && value !== 0 && isEmpty(value);
    if (head !== "verdict" || isNothing) return undefined;
    const inner = isJsonObject(value) ? together(tellingIn([value], "sent"))?.state : undefined;
    return inner === "passed" || inner === "failed" ? inner : "unclear";
  }
  if (head === "verdict" || (head === "result" && where === "sent")) {
    if (approving.has(squash(value))) return "passed";
    if (rejecting.has(squash(value))) return "failed";
  }
  const says = saysOf(value);
  if (says === "failed") return head === undefined && where === "answer" ? undefined : "failed";
  if (says === "passed") return head === undefined && where === "answer" ? undefined : "passed";
  const mayBeWeak = head === "verdict" || (head === "result" && where === "sent");
  if (says === "success") return mayBeWeak ? "passed" : undefined;
  const text = value.trim();
  if (head === undefined || !fewWords.test(text)) return undefined;
  return head === "verdict" || (where === "answer" && against.test(text)) ? "unclear" : undefined;
}

function inWords(telling: readonly Pick<Telling, "name" | "value">[]): string {
  return telling.map(({ name, value }) => `${quoted(name)} = ${quoted(value)}`).join(", but ");
}

/** A backtick inside would end the code too early. */
function quoted(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `\`${cut(text.replaceAll("`", "'"), 80)}\``;
}
