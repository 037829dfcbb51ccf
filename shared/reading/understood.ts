/**
 * The meaning of a field beside a pass. A field is understood if it leads to the cases or counts, if the vocabulary knows
 * its name as an outcome, a count, a measurement or a description, or if it belongs to the story: who and what a run was
 * made with. Any other number or flag isn't, and any other text that is written like a status.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { withstood } from "./bad-numbers.ts";
import { isAboutRun } from "./bad-texts.ts";
import { comparedNamesOf, isAsExpected } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { negationPrefix, tokensOf } from "./key-claims.ts";
import { isAboutPages } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { countsAttacks } from "./nodes.ts";
import { isWholeBeside, numberMeaningOf } from "./number-names.ts";
import { isDeniedFailure, isWrittenLikeStatus, showsFailure } from "./objections.ts";
import { countsAttempts } from "./parts.ts";
import {
  hasReservation,
  isForeignDenial,
  isGoodReport,
  isReportOrComment,
  isSentence,
  sentencesIn,
} from "./prose.ts";
import { isUnknownNumber } from "./run-objections.ts";
import { messages, stateAbroad } from "./value-rules.ts";
import { amountIn, countIn, flagIn, holdsNothing, linkIn, momentIn, shareIn, unwrapTime } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  addToCache,
  decisionMeaningOf,
  isBadWord,
  isKnownWord,
  squashedWords,
  statusOfResult,
  taughtStatusOf,
} from "./words.ts";

/** Facts about the run in which a field stands. */
export interface FieldSurroundings {
  /** The amounts that a number of all cases can have. */
  readonly wholes: ReadonlySet<number>;
  readonly hasEndTime: boolean;
  /** The pass rests on listed cases alone. */
  readonly isInferred: boolean;
  readonly isInCase: boolean;
  /** In a case, or in a list beside the cases, any number of cases can be meant. */
  readonly isInList: boolean;
}

const stories: ReadonlySet<string> = new Set(squashedWords(vocabulary.storyNames));
const samples = new Set(squashedWords(vocabulary.sampleNames));
/** The names in such an object are data: `byPersona: { "Angry Ann": { … } }`. */
const grouping = /^(?:by|per|grouped|relationships$)/;
/** `step: 3`, `caseNo: 1`. */
const positions = /(?:^|case|step|turn|test|call)(?:n|no|nr|num|number|seq|position|pos|rank|row|line)$/;
const httpStatus = /^(?:http|sip)?(?:status|response|reply)?(?:code)?$/;
const plainCode = /^(?:code|id|number|value|key)$/;
/** `page: { number: 1, of: 3 }`. */
const extent = /^(?:pag|window|range)/;
/** `target: { calls: 50 }`. */
const expectation = /^(?:target|plan|expected|requested)/;
const pageSize = /size|limit|perpage/;
/** `errorCode: "E42"`. */
const errorCode = /^(?:err|error|fault|failure|exception)(?:code|type|class|kind|name)$/;
/** `bypassed: 2`. */
const fallen = /^(?:bypassed|breached|jailbroken|exploited|leaked)$/;
const remainder = /remaining$|left$/;
/** `grade: "A"`. */
const goodGrade = /^[AB][+-]?$/;
/** `testsRegistered: 9`. */
const registered = /(?:registered|discovered|collected|declared|enumerated)$/;
/** `selected: 8`. */
const chosen = /^(?:selected|sampled|drawn)$/;
/** `suiteSize: 12`. */
const sizeOfRun = /^(?:suite|batch|test|case|result|scenario)s?(?:size|count|inscope)$/;
/** When, by whom and why something was done. */
const factOfAct =
  /^(?:since|from|to|until|when|reason|cause|ticket|comment|note|link|url)$|(?:at|on|by|date|time)$/;
/** Acts that belong to any run. */
const usualAct =
  /^(?:creat|start|beg[iau]n|end|finish|complet|clos|request|trigger|queu|schedul|updat|publish|run|execut|launch|submi|open|initiat|own|author|assign|approv|sign|review|releas|deploy|period|window|range|interval|time|date|duration|call|session|audit|life|commit|build|last|first|generat|report|judg|evaluat|grad|scor|test|agent|persona|tenant|meta|valid|record|stor|upload|collect)/;
/** Such a party does what the case is about: `handover: { by: "agent" }`. */
const partyOfConversation =
  /^(?:the[-_ ])?(?:agent|bot|assistant|caller|customer|user|persona|system|human|both)\b/i;
