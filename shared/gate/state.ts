/**
 * What is known of a pull request's reviews at one commit: which its reports mention, what people have decided, and
 * what is under way. A plain value. `join.ts` adds up what several check runs hold of it, `change.ts` changes it.
 */

import {
  filledText,
  list,
  type Of,
  object,
  oneOf,
  optional,
  orElse,
  spelledText,
  suchThat,
  text,
  textLike,
  union,
  wholeNumber,
  wholeNumberFrom,
} from "../codec.ts";
import type { ReviewView } from "../report/reviews.ts";
import { verbs } from "./verbs.ts";

export type ReviewState = ReviewView["state"];

export const reviewStates = ["open", "passed", "failed", "unknown"] as const satisfies readonly ReviewState[];

/** Where a command stands: a comment and a line of it. */
const commandId = textLike(/./s, "text that is not empty");

/** A command that was begun: it is about to be sent, or was sent with nobody knowing whether it arrived. */
export type Begun = Of<typeof begunCodec>;
const begunCodec = object({
  verb: oneOf(verbs),
  by: text,
  at: spelledText,
  command: commandId,
  /** Tells jobs apart that one comment has started at the same moment. */
  job: optional(spelledText),
  /** The revision that it was to follow: a later decision has ended it. */
  revision: optional(wholeNumber),
});

export type Reassigned = Of<typeof reassignedCodec>;
const reassignedCodec = object({ by: text, at: spelledText, to: optional(text) });

const decisionFields = {
  /** How a person decided it; `open` where the service said that it still waits. */
  state: oneOf(reviewStates),
  /** The reason for its state: while it is open, why nobody could decide. */
  evidence: optional(text),
  /** The login of the person who decided it; absent where a response said that it is settled. */
  by: optional(text),
  /** When, as ISO 8601. */
  at: optional(spelledText),
  /** Counts the decisions of this review; absent where nobody has decided it. */
  revision: optional(wholeNumberFrom(1)),
  /** Hashes of the conversations that it is about; absent in gates of an earlier version, where it is about any. */
  about: optional(list(spelledText)),
  /** A response of the service has ended the review. */
  ended: optional(oneOf([true])),
};

/** The answer to a review, as far as it is known. */
export type Decision = Of<typeof decisionCodec>;
const decisionCodec = object(decisionFields);

/** A decision that counts no more. */
export type EndedDecision = Of<typeof endedDecisionCodec>;
const endedDecisionCodec = object({ ...decisionFields, state: oneOf(["passed", "failed", "unknown"]) });

export type Review = Of<typeof reviewCodec>;
const reviewCodec = object({
  id: filledText,
  /** The target of the run that mentions it, as "batch: smoke". */
  target: text,
  case: optional(text),
  label: optional(text),
  ...decisionFields,
  /** The decision that this one replaces; of an open review the decision about another conversation. */
  before: optional(endedDecisionCodec),
  /** Its check run is gone, and the comment is not believed: whether it was decided nobody can tell. */
  lost: optional(oneOf([true])),
  begun: optional(begunCodec),
  /** Those that were begun and came to nothing, by their jobs: another check run may still show them. */
  over: optional(list(spelledText)),
  reassigned: optional(reassignedCodec),
  /** The commands that were carried out, lest a job that is run again repeat one. */
  done: optional(list(commandId)),
  /** Positions of the steps that mention it. */
  steps: list(wholeNumber),
  /** For each of these steps a hash of the conversation that its report shows; empty where that is not known. */
  seen: optional(list(spelledText)),
});

export type RunOf = Of<typeof runCodec>;
const runCodec = object({ id: wholeNumber, attempt: wholeNumber });

export type Incomplete = Of<typeof incompleteCodec>;
const incompleteCodec = union("why", { cancelled: {}, "not run": { targets: wholeNumber } });

/** A step that published its report, by the key of its comment. */
export type GateStep = Of<typeof stepCodec>;
const stepCodec = object({
  key: spelledText,
  run: runCodec,
  /** The job, and the one use of the Action in it: two jobs of a run can have one key. */
  job: optional(spelledText),
  use: optional(spelledText),
  /** It did not run all that it should have. */
  incomplete: optional(incompleteCodec),
});

export const gateFields = {
  sha: textLike(/^[0-9a-f]{7,64}$/, "a commit"),
  pull: optional(wholeNumber),
  /** Those that a step mentions at this commit. */
  reviews: list(reviewCodec),
  steps: list(stepCodec),
  /** Decided or begun at earlier commits, and not mentioned at this one. */
  earlier: orElse(
    list(suchThat(reviewCodec, "a review that was decided or begun", isWorthKeeping)),
    () => [],
  ),
  /** Mentioned, and more than there was room for; nobody has decided them. */
  omitted: orElse(wholeNumber, () => 0),
  /** The fields of a submission, as a command writes them: "verdict=pass|fail"; absent where nobody has said. */
  fields: optional(text),
};
export const gateCodec = object(gateFields);
export type Gate = Of<typeof gateCodec>;

export function isOpen({ state }: Pick<Review, "state">): boolean {
  return state === "open";
}

/** A decision of passed or failed is final, unless a person asks to decide again. */
export function isDecided({ state }: Pick<Review, "state">): boolean {
  return state === "passed" || state === "failed";
}

export function reviewIn(gate: Gate, id: string): Review | undefined {
  return gate.reviews.find(review => review.id === id) ?? gate.earlier.find(review => review.id === id);
}

/** A review that no report mentions any more is kept for a later one that mentions it again. */
export function isWorthKeeping({ state, before, begun, done, over }: Review): boolean {
  return [before, begun, done, over].some(fact => fact !== undefined) || state !== "open";
}
