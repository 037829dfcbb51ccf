/**
 * Makes plain texts of elements that were XML and have attributes: `{ "verdict": { "#text": "failed", "@by": "kim" } }` reads
 * as `{ "verdict": "failed", "verdict by": "kim" }`, because each rule would otherwise have to know both forms.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

const textNames = ["#text", "_text", "__text", "$t", "_", "#"];
const attributeName = /^(?:@|\$$|_attributes$)/;
/** In a deeper object nothing is replaced. */
const mostLevels = 100;

/** The response itself if it has no such element. */
export function withPlainTexts(response: JsonObject): JsonObject {
  return hasTextNode(response) ? plainObject(response, 0) : response;
}

function hasTextNode(response: JsonObject): boolean {
  const stack: (JsonObject | readonly JsonValue[])[] = [response];
  for (let inside = stack.pop(); inside !== undefined; inside = stack.pop()) {
    if (!isJsonObject(inside)) {
      for (const value of inside) if (typeof value === "object" && value !== null) stack.push(value);
      continue;
    }
    for (const name in inside) {
      const value = inside[name];
      if (typeof value === "object" && value !== null) stack.push(value);
      else if (textNames.includes(name) && textOf(inside) !== undefined) return true;
    }
  }
  return false;
}

/** Undefined unless the object is nothing but a text and attributes. */
function textOf(object: JsonObject): JsonValue | undefined {
  const name = textNames.find(each => object[each] !== undefined);
  const text = name === undefined ? undefined : object[name];
  if (name === undefined || text === null || typeof text === "object") return undefined;
  return Object.keys(object).every(each => each === name || attributeName.test(each)) ? text : undefined;
}

function plainObject(object: JsonObject, level: number): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => [
      ...(isJsonObject(value) && textOf(value) !== undefined ? attributesOf(name, value) : []),
      [name, plainValue(value, level + 1)],
    ]),
  );
}

function plainValue(value: JsonValue, level: number): JsonValue {
  if (typeof value !== "object" || value === null || level > mostLevels) return value;
  if (Array.isArray(value)) return value.map(each => plainValue(each, level + 1));
  return textOf(value) ?? plainObject(value, level);
}

function attributesOf(element: string, object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => {
    const attributes: [string, JsonValue][] = isJsonObject(value)
      ? Object.entries(value)
      : name.startsWith("@")
        ? [[name.slice(1), value]]
        : [];
    return attributes.map(([attribute, text]) => [`${element} ${attribute}`, text]);
  });
}
