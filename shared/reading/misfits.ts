/**
 * Finds values that speak against a pass although their names are understood: what was not done, and what doesn't fit
 * the value that it has to meet.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Findings } from "./findings.ts";
import { resourceNames } from "./gather.ts";
import type { Key } from "./key.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { flagField, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { isWholeBeside } from "./number-names.ts";
import {
  comparedNamesOf,
  comparisons,
  isReport,
  isStoppedEarly,
  showsFailure,
  tellsGap,
} from "./objections.ts";
import { countIn, flagIn, holdsNothing, shareIn } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { isBadWord, isKnownWord, isUnrun, squash, squashedWords, statusOfResult } from "./words.ts";

interface Bound {
  readonly measure: "least" | "most";
  readonly value: number;
  readonly field: OutcomeField;
}

/** Statements elsewhere in the run, which a value may have to meet. */
export interface Demands {
  /** By the names of the measurements that they bound: `minimumMos: 3.5`. */
  readonly bounds: ReadonlyMap<string, Bound>;
  /** The lengths of the lists beside the cases, by their squashed names. */
  readonly lengths: ReadonlyMap<string, number>;
  /** The amounts that a number of all cases can have. */
  readonly wholes: ReadonlySet<number>;
  readonly isInCase: boolean;
}

/** Another field that the value does not fit. */
interface Misfit {
  /** The name of a field in the same object. */
  readonly sibling?: string | undefined;
  readonly bound?: OutcomeField | undefined;
}

export function boundsIn({ nodesBesideCases }: Findings): Map<string, Bound> {
  const bounds = new Map<string, Bound>();
  const add = (measured: string, bound: Bound) => {
    // The least and the most of one measurement describe it, and bound nothing: `minDuration`, `maxDuration`.
    if (bounds.get(measured)?.measure === (bound.measure === "least" ? "most" : "least"))
      bounds.delete(measured);
    else bounds.set(measured, bound);
  };
  const addIn = (node: ObjectNode, object: JsonObject, path: string[], areThresholds: boolean) => {
    const isMeasured = comparedNamesOf(object).some(name => keyOf(name).measure === "value");
    for (const name in object) {
      const key = keyOf(name);
      const { squashed, measure, measuredName, isIgnored, isEarlierRun } = key;
      const value = object[name];
      if (typeof value === "number") {
        const field = flagField(node, [...path, name], null, value);
        if (areThresholds && measure === null) add(squashed, { measure: "least", value, field });
        else if (measure === "least" || measure === "most") {
          // `threshold: 0.8` beside a score bounds that score.
          const isOfScore = !isMeasured && (measuredName === "" || plainBounds.has(squashed));
          const measured = isOfScore ? "score" : measuredName;
          if (measured !== "") add(measured, { measure, value, field });
        }
      } else if (
        Array.isArray(value) &&
        (key.isRunCriterion || key.isCriteriaObject || key.holdsMeasurements)
      )
        for (const [measured, bound] of boundsOfCriteria(node, name, value)) add(measured, bound);
      else if (isJsonObject(value) && path.length === 0 && isIgnored && !isEarlierRun)
        addIn(node, value, [name], false);
    }
  };
  for (const node of nodesBesideCases)
    addIn(node, node.value, [], thresholdsName.test(node.context.key.squashed));
  return bounds;
}

export function lengthsIn({ nodesBesideCases }: Findings): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { value } of nodesBesideCases)
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) lengths.set(keyOf(name).squashed, inner.length);
  return lengths;
}

/** The bounds of a list of criteria: `criteria: [{ name: "empathy", min: 0.8 }]`. */
function boundsOfCriteria(node: ObjectNode, name: string, list: readonly JsonValue[]): [string, Bound][] {
  return list.slice(0, mostCriteria).flatMap((element, index) => {
    if (!isJsonObject(element)) return [];
    const names = comparedNamesOf(element);
    const title = names.map(each => element[each]).find(value => typeof value === "string");
    if (typeof title !== "string" || names.some(each => keyOf(each).measure === "value")) return [];
    return names.flatMap((each): [string, Bound][] => {
      const { measure } = keyOf(each);
      const value = element[each];
      if ((measure !== "least" && measure !== "most") || typeof value !== "number") return [];
      return [[squash(title), { measure, value, field: flagField(node, [name, index, each], null, value) }]];
    });
  });
}

const plainBounds = new Set(squashedWords(vocabulary.measurementNames.least));
const mostCriteria = 100;
const thresholdsName = /^(?:thresholds|minimums|minscores|passingscores|cutoffs|floors)$/;

