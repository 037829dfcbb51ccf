/** The changes that commands make to a gate. */

import { cut } from "../wording.ts";
import {
  begunCommandName,
  closesReview,
  latestDecisionOf,
  longestTexts,
  mostCommandNames,
  shownConversations,
  withDecision,
} from "./join.ts";
import {
  type BegunCommand,
  type Decision,
  type Gate,
  isDecided,
  type Reassignment,
  type Review,
  type ReviewState,
  reviewIn,
} from "./state.ts";

export type GateChange =
  | {
      readonly what: "begin";
      readonly id: string;
      readonly begun: BegunCommand;
      /** The name of an earlier begun command that a person reports as not carried out. */
      readonly replaces?: string | undefined;
    }
  | { readonly what: "take back"; readonly id: string; readonly begun: Pick<BegunCommand, "job" | "command"> }
  | {
      readonly what: "decide";
      readonly id: string;
      readonly command: string;
      readonly state: ReviewState;
      readonly evidence: string;
      /** The login of the person; absent for an earlier decision that the service's refusal reports. */
      readonly by?: string | undefined;
      readonly at: string;
      readonly ended?: boolean | undefined;
      readonly again?: boolean | undefined;
    }
  | {
      readonly what: "reassign";
      readonly id: string;
      readonly command: string;
      readonly reassigned: Reassignment;
    };

/**
 * Returns the same object if the gate lacks the review or already contains the change, or if a `begin` comes too late:
 * the command is over, or another command is under way.
 */
export function applyChange(gate: Gate, change: GateChange): Gate {
  const before = reviewIn(gate, change.id);
  if (before === undefined) return gate;
  const after = applyToReview(before, change);
  if (after === before) return gate;
  const map = (review: Review) => (review === before ? after : review);
  return { ...gate, reviews: gate.reviews.map(map), earlier: gate.earlier.map(map) };
}

function applyToReview(review: Review, change: GateChange): Review {
  const { begun, ...rest } = review;
  switch (change.what) {
    case "begin": {
      const isOver = [review.over, review.done].some(
        names => names?.includes(change.begun.command) || names?.includes(begunCommandName(change.begun)),
      );
      const isFree = begun === undefined || begunCommandName(begun) === change.replaces;
      if (isOver || !isFree) return review;
      return { ...withOver(review, begun), begun: { ...change.begun, revision: revisionOf(review) } };
    }
    case "take back": {
      const name = begunCommandName(change.begun);
      if (review.over?.includes(name)) return review;
      const others = begun && begunCommandName(begun) !== name ? { begun } : {};
      return { ...withOver(rest, change.begun), ...others };
    }
    case "reassign": {
      if (review.done?.includes(change.command)) return review;
      return { ...withDone(review, change.command), reassigned: change.reassigned };
    }
    case "decide": {
      if (review.done?.includes(change.command)) return review;
      const after = withDone(review, change.command);
      if (isDecided(review) && change.again !== true) return after;
      return withNewDecision(after, review, change);
    }
  }
}

function withNewDecision(
  after: Review,
  review: Review,
  { state, evidence, by, at, ended }: Extract<GateChange, { what: "decide" }>,
): Review {
  const about = shownConversations(review);
  const decision: Decision = {
    ...{ state, evidence: cut(evidence, longestTexts.evidence), at, revision: revisionOf(review) + 1 },
    ...(by !== undefined && { by }),
    ...(about && { about }),
    ...(ended && { ended }),
  };
  const { before: _, lost: __, ...rest } = after;
  const replaced = latestDecisionOf(review);
  const isReplaced = review.state !== "open" && replaced !== undefined && closesReview(replaced);
  const decided = withDecision(rest, decision, isReplaced ? replaced : undefined);
  if (state === "open") return decided;
  const { begun: ___, ...ready } = decided;
  return ready;
}

function revisionOf(review: Review): number {
  return latestDecisionOf(review)?.revision ?? 0;
}

function withOver(review: Review, begun: Pick<BegunCommand, "job" | "command"> | undefined): Review {
  if (begun === undefined) return review;
  return { ...review, over: [...(review.over ?? []), begunCommandName(begun)].slice(-mostCommandNames) };
}

function withDone(review: Review, command: string): Review {
  const { begun, ...rest } = review;
  const others = begun && begun.command !== command ? { begun } : {};
  return { ...rest, ...others, done: [...(review.done ?? []), command].slice(-mostCommandNames) };
}

/**
 * Opens all reviews, and notes that decisions may be lost. Begun commands and the names of carried-out commands stay,
 * so that no command is carried out twice.
 */
export function reopenReviews(gate: Gate): Gate {
  const reopened = (review: Review): Review => {
    const { before: _, over: __, ...rest } = withDecision(review, undefined);
    return { ...rest, lost: true };
  };
  return { ...gate, reviews: gate.reviews.map(reopened), earlier: gate.earlier.map(reopened) };
}
