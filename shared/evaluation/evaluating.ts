/** What runs in the process that expressions are evaluated in. */

import { Worker } from "node:worker_threads";
import { evaluate } from "../reading/expressions/evaluate.ts";
import type { Question } from "../reading/expressions/question.ts";

process.on("message", async (question: Question) => {
  process.send?.(await evaluate(question));
});
process.send?.("ready");

// Where whoever asks was killed, an expression that runs on would do so for ever: this thread could not notice.
const watch = `setInterval(() => {
  try { process.kill(${process.ppid}, 0); } catch { process.kill(process.pid, "SIGKILL"); }
}, 1000)`;
new Worker(watch, { eval: true }).unref();
