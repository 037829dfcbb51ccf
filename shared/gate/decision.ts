/** Reads the decision about a review from the service's response and from the fields that the person sent. */

import type { JsonObject, JsonValue } from "../json.ts";
import { type DecisionFact, readConflictDecision, readRequestDecision } from "../reading/decision.ts";
import { readResponse } from "../reading/read.ts";
import type { Verdict } from "../reading/reading.ts";
import { cut, inBackticks } from "../wording.ts";
import type { ReviewState } from "./state.ts";

export interface DecisionReading {
  /** `open` if the service refused the submission or says that the review still waits for a person. */
  readonly state: ReviewState;
  /** A clause, such as: `ana` sent `verdict` = `pass`. `prose` renders the backticks as code. */
  readonly evidence: string;
  readonly isRefused?: true;
  readonly ended?: true;
  /** The response states another decision than the sent fields. */
  readonly differs?: true;
  /** The sent fields decide, but the response contradicts them, itself, or says something that is not understood. */
  readonly isUnclear?: true;
}

type Field = Pick<DecisionFact, "name" | "value">;

export function decisionFromFacts(
  login: string,
  fields: JsonObject,
  facts: readonly DecisionFact[] = [],
): DecisionReading {
  const isEchoed = (field: Field) => isSent(field, fields);
  const saying = (...wanted: DecisionFact["meaning"][]) =>
    facts.filter(({ meaning }) => wanted.includes(meaning));
  // A field that repeats a sent field is the person's decision, not the service's refusal.
  const refusals = saying("refused");
  const refusal = refusals.find(each => !isEchoed(each));
  if (refusal !== undefined) {
    const evidence = `\`${login}\` submitted it, but the service says ${fieldsText([refusal])}`;
    return { state: "open", evidence, isRefused: true };
  }
  const hasEnded = saying("ended").length > 0;
  const waits = (hasEnded ? saying("waits") : saying("waits", "not ended")).find(each => !isEchoed(each));
  if (waits !== undefined) {
    const evidence = `\`${login}\` submitted it, and the service says that it still waits: ${fieldsText([waits])}`;
    return { state: "open", evidence };
  }
  // A flag that repeats a sent one, such as `accepted` = `no`, may still be a refusal, so the decision can't be passed.
  const denial = refusals.find(({ isFlag }) => isFlag);
  // An unclear fact that repeats a sent field is judged below, with the sent fields.
  const verdictFacts = saying("passed", "failed", "unclear").filter(
    each => each.meaning !== "unclear" || !isEchoed(each),
  );
  const stated = withDenial(denial, combine(leadingFacts(verdictFacts)));
  const sent = withDenial(denial, combine(leadingFacts(readRequestDecision(fields))));
  if (stated !== undefined) {
    // A response of passed may be the service's own verdict from before the decision, so sent fields can dispute it.
    const isDisputed = stated.state === "passed" && sent !== undefined && sent.state !== "passed";
    const isEcho = stated.by.every(isEchoed);
    const other = sent === undefined || isEcho ? "submitted it, and" : `sent ${fieldsText(sent.by)}, and`;
    const did = isEcho ? "sent" : `${other} the service says`;
    const isSentClear = sent?.state === "passed" || sent?.state === "failed";
    const differs = isSentClear && stated.state !== sent.state;
    return {
      state: isDisputed ? "unknown" : stated.state,
      evidence: `\`${login}\` ${did} ${fieldsText(stated.by)}`,
      ...((!isEcho || hasEnded) && { ended: true }),
      ...(differs && stated.state !== "unknown" && { differs }),
      ...(differs && stated.state === "unknown" && { isUnclear: true }),
    };
  }
  const ended = hasEnded ? { ended: true as const } : {};
  if (sent !== undefined) {
    return { state: sent.state, evidence: `\`${login}\` sent ${fieldsText(sent.by)}`, ...ended };
  }
  return { state: "unknown", evidence: `\`${login}\` submitted it`, ...ended };
}

interface DecisionOptions {
  /** The response's body; absent if only the parsed response is known. */
  readonly raw?: Uint8Array;
  readonly knownReviews?: Iterable<string>;
}

export function decisionFromResponse(
  login: string,
  review: string,
  fields: JsonObject,
  response: JsonObject | undefined,
  options: DecisionOptions = {},
): DecisionReading {
  const reading =
    response && readResponse(response, { request: { operation: "submitReview", id: review }, ...options });
  return decisionFromFacts(login, fields, reading?.decisionFacts);
}

interface Refusal {
  readonly status: number | undefined;
  readonly response: JsonObject | undefined;
}

/** The earlier decision that the service names as the reason for its refusal; undefined for other refusals. */
export function decisionFromConflict(
  review: string,
  fields: JsonObject,
  { status, response }: Refusal,
): DecisionReading | undefined {
  if (status !== 409 || response === undefined) return undefined;
  const facts = readConflictDecision(response, review, fact => isSent(fact, fields));
  const ended = facts.filter(({ meaning }) => meaning === "ended");
  const verdictFacts = facts.filter(
    ({ meaning }) => meaning === "passed" || meaning === "failed" || meaning === "unclear",
  );
  const stated = combine(leadingFacts(verdictFacts));
  const by = stated?.by ?? ended.slice(0, 1);
  if (by.length === 0) return undefined;
  const evidence = `the service says that it was decided before: ${fieldsText(by)}`;
  return { state: stated?.state ?? "unknown", evidence, ended: true };
}

export function decisionFromFields(login: string, fields: JsonObject): DecisionReading {
  const stated = combine(leadingFacts(readRequestDecision(fields)));
  const evidence = `recorded by \`${login}\``;
  if (stated === undefined) return { state: "unknown", evidence };
  return { state: stated.state, evidence: `${evidence}: ${fieldsText(stated.by)}` };
}

interface StatedDecision {
  readonly state: Verdict;
  readonly by: readonly Field[];
}

function isSent({ name, value }: Field, fields: JsonObject): boolean {
  return Object.hasOwn(fields, name) && JSON.stringify(fields[name]) === JSON.stringify(value);
}

function withDenial(
  denial: Field | undefined,
  stated: StatedDecision | undefined,
): StatedDecision | undefined {
  if (denial === undefined || stated?.state !== "passed") return stated;
  return { state: "unknown", by: [...stated.by, denial] };
}

/** Decisive facts, such as flags and fields named like a verdict, and unclear facts outweigh all others. */
function leadingFacts(facts: readonly DecisionFact[]): readonly DecisionFact[] {
  const heads = facts.filter(({ isDecisive, meaning }) => isDecisive || meaning === "unclear");
  return heads.length > 0 ? heads : facts;
}

/** Facts that contradict each other make the decision unknown. Undefined without facts. */
function combine(facts: readonly DecisionFact[]): StatedDecision | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const other = facts.find(({ meaning }) => meaning !== first.meaning);
  if (other !== undefined) return { state: "unknown", by: [first, other] };
  return {
    state: first.meaning === "passed" || first.meaning === "failed" ? first.meaning : "unknown",
    by: [first],
  };
}

function fieldsText(fields: readonly Field[]): string {
  return fields.map(({ name, value }) => `${valueText(name)} = ${valueText(value)}`).join(", but ");
}

function valueText(value: JsonValue): string {
  return inBackticks(cut(typeof value === "string" ? value : JSON.stringify(value), 80));
}
