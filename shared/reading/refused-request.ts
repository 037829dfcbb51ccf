/**
 * Finds in a response with a success status that the service refused the request: `{ success: false, error: "Locked" }`. The
 * response can also be a record, whose own fields say nothing of the request: `{ id: "b1", errors: [], success: true }`.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type OperationName, type OperationRole, operation } from "../service/operations.ts";
import { findCreatedIds } from "./created-id.ts";
import { deniesIn, errorKind, errorName, httpName, httpStatusIn } from "./decision.ts";
import { recordShapeIn } from "./record-shapes.ts";
import { refusalReasonIn } from "./refusal.ts";
import { flagIn, flagOrDigitIn, holdsNothing, valuesNamed } from "./values.ts";
import { recordEnvelopes, requestFlags, requestWords } from "./vocabulary.ts";
import { squash, squashedWords, statusOfText } from "./words.ts";

export interface RequestRefusal {
  /** The object that says it, or the response if the reason is elsewhere. */
  readonly statement: JsonObject;
  /** The service failed instead, so it may have acted: `{ status: 500 }`. */
  readonly hasFailed: boolean;
}

/** Undefined for reading operations, and for runs, reports and decisions, whose responses have rules of their own. */
export function findRequestRefusal(
  name: OperationName,
  response: JsonObject,
  sent: JsonObject,
): RequestRefusal | undefined {
  const { role } = operation(name);
  if (!isChangingRole(role)) return undefined;
  const isRecord = (object: JsonObject) => describesRecord(object, sent);
  const statements = statementsIn(response, isRecord);
  const has = (rule: (object: JsonObject) => boolean) => statements.find(rule);
  const denial = has(object => denies(object, role, isRecord(object)));
  const claimsSuccess = has(object => affirms(object, role)) !== undefined;
  // `{ message: "The scenario is used by 3 tests, nothing deleted" }`. A message about saved fields can be a hint.
  const isSureOfProse = role === "delete" || role === "reassign";
  const error =
    claimsSuccess || holdsOutcome(name, response, sent)
      ? undefined
      : has(object => !isRecord(object) && hasError(object, sent, isSureOfProse));
  const found = denial ?? error;
  if (found === undefined) return undefined;
  const status = statements.flatMap(httpStatusesIn).find(each => each >= 400);
  const statement = refusalReasonIn(found) === undefined ? response : found;
  return { statement, hasFailed: (status ?? 0) >= 500 };
}

type ChangingRole = keyof typeof requestWords.done;

function isChangingRole(role: OperationRole): role is ChangingRole {
  return Object.hasOwn(requestWords.done, role);
}

const namesIn = (table: string) => new Set(squashedWords(table));
const envelopes = namesIn(`${recordEnvelopes} | ${requestWords.envelopes}`);
const successNames = namesIn(requestWords.success);
const doneNames = new Map(
  Object.entries(requestWords.done).map(([role, table]) => [role as ChangingRole, namesIn(table)]),
);
const flagNames = namesIn(requestFlags);
const statusNames = namesIn(requestWords.statuses);
const refusedWords = namesIn(requestWords.refused);
const noteNames = namesIn(requestWords.notes);
const idNames = namesIn(requestWords.ids);
const mostLevels = 4;

// --- Objects -------------------------------------------------------------------------------------------------------

/** The response and the objects in its envelopes, but not the parts of a record. */
function statementsIn(
  object: JsonObject,
  isRecord: (object: JsonObject) => boolean,
  level = 1,
): JsonObject[] {
  if (level === mostLevels || isRecord(object)) return [object];
  return [
    object,
    ...Object.entries(object).flatMap(([name, value]) => {
      const [only, ...others] = Array.isArray(value) ? value : [value];
      const isInside = envelopes.has(squash(name)) && isJsonObject(only) && others.length === 0;
      return isInside ? statementsIn(only, isRecord, level + 1) : [];
    }),
  ];
}

/** The object has an id beside fields that describe it, or repeats a field that was sent. */
function describesRecord(object: JsonObject, sent: JsonObject): boolean {
  const names = Object.keys(object);
  if (names.some(name => isEchoed(name, object, sent))) return true;
  const isStatement = (name: string) => {
    const squashed = squash(name);
    return (
      [flagNames, successNames, noteNames].some(each => each.has(squashed)) ||
      [...doneNames.values()].some(each => each.has(squashed)) ||
      isErrorName(squashed) ||
      httpStatusOf(name, object[name] ?? null) !== undefined
    );
  };
  return hasId(object) && names.some(name => !idNames.has(squash(name)) && !isStatement(name));
}

