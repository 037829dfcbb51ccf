/** The four things that a step can do, and its end without a report, in one module, so that the bundle has one file for them. */

export { settle } from "../gate/settle.ts";
export { publishMistakes } from "../report/without-report.ts";
export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlannedTargets } from "./run.ts";
