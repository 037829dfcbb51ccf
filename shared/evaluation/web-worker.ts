/** Evaluates expressions in a web worker, which is started from the text of its script. */

import type { EvaluationResponse } from "../reading/expressions/evaluation-request.ts";
import type { EvaluationWorker } from "./evaluator.ts";

export function startEvaluationWorker(script: string): EvaluationWorker {
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
    evaluate(request) {
      const response = message();
      worker.postMessage(request);
      return response as Promise<EvaluationResponse>;
    },
    end: () => worker.terminate(),
  };
}
