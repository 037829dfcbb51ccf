/** The few words that everything in a report is told in. */

export type Verdict = "passed" | "failed" | "unknown";

/** The statuses that CTRF knows. `pending` has not been run yet; `other` ended without a verdict. */
export type CaseStatus = "passed" | "failed" | "skipped" | "pending" | "other";
