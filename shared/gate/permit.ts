/** Whether a command may be carried out: who asks, and how it stands with the review. */

import type { Command } from "./commands.ts";
import { type Gate, isDecided, isOpen, type Review, reviewIn } from "./state.ts";
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

/** Why not, as a sentence; nothing where it may be carried out. `command` is the name of the command. */
export function whyNotReview(
  gates: readonly Gate[],
  {
    verb,
    review: id,
    again,
    command,
  }: Pick<Command, "verb" | "review" | "again"> & { readonly command: string },
): { readonly why: string; readonly isDone: boolean } | undefined {
  const known = gates.flatMap(gate => reviewIn(gate, id) ?? []);
  if (known.some(({ done }) => done?.includes(command))) {
    return { why: "It was carried out before.", isDone: true };
  }
  const no = (why: string) => ({ why, isDone: false });
  if (gates.length === 0) {
    return no(
      "There is no review check here that this job may read: does the workflow that reports set `review-check`, with " +
        "`checks: write` and the same token?",
    );
  }
  if (!gates.some(gate => gate.reviews.some(review => review.id === id))) {
    return no(`No report on this pull request mentions a review \`${id}\`.`);
  }
  // What was recorded elsewhere is sent to nobody, so nothing can be sent twice.
  const begun = verb === "record" ? undefined : known.find(review => review.begun)?.begun;
  const isUntold = (review: Review) => verb !== "record" && !begun && !isOpen(review);
  const decided = known.find(isDecided) ?? known.find(isUntold);
  if (decided && !again) {
    const tells = isDecided(decided) ? "" : ", and nothing tells how";
    return no(
      `The review was decided before (${decidedWords(decided)})${tells}. To decide it again, write the command with ` +
        "`again=true`.",
    );
  }
  // A job that is run again knows no better than before whether its own command has arrived.
  if (begun === undefined || (again && begun.command !== command)) return undefined;
  return no(maybeWords(begun.verb, id));
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
