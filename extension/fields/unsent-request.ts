/**
 * A request whose fields are being written in an editor. The editor's address holds all of it, so that it can still be
 * sent after a reload.
 */

import type { Uri } from "vscode";
import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import { pathOf, type VirtualDocuments } from "../editor/documents.ts";
import { titleOf } from "../labels/operations.ts";

export const fieldsFolder = "fields";

export interface UnsentRequest {
  /** The id of the service that it will be sent to, also when another is in use by then. */
  readonly service: string;
  readonly operation: OperationName;
  /** None for an operation that takes no id; several where the same is sent for each. */
  readonly ids: readonly string[];
  /** The `key` of the catalog's record that is to be created. */
  readonly create?: string;
}

/** `subject` is for the title only. */
export function addressOf(documents: VirtualDocuments, request: UnsentRequest, subject: string): Uri {
  const { service, operation: name, ids, create } = request;
  const title = [titleOf(name), subject].filter(part => part !== "").join(" · ");
  const about = create === undefined ? ids.map(encodeURIComponent).join(",") : `+${create}`;
  return documents.uri(fieldsFolder, [service, name, about || "+"], title, ".json");
}

/** Undefined for any other document. */
export function requestAt(uri: Uri): UnsentRequest | undefined {
  const [folder, ...path] = pathOf(uri);
  return folder === fieldsFolder ? requestIn(path) : undefined;
}

export function requestIn([service = "", name, about = "+"]: readonly string[]): UnsentRequest | undefined {
  const known = operationNames.find(each => each === name);
  if (known === undefined) return undefined;
  // `encodeURIComponent` leaves no plus in an id.
  if (!about.startsWith("+")) {
    return { service, operation: known, ids: about.split(",").map(decodeURIComponent) };
  }
  return { service, operation: known, ids: [], ...(about === "+" ? {} : { create: about.slice(1) }) };
}
