/** The editor's message to the Action about reviews that a person decided or reassigned with their own key. */

import {
  jsonObject,
  list,
  nonEmptyText,
  object,
  oneOf,
  optional,
  read,
  transform,
  UnreadableError,
  type ValueOf,
  wholeNumberFrom,
  withCheck,
  withFallback,
} from "../codec.ts";
import { isJsonObject } from "../json.ts";
import { operationByVerb, settleVerbs } from "./verbs.ts";

export const dispatchType = "callboard-review";

const mostReviews = 100;

export type DispatchedReview = ValueOf<typeof reviewCodec>;
const reviewCodec = transform(
  object({
    id: nonEmptyText,
    operation: oneOf(settleVerbs.map(verb => operationByVerb[verb])),
    fields: withFallback(jsonObject, () => ({})),
    /** The service's response. */
    answer: optional(jsonObject, "unreadable"),
    /** The person decided again, so the decision replaces the earlier one. */
    again: optional(oneOf([true])),
  }),
  ({ operation, ...review }) => ({
    ...review,
    verb: operation === operationByVerb.submit ? ("submit" as const) : ("reassign" as const),
  }),
  ({ verb, ...review }) => ({ ...review, operation: operationByVerb[verb] }),
);

export type Dispatch = ValueOf<typeof dispatchCodec>;
export const dispatchCodec = transform(
  object({
    version: oneOf([1]),
    pull_request: wholeNumberFrom(1),
    reviews: withCheck(
      list(reviewCodec),
      `a list of 1 to ${mostReviews} reviews`,
      ({ length }) => length > 0 && length <= mostReviews,
    ),
  }),
  ({ version: _, pull_request: pull, ...dispatch }) => ({ ...dispatch, pull }),
  ({ pull, ...dispatch }) => ({ ...dispatch, version: 1 as const, pull_request: pull }),
);

export class DispatchError extends Error {}

/** Throws a `DispatchError` that names the wrong field. */
export function parseDispatch(payload: unknown): Dispatch {
  try {
    return read(dispatchCodec, isJsonObject(payload) ? payload : {});
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new DispatchError(`its \`${error.path}\` is not ${error.expected}`);
  }
}
