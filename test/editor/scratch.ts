/** Creates a temporary folder that is removed when the test process ends, however it ends. */

import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "callboard-scratch-"));
  const leash = [join(import.meta.dirname, "leash.ts"), folder];
  spawn(process.execPath, leash, { detached: true, stdio: ["pipe", "ignore", "ignore"] }).unref();
  return folder;
}
