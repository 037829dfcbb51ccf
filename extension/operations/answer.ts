/**
 * What an answer says of how things stand, in few words: "status is waiting". The reader draws conclusions about runs,
 * which most answers are not about: of it only the field that they rest on is of interest.
 */

import type { JsonObject } from "../../shared/json.ts";
import { read } from "../../shared/report/read.ts";
import type { OperationName } from "../../shared/service/operations.ts";

/** Empty where the answer says nothing. */
export function answerIn(name: OperationName, response: JsonObject): string {
  const said = saidIn(read(response, { operation: name }).evidence);
  return said === undefined ? "" : inWords(said);
}

export interface SaidField {
  readonly field: string;
  readonly value: string;
}

export function saidIn(evidence: string): SaidField | undefined {
  const [, field, value] = /^`([^`]+)` is `([^`]+)`/.exec(evidence) ?? [];
  return field === undefined || value === undefined ? undefined : { field, value };
}

export function inWords({ field, value }: SaidField): string {
  return `${field} is ${value}`;
}