const reasons = /^(?:reason|because|why|rationale|justification|explanation)$/;
/** `startsAt: "2030-01-01T00:00:00Z"`. */
const future = /^(?:next|starts|scheduled|planned|upcoming|will|eta)/;

export function isUnderstood(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  { wholes, hasEndTime, isInferred, isInCase, isInList }: FieldSurroundings,
): boolean {
  const key = keyOf(name);
  const isEntry =
    around.holdsMeasurements ||
    around.isCriteriaObject ||
    around.isCheckList ||
    grouping.test(around.squashed);
  const { countsAll } = numberMeaningOf(key, name);
  if (typeof value === "object" && value !== null) {
    if (!isInCase && isSentence(key)) return sentencesIn(value).every(isGoodReport);
    const isListOfCases = countsAll || (key.unit === "test" && key.squashed.endsWith("ids"));
    if (Array.isArray(value) && !isInCase && key.elementKind === "cases" && value.every(isText))
      return isAmongAll(value.length, wholes);
    if (Array.isArray(value) && (isListOfCases || (around.elementKind !== null && areReferences(value))))
      return wholes.has(value.length);
    // `silentTakes: [2, 4]`
    if (!isInCase && Array.isArray(value) && value.some(isPlain) && !isKnownList(name, key)) return false;
    if (key.elementKind === "outcome" && isNoPass(key.status))
      return !showsFailure(value, true) || isApprovedReview(key, value);
    if (isUnknownAct(name, value) || (!isInList && givesReason(value) && !isKnownContainer(name, key)))
      return false;
    const isListOfObjects = Array.isArray(value) && value.some(isJsonObject);
    return (
      !(isInferred || (isListOfObjects && !isInList)) ||
      (isListOfObjects && value.every(element => isGoodElement(element, key))) ||
      isEntry ||
      isKnownContainer(name, key) ||
      countsOwnFailures(value) ||
      momentIn(unwrapTime(value)) !== null
    );
  }
  if (typeof value === "number" || countIn(value) !== null) {
    const number = Number(value);
    if (isInCase && !around.isVoteObject && typeof value === "number" && isBadAmount(object, key, number))
      return false;
    if (
      fallen.test(key.squashed) ||
      (number < 0 && (key.isCount || key.isTotal || remainder.test(key.squashed)))
    )
      return false;
    if (extent.test(around.squashed))
      return (
        number === 1 || pageSize.test(key.squashed) || (around.squashed !== "pages" && wholes.has(number))
      );
    if (expectation.test(around.squashed)) return wholes.has(number);
    // `callsAnswered: 1`, `transcriptsMissing: 1`
    if (!isInCase && wholes.size > 0 && isShortOfAll(around, key, number, wholes)) return false;
    if (registered.test(key.squashed) && number > Math.max(...wholes)) return wholes.size === 0;
    return (
      isEntry ||
      around.isVoteObject ||
      key.newsIfTrue === "good" ||
      samples.has(key.squashed) ||
      (key.squashed === "attacks" &&
        comparedNamesOf(object).some(
          each => withstood.test(keyOf(each).squashed) && object[each] === value,
        )) ||
      !(isUnknownNumber(object, key, name, value) || isUnknownMeasurement(key, name, number)) ||
      (countsAll && wholes.has(number)) ||
      isWholeBeside(object, name) ||
      positions.test(key.squashed) ||
      (httpStatus.test(key.squashed) && isHttpSuccess(number)) ||
      (around.outcomeName !== null && plainCode.test(key.squashed) && namesOutcome(object))
    );
  }
  // `SimulationRun: "X"`, as SAP writes true
  const flag = value === "X" && key.outcomeName === null ? true : flagIn(value);
  if (flag !== null)
    return (
      key.isFlag ||
      (key.outcomeName !== null && flag) ||
      key.isNeutralFlag ||
      key.isCaseEvent ||
      (isEntry && flag) ||
      key.pagination !== null ||
      key.newsIfTrue === (flag ? "good" : "bad") ||
      (!flag && negationPrefix.test(key.squashed)) ||
      isDeniedFailure(key, flag)
    );
  if (momentIn(value) !== null) return hasEndTime || !future.test(key.squashed);
  const text = String(value);
  // `judged_share: "50 %"`, and `passRate: "66 %"` in a case
  const share = shareIn(value) ?? (text.endsWith("%") ? (amountIn(value) ?? 100) / 100 : null);
  if (share !== null && share < 1) {
    if (isInCase && isBadAmount(object, key, share)) return false;
    if (!isEntry && isUnknownMeasurement(key, name, share)) return false;
  }
  if ((key.squashed === "vote" || stateAbroad.test(key.squashed)) && !isGoodWord(text)) return false;
  if (!isInCase && (isSentence(key) || (isReportOrComment(key) && isAboutRun(around))))
    return isGoodReport(text);
  // `approval: "Waiting for Lena"`
  if ((key.isReview || key.isReviewOutcome) && text.includes(" ")) return decidedInWords.test(text);
  // `signed_off_by: "nobody yet"`, `corrected_by: "run_9"`
  if (key.squashed.endsWith("by") && (hasReservation(text) || key.isNeutral === false)) return false;
  if (key.squashed === "eta" && !hasEndTime) return false;
  if (errorCode.test(key.squashed) && !isGoodWord(text)) return false;
  const isDecision =
    key.isReviewOutcome || ((around.isReview || around.hasReviews) && key.outcomeName !== null);
  if (isDecision && isWrittenLikeStatus(text) && !isKnownDecision(text)) return false;
  const isOfOther =
    around.isReview ||
    around.hasReviews ||
    key.isReviewOutcome ||
    /stage$/.test(key.squashed) ||
    // The phases of a run, in a list, have names.
    (/phase$/.test(key.squashed) && wholes.size === 0);
  if (!isInCase && !isOfOther && key.outcomeName !== null && !isKnownOutcome(key, text)) return false;
  // `status: { value: "unclear" }`
  const isInOutcome = around.outcomeName !== null && around.elementKind === null;
  const isDetail = isOutcomeDetail(key) || isStoryName(name);
  if (isInOutcome && isWrittenLikeStatus(text) && !isDetail && !isKnownOutcome(key, text)) return false;
  if (holdsBadWord(key, text) && !isEntry) return false;
  return (
    isEntry ||
    isKnownText(key, text) ||
    isAsExpected(object, text) ||
    (key.isRatio && goodGrade.test(text)) ||
    isStoryName(name) ||
    (!isInferred && (isInList ? isDescriptive(text) : isProse(text) ? isGoodReport(text) : isLabel(text))) ||
    linkIn(value) !== null ||
    isKnownShare(key, share) ||
    isGoodWord(text)
  );
}

