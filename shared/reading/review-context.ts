/** What a review stood in: the case that it is about, as the response tells of it, and the conversation. */

import { isJsonObject, type JsonObject } from "../json.ts";
import type { OperationName } from "../service/operations.ts";
import { conversationIn, type Turn } from "./conversation.ts";
import { read } from "./read.ts";
import type { Case } from "./reading.ts";
import { mentionsIn } from "./records.ts";
import { caseObjectAround, caseObjectIn, mayMentionReviews } from "./reviews.ts";

export interface ReviewContext {
  readonly case?: Pick<Case, "name" | "status" | "message" | "url" | "durationMs" | "file" | "line">;
  readonly conversation?: readonly Turn[];
}

/** By the ids of the reviews; those of which nothing is told are left out. */
export function reviewContextsIn(
  name: OperationName,
  response: JsonObject,
  askedFor?: string,
): Map<string, ReviewContext> {
  const contexts = new Map<string, ReviewContext>();
  if (!mayMentionReviews(response)) return contexts;
  const made = new Map<JsonObject, ReviewContext>();
  const contextOf = (object: JsonObject): ReviewContext => {
    const before = made.get(object);
    if (before !== undefined) return before;
    const context = { ...caseFrom(object), ...conversationFrom(object) };
    made.set(object, context);
    return context;
  };
  for (const { kind, id, at } of mentionsIn(name, response, askedFor)) {
    if (kind !== "review") continue;
    const own = isJsonObject(at.value) ? at.value : {};
    const itsCase = caseObjectAround(at) ?? caseObjectIn(own);
    const context = {
      ...(itsCase && contextOf(itsCase)),
      ...conversationFrom(own),
      ...contexts.get(id),
    };
    if (Object.keys(context).length > 0) contexts.set(id, context);
  }
  return contexts;
}

/** Read as a response with this one case would be. */
function caseFrom(object: JsonObject): Pick<ReviewContext, "case"> {
  const [found] = read({ cases: [object] }).cases;
  if (found === undefined) return {};
  const { name, status, message, url, durationMs, file, line } = found;
  return {
    case: {
      name,
      status,
      ...(message !== undefined && { message }),
      ...(url !== undefined && { url }),
      ...(durationMs !== undefined && { durationMs }),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    },
  };
}

function conversationFrom(object: JsonObject): Pick<ReviewContext, "conversation"> {
  const conversation = conversationIn(object);
  return conversation === undefined ? {} : { conversation };
}
