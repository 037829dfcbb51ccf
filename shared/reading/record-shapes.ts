/** The names of fields that contain records, ids of records, or the times at which a record changed. */

import { type Kind, kinds, pluralOf } from "../service/operations.ts";

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

/** The service sets these times, so a form doesn't offer them. */
export function isRecordTimestamp(name: string): boolean {
  return /^(created|updated|modified)_?(at|on|date)?$/i.test(name);
}
