/** The script of the worker process that evaluates expressions. */

import { Worker } from "node:worker_threads";
import { evaluateExpression } from "../reading/expressions/evaluate.ts";
import type { EvaluationRequest } from "../reading/expressions/evaluation-request.ts";

process.on("message", async (request: EvaluationRequest) => {
  process.send?.(await evaluateExpression(request));
});
process.send?.("ready");

// An endless expression blocks this thread, which then can't notice that the parent process was killed. So a second
// thread watches the parent, and ends this process.
const watch = `setInterval(() => {
  try { process.kill(${process.ppid}, 0); } catch { process.kill(process.pid, "SIGKILL"); }
}, 1000)`;
new Worker(watch, { eval: true }).unref();