function hasId(object: JsonObject): boolean {
  return ["id", "_id", "uuid"].some(name => Object.hasOwn(object, name));
}

function isEchoed(name: string, object: JsonObject, sent: JsonObject): boolean {
  return Object.hasOwn(sent, name) && JSON.stringify(object[name]) === JSON.stringify(sent[name]);
}

/** A created record, imported records, or the fields as they were sent, so an error beside them is about a part. */
function holdsOutcome(name: OperationName, response: JsonObject, sent: JsonObject): boolean {
  const { role } = operation(name);
  if (role === "create") return findCreatedIds(name, { value: response }, sent).length > 0;
  if (role === "import") {
    return Object.entries(response).some(
      ([field, value]) => recordShapeIn(field, name) !== undefined && !holdsNothing(value),
    );
  }
  const sentNames = Object.keys(sent);
  const isWhole = (object: JsonObject) =>
    sentNames.length > 0 && sentNames.every(field => isEchoed(field, object, sent));
  return [response, ...Object.values(response).filter(isJsonObject)].some(isWhole);
}

// --- Fields --------------------------------------------------------------------------------------------------------

function denies(object: JsonObject, role: ChangingRole, isRecord: boolean): boolean {
  const hasReason = Object.entries(object).some(
    ([name, value]) => (isErrorName(squash(name)) || noteNames.has(squash(name))) && !isNothing(value),
  );
  return Object.entries(object).some(([name, value]) => {
    if (flagOrDigitIn(value) !== false) return false;
    const squashed = squash(name);
    // `{ created: false, id: "b1" }`: the service had the record before.
    if (doneNames.get(role)?.has(squashed)) return role !== "create" || !hasId(object);
    if (successNames.has(squashed)) return !isRecord || hasReason;
    return !isRecord && typeof value !== "number" && (flagNames.has(squashed) || statusNames.has(squashed));
  });
}

/** `{ success: true, errors: ["colour is ignored"] }`, `{ imported: 5, errors: ["one test was left out"] }`. */
function affirms(object: JsonObject, role: ChangingRole): boolean {
  return Object.entries(object).some(([name, value]) => {
    const squashed = squash(name);
    const isDone = doneNames.get(role)?.has(squashed) ?? false;
    if (isDone && typeof value === "number") return value > 0;
    return (isDone || successNames.has(squashed) || squashed === "ok") && flagOrDigitIn(value) === true;
  });
}

function hasError(object: JsonObject, sent: JsonObject, isSureOfProse: boolean): boolean {
  if (httpStatusesIn(object).some(status => status >= 400)) return true;
  return Object.entries(object).some(([name, value]) => {
    if (isEchoed(name, object, sent)) return false;
    const squashed = squash(name);
    if (isErrorName(squashed)) return !isNothing(value);
    if (typeof value !== "string") return false;
    if (isSureOfProse && noteNames.has(squashed) && deniesIn(value)) return true;
    if (squashed === "type" && errorKind.test(squash(value))) return true;
    return statusNames.has(squashed) && (statusOfText(value) === "failed" || refusedWords.has(squash(value)));
  });
}

function isErrorName(squashed: string): boolean {
  return errorName.test(squashed.replace(/^(?:validation|field|form|has|is)(?=.)/, ""));
}

/** `{ error: { code: 0, message: "OK" } }` */
function isNothing(value: JsonValue): boolean {
  if (value === false || holdsNothing(value)) return true;
  if (typeof value === "string") return statusOfText(value) === "success" || flagIn(value) === false;
  if (!isJsonObject(value)) return false;
  const [code] = valuesNamed(value, ["code", "errorcode", "status"]);
  return code !== undefined && (Number(code) === 0 || statusOfText(String(code)) === "success");
}

function httpStatusesIn(object: JsonObject): number[] {
  return Object.entries(object).flatMap(([name, value]) => httpStatusOf(name, value) ?? []);
}

function httpStatusOf(name: string, value: JsonValue): number | undefined {
  return httpName.test(squash(name)) && typeof value !== "object" ? httpStatusIn(value) : undefined;
}
