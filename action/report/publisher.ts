/** Opens the publisher of a step's report. */

import type { Step } from "../inputs/step.ts";
import type { StepPlan } from "../plan/plan.ts";
import { openPublisher } from "../publish/publisher.ts";
import type { Publisher } from "../publish/settings.ts";

/** Undefined for a shard without targets, because only the job that merges needs its report. */
export function openStepPublisher(
  { inputs, secrets, cancel, log }: Step,
  { plan, reviewFields }: Partial<Pick<StepPlan, "plan" | "reviewFields">>,
): Publisher | undefined {
  if (plan?.targets.length === 0) {
    log.info("This shard has no target, so there is nothing to publish.");
    return undefined;
  }
  const { redact } = secrets;
  const { apiKey: _, ...others } = inputs;
  // Redacted here, because marks contain only redacted keys, and later steps search the marks for this key.
  const commentKey = redact(inputs.commentKey || keyOfStep());
  return openPublisher({ ...others, commentKey, reviewFields, redact, cancel }, log);
}

/** Used if `comment-key` is empty, because with an empty key all steps of all workflows would share one comment. */
function keyOfStep(): string {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_ACTION"];
  return names.map(name => process.env[name] ?? "").join("/");
}
