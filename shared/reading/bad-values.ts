/** Finds values that are bad news under names that are understood: what was not done, not met, or ended early. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import {
  failedClassSet,
  isReport,
  isStoppedByPerson,
  isStoppedEarly,
  isWrittenLikeStatus,
  severeWordSet,
  severityNameSet,
  tellsGap,
} from "./objections.ts";
import { countIn, flagIn, holdsNothing, shareIn } from "./values.ts";
import { decisionMeaningOf, isBadWord, isKnownWord, longestWord, squash } from "./words.ts";

/** A judgement that is null was not made, one that is "no" is none, and zero turns are no conversation. */
export function isNotDone(
  { squashed, lastWordKind, measure, outcomeName, newsIfTrue }: Key,
  value: JsonValue,
): boolean {
  if (lastWordKind === "verdict" && typeof value === "string" && flagIn(value) === false) return true;
  if (judges.test(squashed) && typeof value === "string" && noJudge.test(value)) return true;
  if (judgedBy.test(squashed) && value === null) return true;
  // `match: "none"`
  if (
    newsIfTrue === "good" &&
    typeof value === "string" &&
    value !== "" &&
    holdsNothing(value) &&
    countIn(value) === null
  )
    return true;
  if (statusHistory.test(squashed) && endsBadly(value)) return true;
  if (value === null)
    return lastWordKind === "verdict" || squashed === "vote" || (measure === "value" && outcomeName === null);
  return value === 0 && work.test(squashed);
}

/** The place of a value. */
interface Place {
  readonly object: JsonObject;
  readonly around: Key;
  readonly key: Key;
  readonly isInCase: boolean;
}

type BadNews<Value> = readonly ((value: Value, place: Place) => boolean)[];

export function isBadIn(value: JsonValue, place: Place): boolean {
  if (typeof value === "string") return badTexts.some(isBad => isBad(value, place));
  if (typeof value === "number") return badNumbers.some(isBad => isBad(value, place));
  if (Array.isArray(value)) return badLists.some(isBad => isBad(value, place));
  // `judge: { available: false }`
  if (value === false) return judges.test(place.around.squashed) && judgeReady.test(place.key.squashed);
  // `checks: {}` of a run, `checks: { passed: 0, failed: 0 }`
  const { key, around, isInCase } = place;
  const isRun = !isInCase && around.squashed === "";
  if (!key.isCheckList || !isJsonObject(value)) return false;
  return (isRun && Object.keys(value).length === 0) || countsNothing(value);
}

/** Such counts are of checks that were never made. */
function countsNothing(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const counts = comparedNamesOf(value).filter(name => keyOf(name).isCount);
  return counts.length > 1 && counts.every(name => value[name] === 0);
}

const badTexts: BadNews<string> = [
  // `grader: { label: "fail" }`, `human_label: "bad"`
  (text, { key, around }) =>
    (labelOfPerson.test(key.squashed) || (key.isClass && around.partKind === "judgement")) &&
    (isBadWord(text) || failedClassSet.has(squash(text))),
  // `reusedFrom: "rpt_54990"`
  (text, { key }) => text !== "" && reused.test(key.squashed),
  // `metrics: [{ value: "NO" }]`
  (text, { key }) => key.measure === "value" && flagIn(text) === false,
  // `end: "timeout"`
  (text, { key }) => key.fieldRanks.end >= 0 && isBadWord(text),
  // `risk: { level: "critical" }`
  (text, { key, around }) =>
    severityNameSet.has(key.squashed) && severeThing.test(around.squashed) && severeWordSet.has(squash(text)),
  // `manualCheck: "required"`
  (text, { key }) =>
    key.status === "undecided" && (text === "required" || decisionMeaningOf(text, false) === "waits"),
  // `awaiting: "second signature"`
  (text, { key }) => awaits.test(key.squashed) && !holdsNothing(text),
  // `originalStatus: "failed"`
  (text, { key }) => firstOutcome.test(key.squashed) && isBadWord(text),
  // `gate: "closed"`
  (text, { key }) => gate.test(key.squashed) && (text === "closed" || isBadWord(text)),
  // `response: "HTTP 502"`
  (text, { key, isInCase }) => isInCase && !key.isDescription && httpFailure.test(text),
  // `stoppedBy: "ops@example.com"`, `voidedAt: "2026-11-26T10:00:00Z"`
  (text, { key, isInCase }) => !isInCase && isInterruption(key) && !holdsNothing(text),
  // `returnCode: "0416"`
  (text, { key }) => key.fieldRanks.exitCode >= 0 && /^0{0,8}[1-9]\d{0,8}$/.test(text),
  // `completeness: "partial"`
  (text, { key }) => key.isProgress && isKnownWord(text) && isBadWord(text),
  // `environment: "unreachable"`
  (text, { key }) => surroundings.test(key.squashed) && soundsBad(text),
  // `confidence: "low"`
  (text, { key }) => trustNames.test(key.squashed) && poorWords.test(text),
  // `stopReason: "operator"`
  (text, { key, isInCase }) => !isInCase && isStoppedByPerson(key, text),
  // `quota: "exhausted"`
  (text, { key }) => used.test(key.squashed) && usedUp.test(text),
  // `explanation: "FAIL: never verified the identity."`
  (text, { key, isInCase }) => isInCase && key.isDescribing && saysFailed.test(text),
  // `criteria: { identity: "0/5" }`
  (text, { around }) => around.isCriteriaObject && shareIn(text) === 0,
  // `status: "-"`, `cases: { login: "-" }`, `score: "0/3"`
  (text, { key, around }) =>
    (key.outcomeName !== null || key.isRatio || around.elementKind === "cases") &&
    (noWord.test(text) || shareIn(text) === 0),
  isDoubtfulWord,
  // `selected: "2 of 12"`
  (text, { key }) => chosen.test(key.squashed) && (shareIn(text) ?? 1) < 1,
  // `finish_reason: "content_filter"`
  (text, { key }) => isStoppedEarly(key, text),
  // `message: "Partial results: …"`. Inside a case it can be the message of an earlier attempt.
  (text, { key, around, isInCase }) =>
    (isReport(key) || comments.test(key.squashed)) &&
    (!isInCase || caseLists.has(around.elementKind)) &&
    tellsGap(text),
];

