/** An answer is put away first and read then: what cannot be read is still there to look at. */

import { reviewsIn } from "../records/reviews.ts";
import type { OperationName } from "../service/operations.ts";
import type { Means, RunTarget } from "./plan.ts";
import type { Found } from "./run.ts";

export async function answered(
  target: RunTarget,
  operation: OperationName,
  answer: Awaited<ReturnType<Means["call"]>>,
  means: Means,
): Promise<Found> {
  const raw = await means.keep(target, operation, answer.raw);
  try {
    const reading = await means.read(answer.value);
    return { raw, reading, reviews: reviewsIn(operation, answer.value, target.id) };
  } catch (error) {
    return { raw, error: error instanceof Error ? error.message : String(error) };
  }
}
