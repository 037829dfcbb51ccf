/** Checks a command's fields against the catalog's form for the operation, and converts them to the form's types. */

import type { FormField } from "../catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { listInWords } from "../wording.ts";

export interface CheckedFields {
  readonly fields: JsonObject;
  readonly mistakes: readonly string[];
}

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
    const converted = convertValue(field, value);
    if (converted === undefined)
      mistakes.push(`\`${name}\` can't be \`${valueText(value)}\`; ${expectation(field)}.`);
    else entries.set(name, converted);
  }
  for (const field of form) {
    if (!field.optional && !Object.hasOwn(given, field.field)) {
      mistakes.push(`\`${field.field}\` is missing; ${expectation(field)}.`);
    }
  }
  return { fields: Object.fromEntries(entries), mistakes };
}

/** A template of the required fields, such as "verdict=pass|fail comment=…"; undefined if no field is required. */
export function fieldsTemplate(form: readonly FormField[] | undefined): string | undefined {
  const needed = form?.filter(({ optional }) => !optional) ?? [];
  if (needed.length === 0) return undefined;
  return needed.map(field => `${field.field}=${acceptedValues(field)}`).join(" ");
}

function acceptedValues({ type, choices = [] }: FormField): string {
  if (type === "choice")
    return choices.map(choice => (/\s/.test(String(choice)) ? `"${choice}"` : choice)).join("|");
  return { text: '"…"', number: "1", boolean: "true|false" }[type];
}

/** Undefined if the value doesn't fit the field's type. Texts are converted, because `name=value` gives only texts. */
function convertValue({ type, choices = [] }: FormField, given: JsonValue): JsonValue | undefined {
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

function expectation({ type, choices = [] }: FormField): string {
  if (type === "choice") return `it is ${listInWords(choices.map(String), "or")}`;
  return { text: "it is a text", number: "it is a number", boolean: "it is `true` or `false`" }[type];
}

function valueText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
