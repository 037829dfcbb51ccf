/** The words for a status, as statuses of a report. */

import type { CaseStatus } from "./reading.ts";
import type { Says } from "./vocabulary.ts";

const statuses: Readonly<Record<Says, CaseStatus>> = {
  running: "pending",
  failed: "failed",
  undecided: "other",
  interrupted: "other",
  unrun: "pending",
  planned: "pending",
  skipped: "skipped",
  passed: "passed",
  // It is known here that the word is a case's status, and not a call's.
  success: "passed",
  finished: "other",
  neutral: "other",
};

export function caseStatus(says: Says | null): CaseStatus {
  return says === null ? "other" : statuses[says];
}
