/** Sees whether the response to the start of a run refuses the run. */

import type { Reading } from "./reading.ts";
import type { Status } from "./vocabulary.ts";

/** A start that neither runs nor succeeded, such as `success: false`, `status: "cancelled"` or `accepted: false`. */
export function isRefusedStart({ verdict, isRunning, evidence: { basis, objection } }: Reading): boolean {
  if (isRunning || verdict !== "unknown") return verdict === "failed";
  const statuses = [basis, objection].flatMap(statement =>
    statement?.kind === "facts" ? statement.facts.map(({ status }) => status) : [],
  );
  return statuses.some(status => status !== null && refusals.has(status));
}

const refusals: ReadonlySet<Status> = new Set(["failed", "interrupted", "skipped", "undecided"]);
