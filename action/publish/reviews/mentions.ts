/** What a report says of reviews. */

import type { GateStep, Incomplete, Mention } from "../../../shared/gate/state.ts";
import type { Report } from "../../../shared/report/model.ts";
import { reviewsOf } from "../../../shared/report/reviews.ts";
import type { Run } from "../context.ts";

export function mentionsIn(report: Report): Mention[] {
  return reviewsOf(report).map(({ state, verdict = "unknown", ...review }) => ({
    ...review,
    settled: state === "settled" ? verdict : undefined,
  }));
}

/** A step by its comment's key, and what kept it from running all that it should have. */
export function stepOf(key: string, run: Run, { results }: Report): GateStep {
  const { cancelled, targets } = results.extra.callboard;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const incomplete: Incomplete | undefined = cancelled
    ? { why: "cancelled" }
    : notRun > 0
      ? { why: "not run", targets: notRun }
      : undefined;
  return { key, run, ...(incomplete && { incomplete }) };
}
