/**
 * Finds values that contradict a pass under names that are not known as outcomes. Nobody can list all names of bad
 * news, so a value that looks like an outcome and isn't good news is an objection, unless its name is known as neutral.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagIn, holdsNothing, rateOfTwo } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  appliesToParts,
  decisionMeaningOf,
  findWord,
  isBadStatus,
  isBadWord,
  isKnownWord,
  squash,
  squashedWords,
  statusOfResult,
} from "./words.ts";

export const failedClassSet = new Set(squashedWords(vocabulary.failedClasses));
const failureWords = new Set(squashedWords(vocabulary.failureWords));
/** A status word as programs write it: "dropped", "hung_up", "TIMED_OUT". Other texts are names. */
const statusWord = /^(?:\p{Ll}+(?:[_-]\p{Ll}+){0,3}|\p{Lu}+(?:[_-]\p{Lu}+){0,3}|\p{Lu}\p{Ll}+)$/u;
const longestStatusWord = 32;

export function isWrittenLikeStatus(text: string): boolean {
  return text.length <= longestStatusWord && statusWord.test(text);
}

/**
 * Returns the status by which a value contradicts a pass, else null. Only known bad news counts, because
 * `closed-world.ts` looks at what is not understood.
 */
export function objectionStatusOf(
  key: Key,
  value: string | number | boolean,
  isOfRunOrCase: boolean,
): Status | null {
  if (key.isFailure) return showsFailure(value) ? "failed" : null;
  if (typeof value === "string") return claimOfText(key, value, isOfRunOrCase);
  if (typeof value === "number")
    return (key.isBadNews || key.listsFindings) && value > 0 && isOfRunOrCase ? "undecided" : null;
  if (key.measure === "value" && !value) return "undecided";
  if (key.isNeutralFlag || key.newsIfTrue === null) return null;
  return (key.newsIfTrue === "good") === value ? null : value ? "failed" : "undecided";
}

/** `red: false`. */
export function isDeniedFailure({ squashed }: Key, value: boolean): boolean {
  const word = findWord(squashed);
  return !value && word?.status === "failed" && word.uses.includes("value");
}

/** `reason`, `status_reason`, `statusMessage`. */
const causes = /(?:reason|cause|message|detail|details|note)$|^mode$/;
/** `provisionalVerdict: "passed"`. */
const provisionalName =
  /^(?:provisional|preliminary|tentative|interim|partial)(?:verdict|result|outcome|status|conclusion|decision)$/;
/** `endedReason: "no-answer"`, `hangupCause: "USER_BUSY"`: there was no call that could pass. */
const endCause =
  /^(?:end|ended|ending|hangup|disconnect|disconnection|termination|failure)(?:reason|cause|by)$/;
const noCall = /(?:^|[_.\- ])(?:no[_\- ]?answer|busy|unreachable|declined|crash(?:ed)?|error)(?:$|[_.\- ])/i;
/** `stopReason: "max_cost"` of a run. */
const stopCause =
  /(?:stop|stopped|termination|abort|end|ended|finish|completion)(?:reason|cause|because|by)$/;
const exhausted =
  /^content[_\- ]filter|^(?:max|out[_\- ]of|cost|budget|quota|deadline|credits?|rate[_\- ]?limit|time[_\- ]?limit|limit)\b|^(?:max|quota|budget|cost|credits?)(?:[_\- ]|$)/i;

export function namesStopCause({ squashed }: Key): boolean {
  return stopCause.test(squashed);
}

export function isStoppedEarly(value: string): boolean {
  return value.length <= longestStatusWord && exhausted.test(value);
}

export function isStoppedByPerson(value: string): boolean {
  return person.test(value);
}

const person =
  /^(?:operator|user|admin|administrator|manual|manually|human|person)(?:[_ -]?(?:stop(?:ped)?|cancel(?:l?ed)?|abort(?:ed)?|request(?:ed)?))?$/i;

/** `type: "partial"`, `report_type: "interim"`. */
const kindOfReport = /^(?:report|run|verdict|result)?(?:type|kind)$/;
const partialKind =
  /^(?:partial|interim|preliminary|provisional|preview|sample|example|demo|draft|dry[_ -]?run)$/i;

/** `mode: "mock"`, `source: "previous-run"`, `cache: "HIT"`. */
const origins =
  /^(?:(?:run|execution|test|results?|report)?(?:mode|source|origin)|cache(?:status|state|result)?)$/;
const noRealRun =
  /^(?:mock(?:ed)?|stub(?:bed)?|fake|rehearsal|shadow|archived?|recording|history|replay(?:ed)?(?:\sof\s.*)?|cached?|hit|(?:previous|prior|last|earlier)[_ -]?(?:run|result|report)s?)$/i;

/** `reason: "canceled"`, `mode: "dry-run"`. A known word under this name says how the run or the case ended. */
export function badCauseIn({ squashed }: Key, value: string): Status | null {
  if (provisionalName.test(squashed)) return "interrupted";
  if (endCause.test(squashed) && noCall.test(value)) return "failed";
  if (kindOfReport.test(squashed) && partialKind.test(value)) return "interrupted";
  if (origins.test(squashed) && noRealRun.test(value)) return "interrupted";
  if (!causes.test(squashed) || value.length > longestStatusWord) return null;
  const status = statusOfResult(value);
  return isBadStatus(status) && isKnownWord(value) ? status : null;
}

const reviewEnd = new RegExp(
  `^(?:is|was|has)?(?:${squashedWords(vocabulary.reviewEndNames).join("|")})(?:at|on|by)?$`,
);

