/** A command's fields, held against the catalog's form for the operation and made what the form says they are. */

import type { FormField } from "../catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { listInWords } from "../wording.ts";

export interface CheckedFields {
  readonly fields: JsonObject;
  /** Sentences for the person who wrote them. */
  readonly mistakes: readonly string[];
}

/** Without a form the fields go as they are: nobody knows which there are. */
export function checkFields(given: JsonObject, form: readonly FormField[] | undefined): CheckedFields {
  if (form === undefined || form.length === 0) return { fields: given, mistakes: [] };
  const mistakes: string[] = [];
  const names = form.map(({ field }) => field);
  const entries = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(given)) {
    const field = form.find(each => each.field === name);
    if (field === undefined) {
      const near = nearest(name, names);
      const help = near === undefined ? `the form has ${listInWords(names)}.` : `did you mean \`${near}\`?`;
      mistakes.push(`There is no field \`${name}\`; ${help}`);
      continue;
    }
    const meant = valueFor(field, value);
    if (meant === undefined) mistakes.push(`\`${name}\` can't be \`${shown(value)}\`; ${accepts(field)}.`);
    else entries.set(name, meant);
  }
  for (const field of form) {
    if (!field.optional && !Object.hasOwn(given, field.field)) {
      mistakes.push(`\`${field.field}\` is missing; ${accepts(field)}.`);
    }
  }
  return { fields: Object.fromEntries(entries), mistakes };
}

/** The fields that a command needs besides the review: "verdict=pass|fail comment=…"; nothing where there is no form. */
export function neededFields(form: readonly FormField[] | undefined): string | undefined {
  const needed = form?.filter(({ optional }) => !optional) ?? [];
  if (needed.length === 0) return undefined;
  return needed.map(field => `${field.field}=${acceptedValues(field)}`).join(" ");
}

function acceptedValues({ type, choices = [] }: FormField): string {
  if (type === "choice")
    return choices.map(choice => (/\s/.test(String(choice)) ? `"${choice}"` : choice)).join("|");
  return { text: '"…"', number: "1", boolean: "true|false" }[type];
}

/** What is written in a comment is text, and is meant as what the form asks for. */
function valueFor({ type, choices = [] }: FormField, given: JsonValue): JsonValue | undefined {
  const text = typeof given === "string" ? given : undefined;
  switch (type) {
    case "text":
      return text;
    case "number":
      if (typeof given === "number") return given;
      return text !== undefined &&
        /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) &&
        Number.isFinite(Number(text))
        ? Number(text)
        : undefined;
    case "boolean":
      if (typeof given === "boolean") return given;
      return text === "true" ? true : text === "false" ? false : undefined;
    case "choice":
      return choices.find(choice => choice === given) ?? choices.find(choice => String(choice) === text);
  }
}

function accepts({ type, choices = [] }: FormField): string {
  if (type === "choice") return `it is ${listInWords(choices.map(String), "or")}`;
  return { text: "it is a text", number: "it is a number", boolean: "it is `true` or `false`" }[type];
}

function shown(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