/** `foo: 0.3`, `foo: -1`. */
function isUnknownMeasurement(key: Key, name: string, number: number): boolean {
  return (
    (number < 0 || !Number.isInteger(number)) &&
    !numberMeaningOf(key, name).isKnown &&
    key.isNeutral === false
  );
}

/** "Old Sten", "Customer portal login", "fleet-7": written like a name or an id, and not like words about the run. */
function isLabel(text: string): boolean {
  if (!isDescriptive(text)) return false;
  const words = text.trim().split(/\s+/);
  const capitals = words.filter(word => /^[\p{Lu}&(]/u.test(word));
  const isName = capitals.length === words.length || (words.length > 2 && capitals[0] === words[0]);
  return /[\d/@:_]/.test(text) || (words.length > 1 && isName);
}

/** "angry caller", which a case is about, but not "nicht bestanden", "ungültig" or "n.i.O.". */
function isDescriptive(text: string): boolean {
  return isProse(text) || !(isWrittenLikeStatus(text) || isForeignDenial(text));
}

/** "Half of the callers were bots from the old pool", but not "Old Sten". */
function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.length > 3 || (words.length > 1 && /[.!?]$/.test(text.trim()));
}

/** `status: { code: 4, name: "Completed" }`: the name says what the code means. */
function namesOutcome(object: JsonObject): boolean {
  return comparedNamesOf(object).some(name => {
    const text = object[name];
    return typeof text === "string" && statusOfResult(text) !== null;
  });
}

function isText(value: JsonValue): boolean {
  return typeof value === "string";
}

const decidedInWords =
  /\b(?:approved|signed|accepted|granted|passed|confirmed|released|given|done|ok|not\s(?:needed|required|necessary|applicable))\b/i;

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object";
}

/** The people, places and words of a run are in lists, too: `requestedBy: ["dana"]`, `tags: ["nightly"]`. */
function isKnownList(name: string, key: Key): boolean {
  return isKnownContainer(name, key) || key.isNeutral !== false || key.isDescription || key.isDescribing;
}

