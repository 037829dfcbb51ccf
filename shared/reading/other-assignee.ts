/** Finds the person whom the response to a reassignment names instead of the person that was sent. */

import type { JsonObject, JsonValue } from "../json.ts";
import { assigneeInRecord, assigneeInRequest, peopleIn } from "./assignee.ts";
import { wrappedObjects } from "./wrapped-objects.ts";

export function otherAssigneeIn(response: JsonObject, review: string, sent: JsonObject): string | undefined {
  const person = assigneeInRequest(sent)?.trim().toLowerCase();
  if (person === undefined) return undefined;
  const isSent = ([, value]: [name: string, value: JsonValue]) =>
    JSON.stringify(value).toLowerCase().includes(JSON.stringify(person).slice(1, -1));
  return wrappedObjects(response)
    .filter(({ id }) => id === undefined || id === review)
    .filter(object => !peopleIn(object).some(isSent))
    .map(assigneeInRecord)
    .find(other => other !== undefined);
}
