/** The lines of a file, a piece at a time: it may be larger than what a string, or the memory, can hold. */

import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

export function* linesOf(file: string): Generator<string> {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.allocUnsafe(256 * 1024);
    const decoder = new StringDecoder("utf8");
    let rest = "";
    for (let length = readSync(handle, bytes); length > 0; length = readSync(handle, bytes)) {
      const [first = "", ...others] = decoder.write(bytes.subarray(0, length)).split("\n");
      rest += first;
      if (others.length === 0) continue;
      yield rest;
      rest = others.pop() ?? "";
      yield* others;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(handle);
  }
}
