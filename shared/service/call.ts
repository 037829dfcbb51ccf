/** What is called: an operation, with the id and the fields that it takes and with no others. */

import type { JsonObject } from "../json.ts";
import { type NameWithBody, type NameWithId, needsId, type OperationName, sendsBody } from "./operations.ts";

export type Call =
  | {
      readonly operation: NameWithId & NameWithBody;
      readonly id: string;
      readonly fields: JsonObject;
    }
  | {
      readonly operation: Exclude<NameWithId, NameWithBody>;
      readonly id: string;
      readonly fields?: never;
    }
  | {
      readonly operation: Exclude<NameWithBody, NameWithId>;
      readonly id?: never;
      readonly fields: JsonObject;
    }
  | {
      readonly operation: Exclude<OperationName, NameWithId | NameWithBody>;
      readonly id?: never;
      readonly fields?: never;
    };

/**
 * For an operation that is known only when the program runs: of what is given, the operation gets what it takes. An id
 * that is missing is left empty, and the client refuses it; fields that are missing are an empty object.
 */
export function callOf(
  operation: OperationName,
  { id = "", fields = {} }: { readonly id?: string | undefined; readonly fields?: JsonObject | undefined },
): Call {
  if (needsId(operation)) return sendsBody(operation) ? { operation, id, fields } : { operation, id };
  return sendsBody(operation) ? { operation, fields } : { operation };
}
