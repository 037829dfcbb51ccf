import { evaluate } from "../../shared/reading/expressions/evaluate.ts";
import type { Question } from "../../shared/reading/expressions/question.ts";

interface Host {
  onmessage: ((message: MessageEvent<Question>) => unknown) | null;
  postMessage(message: unknown): void;
}

export function evaluateFor(host: Host): void {
  host.onmessage = async ({ data }) => host.postMessage(await evaluate(data));
  host.postMessage("ready");
}
