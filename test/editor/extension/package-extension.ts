/** Packages the extension as it is in the working tree, the way `npm run package` does, in a folder of the caller's. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const script = join(import.meta.dirname, "..", "..", "..", "extension", "package.ts");

export async function packageExtension(folder: string): Promise<string> {
  const vsix = join(folder, "callboard.vsix");
  await promisify(execFile)(process.execPath, [script, vsix]);
  return vsix;
}
