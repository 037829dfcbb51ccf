/** Finds numbers that miss a bound in the same object: a score below its threshold, a measurement above its limit. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf, mostCompared } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { type Quantity, quantityIn, shareIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import { squash } from "./words.ts";

const boundName = /^(?:expected|target|reference|desired|goal|bound)/i;
type Comparison = (actual: number, bound: number) => boolean;
export const comparisons = new Map<string, Comparison>();
for (const [spellings, comparison] of [
  [
    ">= ≥ gte ge atleast min greaterorequal greaterthanorequal greaterequal notless",
    (actual, bound) => actual >= bound,
  ],
  [
    "<= ≤ lte le atmost max lessorequal lessthanorequal lessequal notgreater",
    (actual, bound) => actual <= bound,
  ],
  ["> gt greater greaterthan above", (actual, bound) => actual > bound],
  ["< lt less lessthan below", (actual, bound) => actual < bound],
  ["= == === eq equals equal", (actual, bound) => actual === bound],
  ["!= <> ne notequal notequals", (actual, bound) => actual !== bound],
] satisfies [string, Comparison][]) {
  for (const spelling of spellings.split(" ")) comparisons.set(spelling, comparison);
}

const timeUnit = /(?:ms|millis|milliseconds|secs?|seconds)$/;
const statistic = /^(?:min(?!or)|avg|average|mean|median|p\d\d)/;
/** `direction: "lower_is_better"`, `higherIsBetter: false`. */
const lowerIsBetter = /^(?:lower|smaller|less|minimi[sz]e)(?:is)?(?:better)?$/;
const higherIsBetter = /^(?:higher|larger|greater|more|bigger)(?:is)?better$/;

interface NamedNumber extends Quantity {
  readonly name: string;
  readonly key: Key;
}

interface Shortfall {
  readonly name: string;
  /** The name of the number that this one misses. */
  readonly bound?: string;
  readonly status: Status;
}

/**
 * Finds a number that misses its bound in the same object: a score below its threshold, a measurement above its limit,
 * fewer completed turns than turns. Only the last kind is `undecided`; the others are `failed`.
 */
export function findShortfall(object: JsonObject, around: Key): Shortfall | null {
  const numbers = new Map<string, NamedNumber>();
  // `hallucination_rate: { value: 0.2, threshold: 0.05 }`
  let isLowerBetter = isCost(around);
  // `score: "3/10", threshold: "8/10"`
  const areShares = comparedNamesOf(object).filter(name => shareIn(object[name] ?? null) !== null).length > 1;
  // `{ metric: "MosMin", limit: 3.8 }`
  const isNamedMinimum = Object.values(object).some(
    value => typeof value === "string" && value.length < 40 && /min(?:imum)?$/i.test(value),
  );
  for (const name in object) {
    const key = keyOf(name);
    const quantity = areShares ? shareQuantityIn(object[name] ?? null) : quantityIn(object[name] ?? null);
    if (
      (namesMetric.test(key.squashed) && isNameOfCost(object[name])) ||
      saysLowerIsBetter(key, object[name])
    )
      isLowerBetter = true;
    if (quantity !== null) numbers.set(withoutUnit(key.squashed), { ...quantity, name, key });
  }
  // The least and the most of one measurement describe it, and bound nothing: `minDuration`, `maxDuration`.
  const boundedBy = (measure: Key["measure"]) =>
    new Set([...numbers.values()].flatMap(({ key }) => (key.measure === measure ? key.measuredName : [])));
  const leasts = boundedBy("least");
  const mosts = boundedBy("most");
  const measured = [...numbers.values()].filter(
    ({ key }) => key.measure === "value" || key.measure === "cost",
  );
  const reached = [...numbers.values()].find(({ key }) => key.status === "finished");
  const mainMeasured = measured.find(({ key }) => key.squashed === "score") ?? measured[0];
  const main = mainMeasured ?? reached;
  const operator = Object.keys(object).find(
    name => keyOf(name).isOperator && typeof object[name] === "string",
  );
  if (operator !== undefined) {
    const actual = measured.find(({ key }) => key.squashed !== "value") ?? main;
    const bound =
      [...numbers.values()].find(({ key }) => key.measure === "least" || key.measure === "most") ??
      [...numbers.values()].find(({ name }) => boundName.test(name)) ??
      measured.find(each => each !== actual);
    const isMet = comparisonNamed(object[operator]);
    // `operator: "contains"` compares texts.
    if (isMet === undefined && actual === undefined && bound === undefined) return null;
    if (isMet === undefined || actual === undefined || bound === undefined)
      return { name: operator, status: "undecided" };
    return !isComparable(actual, bound) || isMet(actual.amount, bound.amount)
      ? null
      : { name: actual.name, bound: bound.name, status: "failed" };
  }
  for (const number of numbers.values()) {
    const { name, amount, key } = number;
    if (key.isReachedCount) {
      const whole = wholesOf(key.measuredName).find(each => (numbers.get(each)?.amount ?? 0) > amount);
      if (whole !== undefined) return { name, status: "undecided" };
      continue;
    }
    if (key.measure !== "least" && key.measure !== "most") continue;
    if (key.measuredName !== "" && leasts.has(key.measuredName) && mosts.has(key.measuredName)) continue;
    // A number that was reached is bounded only by a bound without a name of its own: `responseMax` is about responses.
    const compared =
      key.measuredName === "" ? main : (numberNamed(numbers, key.measuredName) ?? mainMeasured);
    if (compared === undefined || !isComparable(compared, number)) continue;
    const isCost = isLowerBetter || compared.key.measure === "cost";
    const isOwnBound = key.measuredName === "" || compared.key.squashed.startsWith(key.measuredName);
    const isUpper = (key.measure === "most" && !isNamedMinimum) || (isCost && isOwnBound);
    if (isUpper ? compared.amount > amount : compared.amount < amount)
      return { name: compared.name, bound: name, status: "failed" };
  }
  return findLateness([...numbers.values()]);
}

