/** Understands the names of numbers and lists beside a run's cases, by the words of these names. */

import type { JsonObject, JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { negationPrefix, negationSet, neutralFlagSet, neutralNameSet, tokensOf } from "./key-claims.ts";
import { unitRoles } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { pairIn } from "./pairs.ts";
import { amountIn } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { addToCache, decisionMeaningOf, findWord, isInconclusive, isUnrun, squashedWords } from "./words.ts";

export interface NumberMeaning {
  /** The number can't count cases, or counts cases in a known way. */
  readonly isKnown: boolean;
  /** The number has to be the number of all cases: `planned`, `evaluated`. */
  readonly countsAll: boolean;
}

const meanings = new Map<string, NumberMeaning>();

/** Not a part of the key, because most names never have a number, and a response can have many names. */
export function numberMeaningOf(key: Key, name: string): NumberMeaning {
  const cached = meanings.get(name);
  if (cached !== undefined) return cached;
  const tokens = tokensOf(name);
  const countsAll =
    expectation.test(key.squashed) || [name, name.replace(countedThings, "")].some(isStageOfAll);
  return addToCache(meanings, name, { isKnown: isKnown(key, tokens), countsAll });
}

const counters = new Set(squashedWords(vocabulary.counterWords));
const counterSuffix = new RegExp(`.(?:${[...counters].join("|")})$`);
const measured = new Set([
  ...squashedWords(vocabulary.measuredWords),
  ...vocabulary.timeUnits.flatMap(([, table]) => squashedWords(table)),
]);
const countedThings = new RegExp(
  `(?<=.{4})[_ -]?(?:${[vocabulary.unitWords.test, vocabulary.genericLists].flatMap(squashedWords).join("|")})$`,
  "i",
);
// As in `secondReview`.
measured.delete("second");
const sampleNames = new Set(squashedWords(vocabulary.sampleNames));
const measurements = new Set(squashedWords(vocabulary.metricNames.measurements));
const countQualifiers = new Set(squashedWords(vocabulary.countQualifiers));
/** A number under such a name is an expectation, which the number of cases has to meet. `n` is the size of a sample. */
const expectation =
  /^(?:expected|planned|scheduled|requested|desired|target)|(?:expected|planned|scheduled|requested)$|^(?:n|of)$/;
/** `callsAttempted: 40` beside `callsConnected: 40`. */
const begun = /(?:attempted|diall?ed|placed|started|initiated)$/;
const participle = /.{2}[^e]ed$|^(?:absent|gone|left|lost|stuck)$/;
/** Nobody can list all names of cases that didn't pass, so a number is known only by the words of its name. */
function isKnown(key: Key, tokens: readonly string[]): boolean {
  const { squashed } = key;
  if (key.isCount && key.pairedCount === null) return true;
  if (tokens.some(token => token.startsWith("token"))) return true;
  if (
    key.isBadNews ||
    expectation.test(squashed) ||
    (tokens.length > 1 && tokens[0] === "never") ||
    (isOpenOrFailed(squashed) && !measured.has(squashed) && !key.isProgress)
  )
    return false;
  if (
    key.isCount ||
    key.isTotal ||
    key.isCaseEvent ||
    key.isCode ||
    key.outcomeName !== null ||
    key.isDescribing ||
    (key.isRatio && !isOpenOrFailed(tokens.at(-1) ?? "")) ||
    key.measure !== null ||
    measurements.has(squashed) ||
    key.isIrrelevant ||
    squashed.endsWith("reviews")
  )
    return true;
  const last = tokens.at(-1) ?? "";
  const before = tokens.slice(0, -1);
  if (tokens.some(token => measured.has(token) || /^p\d\d/.test(token))) return true;
  const isCounter = counters.has(last);
  const isCountable = isCounter || unitIn(last) || last.endsWith("s");
  if (!isCountable) return key.isNeutral !== false && !counterSuffix.test(squashed);
  return (
    (isCounter || unitIn(last) || neutralNameSet.has(last)) &&
    before.every(token => countQualifiers.has(token) || neutralNameSet.has(token) || unitIn(token))
  );
}

interface NumbersOfObject {
  /** How many fields of cases that are done or passed have the amount. */
  readonly done: Map<JsonValue, number>;
  /** By the squashed names that they bound. */
  readonly bounds: Map<string, { readonly measure: Key["measure"]; readonly bound: number }>;
  /** By their squashed names. */
  readonly totals: Map<string, JsonValue>;
  /** How many cases there are. */
  readonly sizes: Set<number>;
  /** `points: { earned: 10, possible: 10 }`. */
  readonly isWholePair: boolean;
  sampleSize: number | undefined;
}

/** An object can have a hundred thousand numbers that each need the others. */
const numbersOfObjects = new WeakMap<object, NumbersOfObject>();

function numbersIn(object: JsonObject | JsonValue[]): NumbersOfObject {
  const known = numbersOfObjects.get(object);
  if (known !== undefined) return known;
  const found: NumbersOfObject = {
    done: new Map(),
    bounds: new Map(),
    totals: new Map(),
    sizes: new Set(),
    isWholePair: !Array.isArray(object) && pairIn(object)?.isWhole === true,
    sampleSize: undefined,
  };
  numbersOfObjects.set(object, found);
  for (const [name, value] of Object.entries(object)) {
    const key = keyOf(name);
    const { measure, measuredName: bounded } = key;
    const amount = amountIn(value);
    if (amount === null) continue;
    if (measure === "least" || measure === "most") found.bounds.set(bounded, { measure, bound: amount });
    if (isOfDone(key)) found.done.set(amount, (found.done.get(amount) ?? 0) + 1);
    if (key.isTotal) found.totals.set(key.squashed, amount);
    const isSampleSize = sampleNames.has(key.squashed);
    if (isSampleSize || expectation.test(key.squashed)) found.sampleSize ??= amount;
    if (key.isTotal || isSampleSize || begun.test(key.squashed)) found.sizes.add(amount);
  }
  return found;
}

function isOfDone({ newsIfTrue, status }: Key): boolean {
  return newsIfTrue === "good" || status === "finished";
}

/**
 * A number that has to be the number of all is that of others in the same object: `clients_tested: 22` beside
 * `clients_passed: 22`, `criteriaMet: 3` beside `criteriaTotal: 3`. A number with a bound is a measurement.
 */
export function isWholeBeside(object: JsonObject | JsonValue[], name: string): boolean {
  const key = keyOf(name);
  const { done, bounds, totals, sizes, isWholePair } = numbersIn(object);
  const amount = amountIn(Reflect.get(object, name) ?? null);
  if (amount === null) return false;
  const { isReachedCount, measuredName: stem } = key;
  const isReached =
    isReachedCount && [`${stem}total`, `total${stem}`].some(each => totals.get(each) === amount);
  const others = (done.get(amount) ?? 0) - (isOfDone(key) ? 1 : 0);
  return (
    isReached ||
    others > 0 ||
    (sizes.has(amount) && !key.isTotal && !sampleNames.has(key.squashed)) ||
    bounds.get(key.squashed)?.measure === "least" ||
    isWholePair
  );
}

export function sampleSizeIn(object: JsonObject): number | undefined {
  return numbersIn(object).sampleSize;
}

/** `passRate: 0.978` beside `requiredPassRate: 0.95`. */
export function meetsOwnBound(object: JsonObject, { squashed }: Key, ratio: number): boolean {
  const { measure, bound } = numbersIn(object).bounds.get(squashed) ?? { measure: null, bound: 0 };
  return measure === "least" ? ratio >= bound : measure === "most" && ratio <= bound;
}

/** The list's name says that something was or was not done to the elements, and is not known: `unstarted`. */
export function listsLeftOut(key: Key, name: string): boolean {
  const { elementKind, newsIfTrue, isNeutral, isIgnored, isDescribing } = key;
  if (elementKind === "outcome" || isNeutral !== false || isIgnored || isDescribing) return false;
  const tokens = tokensOf(name);
  const [first = ""] = tokens;
  if (negationSet.has(first) || negationPrefix.test(first)) return true;
  return newsIfTrue !== "good" && tokens.some(token => participle.test(token) && !neutralFlagSet.has(token));
}

/** `review: 2`, `retest: 1`. */
function isOpenOrFailed(squashed: string): boolean {
  const status = findWord(squashed)?.status ?? null;
  return status === "failed" || status === "running" || isInconclusive(status) || isUnrun(status);
}

/** `requested: 5`, `executed: 5`, `reviewed: 5`, `goalAchieved: 5`, and with the name of what is counted: `scored_rows: 5`. */
function isStageOfAll(name: string): boolean {
  const key = keyOf(name);
  const last = tokensOf(name).at(-1) ?? "";
  const status = findWord(last)?.status;
  // `unmatched`, `disconnected`
  if (negationPrefix.test(key.squashed) || /^(?:dis|mis)/.test(key.squashed)) return false;
  const isGood = key.newsIfTrue === "good" && !key.isRatio && !key.squashed.startsWith("flak");
  return (
    isGood ||
    status === "running" ||
    status === "finished" ||
    /^(?:sampled|attempted|due)$/.test(last) ||
    key.squashed.endsWith("inscope") ||
    decisionMeaningOf(last, false) === "ended"
  );
}

function unitIn(token: string): boolean {
  return ((findWord(token)?.roles ?? 0) & unitRoles) !== 0;
}
