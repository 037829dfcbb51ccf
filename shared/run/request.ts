/** One request about a target: it is sent, and its response is stored and read. */

import { type Read, read } from "../reading/read.ts";
import type { TargetRun } from "../report/model.ts";
import type { Call } from "../service/call.ts";
import { operations } from "../service/operations.ts";
import type { PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

/**
 * Throws where no response came. The response is stored before it is read, so that one that can't be read can still be
 * looked at.
 */
export async function requestAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  { call, keep, learn, signal }: RunOptions,
  readBy: Read = target.read ?? read,
): Promise<TargetRun> {
  const { role } = operations[operation];
  const { id, fields } = target;
  const request: Call = { operation, id, fields: fields[role] ?? {} };
  const { raw, value } = await call(request, signal);
  const run = { ...withoutResponse(target), raw: await keep(target, role, raw) };
  try {
    const reading = await readBy(value, { about: { operation, id }, raw, thorough: learn !== undefined });
    await learn?.(request, value, reading);
    return { ...run, reading };
  } catch (error) {
    return { ...run, error: messageOf(error) };
  }
}

/** A run of the target that no response came of, or none yet. */
export function withoutResponse({ kind, id, name }: Pick<TargetRun, "kind" | "id" | "name">): TargetRun {
  return { kind, id, name, raw: "" };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
