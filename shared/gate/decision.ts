/**
 * How a person decided: read from what the service answered, else from the fields that were sent, by the words that
 * results are read by. What nothing tells is `unknown`.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { reviewsIn } from "../records/reviews.ts";
import type { Verdict } from "../report/model.ts";
import { flagIn } from "../report/reading/values.ts";
import { entries, role, saysOf, split, squash } from "../report/reading/words.ts";
import { cut } from "../report/text.ts";
import { foreignPrefixes, ignoredFields } from "../report/vocabulary.ts";
import type { ReviewState } from "./state.ts";

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
  readonly says: "passed" | "failed";
}

export function decisionOf(
  login: string,
  review: string,
  fields: JsonObject,
  answer: JsonObject | undefined,
): Decision {
  const about = answer === undefined ? [] : aboutReview(answer, review);
  const refusal = about.flatMap(refusalsIn)[0];
  if (refusal !== undefined) {
    const evidence = `\`${login}\` submitted it, but the service says ${inWords([refusal])}`;
    return { state: "open", evidence, isRefused: true };
  }
  const said = about.flatMap(object => reviewsIn("submitReview", object, review));
  if (said.some(({ id, state }) => id === review && state === "open")) {
    return { state: "open", evidence: `\`${login}\` submitted it, and the service says that it still waits` };
  }
  const answered = together(tellingIn(about, "answer"));
  const sent = together(tellingIn([fields], "sent"));
  if (answered !== undefined) {
    // Mostly the service repeats what it was sent.
    const isEcho = answered.by.every(
      ({ name, value }) => Object.hasOwn(fields, name) && fields[name] === value,
    );
    const other = sent === undefined || isEcho ? "submitted it, and" : `sent ${inWords(sent.by)}, and`;
    const did = isEcho ? "sent" : `${other} the service says`;
    return { state: answered.state, evidence: `\`${login}\` ${did} ${inWords(answered.by)}` };
  }
  if (sent !== undefined) return { state: sent.state, evidence: `\`${login}\` sent ${inWords(sent.by)}` };
  return { state: "unknown", evidence: `\`${login}\` submitted it` };
}

/** What the call came to, and not the review. */
const ofCall = new Set(["success", "succeeded", "successful", "ok", "accepted", "saved", "submitted"]);

/** Where an answer says that it did not take what was sent. */
function refusalsIn(object: JsonObject): Pick<Telling, "name" | "value">[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const isNo = ofCall.has(squash(name)) && flagIn(value) === false;
    const isError = /^errors?$/i.test(name) && !isEmpty(value);
    return isNo || isError ? [{ name, value }] : [];
  });
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "" || value === false || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** What fields say together; contradictions tell nothing, and that is known, too. */
function together(
  telling: readonly Telling[],
): { readonly state: Verdict; readonly by: readonly Telling[] } | undefined {
  const [first] = telling;
  if (first === undefined) return undefined;
  const isClear = telling.every(({ says }) => says === first.says);
  return isClear ? { state: first.says, by: [first] } : { state: "unknown", by: telling.slice(0, 2) };
}

/** The objects of an answer that speak of the review: itself, and what is wrapped one level down. */
function aboutReview(answer: JsonObject, review: string): JsonObject[] {
  const isOther = (object: JsonObject) => typeof object["id"] === "string" && object["id"] !== review;
  const inner = Object.entries(answer).flatMap(([name, value]) =>
    isJsonObject(value) && isWrapper(name) && !isOther(value) ? [value] : [],
  );
  return [answer, ...inner];
}

function isWrapper(name: string): boolean {
  const words = split(squash(name));
  return (
    /^review$/i.test(name) ||
    (words.length > 0 && words.every(word => word !== null && (word.roles & role.wrapper) !== 0))
  );
}

function tellingIn(objects: readonly JsonObject[], where: "answer" | "sent"): Telling[] {
  const all = objects.flatMap(object =>
    Object.entries(object).flatMap(([name, value]): (Telling & { isHead: boolean })[] => {
      const head = headOf(name);
      const says = head === "foreign" ? undefined : tells(name, head, value, where);
      return says === undefined ? [] : [{ name, value, says, isHead: head !== undefined }];
    }),
  );
  // Beside a field that is named as a verdict, others are remarks.
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

/**
 * An answer's `status: ok` speaks of the call as often as of the review, so only a field that is named as a verdict may
 * say it so. Elsewhere only words count that nobody uses for a call.
 */
function tells(
  name: string,
  head: Head | undefined,
  value: JsonValue,
  where: "answer" | "sent",
): Telling["says"] | undefined {
  if (typeof value === "boolean") {
    const says = saysOf(name);
    if (says === "passed") return value ? "passed" : "failed";
    // That nothing failed may be said of the call.
    return says === "failed" && value ? "failed" : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (head === "verdict" || (head === "result" && where === "sent")) {
    if (approving.has(squash(value))) return "passed";
    if (rejecting.has(squash(value))) return "failed";
  }
  const says = saysOf(value);
  if (says === "failed") return head === undefined && where === "answer" ? undefined : "failed";
  if (says === "passed") return head === undefined && where === "answer" ? undefined : "passed";
  const mayBeWeak = head === "verdict" || (head === "result" && where === "sent");
  return says === "success" && mayBeWeak ? "passed" : undefined;
}

function inWords(telling: readonly Pick<Telling, "name" | "value">[]): string {
  return telling.map(({ name, value }) => `${quoted(name)} = ${quoted(value)}`).join(", but ");
}

/** A backtick inside would end the code too early. */
function quoted(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `\`${cut(text.replaceAll("`", "'"), 80)}\``;
}
