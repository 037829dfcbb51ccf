import { type Evaluator, startEvaluator } from "../../../shared/evaluation/evaluator.ts";
import { startEvaluationProcess } from "../../../shared/evaluation/process.ts";

export { createExpressionReader, findExpressionErrors } from "../../../shared/reading/expressions.ts";

/** The process ends with the signal or with `end`. */
export function evaluatorUntil(signal: AbortSignal): Evaluator {
  return startEvaluator({ start: startEvaluationProcess, signal });
}
