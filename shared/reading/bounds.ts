/** Finds numbers that miss a bound which the run states: elsewhere, or beside the number under a name that says little. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { Findings } from "./findings.ts";
import type { Key } from "./key.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { flagField, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { comparisons, thresholdsName } from "./shortfall.ts";
import { type Quantity, quantityIn } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords } from "./words.ts";

export interface Bound extends Quantity {
  readonly measure: "least" | "most";
  readonly field: OutcomeField;
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
    // `limits: { wordErrorRate: { max: 0.1 } }`
    const { key: ofNode } = node.context;
    const isInLimits = path.length === 0 && limits.test(node.parent?.context.key.squashed ?? "");
    const isMeasured = comparedNamesOf(object).some(name => keyOf(name).measure === "value");
    for (const name in object) {
      const key = keyOf(name);
      const { squashed, measure, measuredName, isIgnored, isEarlierRun } = key;
      const value = object[name] ?? null;
      const quantity = quantityIn(value);
      if (quantity !== null) {
        const field = flagField(node, [...path, name], null, typeof value === "object" ? null : value);
        if (areThresholds && measure === null) add(squashed, { measure: "least", ...quantity, field });
        else if (measure === "least" || measure === "most") {
          // `threshold: 0.8` beside a score bounds that score.
          const isOfScore = !isMeasured && (measuredName === "" || plainBounds.has(squashed));
          const measured =
            isInLimits && measuredName === "" ? ofNode.squashed : isOfScore ? "score" : measuredName;
          const bound = { measure, ...quantity, field };
          if (measured !== "") add(measured, bound);
          // `latency_ms: 5400` beside `max_latency_ms: 2000`
          const unitInName = squashed.slice(withoutUnit(squashed).length);
          if (measured !== "" && unitInName !== "") add(measured + unitInName, bound);
        }
      } else if (
        Array.isArray(value) &&
        (key.isRunCriterion || key.isCriteriaObject || key.holdsMeasurements)
      )
        for (const [measured, bound] of boundsOfCriteria(node, name, value)) add(measured, bound);
      else if (isJsonObject(value) && path.length === 0 && limits.test(squashed))
        for (const [measured, bound] of boundsByName(node, name, value)) add(measured, bound);
      else if (isJsonObject(value) && path.length > 0 && thresholdsName.test(squashed))
        // `settings: { min_scores: { safety: 4 } }`
        addIn(node, value, [...path, name], true);
      else if (isJsonObject(value) && path.length === 0 && isIgnored && !isEarlierRun)
        addIn(node, value, [name], false);
    }
  };
  for (const node of nodesBesideCases)
    addIn(node, node.value, [], thresholdsName.test(node.context.key.squashed));
  return bounds;
}

/** The bounds of a list of criteria: `criteria: [{ name: "empathy", min: 0.8 }]`. */
function boundsOfCriteria(node: ObjectNode, name: string, list: readonly JsonValue[]): [string, Bound][] {
  return list.slice(0, mostCriteria).flatMap((element, index) => {
    if (!isJsonObject(element)) return [];
    const names = comparedNamesOf(element);
    const title = names.map(each => element[each]).find(value => typeof value === "string");
    if (typeof title !== "string" || names.some(each => keyOf(each).measure === "value")) return [];
    return names.flatMap((each): [string, Bound][] => {
      const bound = boundAt(node, [name, index, each], element[each] ?? null);
      return bound === undefined ? [] : [[squash(title), bound]];
    });
  });
}

/** `rubrics: { safety: { floor: 4 } }`. */
function boundsByName(node: ObjectNode, name: string, object: JsonObject): [string, Bound][] {
  return Object.entries(object).flatMap(([measured, inner]) =>
    Object.entries(isJsonObject(inner) ? inner : {}).flatMap(([boundName, value]): [string, Bound][] => {
      const bound = boundAt(node, [name, measured, boundName], value);
      return bound === undefined || keyOf(boundName).measuredName !== "" ? [] : [[squash(measured), bound]];
    }),
  );
}

/** Undefined for a value that bounds nothing. */
function boundAt(node: ObjectNode, path: (string | number)[], value: JsonValue): Bound | undefined {
  const { measure } = keyOf(String(path.at(-1)));
  const quantity = quantityIn(value);
  if ((measure !== "least" && measure !== "most") || quantity === null) return undefined;
  const field = flagField(node, path, null, typeof value === "object" ? null : value);
  return { measure, ...quantity, field };
}

const plainBounds = new Set(squashedWords(vocabulary.measurementNames.least));

const limits = /^(?:limits?|bounds|constraints|slos?|slas?|budgets?|thresholds?|rubrics?|gates?|floors?)$/;

const mostCriteria = 100;

export function isMissed({ measure, amount: bound, unit }: Bound, value: JsonValue): boolean {
  const quantity = quantityIn(value);
  if (quantity?.unit !== unit) return false;
  return measure === "least" ? quantity.amount < bound : quantity.amount > bound;
}

