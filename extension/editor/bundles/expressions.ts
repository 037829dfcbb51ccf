import { type Evaluator, startEvaluator } from "../../../shared/evaluation/evaluator.ts";
import { startEvaluationProcess } from "../../../shared/evaluation/process.ts";

export { createRuleReader, findRuleErrors } from "../../../shared/reading/rules.ts";

/**
 * The caller must call the evaluator's `end` after its last expression, because aborting the signal ends the process only
 * during an evaluation.
 */
export function evaluatorUntil(signal: AbortSignal): Evaluator {
  return startEvaluator({ start: startEvaluationProcess, signal });
}
