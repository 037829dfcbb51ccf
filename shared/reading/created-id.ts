/** Finds the id of the record that a request has created, in its response. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, type OperationName, operation, pluralOf } from "../service/operations.ts";
import { type RecordShape, recordShapeIn } from "./record-shapes.ts";
import { recordLabel } from "./records.ts";
import { squash } from "./words.ts";
import { wrappedObjects } from "./wrapped-objects.ts";

interface CreateResponse {
  readonly value: JsonObject;
  /** The id in the `Location` header. */
  readonly locatedId?: string | undefined;
}

/**
 * Gives several ids if each of them is possible. The record is the response itself, an object in an envelope such as
 * `data`, or an object under the kind's name. Longer lists and deeper objects are left out, because they can contain other
 * records of the kind. An import creates one project beside other records.
 */
export function findCreatedIds(
  name: OperationName,
  { value, locatedId }: CreateResponse,
  sent: JsonObject,
): string[] {
  const { role, kind } = operation(name);
  if (role !== "create" && role !== "import") return [];
  const objects = wrappedObjects(value).filter(each => role === "create" || isOfKind(each, kind));
  const records = objects.flatMap(each => valuesOf(each, name, "record").filter(isJsonObject));
  const own = idsAmong([...objects, ...records].map(({ id }) => id));
  // A field such as `batchId` repeats an id that was sent if it refers to another record.
  const named = idsAmong(objects.flatMap(each => valuesOf(each, name, "id"))).filter(
    id => !contains(sent, id),
  );
  return [own, named, idsAmong([locatedId])].find(ids => ids.length > 0) ?? [];
}

/** The name that the response gives the created record. */
export function findCreatedLabel(response: JsonObject, id: string): string | undefined {
  return wrappedObjects(response)
    .map(each => recordLabel(each, id))
    .find(label => label !== undefined);
}

/** `{ type: "import_job", id: "job_1" }` isn't the imported project. A created record can have a type of its own. */
function isOfKind({ type }: JsonObject, kind: Kind): boolean {
  return typeof type !== "string" || [kind, pluralOf[kind]].some(name => squash(name) === squash(type));
}

function valuesOf(object: JsonObject, requested: OperationName, shape: RecordShape["shape"]): JsonValue[] {
  const { kind } = operation(requested);
  return Object.entries(object).flatMap(([name, value]) => {
    const named = recordShapeIn(name, requested);
    return named?.kind === kind && named.shape === shape ? [value] : [];
  });
}

/** The catalog's ids are texts, and so are the ids in addresses. */
function idsAmong(values: readonly (JsonValue | undefined)[]): string[] {
  const texts = values.map(value => (Number.isSafeInteger(value) ? String(value) : value));
  return [...new Set(texts.filter(text => typeof text === "string" && text !== ""))] as string[];
}

function contains(value: JsonValue, id: string): boolean {
  if (typeof value !== "object" || value === null) return String(value) === id;
  return Object.values(value).some(each => contains(each, id));
}
