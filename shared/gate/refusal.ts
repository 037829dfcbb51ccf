/** The reasons to refuse a command: the person's permission, or the review's state. */

import type { Command } from "./command.ts";
import { type Gate, isDecided, isOpen, type Review, reviewIn } from "./state.ts";
import type { SettleVerb } from "./verbs.ts";

/** The person's permission on the repository; `unknown` is the reason why GitHub didn't report it. */
export type Permission = { readonly permission: string } | { readonly unknown: string };

/** Undefined if the person may decide reviews. */
export function permissionRefusal(permission: Permission): string | undefined {
  if ("unknown" in permission) {
    return `GitHub did not report your permission on this repository (${permission.unknown}), so nothing was done.`;
  }
  if (permission.permission === "write" || permission.permission === "admin") return undefined;
  return "Only people with write access to this repository can decide reviews, so nothing was done.";
}

/** Undefined if the command may be carried out. `command` is the command's name. */
export function commandRefusal(
  gates: readonly Gate[],
  {
    verb,
    review: id,
    again,
    command,
  }: Pick<Command, "verb" | "review" | "again"> & { readonly command: string },
): { readonly why: string; readonly isDone: boolean } | undefined {
  const copies = gates.flatMap(gate => reviewIn(gate, id) ?? []);
  if (copies.some(({ done }) => done?.includes(command))) {
    return { why: "It was carried out before.", isDone: true };
  }
  const refusal = (why: string) => ({ why, isDone: false });
  if (gates.length === 0) {
    return refusal(
      "This job finds no review check on this pull request. The workflow that reports needs the input `review-check`, " +
        "the permission `checks: write` and the same token.",
    );
  }
  if (!gates.some(gate => gate.reviews.some(review => review.id === id))) {
    return refusal(`No report on this pull request contains a review \`${id}\`.`);
  }
  // A `record` command sends nothing, so it is allowed while another command's result is unknown.
  const begun = verb === "record" ? undefined : copies.find(review => review.begun)?.begun;
  const isUnknown = (review: Review) => verb !== "record" && !begun && !isOpen(review);
  const decided = copies.find(isDecided) ?? copies.find(isUnknown);
  if (decided && !again) {
    const caveat = isDecided(decided) ? "" : "; whether it passed or failed is unknown";
    return refusal(
      `The review was decided before (${decisionText(decided)})${caveat}. To decide it again, write the command with ` +
        "`again=true`.",
    );
  }
  // In a rerun of the job, the same command's `again=true` doesn't count, because its first request may have arrived.
  if (begun === undefined || (again && begun.command !== command)) return undefined;
  return refusal(mayHaveActedText(begun.verb, id));
}

export function mayHaveActedText(verb: SettleVerb, review: string): string {
  const what = verb === "submit" ? "submitted" : "reassigned";
  const record =
    verb === "submit" ? ` If it was submitted, record the decision: \`/callboard record ${review} …\`.` : "";
  return (
    `The review may have been ${what} already; Callboard can't know. Look at the review in the service. If it was not ${what}, ` +
    `write the command once more with \`again=true\`: \`/callboard ${verb} ${review} … again=true\`.${record}`
  );
}

function decisionText({ state, by }: Review): string {
  const how = state === "unknown" ? "submitted" : state;
  return by === undefined ? how : `${how} by \`${by}\``;
}
