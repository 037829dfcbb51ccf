/** The four things that a step can do, and the dry run. They are one module, so that the bundle has one file for them. */

export { settle } from "../gate/settle.ts";
export { describeStep } from "./dry-run.ts";
export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlannedTargets } from "./run.ts";
