/** What a report says of reviews. */

import type { GateStep, Incomplete, Mention } from "../../../shared/gate/state.ts";
import type { Report } from "../../../shared/report/model.ts";
import { targetLabel } from "../../../shared/report/report.ts";
import type { Run } from "../context.ts";

export function mentionsIn({ results }: Report): Mention[] {
  return results.extra.callboard.targets.flatMap(target =>
    (target.reviewDetails ?? []).map(({ id, label, case: about, state, verdict = "unknown", evidence }) => ({
      id,
      target: targetLabel(target),
      case: about,
      label,
      evidence,
      settled: state === "settled" ? verdict : undefined,
    })),
  );
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