function isAmongAll(number: number, wholes: ReadonlySet<number>): boolean {
  const most = Math.max(...wholes);
  return most <= 0 || number <= most;
}

function isShortOfAll(around: Key, key: Key, number: number, wholes: ReadonlySet<number>): boolean {
  if (key.isReachedCount && key.unit === "test") return number < Math.max(...wholes);
  // `suiteSize: 12`, `suite: { size: 12 }`
  const isSize = sizeOfRun.test(key.squashed) || sizeOfRun.test(around.squashed + key.squashed);
  if (chosen.test(key.squashed) || isSize) return !isAmongAll(number, wholes);
  return key.unit === "part" && key.isCount && key.status === "interrupted" && number > 0;
}

/** In a case: `notRun: 2`, `skippedChecks: 1`, `passRate: 0.4`. */
function isBadAmount(object: JsonObject, key: Key, amount: number): boolean {
  if (key.isRatio && key.measure === null && key.status !== null)
    return key.status === "failed" ? amount > 0 : key.status === "passed" && amount > 0 && amount < 1;
  const isSkippedCheck = key.status === "skipped" && /check|assert|criteri/.test(key.squashed);
  return (
    key.isCount &&
    (isNoPass(key.status) || isSkippedCheck) &&
    key.status !== "finished" &&
    key.status !== "planned" &&
    !countsAttempts(key) &&
    !countsAttacks(object)
  );
}

function isHttpSuccess(code: number): boolean {
  return code >= 200 && code < 400;
}

/** The share of a count was compared with the whole when it was read. */
function isKnownShare(key: Key, share: number | null): boolean {
  return share === 1 || (share !== null && key.isOutcome);
}

const freeWords = new Set([...squashedWords(vocabulary.severityNames), "purpose"]);

/** `answer: "reject"`, `color: "red"`. A title or a setting can be any word. */
function holdsBadWord(key: Key, text: string): boolean {
  if (key.isNeutral !== true || key.isDescription || key.isDescribing || key.isIrrelevant) return false;
  if (freeWords.has(key.squashed) || /^severity/.test(key.squashed)) return false;
  const isRefusal = key.lastWordKind === "verdict" && decisionMeaningOf(text, false) === "failed";
  return isRefusal || (isKnownWord(text) && isBadWord(text));
}

function isGoodWord(text: string): boolean {
  const status = statusOfResult(text);
  // The team has said that the word means nothing: `words: { AGT_TST_RPT: skipped }`.
  if (taughtStatusOf(text) === "skipped") return true;
  return status === "passed" || status === "success" || decisionMeaningOf(text, false) === "passed";
}

function isKnownText(key: Key, text: string): boolean {
  return (
    key.isNeutral !== false ||
    key.outcomeName !== null ||
    key.isDescription ||
    (key.isDescribing && !(key.isRatio && isWrittenLikeStatus(text))) ||
    (key.measure !== null && key.measure !== "value") ||
    key.isCaseEvent ||
    key.isReview ||
    key.isReviewOutcome ||
    key.isAboutAttacks ||
    key.isOperator ||
    key.caseFact !== null ||
    key.recordShape !== undefined
  );
}

/** `status: "failed?"` is no outcome that anybody could rely on. A result can be prose. */
function isKnownOutcome(key: Key, text: string): boolean {
  if (statusOfResult(text) === "neutral" && decisionMeaningOf(text, false) === "waits") return false;
  return (
    statusOfResult(text) !== null ||
    shareIn(text) === 1 ||
    (key.outcomeName === "result" && text.split(" ").length > mostWordsOfOutcome)
  );
}

/** `review: { decision: "OVERTURNED" }` is none. */
function isKnownDecision(text: string): boolean {
  return decisionMeaningOf(text, true) !== null || statusOfResult(text) !== null;
}

/** `human_review: { required: true, status: "approved" }`. Its other fields are looked at each for itself. */
function isApprovedReview({ squashed }: Key, value: JsonValue): boolean {
  return (
    squashed.endsWith("review") &&
    isJsonObject(value) &&
    comparedNamesOf(value).some(name => {
      const { isReviewOutcome, outcomeName } = keyOf(name);
      const isDecision = isReviewOutcome || outcomeName !== null;
      return isDecision && decisionMeaningOf(String(value[name]), true) === "passed";
    })
  );
}

function isOutcomeDetail({ isDescription, isDescribing, isId }: Key): boolean {
  return isDescription || isDescribing || isId;
}

