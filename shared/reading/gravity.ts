/** Orders verdicts, statuses of cases and states of reviews from the most severe to the least severe. */

import type { CaseStatus, Verdict } from "./reading.ts";

/** `open` is the state of a review that waits for a person. */
type SeverityLevel = "open" | Verdict | CaseStatus;

const mostSevereFirst: readonly SeverityLevel[] = [
  "open",
  "failed",
  "unknown",
  "other",
  "pending",
  "skipped",
  "passed",
];

export function compareGravity(one: SeverityLevel, other: SeverityLevel): number {
  return mostSevereFirst.indexOf(one) - mostSevereFirst.indexOf(other);
}

/** The most severe of the verdicts; `unknown` if there are none. */
export function gravestVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted(compareGravity)[0] ?? "unknown";
}
