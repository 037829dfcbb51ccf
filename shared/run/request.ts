/** One request about a target: it is sent, and its answer stored and read. */

import { type Read, read } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import type { Call } from "../service/call.ts";
import type { Answer } from "../service/client.ts";
import { operations } from "../service/operations.ts";
import type { Found, PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

export async function request(
  operation: RunOperation,
  target: PlannedTarget,
  { call, signal }: RunOptions,
): Promise<Answer> {
  return await call(callOf(operation, target), signal);
}

function callOf(operation: RunOperation, { id, fields }: PlannedTarget): Call {
  return { operation, id, fields: fields[operations[operation].role] ?? {} };
}

/** Stored before it is read, so that an answer that cannot be read can still be looked at. */
export async function keepAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  answer: Answer,
  options: RunOptions,
): Promise<Found> {
  const raw = await options.keep(target, operations[operation].role, answer.raw);
  try {
    return { raw, reading: await readAnswer(operation, target, answer, options, target.read) };
  } catch (error) {
    return { raw, error: messageOf(error) };
  }
}

export async function readAnswer(
  operation: RunOperation,
  target: PlannedTarget,
  { raw, value }: Answer,
  { learn }: RunOptions,
  readBy: Read = read,
): Promise<Reading> {
  const about = { operation, id: target.id };
  const reading = await readBy(value, { about, raw, thorough: learn !== undefined });
  await learn?.(callOf(operation, target), value, reading);
  return reading;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
