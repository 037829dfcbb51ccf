/** Packages the extension from the working tree, as `npm run package` does, into the caller's folder. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const script = join(import.meta.dirname, "..", "..", "..", "extension", "package.ts");

export async function packageExtension(folder: string): Promise<string> {
  const vsix = join(folder, "callboard.vsix");
  await promisify(execFile)(process.execPath, [script, vsix]);
  return vsix;
}
