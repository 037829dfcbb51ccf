/** The files beneath a folder in which a text stands, whatever else they hold. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

export async function filesWith(text: string, folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("grep", ["-rlaF", "--", text, folder]).catch(error => {
    // It ends with 1 where nothing is found, and with 2 where a file went away meanwhile.
    if (error.code === 1 || error.code === 2) return error;
    throw error;
  });
  return stdout.split("\n").filter((path: string) => path !== "");
}
