/**
 * `npm test` runs the editor's tests beside all others, because the editor's wait most of the time. Files that failed
 * beside all this work are run once more, alone: a test that is red only under load is named, and does not count. With
 * arguments it runs vitest once with these arguments.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { failedFilesVariable } from "./failed-files.ts";
import installForGitHub from "./github/setup.ts";

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

/** Tests start many processes from sources in TypeScript, which take four times as long to start without this cache. */
const compileCache = join(tmpdir(), "callboard-compile-cache");

function start(args: readonly string[], output: "inherit" | "pipe", failedFiles?: string): ChildProcess {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const list = failedFiles === undefined ? {} : { [failedFilesVariable]: failedFiles };
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...color, ...list };
  return spawn(process.execPath, [...vitest, ...args], { stdio: ["ignore", output, output], env });
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, "close");
  return code === 0;
}

async function runAll(temp: string): Promise<boolean> {
  const lists = { editor: join(temp, "editor"), rest: join(temp, "rest") };
  const editor = start(["--project", "editor"], "pipe", lists.editor);
  const editorSucceeds = succeeds(editor);
  // The editor's output comes after the others', because a person could not tell mixed lines apart.
  const editorOutput = new PassThrough({ highWaterMark: 100_000_000 });
  editor.stdout?.pipe(editorOutput, { end: false });
  editor.stderr?.pipe(editorOutput, { end: false });
  const restSucceeds = await succeeds(start(["--project", "rest"], "inherit", lists.rest));
  editorOutput.pipe(process.stdout, { end: false });
  const haveSucceeded = { editor: await editorSucceeds, rest: restSucceeds };
  for (const project of ["editor", "rest"] as const) {
    if (!haveSucceeded[project] && !(await succeedsAlone(project, lists[project]))) return false;
  }
  return true;
}

async function succeedsAlone(project: string, list: string): Promise<boolean> {
  const text = await readFile(list, "utf8").catch(() => "");
  // Without a failed file the run itself failed, for example by an unhandled rejection.
  if (text === "") return false;
  console.log(`\nOnce more, alone, because they failed beside all other tests:\n${text}\n`);
  if (!(await succeeds(start(["--project", project, ...text.split("\n")], "inherit")))) return false;
  console.log(`\nRed under load, green alone:\n${text}\n`);
  return true;
}

// Both runs of vitest would otherwise install it at the same time.
await installForGitHub();
const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = (await succeeds(start(args, "inherit"))) ? 0 : 1;
} else {
  const temp = await mkdtemp(join(tmpdir(), "callboard-test-"));
  process.exitCode = (await runAll(temp)) ? 0 : 1;
  await rm(temp, { recursive: true });
}
