/** Guesses the person to whom a review is assigned. */

import type { JsonObject } from "../json.ts";

/** Returns the only text under a fitting name. Without such a name, the only text of the request is the person. */
export function assigneeInRequest(sent: JsonObject): string | undefined {
  const texts = textsIn(sent);
  const named = texts.filter(([name]) => /assign|review|owner|person|user|member|^to$/i.test(name));
  return onlyText(named.length > 0 ? named : texts);
}

/** In a review's record most texts describe something else, so the field's name has to fit. */
export function assigneeInRecord(record: JsonObject): string | undefined {
  return onlyText(textsIn(record).filter(([name]) => /assign|reviewer|owner/i.test(name)));
}

function textsIn(fields: JsonObject): [name: string, text: string][] {
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function onlyText([found, ...others]: readonly [name: string, text: string][]): string | undefined {
  return others.length === 0 ? found?.[1] : undefined;
}
