import { execFile } from "node:child_process";
import { promisify } from "node:util";

export async function findFilesContaining(text: string, folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("grep", ["-rlaF", "--", text, folder]).catch(error => {
    // grep ends with 1 if it finds nothing, and with 2 if a file disappeared meanwhile.
    if (error.code === 1 || error.code === 2) return error;
    throw error;
  });
  return stdout.split("\n").filter((path: string) => path !== "");
}
