/** Everything that a step can do: one module, so that one file of the bundle is loaded for it. */

export { settle } from "../gate/settle.ts";
export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlan } from "./run.ts";
