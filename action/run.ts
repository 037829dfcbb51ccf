/** The main job: batches and channels are run, and what they answered is published as a report. */

import { makePlan } from "./plan.ts";
import type { Prepared, Step } from "./step.ts";

export async function prepare(step: Step): Promise<Prepared> {
  const { plan, mistakes } = await makePlan(step.inputs, step.log);
  return {
    mistakes,
    async carryOut() {
      // Loaded only now, so that a mistake is told at once.
      const { carryOut } = await import("./run-targets.ts");
      return await carryOut(plan, step);
    },
  };
}
