/**
 * Guards a folder and a command that works in it. When standard input closes, it kills the command's process group and
 * removes the folder. Standard input closes however its holder ends, even by a kill, so nothing outlives a test run.
 * SIGTERM ends it early.
 *
 *     node leash.ts <folder> [command [argument...]]
 */

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

const [folder = "", command, ...args] = process.argv.slice(2);
if (!folder) throw new Error("leash.ts needs a folder");

const child = command && spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });
if (child) child.on("exit", end).on("error", end);
process.on("SIGTERM", end);
// The holder ended. Its browser notices that at about the same time and still writes into the folder.
process.stdin.on("end", () => setTimeout(end, 2000)).resume();

function end(): void {
  try {
    if (child && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit();
}
