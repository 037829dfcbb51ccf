/**
 * `npm test` runs the editor's tests beside all others, because the editor's wait most of the time. With arguments it
 * runs vitest once with these arguments.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import installForGitHub from "./github/setup.ts";

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

function start(args: readonly string[], output: "inherit" | "pipe"): ChildProcess {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const env = { ...process.env, ...color };
  return spawn(process.execPath, [...vitest, ...args], { stdio: ["ignore", output, output], env });
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, "close");
  return code === 0;
}

// Both runs of vitest would otherwise install it at the same time.
await installForGitHub();
const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = (await succeeds(start(args, "inherit"))) ? 0 : 1;
} else {
  const editor = start(["--project", "editor"], "pipe");
  const editorSucceeds = succeeds(editor);
  // The editor's output comes after the others', because a person could not tell mixed lines apart.
  const editorOutput = new PassThrough({ highWaterMark: 100_000_000 });
  editor.stdout?.pipe(editorOutput, { end: false });
  editor.stderr?.pipe(editorOutput, { end: false });
  const restSucceeds = await succeeds(start(["--project", "rest"], "inherit"));
  editorOutput.pipe(process.stdout, { end: false });
  process.exitCode = (await editorSucceeds) && restSucceeds ? 0 : 1;
}
