/** Finds the places that a taught `cases` expression takes for cases and their fields. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Place, PlacePath, PlaceRole } from "../place.ts";
import type { Status } from "../vocabulary.ts";
import { statusOfResult } from "../words.ts";
import { type CasesExpression, parseCasesExpressions, parsePath } from "./cases-expression.ts";

const roles: Readonly<Record<string, PlaceRole>> = {
  name: "name",
  status: "status",
  duration: "duration",
  message: "message",
  url: "link",
  persona: "persona",
  scenario: "scenario",
};

/** Undefined for an expression that a person wrote in another form, and for one whose lists the response doesn't have. */
export function taughtPlaces(response: JsonObject, cases: string): Place[] | undefined {
  const places = parseCasesExpressions(cases)?.flatMap(each => placesOf(response, each));
  return places?.length === 0 ? undefined : places;
}

/** Whether the response has the expression's list. */
export function hasList(response: JsonObject, expression: CasesExpression): boolean {
  return placesOf(response, expression).length > 0;
}

function placesOf(response: JsonObject, expression: CasesExpression): Place[] {
  const list = parsePath(expression.list);
  if (list === undefined) return [];
  const fields = [...expression.fields].flatMap(([name, source]) => {
    const [role, path] = [roles[name], parsePath(source)];
    return role === undefined || path === undefined ? [] : [{ role, path }];
  });
  const places: Place[] = [];
  const addFields = (element: JsonObject, at: PlacePath) => {
    for (const { role, path } of fields)
      visit(element, path, at, (value, at) =>
        places.push({ path: at, role, ...(role === "status" && { status: statusOf(value) }) }),
      );
  };
  visit(response, list, [], (value, at) => {
    if (expression.isMap && isJsonObject(value)) {
      places.push({ path: at, role: "cases" });
      for (const [key, element] of Object.entries(value))
        if (isJsonObject(element)) addFields(element, [...at, key]);
    }
    if (expression.isMap || !Array.isArray(value)) return;
    places.push({ path: at, role: "cases" });
    for (const [index, element] of value.entries())
      if (isJsonObject(element)) addFields(element, [...at, index]);
  });
  return places;
}

/** Follows the names as JSONata does, through all elements of the lists on the way. */
function visit(
  value: JsonValue | undefined,
  names: readonly string[],
  at: PlacePath,
  found: (value: JsonValue, at: PlacePath) => void,
): void {
  const [name, ...rest] = names;
  if (name === undefined) {
    if (value !== undefined) found(value, at);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) visit(element, names, [...at, index], found);
  } else if (name === "*") {
    if (isJsonObject(value))
      for (const [key, each] of Object.entries(value)) visit(each, rest, [...at, key], found);
  } else if (isJsonObject(value) && Object.hasOwn(value, name)) {
    visit(value[name], rest, [...at, name], found);
  }
}

function statusOf(value: JsonValue): Status | null {
  if (typeof value === "boolean") return value ? "passed" : "failed";
  return statusOfResult(String(value));
}
