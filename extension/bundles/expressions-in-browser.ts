/** A team's own expressions in a browser, evaluated in a worker. */

import { type Evaluator, startEvaluator } from "../../shared/evaluation/evaluator.ts";
import { startWorker } from "../../shared/evaluation/web-worker.ts";

export { mistakesIn, readerBy } from "../../shared/reading/expressions.ts";

/** `script` is the worker's text: its file's address is not one that a worker may be made of. */
export function evaluatorOf(script: string, signal: AbortSignal): Evaluator {
  return startEvaluator({ start: () => startWorker(script), signal });
}
