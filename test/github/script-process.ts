/**
 * The processes in which scripts run: a process of its own, or one that ran other scripts before. Starting a process and
 * loading the Action takes ten times as long as most steps.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../compile-cache.ts";
import type { ScriptEvent } from "./reused-process.ts";

export interface Script {
  readonly file: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

type Exit = [number | null, NodeJS.Signals | null];

export interface ScriptProcess {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code or the signal, after the end of both streams. */
  readonly closed: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

export function startProcess({ file, cwd, env }: Script): ScriptProcess {
  const child = spawn(process.execPath, [file], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close") as Promise<Exit>;
  return { stdout: child.stdout, stderr: child.stderr, closed, kill: signal => void child.kill(signal) };
}

const idle: ChildProcess[] = [];

/** The script has to end with `process.exit`, and its modules must not keep state. */
export function reuseProcess(script: Script): ScriptProcess {
  const child = idle.pop() ?? startReusedProcess();
  const output = { stdout: new PassThrough(), stderr: new PassThrough() };
  const streams = Object.values(output);
  const ends = Promise.all(streams.map(stream => once(stream, "end")));
  const exit = new Promise<Exit>(resolve => {
    const finish = (...exit: Exit) => {
      child.off("message", read).off("close", finish);
      for (const stream of streams) stream.end();
      resolve(exit);
    };
    function read(event: ScriptEvent): void {
      if ("exitCode" in event) {
        idle.push(child);
        finish(event.exitCode, null);
      } else output[event.stream].write(event.text);
    }
    child.on("message", read).once("close", finish);
  });
  let isRunning = true;
  exit.then(() => {
    isRunning = false;
  });
  child.send(script);
  return {
    ...output,
    closed: ends.then(() => exit),
    kill: signal => void (isRunning && child.kill(signal)),
  };
}

function startReusedProcess(): ChildProcess {
  const program = fileURLToPath(new URL("./reused-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: compileCacheVariables,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // An idle process must not keep the tests alive. It ends with them, because the channel closes.
  child.unref();
  child.channel?.unref();
  return child;
}