export function findMisfit(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  demands: Demands,
  isOfStory: boolean,
): Misfit | undefined {
  const key = keyOf(name);
  if (isNotDone(key, value) || (isOfStory && isMisfitInStory(object, around, name, value, demands)))
    return {};
  if (statusHistory.test(key.squashed) && endsBadly(value)) return {};
  if (isBadIn(object, around, key, value, demands)) return {};
  const bound = demands.bounds.get(key.squashed);
  if (bound !== undefined && isMissed(bound, value)) return { bound: bound.field };
  const missed = typeof value === "number" ? missedBeside(object, key, name, value) : undefined;
  if (missed !== undefined) return { sibling: missed };
  const actual = expected.test(name) ? actualNameOf(object, name, value) : undefined;
  return actual === undefined ? undefined : { sibling: actual };
}

/** In an object about who and what a run was made with, any other value is about them and not about the run. */
function isMisfitInStory(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  { lengths, wholes }: Demands,
): boolean {
  const key = keyOf(name);
  const { squashed } = key;
  if (statesBreakdown(around, key, value)) return true;
  const amount = countIn(value) ?? 0;
  // `dataset: { rows: 400 }` beside 4 rows.
  if (amount > (lengths.get(squashed) ?? Number.POSITIVE_INFINITY)) return true;
  const isDemand =
    demanded.test(squashed) || (resourceNames.has(around.squashed) && demandedRecords.test(squashed));
  return amount > 0 && isDemand && !wholes.has(amount) && !isMetBeside(object, name, amount);
}

const caseLists: ReadonlySet<Key["elementKind"]> = new Set(["cases", "generic"]);
/** `attacks: 30, blocked: 27`. */
export const withstood = /^(?:blocked|resisted|defended|withstood|survived)$/;
const sipCode = /^sip/;

/** `grader: { label: "fail" }`, `sipStatus: 486`, `idVerified: 0`, `unmetGoals: ["refund"]`, `message: "Partial results: …"`. */
function isBadIn(
  object: JsonObject,
  around: Key,
  key: Key,
  value: JsonValue,
  { isInCase }: Demands,
): boolean {
  if (typeof value === "string")
    return (
      (key.isClass &&
        around.partKind === "judgement" &&
        (isBadWord(value) || failedClasses.has(squash(value)))) ||
      (value !== "" && reused.test(key.squashed)) ||
      (key.measure === "value" && flagIn(value) === false) ||
      (key.fieldRanks.end >= 0 && isBadWord(value)) ||
      (labelOfPerson.test(key.squashed) && (isBadWord(value) || failedClasses.has(squash(value)))) ||
      (severityNames.has(key.squashed) &&
        severeThing.test(around.squashed) &&
        severeWords.has(squash(value))) ||
      (awaits.test(key.squashed) && !holdsNothing(value)) ||
      (used.test(key.squashed) && usedUp.test(value)) ||
      (key.isDescribing && saysFailed.test(value) && isInCase) ||
      (around.isCriteriaObject && shareIn(value) === 0) ||
      (chosen.test(key.squashed) && (shareIn(value) ?? 1) < 1) ||
      isStoppedEarly(key, value) ||
      ((isReport(key) || comments.test(key.squashed)) &&
        (!isInCase || caseLists.has(around.elementKind)) &&
        tellsGap(value))
    );
  if (typeof value === "number")
    return (
      (withstood.test(key.squashed) && value < attacksIn(object)) ||
      (value === 0 && key.isTotal && work.test(around.squashed) && squashedCount.test(key.squashed)) ||
      (sipCode.test(key.squashed) && value >= 400 && value < 700) ||
      (isInCase &&
        value === 0 &&
        key.newsIfTrue === "good" &&
        !key.isRatio &&
        !key.isCount &&
        goalDone.test(key.squashed))
    );
  // `checks: {}` of a run.
  if (
    typeof value === "object" &&
    value !== null &&
    key.isCheckList &&
    !isInCase &&
    Object.keys(value).length === 0
  )
    return around.squashed === "";
  if (Array.isArray(value) && value.length === 0) return isInCase && judgeLists.test(key.squashed);
  if (Array.isArray(value) && inputs.test(key.squashed))
    return value.slice(0, mostCriteria).some(statesFailure);
  if (Array.isArray(value) && !key.isIgnored && !key.isDescription && value.some(isBadElement)) return true;
  if (!Array.isArray(value) || typeof value[0] !== "string" || key.isIgnored || isReport(key)) return false;
  return (
    key.isBadNews ||
    key.newsIfTrue === "bad" ||
    /^un(?:met|resolved|satisfied)/.test(key.squashed) ||
    (key.listsFindings && !isInCase)
  );
}

const squashedCount = /^(?:count|total|value)$/;
function attacksIn(object: JsonObject): number {
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === "attacks");
  const attacks = name === undefined ? 0 : object[name];
  return typeof attacks === "number" ? attacks : 0;
}

/** `prompts: [{ text: "…", status: "failed" }]`. */
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

