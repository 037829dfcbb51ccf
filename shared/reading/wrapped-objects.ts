/** Lists the objects in which a response can have the record that its request is about. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { keyOf } from "./keys.ts";
import { recordEnvelopes } from "./vocabulary.ts";
import { squash, squashedWords } from "./words.ts";

const envelopes = new Set(squashedWords(recordEnvelopes));

/** The response itself, and the objects in its envelopes. A list of exactly one object counts as that object. */
export function wrappedObjects(response: JsonObject): JsonObject[] {
  const objects = [response];
  for (const object of objects)
    objects.push(...Object.entries(object).flatMap(entry => inside(object, entry)));
  return objects;
}

/** An object with an id can be the record, and then its other objects are parts of it: `{ id: "b1", result: { id: "r1" } }`. */
function inside(object: JsonObject, [name, value]: readonly [string, JsonValue]): JsonObject[] {
  if (object["id"] !== undefined) return keyOf(name).isEnvelope && isJsonObject(value) ? [value] : [];
  if (!envelopes.has(squash(name)) && !keyOf(name).isEnvelope) return [];
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return isJsonObject(only) && others.length === 0 ? [only] : [];
}
