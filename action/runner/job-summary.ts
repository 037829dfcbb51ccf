/** Writes the job summary: a file to which each step appends. */

import { appendFile } from "node:fs/promises";
import type { Redact } from "../../shared/service/secret.ts";
import type { Log } from "./log.ts";

/** Returns whether the text was written. A failure to write it is only logged, and the step goes on. */
export async function addToSummary(file: string, text: string, redact: Redact, log: Log): Promise<boolean> {
  try {
    await appendFile(file, redact(text));
    return true;
  } catch (error) {
    log.warning(`The job summary could not be written: ${String(error)}.`);
    return false;
  }
}
