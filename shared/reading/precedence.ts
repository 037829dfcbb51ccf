/** The two orders in which meanings win over each other. */

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

/** For several fields or parts: "finished" adds nothing beside "passed". */
const orderOfFields: readonly Says[] = [...notPassed, "passed", "success", "finished", "neutral"];

/** For the words of one phrase: "completed successfully" reports an end without a verdict. */
const orderOfWords: readonly Says[] = [...notPassed, "finished", "success", "passed", "neutral"];

export function graver(one: Says | null, other: Says | null): Says | null {
  return earlier(one, other, orderOfFields);
}

export function saidFirst(one: Says | null, other: Says | null): Says | null {
  return earlier(one, other, orderOfWords);
}

function earlier(one: Says | null, other: Says | null, order: readonly Says[]): Says | null {
  if (one === null) return other;
  if (other === null) return one;
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}