/** `judges: ["pass", "fail"]`, `checks: ["identity: fail"]`. */
function isBadElement(element: JsonValue): boolean {
  if (typeof element !== "string") return element === false;
  const word = element.length <= 80 ? element.slice(element.lastIndexOf(":") + 1).trim() : "";
  return isKnownWord(word) && isBadWord(word);
}

const goalDone = /(?:verified|confirmed|authenticated|met|achieved|reached|resolved|satisfied)$/;
const failedClasses = new Set(squashedWords(vocabulary.failedClasses));

const labelOfPerson = /^(?:human|judge|grader|reviewer|manual|expert|gold)label$/;
const severityNames = new Set(squashedWords(vocabulary.severityNames));
const severeWords = new Set(squashedWords(vocabulary.severeWords));
const severeThing = /^(?:risk|threat|danger|harm)/;
/** `awaiting: "second signature"`. */
const awaits = /^(?:is)?(?:await|waitingfor|waitson|pendingon|blockedby)/;
/** `quota: "exhausted"`. */
const used = /^(?:quota|credits?|budget)(?:state|status)?$/;
const usedUp = /exhausted|exceeded|used up|depleted/i;
const saysFailed = /^fail(?:ed|ure)?\s?[:\-–]/i;
/** `selected: "2 of 12"`. */
const chosen = /(?:selected|included|sampled|covered|executed)$/;

const statusHistory = /^(?:status|state)(?:history|transitions)$/;

/** Only the last element of a history is about the run as it is now. */
function endsBadly(history: JsonValue): boolean {
  const last = Array.isArray(history) ? history.at(-1) : undefined;
  return (
    isJsonObject(last) && Object.values(last).some(value => typeof value === "string" && isBadWord(value))
  );
}

const judgeLists = /^(?:judges|evaluators|graders|scorers)$/;
/** `reusedFrom: "rpt_54990"`. */
const comments = /^(?:comments?|explanation|rationale)$/;
const reused = /^(?:reused|copied|cloned|carriedover)from/;
const judges = /^(?:judge|evaluator|grader|scorer)(?:model|name|kind|type|mode)?$/;
const work =
  /^(?:turns?|calls|conversations|iterations|attacks|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs)(?:count|total)?$/;

/** `judge: "always-pass"`. */
const noJudge = /(?:^|[-_. ])(?:always|mock|stub|noop|no-op|dummy|fake)(?:$|[-_. ])/i;

/** A judgement that is null was not made, one that is "no" is none, and zero turns are no conversation. */
function isNotDone(
  { squashed, lastWordKind, measure, outcomeName, newsIfTrue }: Key,
  value: JsonValue,
): boolean {
  if (lastWordKind === "verdict" && typeof value === "string" && flagIn(value) === false) return true;
  if (judges.test(squashed) && typeof value === "string" && noJudge.test(value)) return true;
  // `match: "none"`
  if (newsIfTrue === "good" && typeof value === "string" && value !== "" && holdsNothing(value)) return true;
  if (value === null)
    return lastWordKind === "verdict" || squashed === "vote" || (measure === "value" && outcomeName === null);
  return value === 0 && work.test(squashed);
}

function isMissed({ measure, value: bound }: Bound, value: JsonValue): boolean {
  return typeof value === "number" && (measure === "least" ? value < bound : value > bound);
}

const expected = /^(?:expected|requested|intended)[_ -]?/i;

/** `expectedIntent: "refund", actualIntent: "cancel"`. Sentences can say the same in other words. */
function actualNameOf(object: JsonObject, name: string, value: JsonValue): string | undefined {
  const stem = squash(name.replace(expected, ""));
  const { isOutcome } = keyOf(stem);
  return comparedNamesOf(object).find(each => {
    const actual = object[each];
    if (!actualNames.some(prefix => prefix + stem !== "" && squash(each) === prefix + stem)) return false;
    if (typeof value === "string" && typeof actual === "string" && isOutcome) {
      if (isKnownWord(value) !== isKnownWord(actual)) return false;
      if (isKnownWord(value)) return isBadWord(value) !== isBadWord(actual);
    }
    // `expectedTool: "refund", calledTool: null`
    if (isIdentifier(value) && actual === null && squash(each) !== stem) return true;
    return isIdentifier(value) && isIdentifier(actual) && squash(String(value)) !== squash(String(actual));
  });
}

const comparisonInText = /^[^<>=]{0,40}(<=|>=|<|>)\s?(\d{1,9}(?:\.\d{1,9})?)$/;
const expressionName =
  /^(?:expr|expression|condition|threshold|rule|limit|target|goal|objective|requirement|slo)$/i;

