/** Guesses the person to whom a review is assigned. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** Returns the only text under a fitting name. Without such a name, the only text of the request is the person. */
export function assigneeInRequest(sent: JsonObject): string | undefined {
  const texts = textsIn(sent);
  const named = texts.filter(([name]) => /assign|review|owner|person|user|member|^to$/i.test(name));
  return onlyText(named.length > 0 ? named : texts);
}

/** In a review's record most texts describe something else, so the field's name has to fit. An id is not a name. */
export function assigneeInRecord(record: JsonObject): string | undefined {
  const people = peopleIn(record).flatMap(([name, value]): [name: string, text: string][] => {
    const text = personIn(value);
    return text ? [[name, text]] : [];
  });
  const named = people.filter(([name]) => !/id$/i.test(name));
  return onlyText(named.length > 0 ? named : people);
}

/** The fields of a record that can name the person. */
export function peopleIn(record: JsonObject): [name: string, value: JsonValue][] {
  return Object.entries(record).filter(
    ([name]) => /assign|reviewer|owner/i.test(name) && !/(?:At|_at|On|_on|By|_by)$/.test(name),
  );
}

/** Undefined for several people, because a review waits for one person. */
function personIn(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 1 ? personIn(value[0] ?? null) : undefined;
  const { name, login, email, id } = isJsonObject(value) ? value : {};
  return [name, login, email, id].find(text => typeof text === "string");
}

function textsIn(fields: JsonObject): [name: string, text: string][] {
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function onlyText([found, ...others]: readonly [name: string, text: string][]): string | undefined {
  return others.length === 0 ? found?.[1] : undefined;
}
