/** A team's own expressions in a browser, evaluated in a worker. */

import { type Evaluator, type Place, startEvaluator } from "../../shared/evaluation/evaluator.ts";
import type { Answer } from "../../shared/report/expressions/question.ts";

export { mistakesIn, readerBy } from "../../shared/report/expressions.ts";

/** `script` is the worker's text: its file's address is not one that a worker may be made of. */
export function evaluatorOf(script: string, signal: AbortSignal): Evaluator {
  return startEvaluator({ start: () => startWorker(script), signal });
}

function startWorker(script: string): Place {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  const message = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) =>
        reject(new Error(`cannot be evaluated: ${message || "its worker ended"}`));
    });
  return {
    ready: message().finally(() => URL.revokeObjectURL(address)),
    ask(question) {
      const answer = message();
      worker.postMessage(question);
      return answer as Promise<Answer>;
    },
    end: () => worker.terminate(),
  };
}
