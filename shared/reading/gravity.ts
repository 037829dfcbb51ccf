/** The order of gravity, by which verdicts, cases and reviews are added up and shown. */

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

/** Compares for sorting: the gravest comes first. */
export function byGravity(one: Graded, other: Graded): number {
  return gravestFirst.indexOf(one) - gravestFirst.indexOf(other);
}

/** Any failed: failed; else any unknown, or nothing at all: unknown. */
export function gravestVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted(byGravity)[0] ?? "unknown";
}
