/** Combines statuses: the one that comes first in an order wins. Fields and words have different orders. */

import type { Status } from "./vocabulary.ts";

const notPassed = [
  "running",
  "failed",
  "undecided",
  "interrupted",
  "unrun",
  "planned",
  "skipped",
] as const satisfies readonly Status[];

/** For several fields or parts: "finished" adds nothing beside "passed". */
const orderOfFields: readonly Status[] = [...notPassed, "passed", "success", "finished", "neutral"];

/** For the words of one phrase: "completed successfully" reports an end without a verdict. */
const orderOfWords: readonly Status[] = [...notPassed, "finished", "success", "passed", "neutral"];

export function combineFieldStatuses(one: Status | null, other: Status | null): Status | null {
  return earlier(one, other, orderOfFields);
}

export function combineWordStatuses(one: Status | null, other: Status | null): Status | null {
  return earlier(one, other, orderOfWords);
}

function earlier(one: Status | null, other: Status | null, order: readonly Status[]): Status | null {
  if (one === null) return other;
  if (other === null) return one;
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}