const assignment =
  /^(?:(?:review)?id|uuid|url|link|href|type|kind|title|name|case|test|queue|priority|required|created(?:at|on)?|requested(?:at|on|by|from)?|(?:assigned|due)(?:at|on|by|to|date)?|assignees?|reviewers?|deadline)$/;
const assigned = /^(?:assign|reviewer|due|deadline|requested)/;

/**
 * Finds what shows that somebody has still to decide: `review: { required: true }`, or `review: { id: "r1", assignee: "kim" }`,
 * which says who decides and nothing about a decision.
 */
export function openReviewFieldOf(object: JsonObject): string | undefined {
  const names = Object.keys(object);
  if (names.every(name => assignment.test(squash(name)))) {
    const field = names.find(name => assigned.test(squash(name)) && !holdsNothing(object[name] ?? null));
    if (field !== undefined) return field;
  }
  const required = names.find(name => /^(?:is_?)?required$/i.test(name) && object[name] === true);
  return required !== undefined && !isOver(object) ? required : undefined;
}

function isOver(object: JsonObject): boolean {
  return Object.entries(object).some(([name, value]) => {
    const meaning = typeof value === "string" ? decisionMeaningOf(value, true) : null;
    return (
      (reviewEnd.test(squash(name)) && value !== null && value !== false && value !== "") ||
      meaning === "passed" ||
      meaning === "failed" ||
      meaning === "ended"
    );
  });
}

function claimOfText(key: Key, value: string, isOfRunOrCase: boolean): Status | null {
  if (key.isReview || key.isReviewOutcome) {
    const meaning = decisionMeaningOf(value, false);
    if (meaning === "waits" || meaning === "failed") return "undecided";
  }
  if (key.isClass && failedClassSet.has(squash(value))) return "failed";
  if (key.isDescription || key.isIgnored || key.squashed === "") return null;
  // A value that only repeats its name (`runError: "Run error"`) is a placeholder from documentation.
  if (value.length > longestStatusWord || squash(value) === key.squashed) return claimOfProse(key, value);
  const status = statusOfResult(value);
  if (status === "failed" && failureWords.has(squash(value))) return "failed";
  const flag = flagIn(value);
  if (key.isBadNews && flag === null) return claimOfProse(key, value);
  if (key.isNeutral === true) return null;
  if (flag !== null) return objectionStatusOf(key, flag, isOfRunOrCase);
  const isSoft = key.isNeutral === "soft";
  // Stages have names such as "testing" and "review".
  if (isSoft && /^review$|ing$/i.test(value) && !findWord(squash(value))?.uses.includes("flag")) return null;
  // `ending: "dropped"`
  if (status === null && !isSoft && isWrittenLikeStatus(value) && keyOf(value).newsIfTrue === "bad")
    return "undecided";
  const counts = isBadStatus(status) && ((status === "failed" && isOfRunOrCase) || appliesToParts(value));
  return counts ? status : null;
}

/** A text under a name of bad news: `tts_error: "quota exceeded"`. */
function claimOfProse(key: Key, value: string): Status | null {
  return key.isBadNews && flagIn(value) === null && showsFailure(value) && squash(value) !== key.squashed
    ? "undecided"
    : null;
}

/** A text under one of these names shows a failure. A text under another name may be the name or unit of a count. */
const reasonNames = new Set(
  squashedWords("message | msg | reason | error | detail | details | text | stack | trace"),
);

/** In an error, any text shows a failure (`{ code: "E_TIMEOUT" }`), unless a number beside it may count errors. */
export function showsFailure(value: JsonValue, isError = false, depth = 0): boolean {
  if (typeof value === "boolean") return value && depth === 0;
  if (typeof value === "number") return value > 0;
  if (typeof value === "string") return isSomeText(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value) || depth > 2) return false;
  const rate = rateOfTwo(value);
  if (rate !== null) return rate > 0;
  const fields = Object.entries(value);
  const isAnyTextEnough = isError && !fields.some(([, inner]) => typeof inner === "number");
  return fields.some(
    ([name, inner]) =>
      (typeof inner !== "string" || isAnyTextEnough || reasonNames.has(keyOf(name).squashed)) &&
      showsFailure(inner, isError, depth + 1),
  );
}

function isSomeText(text: string): boolean {
  const count = /^\d[\d.,' _]*/.exec(text)?.[0];
  if (count !== undefined) return /[1-9]/.test(count);
  const status = statusOfResult(text);
  return (
    text !== "" &&
    status !== "passed" &&
    status !== "success" &&
    !/^(?:no|none|false|null|nil|n\/?a|-+)$/i.test(text)
  );
}

/** The index of the first bad news: 1 in `["passed", "failed"]`, and -1 if there is none. */
export function indexOfBadWord(list: readonly JsonValue[]): number {
  return list.findIndex(each => typeof each === "string" && isBadWord(each));
}

export const severityNameSet = new Set(squashedWords(vocabulary.severityNames));
export const severeWordSet = new Set(squashedWords(vocabulary.severeWords));

/** The index of the first severe finding: 0 in `[{ severity: "critical" }]` and in `["UNSAFE_CONTENT"]`. */
export function indexOfSevereFinding(list: readonly JsonValue[]): number {
  return list.findIndex(each =>
    isJsonObject(each)
      ? Object.entries(each).some(
          ([name, value]) =>
            typeof value === "string" &&
            severityNameSet.has(squash(name)) &&
            severeWordSet.has(squash(value)),
        )
      : typeof each === "string" && (keyOf(each).isBadNews || severeWordSet.has(squash(each))),
  );
}
