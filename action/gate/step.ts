/** The step's own entry in a gate. */

import type { GateStep, Incomplete } from "../../shared/gate/state.ts";
import type { Report } from "../../shared/report/model.ts";
import type { Run } from "../github/context.ts";

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
