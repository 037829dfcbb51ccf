/**
 * Writes a `cases` expression of the form `results.{ "name": title }`, and takes one of this form apart to extend it.
 * For an object whose values are the cases, the form is `results.$each(function($case, $key) {{ "name": $key }})`.
 * Responses with other lists are read as well by `[results.{ "name": title }, calls.{ "name": label }]`.
 */

import type { JsonObject } from "../../json.ts";
import type { PlacePath } from "../place.ts";

export interface CasesExpression {
  /** The expression that gives the list. */
  readonly list: string;
  /** The expressions of a case's fields, relative to an element of the list, or `keyOfCase`. */
  readonly fields: ReadonlyMap<string, string>;
  /** The list is an object whose values are the cases. */
  readonly isMap?: boolean;
}

/** The expression of the name under which a map has a case. */
export const keyOfCase = "$key";

export function writeCasesExpressions(expressions: readonly CasesExpression[]): string {
  const all = expressions.map(writeCasesExpression);
  return all.length === 1 ? all.join() : `[${all.join(", ")}]`;
}

/** Undefined for an expression of another form, which only a person can extend. */
export function parseCasesExpressions(source: string): CasesExpression[] | undefined {
  const written = source.trim();
  const isList = written.startsWith("[") && written.endsWith("]");
  const all = (isList ? (splitAtCommas(written.slice(1, -1)) ?? [""]) : [written]).map(parseCasesExpression);
  const parsed = all.flatMap(each => each ?? []);
  return parsed.length === all.length ? parsed : undefined;
}

function writeCasesExpression({ list, fields, isMap = false }: CasesExpression): string {
  const inMap = (source: string) => (source === keyOfCase ? source : `$case.${source}`);
  const all = [...fields].map(([name, source]) => `"${name}": ${isMap ? inMap(source) : source}`).join(", ");
  return isMap ? `${list}.$each(function($case, $key) {{ ${all} }})` : `${list}.{ ${all} }`;
}

function parseCasesExpression(source: string): CasesExpression | undefined {
  const written = source.trim();
  const [, map, mapBody] =
    /^([^"'(),]+)\.\$each\(function\(\$case, \$key\) \{\{ (.*) \}\}\)$/s.exec(written) ?? [];
  if (map !== undefined && mapBody !== undefined) {
    const fields = parseFields(mapBody);
    const relative = [...(fields ?? [])].map(
      ([name, source]) => [name, source.replace(/^\$case\./, "")] as const,
    );
    const isOwnForm = [...(fields?.values() ?? [])].every(
      each => each === keyOfCase || each.startsWith("$case."),
    );
    return fields && isOwnForm ? { list: map, fields: new Map(relative), isMap: true } : undefined;
  }
  const brace = written.indexOf("{");
  const before = written.slice(0, brace).trimEnd();
  const list = before.slice(0, -1).trimEnd();
  if (!before.endsWith(".") || !written.endsWith("}") || !/^[^"'()]+$/.test(list)) return undefined;
  const fields = parseFields(written.slice(brace + 1, -1));
  return fields && { list, fields };
}

function parseFields(body: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  if (body.trim() === "") return fields;
  for (const part of splitAtCommas(body) ?? [""]) {
    const colon = part.indexOf(":");
    const [name, value] = [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    if (!/^"[a-z]+"$/.test(name) || value === "") return undefined;
    fields.set(name.slice(1, -1), value);
  }
  return fields;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Undefined if a bracket or a quote isn't closed. Commas in brackets and quotes don't split. */
function splitAtCommas(source: string): string[] | undefined {
  const parts: string[] = [""];
  const open: string[] = [];
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? "";
    const [quoted] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/.exec(source.slice(at)) ?? [];
    if (quoted === undefined && /["'`]/.test(character)) return undefined;
    if (quoted === undefined && character === "," && open.length === 0) {
      parts.push("");
      continue;
    }
    parts.push(`${parts.pop() ?? ""}${quoted ?? character}`);
    if (quoted !== undefined) at += quoted.length - 1;
    else if (closing[character] !== undefined) open.push(closing[character]);
    else if (/[)\]}]/.test(character) && open.pop() !== character) return undefined;
  }
  return open.length === 0 ? parts : undefined;
}

/** Without indexes, because JSONata goes through all elements of a list. In a map of the response, an index means all values. */
export function writePath(path: PlacePath, response?: JsonObject): string {
  let value: unknown = response;
  const names = path.flatMap(step => {
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    value =
      isMap && typeof step === "number"
        ? Object.values(Object(value))[step]
        : Reflect.get(Object(value), step);
    if (typeof step === "string") return writeName(step);
    return isMap ? "*" : [];
  });
  return names.join(".");
}

/** Undefined for anything but names, and `*` for all values of a map, with dots between. */
export function parsePath(source: string): readonly string[] | undefined {
  if (!/^(?:`[^`]*`|[A-Za-z_]\w*)(?:\.(?:`[^`]*`|\*|[A-Za-z_]\w*))*$/.test(source)) return undefined;
  return (source.match(/`[^`]*`|\*|\w+/g) ?? []).map(name => name.replaceAll("`", ""));
}

const operators = new Set(["and", "or", "in", "true", "false", "null", "function"]);

export function writeName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !operators.has(name)) return name;
  return name.includes("`") ? `$lookup($, ${JSON.stringify(name)})` : `\`${name}\``;
}
