/** What the editor tells the Action: reviews that a person has settled with a key of their own. */

import { isJsonObject, type JsonObject } from "../json.ts";
import { settling, type Verb, verbs } from "./state.ts";

export const dispatchType = "callboard-review";

export interface Dispatch {
  readonly pull: number;
  readonly reviews: readonly DispatchedReview[];
}

export interface DispatchedReview {
  readonly id: string;
  readonly verb: Verb;
  readonly fields: JsonObject;
  /** What the service answered. */
  readonly answer?: JsonObject;
}

export class DispatchError extends Error {}

const mostReviews = 100;

/** Throws a `DispatchError` that says what is wrong with a payload. */
export function parseDispatch(payload: unknown): Dispatch {
  const { version, pull_request: pull, reviews } = isJsonObject(payload) ? payload : {};
  if (version !== 1) throw new DispatchError("its `version` is not 1");
  if (typeof pull !== "number" || !Number.isSafeInteger(pull) || pull <= 0) {
    throw new DispatchError("its `pull_request` is not the number of one");
  }
  if (!Array.isArray(reviews) || reviews.length === 0) throw new DispatchError("it lists no `reviews`");
  if (reviews.length > mostReviews) throw new DispatchError(`it lists more than ${mostReviews} \`reviews\``);
  return { pull, reviews: reviews.map(reviewFrom) };
}

function reviewFrom(json: unknown): DispatchedReview {
  if (!isJsonObject(json)) throw new DispatchError("one of its `reviews` is not an object");
  const { id, operation, fields = {}, answer } = json;
  if (typeof id !== "string" || id === "") throw new DispatchError("one of its `reviews` has no `id`");
  const verb = verbs.find(each => settling[each] === operation);
  if (verb === undefined) {
    throw new DispatchError(
      `the \`operation\` of one of its \`reviews\` is neither of ${Object.values(settling).join(" and ")}`,
    );
  }
  if (!isJsonObject(fields))
    throw new DispatchError("the `fields` of one of its `reviews` are not an object");
  return { id, verb, fields, ...(isJsonObject(answer) && { answer }) };
}