const mostWordsOfOutcome = 3;

function isKnownContainer(name: string, key: Key): boolean {
  return (
    key.elementKind !== null ||
    key.isWrapper ||
    key.isIgnored ||
    key.isBesideRun !== null ||
    key.isMixedList ||
    messages.test(key.squashed) ||
    key.isCriteriaObject ||
    key.isRunCriterion ||
    key.isVoteObject ||
    key.hasReviews ||
    key.holdsMeasurements ||
    key.isAttributeObject ||
    key.recordShape !== undefined ||
    key.durationUnitMs !== null ||
    key.outcomeName !== null ||
    key.isLink ||
    key.isReference ||
    isAboutPages(key) ||
    grouping.test(key.squashed) ||
    expectation.test(key.squashed) ||
    isStoryName(name)
  );
}

function isNoPass(status: Status | null): boolean {
  return status !== "passed" && status !== "success" && status !== "skipped";
}

/** `{ rule: "The price is named", result: "FULFILLED" }`, `{ limitViolated: false }`, `{ sent: 20, delivered: 20 }`. */
function isGoodElement(element: JsonValue, list: Key): boolean {
  return (
    isJsonObject(element) &&
    comparedNamesOf(element).some(name => {
      const key = keyOf(name);
      const value = element[name] ?? null;
      const flag = flagIn(value);
      if (typeof value === "number") return isWholeBeside(element, name);
      if (flag !== null) return key.newsIfTrue === (flag ? "good" : "bad");
      if (typeof value !== "string") return false;
      const isDecision = key.isReviewOutcome || (list.isReview && key.outcomeName !== null);
      return (
        (isDecision && decisionMeaningOf(value, true) === "passed") ||
        (key.outcomeName !== null && isGoodWord(value))
      );
    })
  );
}

/** `retraction: { by: "Dr. Okafor", reason: "The judge had the prompt of another bot" }`: nobody explains what is normal. */
function givesReason(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).some(
      ([name, text]) =>
        reasons.test(keyOf(name).squashed) &&
        typeof text === "string" &&
        text !== "" &&
        statusOfResult(text) === null,
    )
  );
}

/** `retraction: { at: "…", by: "Dr. Okafor" }`, unless it is known what somebody did, or a party of the conversation did it. */
export function isUnknownAct(name: string, value: JsonValue): boolean {
  const key = keyOf(name);
  if (!isJsonObject(value) || usualAct.test(key.squashed)) return false;
  if (isKnownContainer(name, key) && !/^invalid/.test(key.squashed)) return false;
  const facts = Object.entries(value).filter(([, each]) => !holdsNothing(each));
  const by = facts.find(([each]) => /by$/.test(keyOf(each).squashed))?.[1];
  return (
    typeof by === "string" &&
    !partyOfConversation.test(by) &&
    facts.every(([each, fact]) => typeof fact === "string" && factOfAct.test(keyOf(each).squashed))
  );
}

/** `samtaler: []`, `antall: { totalt: 0, feil: 0 }`: under a name that nobody here knows, nothing can be that nothing was tested. */
export function mayBeAllOfNothing(name: string, value: JsonValue): boolean {
  const key = keyOf(name);
  if (typeof value !== "object" || value === null || isKnownList(name, key) || key.newsIfTrue === "bad")
    return false;
  if (Array.isArray(value)) return value.length === 0;
  const counts = Object.values(value);
  return counts.length > 1 && counts.every(count => count === 0);
}

/** `relationships: { tests: { data: [{ type: "tests", id: "7" }] } }`. */
function areReferences(list: readonly JsonValue[]): boolean {
  const [first] = list;
  return isJsonObject(first) && Object.keys(first).every(name => /^(?:id|type|href|ref)$/i.test(name));
}

/** `prerequests: { total: 3, failed: 0 }`. The failures themselves are read as counts. */
function countsOwnFailures(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([name, inner]) => {
      const { isCount, status } = keyOf(name);
      return isCount && status === "failed" && typeof inner === "number";
    })
  );
}

const knownStories = new Map<string, boolean>();

export function isStoryName(name: string): boolean {
  const known = knownStories.get(name);
  if (known !== undefined) return known;
  const tokens = tokensOf(name);
  const isKnown = [tokens.at(-1) ?? "", tokens.slice(-2).join("")].some(
    each => stories.has(each) || stories.has(each.replace(/s$/, "")),
  );
  return addToCache(knownStories, name, isKnown);
}
