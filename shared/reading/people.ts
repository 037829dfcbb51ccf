/** The person to whom a review was given, as far as the names of fields tell. */

import type { JsonObject } from "../json.ts";

/** In the fields that were sent to give it to somebody: a single text among them is the person, whatever its name. */
export function assigneeIn(sent: JsonObject): string | undefined {
  const texts = textsIn(sent);
  const named = texts.filter(([name]) => /assign|review|owner|person|user|member|^to$/i.test(name));
  return onlyOne(named.length > 0 ? named : texts);
}

/** In the record of a review, where most other texts are about something else. */
export function assigneeOf(record: JsonObject): string | undefined {
  return onlyOne(textsIn(record).filter(([name]) => /assign|reviewer|owner/i.test(name)));
}

function textsIn(fields: JsonObject): [name: string, text: string][] {
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function onlyOne([found, ...others]: readonly [name: string, text: string][]): string | undefined {
  return others.length === 0 ? found?.[1] : undefined;
}
