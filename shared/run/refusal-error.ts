/** Turns a response that refuses its request, although its status says success, into the error of a refusal. */

import { findRequestRefusal } from "../reading/refused-request.ts";
import type { ServiceResponse } from "../service/client.ts";
import { ServiceError } from "../service/error.ts";
import { explainRefusal } from "../service/explain.ts";
import type { ServiceRequest } from "../service/request.ts";
import type { Redact } from "../service/secret.ts";

/** The error of a refused request, as if the status had said so; undefined if the service did not refuse it. */
export function refusalErrorOf(
  { operation: name, fields = {} }: ServiceRequest,
  { value, raw, status }: Pick<ServiceResponse, "value" | "raw" | "status">,
  redact: Redact,
): ServiceError | undefined {
  const refusal = findRequestRefusal(name, value, fields);
  if (refusal === undefined) return undefined;
  const { hasFailed, statement } = refusal;
  return new ServiceError(
    {
      ...explainRefusal(name, status, hasFailed),
      operation: name,
      status,
      ambiguous: hasFailed,
      excerpt: new TextDecoder().decode(raw),
      response: statement,
    },
    redact,
  );
}