/** Returns the name of a bound in the same object that the number misses. `findShortfall` knows other names. */
function missedBeside(object: JsonObject, key: Key, name: string, value: number): string | undefined {
  const bounds = boundNamesOf(object);
  if (bounds.length === 0) return undefined;
  const isMain = key.measure === "value" || isOnlyNumber(object, name);
  const missed = isMain ? missedExpression(object, value) : undefined;
  return missed ?? bounds.find(each => each !== name && isMissedBound(object, each, key, name, value));
}

const boundNames = new WeakMap<object, readonly string[]>();

/** The names of bounds in an object, which few objects have. */
function boundNamesOf(object: JsonObject): readonly string[] {
  const known = boundNames.get(object);
  if (known !== undefined) return known;
  const names = comparedNamesOf(object).filter(name => {
    if (typeof object[name] === "string") return expressionName.test(name);
    const { squashed, measure } = keyOf(name);
    return measure === "least" || measure === "most" || slo.test(squashed) || passingScore.test(squashed);
  });
  boundNames.set(object, names);
  return names;
}

function isMissedBound(
  object: JsonObject,
  boundName: string,
  key: Key,
  name: string,
  value: number,
): boolean {
  const bound = object[boundName];
  const { squashed, measure, measuredName } = keyOf(boundName);
  if (typeof bound !== "number") return false;
  if (withoutUnit(key.squashed) === "score" && passingScore.test(squashed)) return value < bound;
  if (slo.test(squashed) && isOnlyNumber(object, name))
    return key.measure === "cost" ? value > bound : value < bound;
  if (key.measure !== null || (measure !== "least" && measure !== "most")) return false;
  const isPlain = measuredName === "" || plainBounds.has(squashed) || plainStem.test(measuredName);
  const isOfNumber =
    measuredName !== "" &&
    key.squashed.startsWith(measuredName) &&
    unit.test(key.squashed.slice(measuredName.length));
  if (!isOfNumber && !(isPlain && isOnlyNumber(object, name))) return false;
  return measure === "most" ? value > bound : value < bound;
}

const unit = /^(?:ms|s|secs?|seconds|pct|percent)?$/;
const passingScore = /^pass(?:ing)?score/;
const slo = /^sl[ao]$/;
/** `MajorThreshold: 60` bounds whatever is beside it. */
const plainStem = /^(?:major|minor|hard|soft|pass|passing|quality|critical)$/;

/** No other number in the object can be a measurement. */
function isOnlyNumber(object: JsonObject, name: string): boolean {
  return comparedNamesOf(object).every(each => {
    const key = keyOf(each);
    const isBound = key.measure === "least" || key.measure === "most" || slo.test(key.squashed);
    const isOther =
      key.isCount || key.isTotal || key.isId || key.durationUnitMs !== null || key.unit !== null;
    return each === name ? !isOther : isBound || isOther || typeof object[each] !== "number";
  });
}

/** `expr: "p(95)<3000"` beside `observed: 4120`. */
function missedExpression(object: JsonObject, measured: number): string | undefined {
  return boundNamesOf(object).find(name => {
    const text = object[name];
    if (typeof text !== "string") return false;
    const [, operator = "", bound] = comparisonInText.exec(text.slice(0, 60)) ?? [];
    return comparisons.get(operator)?.(measured, Number(bound)) === false;
  });
}

const actualNames = [
  "",
  "actual",
  "observed",
  "detected",
  "predicted",
  "received",
  "got",
  "called",
  "used",
  "chosen",
  "tested",
  "deployed",
  "ran",
];

function isIdentifier(value: JsonValue | undefined): value is string | boolean {
  return typeof value === "boolean" || (typeof value === "string" && /^[\w.:@/-]{1,64}$/.test(value));
}

const earlier = /^(?:previous|prior|base|last|latest|history|historical|trend|comparison|retryof|reference)/;

/** `agent: { status: "offline" }`, `environment: { aborted: true }`, `comparison: { regressionCount: 2 }`. */
function statesBreakdown(around: Key, key: Key, value: JsonValue): boolean {
  if (/^(?:new)?regress/.test(key.squashed) && key.status === "failed") return showsFailure(value);
  if (around.isEarlierRun || earlier.test(around.squashed)) return false;
  if (value === true) return key.status === "interrupted" && key.isFlag;
  const status = typeof value === "string" ? statusOfResult(value) : null;
  return (
    key.outcomeName === "status" &&
    (status === "failed" || status === "interrupted" || isUnrun(status) || /^not/i.test(String(value)))
  );
}

const demanded = /^(?:expected|planned|scheduled)/;
const demandedRecords = /^(?:requested|required|total)/;

/** `personas: { requested: 5, created: 5 }`. */
function isMetBeside(object: JsonObject, name: string, amount: number): boolean {
  return (
    isWholeBeside(object, name) ||
    comparedNamesOf(object).some(each => each !== name && object[each] === amount)
  );
}
