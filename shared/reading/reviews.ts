/** Reads the reviews that a response names: their states, and their cases. */

import { isJsonObject, type JsonObject } from "../json.ts";
import { type OperationName, sendsBody } from "../service/operations.ts";
import { assigneeInRecord } from "./assignee.ts";
import { nodeDurationMs } from "./case-of-node.ts";
import { caseStatus } from "./case-status.ts";
import { findConversation } from "./conversation.ts";
import { type DecisionFact, readRecordDecision, readResponseDecision } from "./decision.ts";
import { type EvidenceFact, statementOf } from "./evidence.ts";
import type { Findings, ReviewNode } from "./findings.ts";
import { keyOf } from "./keys.ts";
import { combinedStatus, formatResponsePath, ObjectNode, type ResponseNode } from "./nodes.ts";
import { objectName } from "./object-name.ts";
import type { ReviewContext, ReviewReference } from "./reading.ts";
import { type RecordInResponse, type RequestReference, recordFields, recordLabel } from "./records.ts";
import { labelTextIn as textOf, valuesNamed } from "./values.ts";
import { lastReviewQuestionNames, reviewQuestionNames } from "./vocabulary.ts";
import { squash, squashedWords, statusOfText } from "./words.ts";

/**
 * The review that the response as a whole describes comes first. If the response names another review several times,
 * it is open if one of these places reports that it is open.
 */
export function readReviews(findings: Findings, request: RequestReference | undefined): ReviewReference[] {
  const { records, reviewNodes } = findings;
  const reviews = new Map<string, ReviewReference>();
  const casesByReview = namedCasesByReview(findings);
  const [root] = [...reviewNodes.keys()].filter(({ ownNode }) => ownNode?.parent === null);
  if (root !== undefined) reviews.set(root.id, reviewOf(root, findings, request));
  for (const record of records) {
    if (record.kind !== "review" || record.id === root?.id) continue;
    const review = record.ownNode === null ? namedReviewOf(record) : reviewOf(record, findings, undefined);
    // A case that names the review says it most surely, and the review's own title least.
    const around = caseNodeAround(record);
    const isOwnTitle = around !== undefined && around === record.ownNode;
    const nearest = isOwnTitle ? (review.case ?? around.name) : (around?.name ?? review.case);
    const about = casesByReview.get(record.id) ?? nearest;
    const withCase = about == null ? review : { ...review, case: about };
    reviews.set(record.id, mergeReferences(reviews.get(record.id), withCase));
  }
  return [...reviews.values()];
}

/** By the reviews' ids: `cases: [{ name: "Greets", review_id: "rev_1" }]`. */
function namedCasesByReview({ records }: Findings): Map<string, string> {
  const names = new Map<string, string>();
  for (const record of records) {
    if (record.kind !== "review" || record.ownNode !== null || names.has(record.id)) continue;
    const name = caseNodeAround(record)?.name;
    if (name != null) names.set(record.id, name);
  }
  return names;
}

/** The first reference wins, but one with a state wins over one without, and "open" wins over "settled". */
function mergeReferences(before: ReviewReference | undefined, review: ReviewReference): ReviewReference {
  if (before === undefined) return review;
  const wins = before.state === undefined || (before.state === "settled" && review.state === "open");
  const [winner, { state, verdict, evidence, ...other }] = wins ? [review, before] : [before, review];
  return { ...other, ...winner };
}

function reviewOf(
  record: RecordInResponse,
  findings: Findings,
  request: RequestReference | undefined,
): ReviewReference {
  const { id, ownNode } = record;
  // A response can be about another review by mistake, whose question this review must not get.
  const isOwn = ownNode?.value["id"] === undefined || ownNode.value["id"] === id;
  const object = isOwn ? recordFields(ownNode?.value ?? {}) : {};
  const assignee = assigneeInRecord(object);
  const caseName = caseNamedIn(object);
  const state = stateOf(record, findings, request?.operation);
  const label = labelIn(object, id, state.state);
  return {
    id,
    ...(label !== undefined && { label }),
    ...(caseName !== undefined && { case: caseName }),
    ...(assignee !== undefined && { assignee }),
    ...state,
    ...((record.isCalibration || isCalibration(object)) && { calibration: true as const }),
  };
}

/** `review: { reviewId, … }`. In another object, such as a case, the id only refers to the review. */
function namedReviewOf({ id, enclosingNode, isCalibration }: RecordInResponse): ReviewReference {
  const review = { id, ...(isCalibration && { calibration: true as const }) };
  if (!(enclosingNode instanceof ObjectNode) || enclosingNode.context.key.recordShape?.kind !== "review")
    return review;
  const label = labelIn(enclosingNode.value, id, undefined);
  return { ...review, ...(label !== undefined && { label }) };
}

/** The question says more about what a person has to decide than the review's name. */
function labelIn(review: JsonObject, id: string, state: ReviewReference["state"]): string | undefined {
  const first = (names: readonly string[]) =>
    valuesNamed(review, names).flatMap(value => textOf(value) ?? [])[0];
  const label = first(questionNames) ?? recordLabel(review, id);
  if (label !== undefined || state === "settled") return label;
  return first(stateNames) === undefined ? undefined : first(lastQuestionNames);
}

