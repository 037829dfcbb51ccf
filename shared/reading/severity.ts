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

export function compareSeverity(one: SeverityLevel, other: SeverityLevel): number {
  return mostSevereFirst.indexOf(one) - mostSevereFirst.indexOf(other);
}

/** The most severe of the verdicts; `unknown` if there are none. */
export function mostSevereVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted(compareSeverity)[0] ?? "unknown";
}
