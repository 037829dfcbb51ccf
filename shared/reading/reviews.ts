/** The reviews that a response names: their state, and the case that each is about. */

import { isJsonObject, type JsonObject } from "../json.ts";
import { type OperationName, sendsBody } from "../service/operations.ts";
import { caseStatus } from "./case-status.ts";
import { conversationIn } from "./conversation.ts";
import { type DecisionFact, factsOfAnswer, factsOfRecord } from "./decision.ts";
import { millisecondsOf } from "./describe.ts";
import { type Fact, stating } from "./evidence.ts";
import type { Findings, ReviewObject } from "./findings.ts";
import { keyOf } from "./keys.ts";
import { ownName } from "./names.ts";
import { ObjectNode, pathOfSteps, type ResponseNode, saidTogether } from "./nodes.ts";
import type { ReviewContext, ReviewReference } from "./reading.ts";
import { type About, type FoundRecord, labelIn } from "./records.ts";
import { labelIn as textOf } from "./values.ts";
import { saysOf, squash } from "./words.ts";

/**
 * Every review that the response names, once, in the order of first place, after the one that the operation is about: of
 * that one the response as a whole speaks. Another is open where one of several places says so.
 */
export function reviewsIn(findings: Findings, about: About | undefined): ReviewReference[] {
  const { records, reviewNodes } = findings;
  const reviews = new Map<string, ReviewReference>();
  const [root] = [...reviewNodes.keys()].filter(({ own }) => own?.parent === null);
  if (root !== undefined) reviews.set(root.id, reviewOf(root, findings, about));
  for (const record of records) {
    if (record.kind !== "review" || record.id === root?.id) continue;
    const review = record.own === null ? { id: record.id } : reviewOf(record, findings, undefined);
    const around = caseNodeAround(record);
    const placed = around?.name == null ? review : { ...review, case: around.name };
    reviews.set(record.id, joined(reviews.get(record.id), placed));
  }
  return [...reviews.values()];
}

/** The first place's words stand, and an open state before a settled one. */
function joined(before: ReviewReference | undefined, review: ReviewReference): ReviewReference {
  if (before === undefined) return review;
  const both = { ...review, ...before };
  if (review.state !== "open" || before.state !== "settled") return both;
  const { verdict, ...open } = both;
  return { ...open, state: "open", ...(review.evidence && { evidence: review.evidence }) };
}

/** `about`: the operation that was about this review. */
function reviewOf(record: FoundRecord, findings: Findings, about: About | undefined): ReviewReference {
  const { id, own } = record;
  const object = own?.value ?? {};
  const label = labelIn(object, id);
  const itsCase = caseNamedIn(object);
  const state = stateOf(record, findings, about?.operation);
  return {
    id,
    ...(label !== undefined && { label }),
    ...(itsCase !== undefined && { case: itsCase }),
    ...state,
    ...(isCalibration(object) && { calibration: true as const }),
  };
}

function stateOf(
  record: FoundRecord,
  findings: Findings,
  operationName: OperationName | undefined,
): Pick<ReviewReference, "state" | "verdict" | "evidence"> {
  const isSubmitted = operationName === "submitReview";
  const nodes = findings.reviewNodes.get(record) ?? [];
  const facts = isSubmitted ? factsOfAnswer(findings, record.id) : factsOfRecord(nodes);
  const find = (...wanted: DecisionFact["says"][]) => facts.find(({ says }) => wanted.includes(says));
  const stands = (state: "open" | "settled", fact: DecisionFact | undefined) => ({
    state,
    evidence: fact === undefined ? { notes: [] } : { basis: stating(factIn(nodes, fact)), notes: [] },
  });
  const waits = find("refused") ?? find("waits");
  if (waits !== undefined) return stands("open", waits);
  // Reassigned or started, "submitted" and "done" may tell of just that.
  const tellsOfReview = operationName === undefined || isSubmitted || !sendsBody(operationName);
  if (!tellsOfReview) {
    const goesOn = facts.find(({ value }) => typeof value === "string" && saysOf(value) === "running");
    return goesOn === undefined ? {} : stands("open", goesOn);
  }
  const ended = find("ended");
  const open = ended === undefined ? find("not ended") : undefined;
  if (open !== undefined) return stands("open", open);
  const decided = find("passed", "failed");
  const basis = decided ?? ended ?? (isSubmitted ? find("unclear") : undefined);
  if (basis === undefined && !isSubmitted) return {};
  const verdict = decided?.says === "passed" || decided?.says === "failed" ? decided.says : "unknown";
  return { ...stands("settled", basis), verdict };
}

