/** Turns fields and nodes into facts of the evidence. */

import type { JsonObject, JsonValue } from "../json.ts";
import { type EvidenceFact, type EvidenceMeaning, type EvidenceStatement, statementOf } from "./evidence.ts";
import type { Key } from "./key.ts";
import {
  type CountField,
  type FieldPath,
  type ObjectNode,
  type OutcomeField,
  type ResponseNode,
  responsePathOf,
} from "./nodes.ts";
import { messageTextIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import { isUnrun } from "./words.ts";

export function factOf(field: OutcomeField | CountField): EvidenceFact {
  const { node, path, value, status } = field;
  const bound = "bound" in field ? boundOf(field) : undefined;
  const raw = value ?? valueAt(node, path);
  const isContainer = typeof raw === "object" && raw !== null;
  const text = isContainer ? messageTextIn(raw) : null;
  return {
    ...locationOf(node, path),
    ...(isContainer
      ? { value: outlineText(raw), outlineOf: Array.isArray(raw) ? "list" : "object" }
      : { value: typeof raw === "string" ? cutOff(raw) : raw }),
    ...(text !== null && { text: cutOff(text) }),
    ...(bound !== undefined && { bound }),
    // A person decides each doubt about a review: `reviews: [{ status: "pending" }]`.
    status: (status === null || isOpenReviewState(status)) && isOfReview(node) ? "undecided" : status,
  };
}

function boundOf({ node, bound = "" }: OutcomeField): EvidenceFact["bound"] {
  const value = valueAt(node, bound);
  return typeof value === "number" || typeof value === "string" ? { name: bound, value } : undefined;
}

/** A review that is pending, waiting or in progress waits for a person, and not for the run. */
export function isOpenReviewState(status: Status | null): boolean {
  return status === "running" || isUnrun(status);
}

export function isOfReview({ context: { key }, parent }: ResponseNode): boolean {
  return (
    isReviewRecord(key) || (key.isAttributeObject && parent !== null && isReviewRecord(parent.context.key))
  );
}

function isReviewRecord({ recordShape }: Key): boolean {
  return (
    recordShape?.kind === "review" && (recordShape.shape === "record" || recordShape.shape === "records")
  );
}

export function fieldStatement(
  field: OutcomeField | CountField,
  meaning?: EvidenceMeaning,
): EvidenceStatement {
  return statementOf(factOf(field), meaning);
}

function valueAt(node: ResponseNode, path: FieldPath): JsonValue {
  const steps = typeof path === "string" ? [path] : path;
  return steps.reduce<JsonValue>((at, step) => Reflect.get(Object(at), step) ?? null, node.value);
}

/** An object or a list has no value of its own, and must not be shown as null. */
function outlineText(value: JsonObject | readonly JsonValue[]): string {
  const inside = Object.keys(value).length === 0 ? "" : "…";
  return Array.isArray(value) ? `[${inside}]` : `{${inside}}`;
}

/** The field that decided a case or a suite, else its objection or another outcome, else the element as a whole. */
export function factOfNode(node: ObjectNode): EvidenceFact {
  if (node.context.area === "expression") {
    const name = cutOff(String(node.nameOrIndex));
    const value = cutOff(String(node.value["status"]));
    return { path: name, name, value, status: node.status, byCases: true };
  }
  const outcomeOf = (wanted: Status | null) => node.outcomes?.find(({ status }) => status === wanted);
  const field =
    outcomeOf(node.status) ??
    (node.status === "passed" ? outcomeOf("success") : (node.nested.objection ?? node.nested.openField)) ??
    outcomeOf(null) ??
    node.outcomes?.[0];
  if (field !== undefined) return factOf(field);
  const listStatus = node.context.group?.status ?? null;
  const statusFact: Pick<EvidenceFact, "status" | "byList"> =
    listStatus === null ? { status: node.status } : { status: listStatus, byList: true };
  const text = listStatus === null ? null : (node.message ?? node.name);
  return { ...locationOf(node, []), ...statusFact, ...(text !== null && { text: cutOff(text) }) };
}

export function locationOf(node: ResponseNode, path: FieldPath): Pick<EvidenceFact, "path" | "name"> {
  const name = String((typeof path === "string" ? path : path.at(-1)) ?? node.nameOrIndex);
  return { path: cutOff(responsePathOf(node, path)), name: cutOff(name) };
}

/** Saves memory. Reports show far less than 2000 characters of a text. */
function cutOff(text: string): string {
  const longest = 2000;
  return text.slice(0, longest);
}

export function isAboveZero({ value }: CountField): boolean {
  return value > 0;
}