const badNumbers: BadNews<number> = [
  // `attacks: 30, blocked: 27`
  (number, { key, object }) => withstood.test(key.squashed) && number < attacksIn(object),
  // `iterations: { count: 0 }`
  (number, { key, around }) =>
    number === 0 && key.isTotal && work.test(around.squashed) && wholeCount.test(key.squashed),
  // `sipStatus: 486`
  (number, { key }) => sipCode.test(key.squashed) && number >= 400 && number < 700,
  // `idVerified: 0`
  (number, { key, isInCase }) =>
    number === 0 && isInCase && key.newsIfTrue === "good" && !key.isRatio && goalDone.test(key.squashed),
];

const badLists: BadNews<readonly JsonValue[]> = [
  (list, { key }) => key.isCheckList && list.some(countsNothing),
  // `messages: [{ severity: "error", text: "…" }]` of a run
  (list, { key, isInCase }) => !isInCase && messages.test(key.squashed) && list.some(reportsError),
  // `links: [{ rel: "next", href: "…" }]`
  (list, { key }) => key.isLink && list.some(leadsToNextPage),
  // `evaluators: []`
  (list, { key }) => list.length === 0 && judgeLists.test(key.squashed),
  (list, { key }) => inputs.test(key.squashed) && list.slice(0, mostInputs).some(statesFailure),
  (list, { key }) => !key.isIgnored && !key.isDescription && list.some(isBadElement),
  // `unmetGoals: ["refund"]`
  ([first], { key, isInCase }) =>
    typeof first === "string" &&
    !key.isIgnored &&
    !isReport(key) &&
    (key.isBadNews ||
      key.newsIfTrue === "bad" ||
      unmet.test(key.squashed) ||
      (key.listsFindings && !isInCase)),
];

/** `status: "passed?"`. Nobody was sure. */
function isDoubtfulWord(text: string): boolean {
  return (
    text.length <= longestWord && text.endsWith("?") && isKnownWord(text.slice(0, text.indexOf("?")).trim())
  );
}

const noWord = /^[-–—?]+$/;
const unmet = /^un(?:met|resolved|satisfied)/;

const caseLists: ReadonlySet<Key["elementKind"]> = new Set(["cases", "generic"]);

export const withstood = /^(?:blocked|resisted|defended|withstood|survived)$/;

const sipCode = /^sip/;

/** `judges: ["pass", "fail"]`, `checks: ["identity: fail", "FAIL: greeting"]`. */
function isBadElement(element: JsonValue): boolean {
  if (typeof element !== "string") return element === false;
  if (isDoubtfulWord(element)) return true;
  const words = element.length <= 80 ? element.split(":").map(word => word.trim()) : [];
  return [words[0], words.at(-1)].some(word => word !== undefined && isKnownWord(word) && isBadWord(word));
}