/** As a place in the review's own object, which is all that a person sees beside it. */
function factIn(nodes: readonly ReviewObject[], { name, value }: DecisionFact): Fact {
  const node = nodes.find(each => each.value[name] === value);
  const steps: (string | number)[] = [name];
  for (let at: ResponseNode | null = node ?? null; at !== null && at !== nodes[0]; at = at.parent)
    steps.push(at.step);
  const isPlain = value === null || typeof value !== "object";
  const says = typeof value === "string" ? saysOf(value) : null;
  return { path: pathOfSteps(steps), name, ...(isPlain && { value }), says };
}

const calibrationWord = /^(?:is)?calibration(?:review)?$/;

/** Where a field of its own says so: `type: "calibration"`, `is_calibration: true`. */
function isCalibration(review: JsonObject): boolean {
  return Object.entries(review).some(
    ([name, value]) =>
      (typeof value === "string" && value.length < 30 && calibrationWord.test(squash(value))) ||
      (value === true && calibrationWord.test(squash(name))),
  );
}

// --- The case that a review is about -------------------------------------------------------------------------------

const farthest = 6;

/** The nearest object around it that may be a case and has a name. */
export function caseNodeAround({ around }: FoundRecord): ObjectNode | undefined {
  let at: ResponseNode | null = around;
  for (let steps = 0; at !== null && steps < farthest; at = at.parent, steps++) {
    if (at instanceof ObjectNode && mayBeCase(at) && nameOf(at) !== null) return at;
  }
  return undefined;
}

/** A test, a scenario, or an element of a list that is neither another record nor a part of a case. */
function mayBeCase({ step, context: { key } }: ObjectNode): boolean {
  const isListed = typeof step === "number";
  const { record } = key;
  if (record?.form === (isListed ? "records" : "record"))
    return record.kind === "test" || record.kind === "scenario";
  return isListed && key.holds !== "parts";
}

function nameOf(node: ObjectNode): string | null {
  node.name ??= ownName(node.value);
  return node.name;
}

/** By the ids of the reviews; those of which nothing is told are left out. */
export function contextsOf(findings: Findings): Map<string, ReviewContext> {
  const contexts = new Map<string, ReviewContext>();
  const made = new Map<ObjectNode, ReviewContext>();
  const contextOf = (node: ObjectNode): ReviewContext => {
    const context = made.get(node) ?? { case: caseFrom(node, findings), ...conversationFrom(node.value) };
    made.set(node, context);
    return context;
  };
  for (const record of findings.records) {
    if (record.kind !== "review") continue;
    const itsCase = caseNodeAround(record) ?? findings.reviewCases.get(record);
    const context = {
      ...(itsCase && contextOf(itsCase)),
      ...(record.own && conversationFrom(record.own.value)),
      ...contexts.get(record.id),
    };
    if (Object.keys(context).length > 0) contexts.set(record.id, context);
  }
  return contexts;
}

function caseFrom(node: ObjectNode, findings: Findings): NonNullable<ReviewContext["case"]> {
  const { message, url, details, outcomes, error } = node;
  const own = outcomes === null ? null : saidTogether(outcomes, true);
  const durationMs = millisecondsOf(node, findings);
  return {
    name: nameOf(node) ?? "",
    status: caseStatus(node.says ?? own ?? (error ? "failed" : null)),
    ...(message !== null && { message }),
    ...(url !== null && { url }),
    ...(durationMs !== null && { durationMs }),
    ...(details.file !== null && { file: details.file }),
    ...(details.line !== null && { line: details.line }),
  };
}

function conversationFrom(object: JsonObject): Pick<ReviewContext, "conversation"> {
  const conversation = conversationIn(object);
  return conversation === undefined ? {} : { conversation };
}

/** The case or the question that the review's own object names. */
function caseNamedIn(review: JsonObject): string | undefined {
  for (const name in review) {
    const value = review[name];
    if (typeof value !== "string" && !isJsonObject(value)) continue;
    if (keyOf(name).holds !== "cases") continue;
    const text = textOf(value);
    if (text !== null) return text;
  }
  return undefined;
}
