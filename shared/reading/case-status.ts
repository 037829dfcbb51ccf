/** Maps a status of the vocabulary to the status of a case. */

import type { CaseStatus } from "./reading.ts";
import type { Status } from "./vocabulary.ts";

const caseStatuses: Readonly<Record<Status, CaseStatus>> = {
  running: "pending",
  failed: "failed",
  undecided: "other",
  interrupted: "other",
  unrun: "pending",
  planned: "pending",
  skipped: "skipped",
  passed: "passed",
  // Here the word is the status of a case, so it can't be the success of an HTTP request.
  success: "passed",
  finished: "other",
  neutral: "other",
};

export function caseStatus(status: Status | null): CaseStatus {
  return status === null ? "other" : caseStatuses[status];
}