/** Returns the name of a bound in the same object that the number misses. `findShortfall` knows other names. */
export function missedBeside(
  object: JsonObject,
  key: Key,
  name: string,
  value: Quantity,
): string | undefined {
  const bounds = boundNamesOf(object);
  // `findShortfall` compares by the operator.
  if (bounds.length === 0 || comparedNamesOf(object).some(each => keyOf(each).isOperator)) return undefined;
  const isMain = key.measure === "value" || isOnlyNumber(object, name);
  const missed = isMain ? missedExpression(object, value.amount) : undefined;
  return missed ?? bounds.find(each => each !== name && isMissedBound(object, each, key, name, value));
}

function isMissedBound(
  object: JsonObject,
  boundName: string,
  key: Key,
  name: string,
  { amount: value, unit: unitOfValue }: Quantity,
): boolean {
  const { amount: bound, unit: unitOfBound } = quantityIn(object[boundName] ?? null) ?? {};
  const { squashed, measure, measuredName } = keyOf(boundName);
  if (bound === undefined || unitOfBound !== unitOfValue) return false;
  if (withoutUnit(key.squashed) === "score" && passingScore.test(squashed)) return value < bound;
  if (slo.test(squashed) && isOnlyNumber(object, name))
    return key.measure === "cost" ? value > bound : value < bound;
  const isStatistic = statistic.test(key.squashed);
  if ((key.measure !== null && !isStatistic) || (measure !== "least" && measure !== "most")) return false;
  const isPlain = measuredName === "" || plainBounds.has(squashed) || plainStem.test(measuredName);
  const isOfNumber =
    measuredName !== "" &&
    ((key.squashed.startsWith(measuredName) && unit.test(key.squashed.slice(measuredName.length))) ||
      isOnlyKindOf(object, name, measuredName));
  if (!isOfNumber && !(isPlain && (isStatistic || isOnlyNumber(object, name)))) return false;
  return measure === "most" ? value > bound : value < bound;
}

/** `cohens_kappa` beside `min_kappa`, without another kappa. */
function isOnlyKindOf(object: JsonObject, name: string, measuredName: string): boolean {
  const kinds = comparedNamesOf(object).filter(each => {
    const { measure, squashed } = keyOf(each);
    return measure === null && typeof object[each] === "number" && squashed.endsWith(measuredName);
  });
  return measuredName.length > 2 && kinds.length === 1 && kinds[0] === name;
}

/** The fields of an object are looked at in turn. */
let last: { readonly object: JsonObject; readonly bounds: readonly string[] } = { object: {}, bounds: [] };

/** The names of bounds in an object, which few objects have. */
function boundNamesOf(object: JsonObject): readonly string[] {
  if (object === last.object) return last.bounds;
  const bounds = comparedNamesOf(object).filter(name => {
    if (typeof object[name] === "string" && quantityIn(object[name]) === null)
      return expressionName.test(name);
    const { squashed, measure } = keyOf(name);
    return measure === "least" || measure === "most" || slo.test(squashed) || passingScore.test(squashed);
  });
  last = { object, bounds };
  return bounds;
}

/** `responseTimeAverageMs` beside `responseTimeLimitMs`. */
const unit = /^(?:avg|average|mean|median|max|actual|observed|p\d\d)?(?:ms|s|secs?|seconds|pct|percent)?$/;

/** `latency: { p50: 600, p95: 3900, limit: 2000 }`. */
const statistic = /^(?:p\d{2}|avg|average|mean|median|amount|actual|spent|observed)$/;

const passingScore = /^pass(?:ing)?score/;

const slo = /^sl[ao]$/;

/** `MajorThreshold: 60` bounds whatever is beside it. */
const plainStem = /^(?:major|minor|hard|soft|pass|passing|quality|critical)$/;

/** No other number above zero in the object can be a measurement. */
function isOnlyNumber(object: JsonObject, name: string): boolean {
  return comparedNamesOf(object).every(each => {
    const key = keyOf(each);
    const isBound = key.measure === "least" || key.measure === "most" || slo.test(key.squashed);
    const isOther =
      key.isCount || key.isTotal || key.isId || key.durationUnitMs !== null || key.unit !== null;
    const amount = quantityIn(object[each] ?? null)?.amount ?? 0;
    return each === name ? !isOther : isBound || isOther || amount <= 0;
  });
}

const comparisonInText = /^[^<>=]{0,40}(<=|>=|<|>)\s?(\d{1,9}(?:\.\d{1,9})?)$/;

const expressionName =
  /^(?:expr|expression|condition|threshold|rule|limit|target|goal|objective|requirement|slo)$/i;

/** `expr: "p(95)<3000"` beside `observed: 4120`. */
function missedExpression(object: JsonObject, measured: number): string | undefined {
  return boundNamesOf(object).find(name => {
    const text = object[name];
    if (typeof text !== "string") return false;
    const [, operator = "", bound] = comparisonInText.exec(text.slice(0, 60)) ?? [];
    return comparisons.get(operator)?.(measured, Number(bound)) === false;
  });
}
