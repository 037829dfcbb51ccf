/** The job summary: a file that each step adds to. */

import { appendFile } from "node:fs/promises";
import type { Log } from "./log.ts";

/** Gives whether the text is there: a machine may not take it, which is no reason to lose anything else. */
export async function addToSummary(file: string, text: string, log: Log): Promise<boolean> {
  try {
    await appendFile(file, text);
    return true;
  } catch (error) {
    log.warning(`The job summary could not be written: ${String(error)}.`);
    return false;
  }
}
