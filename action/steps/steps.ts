/**
 * The four things that a step can do, the dry run, and a step's end without a report. They are one module, so that the
 * bundle has one file for them.
 */

export { settle } from "../gate/settle.ts";
export { publishMistakes } from "../report/without-report.ts";
export { describeStep } from "./dry-run.ts";
export { publishMerged } from "./merge.ts";
export { callOperation } from "./operation.ts";
export { runPlannedTargets } from "./run.ts";
