/** Learns the fields of records from responses for forms and updates, because no documentation names the fields. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type RecordReference, recordKey } from "../reading/records.ts";
import { type OperationName, operation, responseSubjects } from "../service/operations.ts";

export interface LearnedFields {
  readonly recordKey: string;
  readonly fields: JsonObject;
  /** `fields` are the whole record, so a field that they lack no longer exists. */
  readonly isComplete: boolean;
  /** `fields` are only the short fields of a large record, so no update may begin with them. */
  readonly isPart?: true;
}

/** A larger object is learned without its lists, objects and long texts. */
const maxJsonLength = 16_000;
const longestShortText = 1000;

export function learnFields(name: OperationName, references: readonly RecordReference[]): LearnedFields[] {
  const subject = responseSubjects[operation(name).role];
  return references.flatMap(({ kind, id, object, isRoot }) => {
    if (object === undefined || (isRoot && subject === "run")) return [];
    const key = recordKey({ kind, id });
    if (isShorterThan(object, maxJsonLength)) {
      return [{ recordKey: key, fields: object, isComplete: isRoot && subject === "record" }];
    }
    const fields = shortFieldsOf(object);
    return isShorterThan(fields, maxJsonLength)
      ? [{ recordKey: key, fields, isComplete: false, isPart: true }]
      : [];
  });
}

function shortFieldsOf(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) =>
      typeof value === "string"
        ? value.length <= longestShortText
        : value === null || typeof value !== "object",
    ),
  );
}

export function mergeFields(
  before: JsonObject | undefined,
  { fields, isComplete }: LearnedFields,
): JsonObject {
  return isComplete || before === undefined ? fields : { ...before, ...fields };
}

/** Estimates whether the object's JSON text is shorter than `most`, without writing the text. */
function isShorterThan(value: JsonObject, most: number): boolean {
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
