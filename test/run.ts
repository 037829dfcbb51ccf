/**
 * `npm test` runs all tests; the editor's come after the others, because both fill two cores. Files that failed are run
 * once more, alone: a test that is red only beside other files is named, and does not count. With arguments it runs
 * vitest once with these arguments.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failedFilesVariable } from "./failed-files.ts";

/** Tests start many processes from sources in TypeScript, which take four times as long to start without this cache. */
const compileCache = join(tmpdir(), "callboard-compile-cache");

async function succeeds(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", ...args];
  const child = spawn(process.execPath, vitest, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
  });
  const [code] = await once(child, "close");
  return code === 0;
}

async function succeedsAtLast(temp: string): Promise<boolean> {
  const list = join(temp, "failed");
  if (await succeeds([], { [failedFilesVariable]: list })) return true;
  const text = await readFile(list, "utf8").catch(() => "");
  // Without a failed file the run itself failed, for example by an unhandled rejection.
  if (text === "") return false;
  console.log(`\nOnce more, alone, because they failed beside other tests:\n${text}\n`);
  if (!(await succeeds(text.split("\n")))) return false;
  console.log(`\nRed beside other tests, green alone:\n${text}\n`);
  return true;
}

const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = (await succeeds(args)) ? 0 : 1;
} else {
  const temp = await mkdtemp(join(tmpdir(), "callboard-test-"));
  process.exitCode = (await succeedsAtLast(temp)) ? 0 : 1;
  await rm(temp, { recursive: true });
}
