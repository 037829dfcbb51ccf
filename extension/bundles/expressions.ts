/** A team's own expressions, evaluated in a process of their own. */

import { type Evaluator, startEvaluator } from "../../shared/evaluation/evaluator.ts";
import { startProcess } from "../../shared/evaluation/process.ts";

export { mistakesIn, readerBy } from "../../shared/reading/expressions.ts";

/** Until it is ended. */
export function evaluatorUntil(signal: AbortSignal): Evaluator {
  return startEvaluator({ start: startProcess, signal });
}
