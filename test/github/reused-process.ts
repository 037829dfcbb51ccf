/**
 * The program of a process that runs scripts one after another, for `script-process.ts`. A script gets its own variables,
 * working folder, output and exit code, and signals reach it. A script that leaves something running when it exits takes
 * the process with it, because it would disturb the next script.
 */

import { pathToFileURL } from "node:url";
import type { Script } from "./script-process.ts";

export type ScriptEvent =
  | { readonly stream: "stdout" | "stderr"; readonly text: string }
  | { readonly exitCode: number };

const send = (event: ScriptEvent, done?: () => void) =>
  void process.send?.(event, undefined, undefined, done);

for (const stream of ["stdout", "stderr"] as const) {
  process[stream].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find(each => typeof each === "function") as (() => void) | undefined;
    send({ stream, text: Buffer.from(chunk as string).toString() }, done);
    return true;
  };
}

const exit = process.exit;
process.exit = ((code: number | undefined) => {
  const exitCode = Number(code ?? process.exitCode ?? 0);
  process.exitCode = undefined;
  process.emit("exit", exitCode);
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  void becomesIdle().then(isIdle => (isIdle ? send({ exitCode }) : exit(exitCode)));
}) as typeof exit;

/** Waits a moment, because a connection is idle only some time after its last response. */
async function becomesIdle(): Promise<boolean> {
  for (let looks = 0; looks < 50; looks++) {
    // A pipe is this process's own, and processes for expressions have been killed.
    const busy = process.getActiveResourcesInfo().filter(name => !/^(?:Pipe|Process|TTY)Wrap$/.test(name));
    if (busy.length === 0) return true;
    await new Promise(resolve => setTimeout(resolve, 2).unref());
  }
  return false;
}

let scripts = 0;
process.on("message", ({ file, cwd, env }: Script) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  // A new address makes Node run the script again, but not the modules that it imports.
  void import(`${pathToFileURL(file)}?${++scripts}`);
});
process.on("disconnect", () => exit());
