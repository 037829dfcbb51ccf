/** What a step can be, in one place so that it is loaded in one go. */

export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlan } from "./run.ts";