function comparisonNamed(operator: JsonValue | undefined): Comparison | undefined {
  if (typeof operator !== "string") return undefined;
  // Squashing makes one word of "GreaterOrEqual" and "greater_or_equal", and leaves nothing of ">=".
  return comparisons.get(operator.trim()) ?? comparisons.get(squash(operator));
}

function shareQuantityIn(value: JsonValue): Quantity | null {
  const share = shareIn(value);
  return share === null ? null : { amount: share, unit: "" };
}

/** `score: 0.9` has no bound in `limit: "2 s"`. A name of a time can have the unit of its number: `latencyMs: 900`. */
function isComparable(one: NamedNumber, other: NamedNumber): boolean {
  const isTime = ({ unit, key }: NamedNumber) =>
    unit === "ms" || (unit === "" && key.durationUnitMs !== null);
  return one.unit === other.unit || (isTime(one) && isTime(other));
}

/** `minimumAgreement` bounds `agreement` and `interRaterAgreement`, `riskThreshold` bounds `riskScore`. */
function numberNamed(numbers: ReadonlyMap<string, NamedNumber>, name: string): NamedNumber | undefined {
  const exact = numbers.get(name) ?? numbers.get(`${name}score`) ?? numbers.get(`${name}rate`);
  const shortest = 6;
  return (
    exact ??
    (name.length < shortest || numbers.size > mostCompared
      ? undefined
      : [...numbers].find(([other, { key }]) => other.endsWith(name) && key.measuredName !== name)?.[1])
  );
}

/** `responseMs: 4200` beside `limitMs: 2000`. Among several times, only the time of a response has the limit. */
function findLateness(numbers: readonly NamedNumber[]): Shortfall | null {
  const limit = numbers.find(({ key }) => key.isTimeLimit);
  const unit = limit && timeUnit.exec(limit.key.squashed)?.[0];
  if (limit === undefined || unit === undefined) return null;
  const times = numbers.filter(each => each !== limit && each.key.squashed.endsWith(unit));
  // The longest of several times describes them: `minMs`, `maxMs`.
  if (times.length > 1 && numbers.some(({ key }) => statistic.test(key.squashed))) return null;
  const responses = times.length === 1 ? times : times.filter(({ name }) => /respon|latency/i.test(name));
  const [time] = responses;
  return responses.length === 1 && time !== undefined && time.amount > limit.amount
    ? { name: time.name, bound: limit.name, status: "undecided" }
    : null;
}

function wholesOf(stem: string): string[] {
  return [
    `${stem}total`,
    `total${stem}`,
    `${stem}asked`,
    `${stem}count`,
    `num${stem}`,
    `${stem}expected`,
    stem,
  ];
}

function saysLowerIsBetter({ squashed }: Key, value: JsonValue | undefined): boolean {
  if (typeof value === "boolean") return (value ? lowerIsBetter : higherIsBetter).test(squashed);
  return typeof value === "string" && value.length < 40 && lowerIsBetter.test(squash(value));
}

export const thresholdsName = /^(?:thresholds|minimums|minscores|passingscores|cutoffs|floors)$/;

/** `scores: { tone: 0.1 }` beside `thresholds: { tone: 0.7 }`: the path of the first number below its threshold. */
export function findBelowThreshold(object: JsonObject, { squashed }: Key, name: string): string[] | null {
  const bounds = object[name];
  if (!thresholdsName.test(squashed) || !isJsonObject(bounds)) return null;
  for (const other of comparedNamesOf(object)) {
    const measured = object[other];
    if (other === name || !isJsonObject(measured)) continue;
    for (const inner in measured) {
      const [value, bound] = [measured[inner], bounds[inner]];
      const isScore =
        typeof value === "number" && typeof bound === "number" && keyOf(inner).measure !== "cost";
      if (isScore && value < bound) return [other, inner];
    }
  }
  return null;
}

/** `{ metric: "error_rate" }`, but not `{ status: "needs_review" }`. */
const namesMetric =
  /^(?:name|metric|metricname|measure|measurement|criterion|check|rule|label|title|key|kpi|type|id)$/;

function isNameOfCost(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length < 40 && isCost(keyOf(value));
}

function isCost({ squashed, measure }: Key): boolean {
  if (measure === "cost") return true;
  const stem = keyOf(squashed.replace(/(?:rate|ratio|share|pct|percent|count)$/, ""));
  return stem.measure === "cost" || stem.isBadNews;
}
