/** Changes every text in a value that Callboard did not generate itself; the value's codec tells them apart. */

import { type Codec, type Form, read, write } from "./codec.ts";
import { isJsonObject } from "./json.ts";

type Change = (text: string) => string;

export function mapTexts<T>(codec: Codec<T>, value: T, change: Change): T {
  return read(codec, changed(codec, write(codec, value), change));
}

function changed(form: Form, stored: unknown, change: Change): unknown {
  switch (form.is) {
    case "text":
      return form.isSpelled ? stored : change(stored as string);
    case "number":
    case "whole number":
    case "one of":
      return stored;
    case "JSON":
    case "JSON object":
      return changedJson(stored, change);
    case "list":
      return (stored as unknown[]).map(each => changed(form.of, each, change));
    case "map":
      return changedFields(stored, () => form.of, change, change);
    case "object":
      return changedFields(stored, name => form.fields[name], change);
    case "union": {
      const member = form.of.get((stored as Record<string, unknown>)[form.tag]);
      return member && changed(member, stored, change);
    }
    case "or else":
    case "such that":
    case "mapped":
      return changed(form.of, stored, change);
  }
}

function changedFields(
  stored: unknown,
  formOf: (name: string) => Form | undefined,
  change: Change,
  rename: Change = name => name,
): unknown {
  const fields = Object.entries(stored as object).map(([name, part]) => {
    const form = formOf(name);
    return [rename(name), form && changed(form, part, change)];
  });
  return Object.fromEntries(fields);
}

function changedJson(json: unknown, change: Change): unknown {
  if (typeof json === "string") return change(json);
  if (Array.isArray(json)) return json.map(each => changedJson(each, change));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, each]) => [change(name), changedJson(each, change)]),
  );
}
