/**
 * The orders of what a response says. There are two, and they differ in what stands behind `skipped`: a word that adds
 * nothing beside another field can decide within one phrase.
 */

import type { Says } from "./vocabulary.ts";

const notPassed = [
  "running",
  "failed",
  "undecided",
  "interrupted",
  "unrun",
  "planned",
  "skipped",
] as const satisfies readonly Says[];

/** For several fields or parts: a field that says "finished" adds nothing beside one that says "passed". */
const gravestSaid: readonly Says[] = [...notPassed, "passed", "success", "finished", "neutral"];

/** For the words of one phrase: "completed successfully" says that something ended, and gives no verdict. */
const firstSaid: readonly Says[] = [...notPassed, "finished", "success", "passed", "neutral"];

/** The graver of what two fields or parts say. */
export function graver(one: Says | null, other: Says | null): Says | null {
  return earlier(one, other, gravestSaid);
}

/** Gives what a phrase says, from what two of its words say. */
export function saidFirst(one: Says | null, other: Says | null): Says | null {
  return earlier(one, other, firstSaid);
}

function earlier(one: Says | null, other: Says | null, order: readonly Says[]): Says | null {
  if (one === null) return other;
  if (other === null) return one;
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}
