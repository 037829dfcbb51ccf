/** The names of fields that contain records, ids of records, or the times at which a record changed. */

import { type Kind, kinds, type OperationName, operation, pluralOf } from "../service/operations.ts";

export interface RecordShape {
  readonly kind: Kind;
  readonly shape: "record" | "records" | "id" | "ids";
  /** The name says that the reviews are calibration reviews, which have operations of their own. */
  readonly isCalibration?: true;
}

function shapesOf(
  name: string,
  plural: string,
  rest: Pick<RecordShape, "kind" | "isCalibration">,
): [string, RecordShape][] {
  return [
    [name, { ...rest, shape: "record" }],
    [plural, { ...rest, shape: "records" }],
    [`${name}Id`, { ...rest, shape: "id" }],
    [`${name}_id`, { ...rest, shape: "id" }],
    [`${name}Ids`, { ...rest, shape: "ids" }],
    [`${name}_ids`, { ...rest, shape: "ids" }],
  ];
}

const calibrationReview = { kind: "review", isCalibration: true } as const;

const shapesByName: ReadonlyMap<string, RecordShape> = new Map([
  ...kinds.flatMap(kind => shapesOf(kind, pluralOf[kind], { kind })),
  ...shapesOf("humanReview", "humanReviews", { kind: "review" }),
  ...shapesOf("human_review", "human_reviews", { kind: "review" }),
  ...shapesOf("calibrationReview", "calibrationReviews", calibrationReview),
  ...shapesOf("calibration_review", "calibration_reviews", calibrationReview),
  ...shapesOf("calibration-review", "calibration-reviews", calibrationReview), // a type in JSON:API
]);

export function recordShapeOf(name: string): RecordShape | undefined {
  return shapesByName.get(name);
}

const calibrationShapesByName: ReadonlyMap<string, RecordShape> = new Map(
  shapesOf("calibration", "calibrations", calibrationReview),
);

/** In a response to an operation on a calibration review, further names contain this review. */
export function recordShapeIn(name: string, requested: OperationName): RecordShape | undefined {
  const { isCalibration } = operation(requested);
  return recordShapeOf(name) ?? (isCalibration ? calibrationShapesByName.get(name) : undefined);
}

/** The service sets these times, so a form doesn't offer them. */
export function isRecordTimestamp(name: string): boolean {
  return /^(created|updated|modified)_?(at|on|date)?$/i.test(name);
}
