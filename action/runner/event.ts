/** The payload of the event that started the workflow. */

import { readRegularFile } from "./read-file.ts";

/** GitHub's own limit. */
const mostBytes = 25_000_000;

/** Throws where there is no such file, or none that can be read. */
export function readEvent(file: string): unknown {
  return JSON.parse(readRegularFile(file, mostBytes));
}
