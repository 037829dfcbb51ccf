/**
 * A request whose fields a person is still writing. The path of its document contains every property, so that an open
 * editor still works after a reload.
 */

import { type NameWithBody, operationNames, sendsBody } from "../../shared/service/operations.ts";

export interface DraftRequest {
  /** The id of the service that gets the request, even if another service is current by then. */
  readonly service: string;
  readonly operation: NameWithBody;
  /** Empty if the operation takes no id. Each of several records gets the same fields. */
  readonly ids: readonly string[];
  /** The catalog's key of the record that the request creates in the service. */
  readonly create?: string;
  readonly project?: string;
}

export function draftPathOf({ service, operation, ids, create, project }: DraftRequest): string[] {
  const subject = create === undefined ? ids.map(encodeURIComponent).join(",") : `+${create}`;
  return [service, operation, subject || "+", ...(project === undefined ? [] : [project])];
}

export function parseDraftPath([service = "", name, subject = "+", project]: readonly string[]):
  | DraftRequest
  | undefined {
  const operation = operationNames.filter(sendsBody).find(each => each === name);
  if (operation === undefined) return undefined;
  // An id can't begin with a plus here, because `encodeURIComponent` encodes a plus.
  if (!subject.startsWith("+")) {
    return { service, operation, ids: subject.split(",").map(decodeURIComponent) };
  }
  return {
    service,
    operation,
    ids: [],
    ...(subject !== "+" && { create: subject.slice(1) }),
    ...(project !== undefined && { project }),
  };
}
