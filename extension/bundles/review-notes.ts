/** What a response tells about reviews, as it is remembered. */

import type { JsonObject } from "../../shared/json.ts";
import { reviewsIn } from "../../shared/records/reviews.ts";
import { mainFieldText } from "../../shared/report/evidence.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import type { Redact } from "../../shared/service/secret.ts";

/** The state of a review, as far as responses told. */
export interface ReviewNote {
  readonly settled: boolean;
  /** The operations of calibration reviews take its id. */
  readonly calibration: boolean;
  /** What the state rests on, as "status is waiting"; empty where nothing was said. */
  readonly evidence: string;
}

export function reviewNotes(
  name: OperationName,
  id: string | undefined,
  response: JsonObject,
  redact: Redact,
): Map<string, Partial<ReviewNote>> {
  const { kind, isCalibration = false } = operation(name);
  const about = kind === "review" ? (id ?? response["id"]) : undefined;
  return new Map(
    reviewsIn(name, response, id).map(review => [
      review.id,
      {
        ...(review.state !== undefined && { settled: review.state === "settled" }),
        ...(review.evidence !== undefined && { evidence: mainFieldText(review.evidence, redact) }),
        ...(review.id === about && { calibration: isCalibration }),
      },
    ]),
  );
}
