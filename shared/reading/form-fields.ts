/** Finds in the records of reviews which fields and values the requests about them may take, because none is documented. */

import type { JsonObject } from "../json.ts";
import { peopleIn } from "./assignee.ts";

type Choice = string | number | boolean;

/** The name under which the records have the assignee as a text. Undefined if none or several can be meant. */
export function findAssigneeField(records: readonly JsonObject[]): string | undefined {
  const people = records.flatMap(peopleIn).filter(([, value]) => typeof value === "string" || value === null);
  const names = [...new Set(people.map(([name]) => name))];
  const [name, ...others] = [/^assignee$/, /assign/i, /(?<!id)$/i].reduce(narrow, names);
  return others.length === 0 ? name : undefined;
}

/** Keeps the names that fit, if there are any. */
function narrow(names: readonly string[], pattern: RegExp): readonly string[] {
  const fitting = names.filter(name => pattern.test(name));
  return fitting.length > 0 ? fitting : names;
}

/** The values that a record lists for a field, as `allowed_verdicts` does for `verdict`. Empty without such a list. */
export function allowedValuesIn(record: JsonObject, field: string): readonly Choice[] {
  // The readers' own `squash` would bring the whole vocabulary into the extension's entry.
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const words = ["allowed", "possible", "permitted", "valid", "available"];
  const wanted = [...words.map(word => plain(`${word}${field}s`)), plain(`${field}choices`), "choices"];
  const [, values] = Object.entries(record).find(([name]) => wanted.includes(plain(name))) ?? [];
  return Array.isArray(values) && values.every(isChoice) ? [...new Set(values)] : [];
}

function isChoice(value: unknown): value is Choice {
  return ["string", "number", "boolean"].includes(typeof value);
}
