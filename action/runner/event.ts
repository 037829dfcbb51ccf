/** Reads the payload of the event that started the workflow run. */

import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Log } from "./log.ts";
import { describeFileError, readRegularFile } from "./read-file.ts";

/** GitHub's limit for a payload. */
const mostBytes = 25_000_000;

export function readEvent(file: string): unknown {
  return JSON.parse(readRegularFile(file, mostBytes));
}

/** Empty outside a workflow run, and for an unreadable file. */
export function readPayload(file: string | undefined, log: Log): JsonObject {
  if (!file) return {};
  try {
    const payload = readEvent(file);
    return isJsonObject(payload) ? payload : {};
  } catch (error) {
    log.warning(`The event that started this workflow run can't be read: ${describeFileError(error)}.`);
    return {};
  }
}
