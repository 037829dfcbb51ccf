/** The meaning of a field's name: what a value under it can be. */

import type { RecordForm } from "./record-forms.ts";
import type { Says } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { entries } from "./words.ts";

export type Unit = "test" | "suite" | "part";
export type OutcomeName = "verdict" | "result" | "status";

type FieldName = keyof typeof vocabulary.fields;
type Fields = { readonly [Field in FieldName]: number };

const fieldNames = Object.keys(vocabulary.fields) as FieldName[];
export const noFields = Object.fromEntries(fieldNames.map(field => [field, -1])) as Fields;
const fieldsByName = new Map<string, Fields>();
for (const field of fieldNames) {
  for (const [rank, name] of entries(vocabulary.fields[field]).entries()) {
    fieldsByName.set(name, { ...(fieldsByName.get(name) ?? noFields), [field]: rank });
  }
}

export function fieldsOf(squashed: string): Fields {
  return fieldsByName.get(squashed) ?? noFields;
}

/** Several members can apply at once; the type of the value decides between them. */
export class KeyDraft {
  squashed = "";
  unit: Unit | null = null;

  // --- Outcomes --------------------------------------------------------------------------------------------------

  /** The status that `true`, a count or an element of the list means. */
  says: Says | null = null;
  flags = false;
  /** A number counts cases, or what `unit` names. */
  counts = false;
  total = false;
  /** The total counts cases that were begun, but perhaps not run. */
  begun = false;
  /** A count means "passed", but only beside a count of this name. */
  pairedWith: string | null = null;
  /** Whether true is good or bad news in a name with unknown words: `screenshotsPassed`. */
  sounds: "good" | "bad" | null = null;
  /** Any value but zero, false or empty reports a failure. */
  tellsFailure = false;
  /** A text or a number can't contradict a pass; with "soft", only known bad news can. */
  isNeutral: boolean | "soft" = false;
  isNeutralFlag = false;
  /** A number, a text or a list is bad news. */
  isBadNews = false;
  /** A text is a label or prose, so a status word in it means nothing. */
  isDescription = false;
  isQuiet = false;
  /** A number is a measurement, or a bound of one. */
  measures: "value" | "cost" | "least" | "most" | null = null;
  /** The squashed name of the number that it bounds or is a part of; empty if the key doesn't name it. */
  measured = "";
  /** A number counts how many of several were reached. */
  isShare = false;
  /** A number has to be compared with another number of its object. */
  isBounding = false;
  /** A number is a ratio or a score. */
  share = false;
  outcome: OutcomeName | null = null;
  /** The outcome of one aspect of the run (`reviewStatus`): bad news counts, good news doesn't. */
  aspect = false;
  /** The kind of outcome or decision that the last word names; "foreign" for something else than the run. */
  head: OutcomeName | "foreign" | null = null;
  /** Even "success" is the success of a test and not of a request. */
  decisive = false;
  /** A number is a status in the service's own numbering. */
  code = false;
  isOutcome = false;

  // --- Objects and lists -----------------------------------------------------------------------------------------

  /** The elements of a list; "outcome" for cases whose status is `status`. */
  holds: "cases" | "suites" | "parts" | "generic" | "outcome" | null = null;
  wraps = false;
  ignored = false;
  marksCase = false;
  /** The fields of the object belong to the object around it. */
  attributes = false;
  attempts: "surely" | "perhaps" | null = null;
  /** Each field of the object is a criterion with its result. */
  judges = false;
  criterion = false;
  mayFail: "set" | "unset" | null = null;
  /** How a value shows that a list continues on another page. */
  more: "flag" | "token" | "length" | "pages" | null = null;
  /** The checks can be parts of a case. */
  checks = false;
  envelope = false;
  votes = false;
  reviews = false;
  record: RecordForm | undefined = undefined;

  // --- Descriptions of the run or a case -------------------------------------------------------------------------

  /** For each field, the rank of this name among the field's names; -1 if the field hasn't this name. */
  fields: Fields = noFields;
  /** Milliseconds in one unit of a duration; 0 if the name has no unit. */
  duration: number | null = null;
  error = false;
  link = false;
  isId = false;
  reference = false;
  location = false;
  progress = false;
  /** The field describes the run or a case, is a ratio or is about pages of a list. */
  isField = false;
}

export type Key = Readonly<KeyDraft>;
