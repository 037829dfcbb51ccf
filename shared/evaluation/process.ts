/**
 * Evaluates expressions in a child process, where Node is available. A worker thread would start sooner, but one huge
 * text or list in it could take all memory, end the whole process, and lose the results of all targets.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { EvaluationResponse } from "../reading/expressions/evaluation-request.ts";
import type { EvaluationWorker } from "./evaluator.ts";

const megabytes = 512;

/** In the source and in every bundle the script is beside this file and has the same extension. */
const script = fileURLToPath(new URL(`./evaluating${extname(import.meta.url)}`, import.meta.url));

export function startEvaluationProcess(): EvaluationWorker {
  const child = fork(script, [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // The child gets no other variable, because one of them can be the key. In VS Code `execPath` is the editor, which
    // `ELECTRON_RUN_AS_NODE` makes run as Node. `stdio` drops the child's output about a lack of memory.
    env: { ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Node throws an error event that has no listener. `message` listens only while a caller waits.
  child.on("error", () => {});
  const end = () => void child.kill("SIGKILL");
  // A busy child would not notice that this process ends.
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));

  async function message(reason: string): Promise<unknown> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error(reason)));
    try {
      const [content] = await Promise.race([once(child, "message", { signal }), ended]);
      return content;
    } finally {
      waiting.abort();
    }
  }

  return {
    ready: message("cannot be evaluated: the process for expressions ended when it started"),
    evaluate(request) {
      if (!child.connected)
        return Promise.reject(new Error("cannot be evaluated: the process for expressions has ended"));
      const response = message(`takes more than ${megabytes} MB of memory`);
      child.send(request);
      return response as Promise<EvaluationResponse>;
    },
    end,
  };
}
