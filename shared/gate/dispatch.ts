/** The editor's message to the Action about reviews that a person decided or reassigned with their own key. */

import {
  filledText,
  jsonObject,
  list,
  mapped,
  type Of,
  object,
  oneOf,
  optional,
  orElse,
  read,
  suchThat,
  Unreadable,
  wholeNumberFrom,
} from "../codec.ts";
import { isJsonObject } from "../json.ts";
import { settling, verbs } from "./verbs.ts";

export const dispatchType = "callboard-review";

const mostReviews = 100;

export type DispatchedReview = Of<typeof reviewCodec>;
const reviewCodec = mapped(
  object({
    id: filledText,
    operation: oneOf(verbs.map(verb => settling[verb])),
    fields: orElse(jsonObject, () => ({})),
    /** The service's response. */
    answer: optional(jsonObject, "unreadable"),
    /** The decision replaces an earlier one. */
    again: optional(oneOf([true])),
  }),
  ({ operation, ...review }) => ({
    ...review,
    verb: operation === settling.submit ? ("submit" as const) : ("reassign" as const),
  }),
  ({ verb, ...review }) => ({ ...review, operation: settling[verb] }),
);

export type Dispatch = Of<typeof dispatchCodec>;
export const dispatchCodec = mapped(
  object({
    version: oneOf([1]),
    pull_request: wholeNumberFrom(1),
    reviews: suchThat(
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
    if (!(error instanceof Unreadable)) throw error;
    throw new DispatchError(`its \`${error.path}\` is not ${error.expected}`);
  }
}
