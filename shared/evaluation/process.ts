/**
 * A process of its own, for hosts that have Node. A worker thread would start sooner, but its limit of memory is none:
 * one text or list that is too large for it ends the whole process, with the results of all other targets.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer } from "../reading/expressions/question.ts";
import type { Place } from "./evaluator.ts";

const megabytes = 512;

/** Beside this file, and of its kind, in the source as in every bundle. */
const script = fileURLToPath(new URL(`./evaluating${extname(import.meta.url)}`, import.meta.url));

export function startProcess(): Place {
  const child = fork(script, [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // It gets no key, and what it writes as it runs out of memory is for nobody. VS Code is its own Node.
    env: { ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Told by `message` while somebody waits for one; without a listener it would be thrown.
  child.on("error", () => {});
  const end = () => void child.kill("SIGKILL");
  // Where this process ends first, one that is busy would not notice.
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));

  /** Rejects with the reason where it ends before. */
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
    ready: message("cannot be evaluated: the process for it ended at its start"),
    ask(question) {
      if (!child.connected)
        return Promise.reject(new Error("cannot be evaluated: the process for it has ended"));
      const answer = message(`takes more than ${megabytes} MB of memory`);
      child.send(question);
      return answer as Promise<Answer>;
    },
    end,
  };
}
