/** Reads files that a pull request can have put in place: only regular files, and only up to a size. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The message is a clause that ends a sentence. */
export class FileProblem extends Error {}

export const folderProblem = "it is a folder";

export function readRegularFile(path: string, mostBytes: number): string {
  // Without `O_NONBLOCK`, opening a pipe waits for a writer. Windows lacks this flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new FileProblem(folderProblem);
    if (!stat.isFile()) throw new FileProblem("it is a pipe or a device, not a regular file");
    if (stat.size > mostBytes) throw new FileProblem(`it is larger than ${mostBytes / 1_000_000} MB`);
    const bytes = Buffer.allocUnsafe(stat.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return bytes.toString("utf8", 0, length);
  } finally {
    closeSync(file);
  }
}

export function describeFileError(error: unknown): string {
  return error instanceof FileProblem ? error.message : String(error);
}
