import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import type { EvaluationRequest } from "../../../shared/reading/expressions/evaluation-request.ts";

interface Host {
  onmessage: ((message: MessageEvent<EvaluationRequest>) => unknown) | null;
  postMessage(message: unknown): void;
}

export function evaluateFor(host: Host): void {
  host.onmessage = async ({ data }) => host.postMessage(await evaluateExpression(data));
  host.postMessage("ready");
}
