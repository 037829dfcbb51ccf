/** The order of gravity: combines verdicts, and sorts cases and reviews. */

import type { CaseStatus, Verdict } from "./reading.ts";

/** `open` is the state of a review that waits for a person. */
type Graded = "open" | Verdict | CaseStatus;

const gravestFirst: readonly Graded[] = [
  "open",
  "failed",
  "unknown",
  "other",
  "pending",
  "skipped",
  "passed",
];

export function compareGravity(one: Graded, other: Graded): number {
  return gravestFirst.indexOf(one) - gravestFirst.indexOf(other);
}

/** Without verdicts it is unknown. */
export function gravestVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted(compareGravity)[0] ?? "unknown";
}
