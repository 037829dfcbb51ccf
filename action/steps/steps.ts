/** Everything that a step can do: one module, so that one file of the bundle is loaded for it. */

export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlan } from "./run.ts";
export { settle } from "./settle.ts";
