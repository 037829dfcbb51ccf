/** Sends one request about a target, and stores and reads the response. */

import { type ResponseReader, readResponse } from "../reading/read.ts";
import type { TargetRun } from "../report/model.ts";
import { operations } from "../service/operations.ts";
import type { ServiceRequest } from "../service/request.ts";
import type { PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

/** Throws if no response comes. Stores the response before reading it, so that people can inspect an unreadable response. */
export async function requestAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  { send, storeResponse, learn, signal }: RunOptions,
  reader: ResponseReader = target.read ?? readResponse,
): Promise<TargetRun> {
  const { role } = operations[operation];
  const { id, fields } = target;
  const request: ServiceRequest = { operation, id, fields: fields[role] ?? {} };
  const { raw, value } = await send(request, signal);
  const run = { ...runWithoutResponse(target), raw: await storeResponse(target, role, raw) };
  try {
    const reading = await reader(value, {
      request: { operation, id },
      raw,
      includeRecords: learn !== undefined,
    });
    await learn?.(request, value, reading);
    return { ...run, reading };
  } catch (error) {
    return { ...run, error: messageOf(error) };
  }
}

export function runWithoutResponse({ kind, id, name }: Pick<TargetRun, "kind" | "id" | "name">): TargetRun {
  return { kind, id, name, raw: "" };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
