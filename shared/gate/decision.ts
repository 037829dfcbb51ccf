/**
 * How a person decided a review: by the service's answer, else by the fields that were sent. What nothing tells is
 * `unknown`.
 */

import type { JsonObject, JsonValue } from "../json.ts";
import { type DecisionFact, factsOfConflict, factsOfSent } from "../reading/decision.ts";
import { read } from "../reading/read.ts";
import type { Verdict } from "../reading/reading.ts";
import { cut, inBackticks } from "../wording.ts";
import type { ReviewState } from "./state.ts";

export interface Decision {
  /** Open where the service says that a person is still waited for. */
  readonly state: ReviewState;
  /** The fields that it rests on, as `verdict` = `pass`; code in backticks, for `prose`. */
  readonly evidence: string;
  /** The service answered, and said that it did not take it. */
  readonly isRefused?: true;
  /** The service's answer has ended the review. */
  readonly ended?: true;
}

type Field = Pick<DecisionFact, "name" | "value">;

/** `answered`: what the answer tells of the review; absent where none came. */
export function decisionOf(
  login: string,
  fields: JsonObject,
  answered: readonly DecisionFact[] = [],
): Decision {
  const isEchoed = (field: Field) => isSent(field, fields);
  const saying = (...wanted: DecisionFact["says"][]) => answered.filter(({ says }) => wanted.includes(says));
  // A value that the service repeats is the person's word, and no word about the call.
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
  // A flag that may deny it, as `accepted` = `no`: nothing has passed beside it.
  const denial = refusals.find(({ isFlag }) => isFlag);
  // A remark that the service repeats is read with what was sent.
  const telling = saying("passed", "failed", "unclear").filter(
    each => each.says !== "unclear" || !isEchoed(each),
  );
  const told = beside(denial, together(headsOf(telling)));
  const sent = beside(denial, together(headsOf(factsOfSent(fields))));
  if (told !== undefined) {
    // The answer may call passed what was found before the person decided.
    const isDisputed = told.state === "passed" && sent !== undefined && sent.state !== "passed";
    // Mostly the service repeats what it was sent.
    const isEcho = told.by.every(isEchoed);
    const other = sent === undefined || isEcho ? "submitted it, and" : `sent ${fieldsText(sent.by)}, and`;
    const did = isEcho ? "sent" : `${other} the service says`;
    return {
      state: isDisputed ? "unknown" : told.state,
      evidence: `\`${login}\` ${did} ${fieldsText(told.by)}`,
      ...((!isEcho || hasEnded) && { ended: true }),
    };
  }
  const ended = hasEnded ? { ended: true as const } : {};
  if (sent !== undefined) {
    return { state: sent.state, evidence: `\`${login}\` sent ${fieldsText(sent.by)}`, ...ended };
  }
  return { state: "unknown", evidence: `\`${login}\` submitted it`, ...ended };
}

/** `raw`: the answer as it came, where it did not come as a value. */
export function decisionByAnswer(
  login: string,
  review: string,
  fields: JsonObject,
  answer: JsonObject | undefined,
  raw?: Uint8Array,
): Decision {
  const reading = answer && read(answer, { about: { operation: "submitReview", id: review }, raw });
  return decisionOf(login, fields, reading?.decision);
}

/** A refusal of a submission, as far as it matters here. */
interface Refusal {
  readonly status: number | undefined;
  readonly response: JsonObject | undefined;
}

/** How the review was decided before; nothing where the service does not say that this is why it refused. */
export function decisionElsewhere(
  review: string,
  fields: JsonObject,
  { status, response }: Refusal,
): Decision | undefined {
  if (status !== 409 || response === undefined) return undefined;
  const facts = factsOfConflict(response, review, fact => isSent(fact, fields));
  const ended = facts.filter(({ says }) => says === "ended");
  const telling = facts.filter(({ says }) => says === "passed" || says === "failed" || says === "unclear");
  const told = together(headsOf(telling));
  const by = told?.by ?? ended.slice(0, 1);
  if (by.length === 0) return undefined;
  const evidence = `the service says that it was decided before: ${fieldsText(by)}`;
  return { state: told?.state ?? "unknown", evidence, ended: true };
}

/** For a decision that was made elsewhere, and that a person records. */
export function recordedDecision(login: string, fields: JsonObject): Decision {
  const told = together(headsOf(factsOfSent(fields)));
  const evidence = `recorded by \`${login}\``;
  if (told === undefined) return { state: "unknown", evidence };
  return { state: told.state, evidence: `${evidence}: ${fieldsText(told.by)}` };
}

interface Said {
  readonly state: Verdict;
  readonly by: readonly Field[];
}

function isSent({ name, value }: Field, fields: JsonObject): boolean {
  return Object.hasOwn(fields, name) && JSON.stringify(fields[name]) === JSON.stringify(value);
}

function beside(denial: Field | undefined, said: Said | undefined): Said | undefined {
  if (denial === undefined || said?.state !== "passed") return said;
  return { state: "unknown", by: [...said.by, denial] };
}

/** Beside a field that is named as a verdict, or a flag, others are remarks, unless they leave it open. */
function headsOf(facts: readonly DecisionFact[]): readonly DecisionFact[] {
  const heads = facts.filter(({ isHead, says }) => isHead || says === "unclear");
  return heads.length > 0 ? heads : facts;
}

/** The decision by several fields; where they contradict each other, it is unknown. */
function together(facts: readonly DecisionFact[]): Said | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const other = facts.find(({ says }) => says !== first.says);
  if (other !== undefined) return { state: "unknown", by: [first, other] };
  return { state: first.says === "passed" || first.says === "failed" ? first.says : "unknown", by: [first] };
}

function fieldsText(fields: readonly Field[]): string {
  return fields.map(({ name, value }) => `${valueText(name)} = ${valueText(value)}`).join(", but ");
}

function valueText(value: JsonValue): string {
  return inBackticks(cut(typeof value === "string" ? value : JSON.stringify(value), 80));
}
