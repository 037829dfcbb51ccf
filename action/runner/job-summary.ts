/** The job summary: a file to which each step appends. */

import { appendFile } from "node:fs/promises";
import type { Log } from "./log.ts";

/** Gives whether the text was written; a step does not fail for its summary. */
export async function addToSummary(file: string, text: string, log: Log): Promise<boolean> {
  try {
    await appendFile(file, text);
    return true;
  } catch (error) {
    log.warning(`The job summary could not be written: ${String(error)}.`);
    return false;
  }
}
