/** The meaning of a field's name: what a value under it can be. */

import type { RecordShape } from "./record-shapes.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { squashedWords } from "./words.ts";

/** The unit that a name counts or lists. "test" stands for cases, because most responses call a case a test. */
export type Unit = "test" | "suite" | "part";
export type OutcomeName = "verdict" | "result" | "status";

export type CaseFact = keyof typeof vocabulary.caseFactNames;

const caseFacts = new Map<string, CaseFact>();
for (const [fact, names] of Object.entries(vocabulary.caseFactNames)) {
  for (const name of squashedWords(names)) caseFacts.set(name, fact as CaseFact);
}

export function caseFactOf(squashed: string): CaseFact | null {
  return caseFacts.get(squashed) ?? null;
}

type FieldName = keyof typeof vocabulary.describingFields;
type Fields = { readonly [Field in FieldName]: number };

const fieldNames = Object.keys(vocabulary.describingFields) as FieldName[];
export const noFieldRanks = Object.fromEntries(fieldNames.map(field => [field, -1])) as Fields;
const fieldsByName = new Map<string, Fields>();
for (const field of fieldNames) {
  for (const [rank, name] of squashedWords(vocabulary.describingFields[field]).entries()) {
    fieldsByName.set(name, { ...(fieldsByName.get(name) ?? noFieldRanks), [field]: rank });
  }
}

export function fieldRanksOf(squashed: string): Fields {
  return fieldsByName.get(squashed) ?? noFieldRanks;
}

/** Several members can apply at once; the type of the value decides between them. */
export class MutableKey {
  squashed = "";
  unit: Unit | null = null;

  // --- Outcomes --------------------------------------------------------------------------------------------------

  /** The status that `true`, a count or an element of the list means. */
  status: Status | null = null;
  isFlag = false;
  /** A number counts cases, or other things if `unit` names them. */
  isCount = false;
  isTotal = false;
  /** The total counts started cases. Some of them may still be running. */
  countsStarted = false;
  /** A count means "passed", but only beside a count of this name. */
  pairedCount: string | null = null;
  /** Whether `true` is good or bad news. Used for names that aren't known outcomes: `goalReached`. */
  newsIfTrue: "good" | "bad" | null = null;
  /** A value reports a failure, unless it is zero, false, empty or like "none". */
  isFailure = false;
  /** A text or a number can't contradict a pass, apart from a failure word. With "soft", other known bad news can. */
  isNeutral: boolean | "soft" = false;
  isNeutralFlag = false;
  /** A number, a text or a list is bad news, unless it is zero, empty or like "none". */
  isBadNews = false;
  /** A text is a label or prose, so a status word in it means nothing. */
  isDescription = false;
  isAlwaysNeutral = false;
  /** A class that somebody or something gave a case: `label`. */
  isClass = false;
  /** A number is a measurement, or a bound of one. */
  measure: "value" | "cost" | "least" | "most" | null = null;
  /** The squashed name of the number that this one bounds or is a part of; empty if the key names none. */
  measuredName = "";
  /** A number is a part of another number: `turnsCompleted` of `turns`. */
  isReachedCount = false;
  /** `limitMs` bounds a time beside it. */
  isTimeLimit = false;
  isComparedNumber = false;
  /** A text says how two numbers beside it compare. */
  isOperator = false;
  /** The name is about something other than the run: an input, a setting or an earlier run. */
  isIrrelevant = false;
  /** A number is a ratio or a score. */
  isRatio = false;
  outcomeName: OutcomeName | null = null;
  /** The outcome of one aspect of the run (`reviewStatus`): bad news counts, good news doesn't. */
  isAspect = false;
  /** An attack is meant, whose success is no success of the case: `attackResult: "success"`, `attacks: { succeeded: 1 }`. */
  isAboutAttacks = false;
  /** The kind of outcome that the last word names. "foreign": the name is about something other than the run. */
  lastWordKind: OutcomeName | "foreign" | null = null;
  /** "success" under this name describes the run or a case and not the request. */
  isDecisive = false;
  /** A number is a status in the service's own numbering. */
  isCode = false;
  isOutcome = false;

  // --- Objects and lists -----------------------------------------------------------------------------------------

  /** The kind of the elements in a list: "outcome" for cases that all have the status of the key, as in `failures`. */
  elementKind: "cases" | "suites" | "parts" | "generic" | "outcome" | null = null;
  /** The list has elements of several types, as in JSON:API. */
  isMixedList = false;
  isWrapper = false;
  isIgnored = false;
  isEarlierRun = false;
  isCaseOnlyField = false;
  /** The fields of the object belong to the object around it. */
  isAttributeObject = false;
  attemptCertainty: "surely" | "perhaps" | null = null;
  /** Each field of the object is a criterion with its result. */
  isCriteriaObject = false;
  isRunCriterion = false;
  toleratesFailureWhen: "set" | "unset" | null = null;
  /** How a value shows that a list has another page. */
  pagination: "flag" | "end" | "token" | "length" | "pages" | "offset" | "page" | null = null;
  /** The object is about another run, or about what is done before and after the tests. */
  isBesideRun: "other run" | "preparation" | null = null;
  isCaseEvent = false;
  /** The elements of the list are checks, which can be parts of a case. */
  isCheckList = false;
  /** The kind of the parts of a case, for kinds that need rules of their own. */
  partKind: "judgement" | "tool call" | "turn" | "log" | null = null;
  listsFindings = false;
  /** The elements of the list are steps of the run, which only a run that was carried out can have. */
  listsSteps = false;
  /** The numbers in the object are measurements. */
  holdsMeasurements = false;
  isEnvelope = false;
  isVoteObject = false;
  hasReviews = false;
  isReview = false;
  /** `reviewStatus`, `approval_decision`. */
  isReviewOutcome = false;
  recordShape: RecordShape | undefined = undefined;

  // --- Descriptions of the run or a case -------------------------------------------------------------------------

  /** For each field, the rank of this name among the field's names; -1 if it isn't one of them. */
  fieldRanks: Fields = noFieldRanks;
  /** Milliseconds in one unit of a duration; 0 if the name has no unit, null if it doesn't name a duration. */
  durationUnitMs: number | null = null;
  isError = false;
  isLink = false;
  isId = false;
  isReference = false;
  isLocation = false;
  isProgress = false;
  /** A value says which persona or scenario a case was run with. */
  caseFact: CaseFact | null = null;
  /** The field describes the run or a case, is a ratio, tolerates a failure or is about the pages of a list. */
  isDescribing = false;
}

export type Key = Readonly<MutableKey>;
