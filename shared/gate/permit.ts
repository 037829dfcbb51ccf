/** Whether a command may be carried out: who asks, and how it stands with the review. */

import { type Gate, isOpen, mayDecide, type Review, reviewIn } from "./state.ts";
import type { Verb } from "./verbs.ts";

/** What GitHub says they may do; anything but an answer refuses. */
export type Permission = { readonly permission: string } | { readonly unknown: string };

/** Why not, as a sentence; nothing where they may. */
export function whyNotWho(permission: Permission): string | undefined {
  if ("unknown" in permission) {
    return `GitHub does not tell what you may do here (${permission.unknown}), so nothing was done.`;
  }
  if (permission.permission === "write" || permission.permission === "admin") return undefined;
  return "Only people who may write to this repository decide reviews, so nothing was done.";
}

/** Why not, as a sentence; nothing where it may be sent. */
export function whyNotReview(
  gates: readonly Gate[],
  asked: { readonly verb: Verb; readonly review: string; readonly again: boolean; readonly command: string },
): { readonly why: string; readonly isDone: boolean } | undefined {
  const known = gates.flatMap(gate => reviewIn(gate, asked.review) ?? []);
  const mentioned = gates.some(gate => gate.reviews.some(({ id }) => id === asked.review));
  if (known.some(({ done }) => done?.includes(asked.command))) {
    return { why: "It was carried out before.", isDone: true };
  }
  const no = (why: string) => ({ why, isDone: false });
  if (gates.length === 0) {
    return no(
      "There is no review check here that this job may read: does the workflow that reports set `review-check`, with " +
        "`checks: write` and the same token?",
    );
  }
  if (!mentioned) return no(`No report on this pull request mentions a review \`${asked.review}\`.`);
  const decided = known.find(review => !mayDecide(review));
  if (decided)
    return no(`The review was decided before (${decidedWords(decided)}), and is not decided again.`);
  const submitted = known.find(review => !isOpen(review) && !review.begun);
  if (submitted && !asked.again)
    return no(
      `The review was decided before (${decidedWords(submitted)}), and nothing tells how. To submit it once more, with ` +
        "fields that tell, write the command with `again=true`.",
    );
  const begun = known.find(review => review.begun)?.begun;
  if (begun === undefined) return undefined;
  // Run again, a command is what it was: whether it arrived is no better known than before.
  if (asked.again && begun.command !== asked.command) return undefined;
  return no(maybeWords(begun.verb, asked.review));
}

export function maybeWords(verb: Verb, review: string): string {
  const what = verb === "submit" ? "submitted" : "reassigned";
  return (
    `It may have been ${what} already, and nobody here can know. Look at the review in the service; if it was not ${what}, ` +
    `write the command once more with \`again=true\`: \`/callboard ${verb} ${review} … again=true\`.`
  );
}

function decidedWords({ state, by }: Review): string {
  const how = state === "unknown" ? "submitted" : state;
  return by === undefined ? how : `${how} by \`${by}\``;
}
