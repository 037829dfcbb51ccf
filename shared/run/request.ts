/** One request about a target. */

import { read } from "../report/read.ts";
import type { Answer } from "../service/client.ts";
import { operations } from "../service/operations.ts";
import type { Found, PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

export async function request(
  operation: RunOperation,
  { id, fields }: PlannedTarget,
  { call, signal }: RunOptions,
): Promise<Answer> {
  return await call({ operation, id, fields: fields[operations[operation].role] ?? {} }, signal);
}

export function putAway(
  operation: RunOperation,
  target: PlannedTarget,
  { raw }: Answer,
  { keep }: RunOptions,
): Promise<string> {
  return keep(target, operations[operation].role, raw);
}

/** Puts an answer away before it is read: what cannot be read can still be looked at. */
export async function keepAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  answer: Answer,
  options: RunOptions,
): Promise<Found> {
  const raw = await putAway(operation, target, answer, options);
  try {
    const reading = await (target.read ?? read)(answer.value, { operation });
    return { raw, reading };
  } catch (error) {
    return { raw, error: messageOf(error) };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
