/** Evaluates a catalog's expressions in a worker, for the editor in a browser. */

import { type Evaluator, startEvaluator } from "../../../shared/evaluation/evaluator.ts";
import { startEvaluationWorker } from "../../../shared/evaluation/web-worker.ts";

export { createRuleReader, findRuleErrors } from "../../../shared/reading/rules.ts";

/** `script` is the worker's source text, because a browser refuses to make a worker from the extension's file. */
export function evaluatorOf(script: string, signal: AbortSignal): Evaluator {
  return startEvaluator({ start: () => startEvaluationWorker(script), signal });
}
