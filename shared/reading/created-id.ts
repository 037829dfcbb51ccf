/** Finds the id of the record that a request has created, in its response. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type OperationName, operation } from "../service/operations.ts";
import { keyOf } from "./keys.ts";
import { type RecordShape, recordShapeIn } from "./record-shapes.ts";

interface CreateResponse {
  readonly value: JsonObject;
  /** The id in the `Location` header. */
  readonly locatedId?: string | undefined;
}

/**
 * Gives several ids if each of them is possible. The record is the response itself, an object in an envelope such as
 * `data`, or an object under the kind's name. Lists and deeper objects are left out, because they can contain other records
 * of the kind.
 */
export function findCreatedIds(
  name: OperationName,
  { value, locatedId }: CreateResponse,
  sent: JsonObject,
): string[] {
  if (operation(name).role !== "create") return [];
  const objects = unwrapped(value);
  const records = objects.flatMap(each => valuesOf(each, name, "record").filter(isJsonObject));
  const own = idsAmong([...objects, ...records].map(({ id }) => id));
  // A field such as `batchId` repeats an id that was sent if it refers to another record.
  const named = idsAmong(objects.flatMap(each => valuesOf(each, name, "id"))).filter(
    id => !contains(sent, id),
  );
  return [own, named, idsAmong([locatedId])].find(ids => ids.length > 0) ?? [];
}

function unwrapped(response: JsonObject): JsonObject[] {
  const objects = [response];
  for (const object of objects) {
    const inside = Object.entries(object).filter(([name]) => keyOf(name).isEnvelope);
    objects.push(...inside.map(([, value]) => value).filter(isJsonObject));
  }
  return objects;
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