function attacksIn(object: JsonObject): number {
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === "attacks");
  const attacks = name === undefined ? 0 : object[name];
  return typeof attacks === "number" ? attacks : 0;
}

/** `prompts: [{ text: "…", status: "failed" }]`. */
const mostInputs = 100;
const inputs = /^(?:prompt|input|utterance)s$/;

function statesFailure(element: JsonValue): boolean {
  if (!isJsonObject(element)) return false;
  return comparedNamesOf(element).some(name => {
    const { outcomeName, status, isFlag } = keyOf(name);
    const value = element[name];
    if (typeof value === "string") return outcomeName !== null && isBadWord(value);
    return isFlag && status !== null && (status === "failed" ? Boolean(value) : value === false);
  });
}

const wholeCount = /^(?:count|total|value)$/;

const goalDone = /(?:verified|confirmed|authenticated|met|achieved|reached|resolved|satisfied)$/;

const labelOfPerson = /^(?:human|judge|grader|reviewer|manual|expert|gold)label$/;

const severeThing = /^(?:risk|threat|danger|harm)/;

const awaits = /^(?:is)?(?:await|waitingfor|waitson|pendingon|blockedby)/;

/** A run was made in it, or compared with it. */
export const surroundings = /^(?:env|infrastructure|platform|deployment|comparison|baseline)/;

function soundsBad(text: string): boolean {
  // An environment for drafts
  if (text.toLowerCase() === "draft") return false;
  return isWrittenLikeStatus(text) && ((isKnownWord(text) && isBadWord(text)) || keyOf(text).isBadNews);
}

const messages = /^(?:messages?|diagnostics|notifications|notices)$/;

const errorLevel = /^(?:e|err|error|fatal|critical|severe)$/i;

function reportsError(element: JsonValue): boolean {
  return (
    isJsonObject(element) &&
    comparedNamesOf(element).some(
      name => severityNameSet.has(squash(name)) && errorLevel.test(String(element[name])),
    )
  );
}

function leadsToNextPage(element: JsonValue): boolean {
  return isJsonObject(element) && [element["rel"], element["relation"]].includes("next");
}

function isInterruption({ squashed, status, newsIfTrue, fieldRanks }: Key): boolean {
  return (
    status === "interrupted" && newsIfTrue === "bad" && fieldRanks.end < 0 && /(?:by|at|on)$/.test(squashed)
  );
}

const trustNames = /(?:confidence|quality|reliability|trust|trend|agreement)(?:level)?$/;

const poorWords =
  /^(?:very[ _-])?(?:low|poor|bad|weak|insufficient|worse|worsening|degrading|declining|none)$/i;

const firstOutcome =
  /^(?:original|initial|raw|computed|automated|auto|machine)(?:status|verdict|result|outcome)$/;

const gate = /gate$/;

const httpFailure = /^(?:HTTP(?:\/[\d.]{1,3})?\s[45]\d\d\b|[45]\d\d\s[A-Z][a-z]+)/;

const used = /^(?:quota|credits?|budget)(?:state|status)?$/;

const usedUp = /exhausted|exceeded|used up|depleted/i;

const saysFailed = /^fail(?:ed|ure)?\s?[:\-–]/i;

const chosen = /(?:selected|included|sampled|covered|executed)$/;

const reused = /^(?:reused|copied|cloned|carriedover)from/;

const comments = /^(?:comments?|explanation|rationale)$/;

const judgeLists = /^(?:judges|evaluators|graders|scorers)$/;

const work =
  /^(?:turns?|calls|conversations|iterations|attacks|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs|sessions)(?:count|total|run|made|done|performed)?$/;

export const judges = /^(?:judge|evaluator|grader|scorer)(?:model|name|kind|type|mode)?$/;

const judgeReady = /^(?:is)?(?:available|enabled|reachable|online|ready|ok)$/;

const judgedBy = /^(?:judged|graded|scored|evaluated)by$/;

/** `judge: "always-pass"`. */
const noJudge = /(?:^|[-_. ])(?:none|always|mock|stub|noop|no-op|dummy|fake)(?:$|[-_. ])/i;

const statusHistory = /^(?:status|state)(?:history|transitions)$/;

/** Only the last element of a history is about the run as it is now. */
function endsBadly(history: JsonValue): boolean {
  const last = Array.isArray(history) ? history.at(-1) : undefined;
  return (
    isJsonObject(last) && Object.values(last).some(value => typeof value === "string" && isBadWord(value))
  );
}
