/**
 * Keeps a folder, and the command that lives in it, for as long as standard input stays open: then ends the
 * command's whole process group and removes the folder. Standard input closes however its holder ends, even when
 * that is killed, so nothing outlives a test run. SIGTERM ends it in good order.
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
// The holder died. Its browser, which lives in the folder too, notices that at about the same time and still writes.
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
