/** The payload of the event that started the workflow. */

import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Log } from "./log.ts";
import { fileProblemOf, readRegularFile } from "./read-file.ts";

/** GitHub's own limit. */
const mostBytes = 25_000_000;

/** Throws where there is no such file, or none that can be read. */
export function readEvent(file: string): unknown {
  return JSON.parse(readRegularFile(file, mostBytes));
}

/** Empty outside a workflow, and where the file can't be read. */
export function readPayload(file: string | undefined, log: Log): JsonObject {
  if (!file) return {};
  try {
    const payload = readEvent(file);
    return isJsonObject(payload) ? payload : {};
  } catch (error) {
    log.warning(`What started this workflow can't be read: ${fileProblemOf(error)}.`);
    return {};
  }
}
