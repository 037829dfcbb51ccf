/** The names under which a response holds records and their ids. */

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
