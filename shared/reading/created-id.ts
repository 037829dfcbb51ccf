/** Finds the id of the record that a request has created, in its response. If several ids are possible, none is chosen. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, type OperationName, operation } from "../service/operations.ts";
import { keyOf } from "./keys.ts";
import { type RecordShape, recordShapeOf } from "./record-shapes.ts";

interface CreateResponse {
  readonly value: JsonObject;
  /** The id in the `Location` header. */
  readonly locatedId?: string | undefined;
}

/**
 * The record is the response itself, an object in an envelope such as `data`, or an object under the kind's name. Lists and
 * deeper objects are left out, because they can contain other records of the kind.
 */
export function findCreatedId(
  name: OperationName,
  { value, locatedId }: CreateResponse,
  sent: JsonObject,
): string | undefined {
  const { kind, role } = operation(name);
  if (role !== "create") return undefined;
  const objects = unwrapped(value);
  const records = objects.flatMap(each => valuesOf(each, kind, "record").filter(isJsonObject));
  const own = idsAmong([...objects, ...records].map(({ id }) => id));
  // A field such as `batchId` repeats an id that was sent if it refers to another record.
  const named = idsAmong(objects.flatMap(each => valuesOf(each, kind, "id"))).filter(
    id => !contains(sent, id),
  );
  const candidates = [own, named, idsAmong([locatedId])].find(ids => ids.length > 0) ?? [];
  return candidates.length === 1 ? candidates[0] : undefined;
}

function unwrapped(response: JsonObject): JsonObject[] {
  const objects = [response];
  for (const object of objects) {
    const inside = Object.entries(object).filter(([name]) => keyOf(name).isEnvelope);
    objects.push(...inside.map(([, value]) => value).filter(isJsonObject));
  }
  return objects;
}

function valuesOf(object: JsonObject, kind: Kind, shape: RecordShape["shape"]): JsonValue[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const named = recordShapeOf(name);
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
