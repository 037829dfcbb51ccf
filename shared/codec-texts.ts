/**
 * Changes the texts of a value, for example to redact them. Texts with `isGenerated` stay as they are, because
 * Callboard generated them.
 */

import { type Codec, read, type UntypedCodec, write } from "./codec.ts";
import { isJsonObject } from "./json.ts";

type Change = (text: string) => string;

/** Also changes the keys of maps and the names in JSON. */
export function mapTexts<T>(codec: Codec<T>, value: T, change: Change): T {
  return read(codec, mapStored(codec, write(codec, value), change));
}

function mapStored(codec: UntypedCodec, stored: unknown, change: Change): unknown {
  switch (codec.is) {
    case "text":
      return codec.isGenerated ? stored : change(stored as string);
    case "number":
    case "whole number":
    case "one of":
      return stored;
    case "JSON":
    case "JSON object":
      return mapJson(stored, change);
    case "list":
      return (stored as unknown[]).map(each => mapStored(codec.of, each, change));
    case "map":
      return mapFields(stored, () => codec.of, change, change);
    case "object":
      return mapFields(stored, name => codec.fields[name], change);
    case "union": {
      const member = codec.of.get((stored as Record<string, unknown>)[codec.tag]);
      return member && mapStored(member, stored, change);
    }
    case "default":
    case "check":
    case "transform":
      return mapStored(codec.of, stored, change);
  }
}

function mapFields(
  stored: unknown,
  codecOf: (name: string) => UntypedCodec | undefined,
  change: Change,
  rename: Change = name => name,
): unknown {
  const fields = Object.entries(stored as object).map(([name, part]) => {
    const codec = codecOf(name);
    return [rename(name), codec && mapStored(codec, part, change)];
  });
  return Object.fromEntries(fields);
}

function mapJson(json: unknown, change: Change): unknown {
  if (typeof json === "string") return change(json);
  if (Array.isArray(json)) return json.map(each => mapJson(each, change));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, each]) => [change(name), mapJson(each, change)]),
  );
}
