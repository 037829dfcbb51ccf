/** Reading files that anyone may have put there: only regular ones, and not more than there is memory for. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Why a file is not read, as the end of a sentence. */
export class FileProblem extends Error {}

/** Throws a `FileProblem`, or the system's own error. */
export function readRegularFile(path: string, mostBytes: number): string {
  // Otherwise opening a pipe waits for somebody who writes to it. Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new FileProblem("it is a folder");
    if (!stat.isFile()) throw new FileProblem("it is a pipe or a device, and no file");
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

/** Why a file could not be read. */
export function fileProblemOf(error: unknown): string {
  return error instanceof FileProblem ? error.message : String(error);
}
