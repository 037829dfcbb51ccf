/** Sends one request about a target, and stores and reads the response. */

import { type Read, read } from "../reading/read.ts";
import type { TargetRun } from "../report/model.ts";
import type { Call } from "../service/call.ts";
import { operations } from "../service/operations.ts";
import type { PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

/** Throws without a response. A response is stored before it is read, so that people can inspect an unreadable one. */
export async function requestAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  { call, keep, learn, signal }: RunOptions,
  reader: Read = target.read ?? read,
): Promise<TargetRun> {
  const { role } = operations[operation];
  const { id, fields } = target;
  const request: Call = { operation, id, fields: fields[role] ?? {} };
  const { raw, value } = await call(request, signal);
  const run = { ...withoutResponse(target), raw: await keep(target, role, raw) };
  try {
    const reading = await reader(value, { about: { operation, id }, raw, thorough: learn !== undefined });
    await learn?.(request, value, reading);
    return { ...run, reading };
  } catch (error) {
    return { ...run, error: messageOf(error) };
  }
}

export function withoutResponse({ kind, id, name }: Pick<TargetRun, "kind" | "id" | "name">): TargetRun {
  return { kind, id, name, raw: "" };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
