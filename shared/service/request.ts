/** A request to the service: an operation with exactly the id and the fields that it takes. */

import type { JsonObject } from "../json.ts";
import { type NameWithBody, type NameWithId, needsId, type OperationName, sendsBody } from "./operations.ts";

export type ServiceRequest =
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

/** Drops the id or the fields that the operation doesn't take. A missing id becomes empty, which the client refuses. */
export function serviceRequestOf(
  operation: OperationName,
  { id = "", fields = {} }: { readonly id?: string | undefined; readonly fields?: JsonObject | undefined },
): ServiceRequest {
  if (needsId(operation)) return sendsBody(operation) ? { operation, id, fields } : { operation, id };
  return sendsBody(operation) ? { operation, fields } : { operation };
}
