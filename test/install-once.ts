/** Installs a package that only some tests need, when one of them first runs. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs `npm ci` in the folder, unless what its lock file says is what was installed there last. */
export async function installOnce(folder: string): Promise<void> {
  const lock = createHash("sha256")
    .update(await readFile(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".installed-lock");
  if ((await readFile(stamp, "utf8").catch(() => "")) === lock) return;

  await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    shell: process.platform === "win32", // there, npm is a script
  });
  await writeFile(stamp, lock);
}
