/**
 * Processes that evaluate expressions for one window of the fake editor after another, because to start a process takes
 * longer than most tests. `evaluator.test.ts`, and every step of the Action, start their own.
 */

import type { EvaluationWorker } from "../../shared/evaluation/evaluator.ts";

const idle: EvaluationWorker[] = [];

export function reuseEvaluation(start: () => EvaluationWorker): EvaluationWorker {
  const worker = idle.pop() ?? start();
  let isReady = false;
  const ready = worker.ready.then(() => {
    isReady = true;
  });
  let unanswered = 0;
  let hasEnded = false;
  return {
    ready,
    async evaluate(request) {
      unanswered++;
      const response = await worker.evaluate(request);
      unanswered--;
      return response;
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      // A process that still evaluates can be endless, and one that failed before it responded has ended.
      if (isReady && unanswered === 0) idle.push(worker);
      else worker.end();
    },
  };
}
