/** Sorts the elements of a list that has several types: `included: [{ type: "reviews", id: "7", attributes: { … } }]`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { valuesNamed } from "./values.ts";

const typeNames = ["type"];
const longestType = 64;

export function elementsByType(list: readonly JsonValue[]): Map<string, JsonObject[]> {
  const byType = new Map<string, JsonObject[]>();
  for (const element of list) {
    if (!isJsonObject(element)) continue;
    const type = typeOf(element);
    const same = byType.get(type);
    if (same === undefined) byType.set(type, [element]);
    else same.push(element);
  }
  return byType;
}

function typeOf(element: JsonValue): string {
  const [type] = isJsonObject(element) ? valuesNamed(element, typeNames) : [];
  return typeof type === "string" && type.length <= longestType ? type : "";
}
