/** The gate as a plain value: the reviews of a pull request at one commit, their decisions and the begun commands. */

import {
  generatedText,
  list,
  nonEmptyText,
  object,
  oneOf,
  optional,
  text,
  textLike,
  union,
  type ValueOf,
  wholeNumber,
  wholeNumberFrom,
  withCheck,
  withFallback,
} from "../codec.ts";
import type { ReviewView } from "../report/reviews.ts";
import { settleVerbs } from "./verbs.ts";

export type ReviewState = ReviewView["state"];

export const reviewStates = ["open", "passed", "failed", "unknown"] as const satisfies readonly ReviewState[];

const commandName = textLike(/./s, "text that is not empty");

/** A command whose request is about to be sent, or was sent without a known result. */
export type BegunCommand = ValueOf<typeof begunCodec>;
const begunCodec = object({
  verb: oneOf(settleVerbs),
  by: text,
  at: generatedText,
  /** The comment's id and the command's line in it, such as `123:4`. */
  command: commandName,
  /** The job's id and the command's name, because one comment can start several jobs. */
  job: optional(generatedText),
  /** The review's revision when the command began. A later decision that closes the review ends the command. */
  revision: optional(wholeNumber),
});

export type Reassignment = ValueOf<typeof reassignedCodec>;
const reassignedCodec = object({ by: text, at: generatedText, to: optional(text) });

const decisionFields = {
  /** Also `open` if a decision was submitted, but the service refused it or says that the review still waits. */
  state: oneOf(reviewStates),
  evidence: optional(text),
  /** The login of the person who decided; absent if only a response stated the decision. */
  by: optional(text),
  at: optional(generatedText),
  revision: optional(wholeNumberFrom(1)),
  /** Hashes of the conversations that were decided. Without hashes the decision counts for any conversation. */
  about: optional(list(generatedText)),
  ended: optional(oneOf([true])),
};

export type Decision = ValueOf<typeof decisionCodec>;
const decisionCodec = object(decisionFields);

/** A decision that does not leave the review open. */
export type ClosingDecision = ValueOf<typeof closingDecisionCodec>;
const closingDecisionCodec = object({ ...decisionFields, state: oneOf(["passed", "failed", "unknown"]) });

export type Review = ValueOf<typeof reviewCodec>;
const reviewCodec = object({
  id: nonEmptyText,
  /** The targets whose results contain the review: "batch: smoke, channel: voice". */
  target: text,
  case: optional(text),
  label: optional(text),
  /** The person who has to decide, as the report says. `reassigned` is newer. */
  assignee: optional(text),
  ...decisionFields,
  /** The decision that the present decision replaced, or a decision about another conversation. */
  before: optional(closingDecisionCodec),
  /** The check run is gone and the comment isn't trusted, so an earlier decision may be lost. */
  lost: optional(oneOf([true])),
  begun: optional(begunCodec),
  /** Names of begun commands that did not act or were replaced; another check run may still contain them as begun. */
  over: optional(list(generatedText)),
  reassigned: optional(reassignedCodec),
  /** Names of the commands that were carried out, so that a rerun job doesn't repeat them. */
  done: optional(list(commandName)),
  /** The steps whose report contains the review, as positions in the gate's `steps`. */
  steps: list(wholeNumber),
  /** For each of `steps`, the hash of the conversation that its report shows; empty where the hash is unknown. */
  seen: optional(list(generatedText)),
});

export type WorkflowRunId = ValueOf<typeof runCodec>;
const runCodec = object({ id: wholeNumber, attempt: wholeNumber });

export type IncompleteReason = ValueOf<typeof incompleteCodec>;
const incompleteCodec = union("why", { cancelled: {}, "not run": { targets: wholeNumber } });

export type GateStep = ValueOf<typeof stepCodec>;
const stepCodec = object({
  key: generatedText,
  run: runCodec,
  /** The job, and the use of the Action in it, because several steps of a workflow run can have the same key. */
  job: optional(generatedText),
  use: optional(generatedText),
  incomplete: optional(incompleteCodec),
});

export const gateFields = {
  sha: textLike(/^[0-9a-f]{7,64}$/, "a commit"),
  pull: optional(wholeNumber),
  reviews: list(reviewCodec),
  steps: list(stepCodec),
  /** Reviews that were decided or begun, and that no current report at this commit contains. */
  earlier: withFallback(
    list(withCheck(reviewCodec, "a review that was decided or begun", isWorthKeeping)),
    () => [],
  ),
  /** The number of reviews that the mark doesn't list, for lack of room or because of their ids. They count as open. */
  omitted: withFallback(wholeNumber, () => 0),
  /** A template of a submission's required fields: "verdict=pass|fail"; absent if no field is required. */
  fields: optional(text),
};
export const gateCodec = object(gateFields);
export type Gate = ValueOf<typeof gateCodec>;

export function isOpen({ state }: Pick<Review, "state">): boolean {
  return state === "open";
}

/** A decision of passed or failed is final unless a person asks to decide again. An unknown one can be decided again. */
export function isDecided({ state }: Pick<Review, "state">): boolean {
  return state === "passed" || state === "failed";
}

export function reviewIn(gate: Gate, id: string): Review | undefined {
  return gate.reviews.find(review => review.id === id) ?? gate.earlier.find(review => review.id === id);
}

/** A decided or begun review is kept when the reports no longer contain it, because a later report can contain it again. */
export function isWorthKeeping({ state, before, begun, done, over }: Review): boolean {
  return [before, begun, done, over].some(fact => fact !== undefined) || state !== "open";
}
