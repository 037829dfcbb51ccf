/**
 * Runs the step from its start to its exit code. Checks all inputs before it sends a request or loads the code that
 * carries out the step.
 */

import { readInputs } from "./inputs/inputs.ts";
import { logMistakes } from "./inputs/mistakes.ts";
import { readCatalogFile } from "./plan/catalog-file.ts";
import { planStep } from "./plan/plan.ts";
import { findFolderProblem } from "./report/folder.ts";
import { cancelSignal } from "./runner/cancel.ts";
import { createLog } from "./runner/log.ts";
import { maskSecretInputs } from "./runner/secrets.ts";

const secrets = maskSecretInputs();
const log = createLog(secrets.redact);
const cancel = cancelSignal();
try {
  process.exitCode = (await runStep()) ? 0 : 1;
} catch (error) {
  // A defect of Callboard. Errors that a user can mend are reported where they occur.
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error), { title: "Callboard" });
  process.exitCode = 1;
}
// Open connections and timers would keep the process alive.
process.stdout.write("", () => process.exit());

/** Returns whether the step succeeds. */
async function runStep(): Promise<boolean> {
  const { inputs, given, mistakes } = await readInputs();
  const step = { inputs, secrets, log, cancel };
  // A step with a mistake in `operation` is about an operation, too.
  const isOperation = given.has("operation");
  const isRun = !isOperation && inputs.merge === "" && !inputs.settle;
  const planned = isRun ? await planStep(inputs, mistakes, { log, cancel }) : undefined;
  // The other steps read the catalog later, or only warn of its mistakes.
  if (inputs.dryRun && !isRun) await readCatalogFile(inputs, mistakes, log);
  const hasReport = mistakes.length === 0 && !inputs.settle && !inputs.dryRun;
  const folderProblem = hasReport ? findFolderProblem(inputs.reportPath) : undefined;
  if (folderProblem !== undefined) mistakes.push({ input: "report-path", message: folderProblem });
  if (mistakes.length > 0) {
    logMistakes(mistakes, log, inputs);
    if (!inputs.dryRun && !inputs.settle && !isOperation && inputs.githubToken !== "") {
      const { publishMistakes } = await import("./steps/steps.ts");
      await publishMistakes(mistakes, step, planned);
    }
    return false;
  }
  const { callOperation, describeStep, publishMerged, runPlannedTargets, settle } = await import(
    "./steps/steps.ts"
  );
  if (inputs.dryRun) return await describeStep(planned, step);
  if (inputs.settle) return await settle(step);
  if (planned) return await runPlannedTargets(planned, step);
  return await (inputs.merge === "" ? callOperation(step) : publishMerged(step));
}
