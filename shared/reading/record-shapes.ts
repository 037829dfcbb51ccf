/** The names of fields that contain records, ids of records, or the times at which a record changed. */

import { type Kind, kinds, type OperationName, operation, pluralOf } from "../service/operations.ts";

export interface RecordShape {
  readonly kind: Kind;
  readonly shape: "record" | "records" | "id" | "ids";
}

const shapesByName: ReadonlyMap<string, RecordShape> = new Map(
  kinds.flatMap((kind): [string, RecordShape][] => [
    [kind, { kind, shape: "record" }],
    [pluralOf[kind], { kind, shape: "records" }],
    [`${kind}Id`, { kind, shape: "id" }],
    [`${kind}_id`, { kind, shape: "id" }],
    [`${kind}Ids`, { kind, shape: "ids" }],
    [`${kind}_ids`, { kind, shape: "ids" }],
  ]),
);

export function recordShapeOf(name: string): RecordShape | undefined {
  return shapesByName.get(name);
}

const calibrationShapesByName: ReadonlyMap<string, RecordShape> = new Map([
  ["calibration", { kind: "review", shape: "record" }],
  ["calibrationReview", { kind: "review", shape: "record" }],
  ["calibration_review", { kind: "review", shape: "record" }],
  ["calibrationId", { kind: "review", shape: "id" }],
  ["calibration_id", { kind: "review", shape: "id" }],
  ["calibrationReviewId", { kind: "review", shape: "id" }],
  ["calibration_review_id", { kind: "review", shape: "id" }],
]);

/** In a response to an operation on a calibration review, further names contain this review. */
export function recordShapeIn(name: string, requested: OperationName): RecordShape | undefined {
  const { isCalibration } = operation(requested);
  return recordShapeOf(name) ?? (isCalibration ? calibrationShapesByName.get(name) : undefined);
}

/** The service sets these times, so a form doesn't offer them. */
export function isRecordTimestamp(name: string): boolean {
  return /^(created|updated|modified)_?(at|on|date)?$/i.test(name);
}
