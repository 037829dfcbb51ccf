import { decisionFromFacts } from "../../shared/gate/decision.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { Reading, Verdict } from "../../shared/reading/reading.ts";
import { mainFieldText } from "../../shared/report/evidence-text.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { ReviewNote } from "./review-note.ts";

interface ReadResponse {
  readonly name: OperationName;
  readonly id: string | undefined;
  readonly fields: JsonObject | undefined;
  readonly response: JsonObject;
  readonly reading: Reading;
}

export function reviewNotes(read: ReadResponse, redact: Redact): Map<string, Partial<ReviewNote>> {
  const { name, id, response, reading } = read;
  const { kind, isCalibration = false } = operation(name);
  const subject = kind === "review" ? (id ?? response["id"]) : undefined;
  return new Map(
    reading.reviews.map(review => {
      const { state, evidence } = review;
      const isSubject = review.id === subject;
      const verdict = isSubject ? decidedVerdict(read) : review.verdict;
      const isSettled = state === "settled";
      return [
        review.id,
        {
          ...(state !== undefined && { settled: isSettled }),
          ...(isSettled && verdict !== undefined && { verdict }),
          ...(evidence !== undefined && { evidence: mainFieldText(evidence, redact) }),
          ...(review.case !== undefined && { about: redact(review.case) }),
          ...((isSubject || review.calibration) && { calibration: review.calibration ?? isCalibration }),
        },
      ];
    }),
  );
}

/** Judges as on the pull request: by the response, else by the fields that were sent. */
function decidedVerdict({ name, fields, reading }: ReadResponse): Verdict | undefined {
  if (operation(name).role !== "decide" || fields === undefined) return undefined;
  const { state } = decisionFromFacts("", fields, reading.decisionFacts);
  return state === "open" ? undefined : state;
}
