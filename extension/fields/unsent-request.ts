/**
 * A request whose fields are being written in an editor. The path of the editor's document holds all of it, so that it
 * can still be sent after a reload. Operations that send no body have no fields, and no such document.
 */

import { type NameWithBody, operationNames, sendsBody } from "../../shared/service/operations.ts";

export interface UnsentRequest {
  /** The id of the service that it will be sent to, also when another is in use by then. */
  readonly service: string;
  readonly operation: NameWithBody;
  /** None for an operation that takes no id; several where the same is sent for each. */
  readonly ids: readonly string[];
  /** The `key` of the catalog's record that is to be created. */
  readonly create?: string;
  /** The id of the project that the record to be created belongs to. */
  readonly project?: string;
}

export function pathOf({ service, operation, ids, create, project }: UnsentRequest): string[] {
  const about = create === undefined ? ids.map(encodeURIComponent).join(",") : `+${create}`;
  return [service, operation, about || "+", ...(project === undefined ? [] : [project])];
}

/** Undefined where the path leads to no such request. */
export function requestIn([service = "", name, about = "+", project]: readonly string[]):
  | UnsentRequest
  | undefined {
  const known = operationNames.filter(sendsBody).find(each => each === name);
  if (known === undefined) return undefined;
  // `encodeURIComponent` leaves no plus in an id.
  if (!about.startsWith("+")) {
    return { service, operation: known, ids: about.split(",").map(decodeURIComponent) };
  }
  return {
    service,
    operation: known,
    ids: [],
    ...(about !== "+" && { create: about.slice(1) }),
    ...(project !== undefined && { project }),
  };
}
