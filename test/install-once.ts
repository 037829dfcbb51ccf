/** Installs a package of tools that only some commands need, the first time they do. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export async function installOnce(folder: string): Promise<void> {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".installed");
  if (stampOf(stamp) === lock) return;
  console.log(`Installing the tools in ${folder}, once …`);
  await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  writeFileSync(stamp, lock);
}

function stampOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
