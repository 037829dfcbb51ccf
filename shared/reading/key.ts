/** The meaning of a field's name for the value under it. */

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

/** Several parts may apply; the value's type decides between them. A key without words tells nothing. */
export class KeyDraft {
  squashed = "";
  unit: Unit | null = null;

  // --- How something went ----------------------------------------------------------------------------------------

  /** The meaning of `true`, of a count or of being in the list. */
  says: Says | null = null;
  /** True under it says so. */
  flags = false;
  /** A number under it counts cases, or whatever `unit` says. */
  counts = false;
  /** A number under it counts all of them. */
  total = false;
  /** All that were begun: they need not have been run. */
  begun = false;
  /** As a count it says "passed", but only beside a count of this name. */
  pairedWith: string | null = null;
  /** With an unknown word beside the known one (`screenshotsPassed`): whether true under it reads as good or bad. */
  sounds: "good" | "bad" | null = null;
  /** Anything more than nothing under it speaks of a failure. */
  tellsFailure = false;
  /** A text or a number under it is no claim about how it went; `soft`: only a word known for bad news is one. */
  isNeutral: boolean | "soft" = false;
  /** True or false under it is no claim either. */
  isNeutralFlag = false;
  /** A number, a text or a list under it is bad news. */
  isBadNews = false;
  /** A text under it says what something is called: any word may stand there. */
  isDescription = false;
  /** Nothing under it is a claim. */
  isQuiet = false;
  /** A number under it is a score or a measurement, or a bound of one. */
  measures: "value" | "cost" | "least" | "most" | null = null;
  /** The squashed name of the number that it bounds, or of which it is a part; empty where it tells no name. */
  measured = "";
  /** A number under it tells how many of several were reached. */
  isShare = false;
  /** It bounds another number of its object, or falls short of it. */
  isBounding = false;
  /** A number under it is a share or a grade. */
  share = false;
  /** A verdict or status word stands under it. */
  outcome: OutcomeName | null = null;
  /** It is about one aspect of the run only (`reviewStatus`): bad news counts, good news does not. */
  aspect = false;
  /** Its last word names an outcome or a decision, whatever stands before it; "foreign" tells of something else. */
  head: OutcomeName | "foreign" | null = null;
  /** Under it, even "success" is the success of a test. */
  decisive = false;
  /** A number under it is a status in the service's own numbering. */
  code = false;
  /** Any of the above. */
  isOutcome = false;

  // --- What an object or a list under it is ----------------------------------------------------------------------

  /** The elements of a list under it; "outcome": cases whose outcome is `says`. */
  holds: "cases" | "suites" | "parts" | "generic" | "outcome" | null = null;
  /** An object under it only wraps the run. */
  wraps = false;
  /** Nothing under it is a result. */
  ignored = false;
  /** An element with such a field is a case, whatever its list is called. */
  marksCase = false;
  /** The fields of the object under it are those of the object around it. */
  attributes = false;
  /** A list under it within a case is of its attempts. */
  attempts: "surely" | "perhaps" | null = null;
  /** An object under it says of each of its names how that went. */
  judges = false;
  /** A criterion for the run as a whole stands under it. */
  criterion = false;
  /** A flag under it that is set, or is not, says that its failure does no harm. */
  mayFail: "set" | "unset" | null = null;
  /** How a value under it says that a list goes on elsewhere. */
  more: "flag" | "token" | "length" | "pages" | null = null;
  /** A list of checks, which may be parts of a case. */
  checks = false;
  /** An answer wraps its record in it. */
  envelope = false;
  /** Counts of voices stand under it. */
  votes = false;
  /** It holds reviews or their ids. */
  reviews = false;
  /** A record stands under it, or its id. */
  record: RecordForm | undefined = undefined;

  // --- How the run or a case is called and described -------------------------------------------------------------

  /** For each field the rank of this name among its names; -1 where it is none of them. */
  fields: Fields = noFields;
  /** Milliseconds in one unit of a duration under it; 0 where the name does not say. */
  duration: number | null = null;
  /** A message under it tells of an error. */
  error = false;
  /** It names a place for a person to look at. */
  link = false;
  /** Its own id. */
  isId = false;
  /** Ends with "id" or the like: refers to another record. */
  reference = false;
  location = false;
  progress = false;
  /** Any of these, a share, or something that says that a list goes on. */
  isField = false;
}

export type Key = Readonly<KeyDraft>;
