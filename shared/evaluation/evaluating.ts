/** The script of the worker process that evaluates expressions. */

import { Worker } from "node:worker_threads";
import { evaluateExpression } from "../reading/expressions/evaluate.ts";
import type { EvaluationRequest } from "../reading/expressions/evaluation-request.ts";

process.on("message", async (request: EvaluationRequest) => {
  process.send?.(await evaluateExpression(request));
});
process.send?.("ready");

// If the parent process is killed, an endless expression would block this thread for ever. So a second thread watches the
// parent.
const watch = `setInterval(() => {
  try { process.kill(${process.ppid}, 0); } catch { process.kill(process.pid, "SIGKILL"); }
}, 1000)`;
new Worker(watch, { eval: true }).unref();