function stateOf(
  record: RecordInResponse,
  findings: Findings,
  operationName: OperationName | undefined,
): Pick<ReviewReference, "state" | "verdict" | "evidence"> {
  const isSubmitted = operationName === "submitReview";
  const nodes = findings.reviewNodes.get(record) ?? [];
  const facts = isSubmitted ? readResponseDecision(findings, record.id) : readRecordDecision(nodes);
  const find = (...wanted: DecisionFact["meaning"][]) =>
    facts.find(({ meaning }) => wanted.includes(meaning));
  const stateBy = (state: "open" | "settled", fact: DecisionFact | undefined) => ({
    state,
    evidence:
      fact === undefined ? { notes: [] } : { basis: statementOf(factOfReview(nodes, fact)), notes: [] },
  });
  const waiting = find("refused") ?? find("waits");
  if (waiting !== undefined) return stateBy("open", waiting);
  // In the response to a reassignment or a start, "submitted" and "done" may describe only that operation.
  const describesReview = operationName === undefined || isSubmitted || !sendsBody(operationName);
  if (!describesReview) {
    const running = facts.find(({ value }) => typeof value === "string" && statusOfText(value) === "running");
    return running === undefined ? {} : stateBy("open", running);
  }
  const ended = find("ended");
  const open = ended === undefined ? find("not ended") : undefined;
  if (open !== undefined) return stateBy("open", open);
  const decided = find("passed", "failed");
  const basis = decided ?? ended ?? (isSubmitted ? find("unclear") : undefined);
  if (basis === undefined && !isSubmitted) return {};
  const verdict =
    decided?.meaning === "passed" || decided?.meaning === "failed" ? decided.meaning : "unknown";
  return { ...stateBy("settled", basis), verdict };
}

/** The path begins at the review's own object, because people see only that object. */
function factOfReview(nodes: readonly ReviewNode[], { name, value }: DecisionFact): EvidenceFact {
  const node = nodes.find(each => each.value[name] === value);
  const steps: (string | number)[] = [name];
  for (let at: ResponseNode | null = node ?? null; at !== null && at !== nodes[0]; at = at.parent)
    steps.push(at.nameOrIndex);
  const isPlain = value === null || typeof value !== "object";
  const status = typeof value === "string" ? statusOfText(value) : null;
  return { path: formatResponsePath(steps), name, ...(isPlain && { value }), status };
}

const questionNames = squashedWords(reviewQuestionNames);
const lastQuestionNames = squashedWords(lastReviewQuestionNames);
const stateNames = ["state", "status"];

const calibrationWord = /^(?:is)?calibration(?:review)?$/;

/** `type: "calibration"`, `is_calibration: true`. */
function isCalibration(review: JsonObject): boolean {
  return Object.entries(review).some(
    ([name, value]) =>
      (typeof value === "string" && value.length < 30 && calibrationWord.test(squash(value))) ||
      (value === true && calibrationWord.test(squash(name))),
  );
}

// --- The case that a review is about -------------------------------------------------------------------------------

const mostLevels = 6;

function caseNodeAround({ enclosingNode }: RecordInResponse): ObjectNode | undefined {
  let at: ResponseNode | null = enclosingNode;
  for (let steps = 0; at !== null && steps < mostLevels; at = at.parent, steps++) {
    if (at instanceof ObjectNode && canHaveReview(at) && nameOf(at) !== null) return at;
  }
  return undefined;
}

/** The node is a test, a scenario, or a list element that is neither a record of another kind nor a part of a case. */
function canHaveReview({ nameOrIndex, context: { key } }: ObjectNode): boolean {
  const isListed = typeof nameOrIndex === "number";
  const { recordShape } = key;
  if (recordShape?.shape === (isListed ? "records" : "record"))
    return recordShape.kind === "test" || recordShape.kind === "scenario";
  return isListed && key.elementKind !== "parts";
}

function nameOf(node: ObjectNode): string | null {
  node.name ??= objectName(node.value);
  return node.name;
}

export function readReviewContexts(findings: Findings): Map<string, ReviewContext> {
  const contexts = new Map<string, ReviewContext>();
  const made = new Map<ObjectNode, ReviewContext>();
  const contextOf = (node: ObjectNode): ReviewContext => {
    const context = made.get(node) ?? { case: caseFrom(node, findings), ...conversationFrom(node.value) };
    made.set(node, context);
    return context;
  };
  for (const record of findings.records) {
    if (record.kind !== "review") continue;
    const caseNode = caseNodeAround(record) ?? findings.reviewCaseNodes.get(record);
    const context = {
      ...(caseNode && contextOf(caseNode)),
      ...(record.ownNode && conversationFrom(record.ownNode.value)),
      ...contexts.get(record.id),
    };
    if (Object.keys(context).length > 0) contexts.set(record.id, context);
  }
  return contexts;
}

function caseFrom(node: ObjectNode, findings: Findings): NonNullable<ReviewContext["case"]> {
  const { message, url, details, outcomes, hasError } = node;
  const statedStatus = outcomes === null ? null : combinedStatus(outcomes, true);
  const durationMs = nodeDurationMs(node, findings);
  return {
    name: nameOf(node) ?? "",
    status: caseStatus(node.status ?? statedStatus ?? (hasError ? "failed" : null)),
    ...(message !== null && { message }),
    ...(url !== null && { url }),
    ...(durationMs !== null && { durationMs }),
    ...(details.file !== null && { file: details.file }),
    ...(details.line !== null && { line: details.line }),
  };
}

function conversationFrom(object: JsonObject): Pick<ReviewContext, "conversation"> {
  const conversation = findConversation(object);
  return conversation === undefined ? {} : { conversation };
}

/** A question stands for the case only if nothing else names it. */
function caseNamedIn(review: JsonObject): string | undefined {
  let question: string | undefined;
  for (const name in review) {
    const value = review[name];
    if (typeof value !== "string" && !isJsonObject(value)) continue;
    const { elementKind, squashed } = keyOf(name);
    const text = elementKind === "cases" ? textOf(value) : null;
    if (text === null) continue;
    if (!questionNames.includes(squashed)) return text;
    question ??= text;
  }
  return question;
}
