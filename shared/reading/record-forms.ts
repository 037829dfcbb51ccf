/** The names under which a response has records, ids of records and the times of their changes. */

import { type Kind, kinds, pluralOf } from "../service/operations.ts";

export interface RecordForm {
  readonly kind: Kind;
  readonly form: "record" | "records" | "id" | "ids";
}

const forms: ReadonlyMap<string, RecordForm> = new Map(
  kinds.flatMap((kind): [string, RecordForm][] => [
    [kind, { kind, form: "record" }],
    [pluralOf[kind], { kind, form: "records" }],
    [`${kind}Id`, { kind, form: "id" }],
    [`${kind}_id`, { kind, form: "id" }],
    [`${kind}Ids`, { kind, form: "ids" }],
    [`${kind}_ids`, { kind, form: "ids" }],
  ]),
);

export function recordFormOf(name: string): RecordForm | undefined {
  return forms.get(name);
}

/** The service sets these times, so a form doesn't offer them. */
export function isTimeOfRecord(name: string): boolean {
  return /^(created|updated|modified)_?(at|on|date)?$/i.test(name);
}
