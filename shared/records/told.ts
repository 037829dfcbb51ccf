/**
 * Keeps what responses said of each record: the fields of its object. The service documents none, so these are the only names
 * and values that a form can be made of, and what a record can be updated from.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type RecordReference, recordName } from "../reading/records.ts";
import { type OperationName, operation, type Role } from "../service/operations.ts";

export interface Told {
  /** `recordName` of the record. */
  readonly about: string;
  readonly fields: JsonObject;
  /** The answer was about this record: what it leaves out is no longer said. */
  readonly isWhole: boolean;
}

/** The answer to an operation of these roles is the record itself. */
const aboutTheRecord = new Set<Role>(["create", "update", "fetch"]);
/** The answer to an operation of these is about a run, also where it bears the record's id. */
const aboutARun = new Set<Role>(["run", "report"]);

/** Larger objects are left out whole: a part of one would look like all of it. */
const mostText = 16_000;

export function toldIn(name: OperationName, references: readonly RecordReference[]): Told[] {
  const { role } = operation(name);
  return references.flatMap(({ kind, id, object, isRoot }) => {
    if (object === undefined || (isRoot && aboutARun.has(role)) || !isWithin(object, mostText)) return [];
    return [{ about: recordName({ kind, id }), fields: object, isWhole: isRoot && aboutTheRecord.has(role) }];
  });
}

/** The fields that are known once this was said as well. */
export function withTold(before: JsonObject | undefined, { fields, isWhole }: Told): JsonObject {
  return isWhole || before === undefined ? fields : { ...before, ...fields };
}

/** Whether its text has at most about so many characters, found out without writing more of it. */
function isWithin(value: JsonObject, most: number): boolean {
  let left = most;
  const waiting: JsonValue[] = [value];
  for (let at = waiting.pop(); at !== undefined && left >= 0; at = waiting.pop()) {
    left -= typeof at === "string" ? at.length + 3 : 5;
    if (Array.isArray(at)) {
      if (at.length > left) return false;
      for (const each of at) waiting.push(each);
    } else if (isJsonObject(at)) {
      for (const name in at) {
        left -= name.length + 3;
        const inner = at[name];
        if (inner !== undefined) waiting.push(inner);
      }
    }
  }
  return left >= 0;
}
