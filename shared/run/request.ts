/** One request about a target: it is sent, and its answer stored and read. */

import { read } from "../reading/read.ts";
import { reviewsIn } from "../reading/reviews.ts";
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

/** Stored before it is read, so that an answer that cannot be read can still be looked at. */
export async function keepAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  answer: Answer,
  options: RunOptions,
): Promise<Found> {
  const raw = await options.keep(target, operations[operation].role, answer.raw);
  try {
    const reading = await (target.read ?? read)(answer.value);
    return { raw, reading, reviews: reviewsIn(operation, answer.value, target.id) };
  } catch (error) {
    return { raw, error: messageOf(error) };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
