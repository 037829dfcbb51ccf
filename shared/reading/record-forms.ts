/** The names under which a response holds records and their ids, and when a record was made or changed. */

import { type Kind, kinds, pluralOf } from "../service/operations.ts";

/** How a value under a name is a record. */
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

/** As the name that a value stands under says; nothing where it names no record. */
export function recordFormOf(name: string): RecordForm | undefined {
  return forms.get(name);
}

/** It tells when the service made or changed a record, which is the service's to say. */
export function isTimeOfRecord(name: string): boolean {
  return /^(created|updated|modified)_?(at|on|date)?$/i.test(name);
}
