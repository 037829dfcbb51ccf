/** Installs packages that only some tests need, before the first of these tests. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs `npm ci` in the folder, unless its lock file is unchanged since the last install. */
export async function installOnce(folder: string): Promise<void> {
  const lock = createHash("sha256")
    .update(await readFile(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".installed-lock");
  if ((await readFile(stamp, "utf8").catch(() => "")) === lock) return;

  await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    shell: process.platform === "win32", // on Windows npm is a script
  });
  await writeFile(stamp, lock);
}
