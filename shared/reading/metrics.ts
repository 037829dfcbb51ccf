/** Reads the metrics of a case: numbers, judgements and assertions, with their reasons. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { Metric } from "./reading.ts";
import { anyLength, flagIn, labelTextIn, messageTextIn, valuesNamed } from "./values.ts";
import { measurementNames, metricNames } from "./vocabulary.ts";
import { squashedWords, statusOfResult } from "./words.ts";

const mostMetrics = 20;
const groups = new Set(squashedWords(metricNames.groups));
const usage = new Set(squashedWords(metricNames.usage));
const measurements = new Set(squashedWords(metricNames.measurements));
const reasons = new Set(squashedWords(metricNames.reasons));
const summaries = new Set(squashedWords(metricNames.summaries));
const met = new Set(squashedWords(metricNames.met));
const actualFields = squashedWords(metricNames.actual);
const expectedFields = squashedWords(metricNames.expected);
const nameFields = squashedWords(metricNames.name);
const reasonFields = squashedWords(metricNames.reason);
const valueFields = [...squashedWords(measurementNames.value), ...squashedWords(measurementNames.cost)];
const boundFields = [...squashedWords(measurementNames.least), ...squashedWords(measurementNames.most)];
const comparedFields = new Set([...boundFields, ...expectedFields]);

/** The field under the name holds metrics: `assertions`, `metrics`. */
export function areMetrics(squashed: string): boolean {
  return groups.has(squashed);
}

/** Reads a list of metrics, one metric, or an object whose field names are metrics. */
export function metricsIn(value: JsonValue): Metric[] {
  return limitMetrics(groupedMetrics("", value, true));
}

/** The failed metrics are kept before others, because they explain a failure. */
export function limitMetrics(metrics: readonly Metric[]): Metric[] {
  if (metrics.length <= mostMetrics) return [...metrics];
  const failed = metrics.filter(({ passed }) => passed === false);
  return [...failed, ...metrics.filter(({ passed }) => passed !== false)].slice(0, mostMetrics);
}

export function groupedMetrics(name: string, value: JsonValue, areTextsValues = false): Metric[] {
  if (Array.isArray(value)) return value.flatMap(each => (isJsonObject(each) ? metricOf(each, "") : []));
  if (!isJsonObject(value)) return [];
  const own = isMetric(value) ? metricOf(value, name) : [];
  if (own.length > 0) return own;
  return Object.entries(value).flatMap(([inner, each]) => metricUnder(inner, each, areTextsValues));
}

/** In `{ "score": 0.9, "latency": 2300 }` each field is a metric. */
function isMetric(object: JsonObject): boolean {
  if (passedIn(object) !== undefined || reasonIn(object) !== undefined) return true;
  const numbers = Object.entries(object).filter(
    ([name, value]) => typeof value === "number" && !comparedFields.has(keyOf(name).squashed),
  );
  return numbers.length <= 1 && valuesNamed(object, valueFields).some(isScalar);
}

/** `{ "polite": true, "relevancy": 0.7, "tone": { "score": 0.2, "reason": "…" } }`. */
function metricUnder(name: string, value: JsonValue, areTextsValues: boolean): Metric[] {
  if (isJsonObject(value))
    return metricOf({ ...value, name: labelTextIn(value["name"], anyLength) ?? name }, name);
  if (typeof value === "boolean") return [{ name, passed: value }];
  if (typeof value !== "number" && typeof value !== "string") return [];
  const metric = { name, ...judged(value) };
  const isStatus = metric.passed !== undefined && !keyOf(name).isDescription;
  return typeof value === "number" || areTextsValues || isStatus ? [metric] : [];
}

/** A word such as "failed" is the metric's status. Any other text is its value. */
function judged(value: number | string): Pick<Metric, "value" | "passed"> {
  const passed = typeof value === "string" ? passedBy(value) : undefined;
  return passed === undefined ? { value } : { passed };
}

function passedBy(text: string): boolean | undefined {
  const status = flagIn(text) ?? statusOfResult(text);
  if (status === true || status === "passed" || status === "success") return true;
  return status === false || status === "failed" ? false : undefined;
}

/** Gives nothing for an object that has no name, or neither a value nor a status nor a reason. */
function metricOf(object: JsonObject, otherName: string): Metric[] {
  const name = textAmong(object, nameFields) ?? otherName;
  const passed = passedIn(object);
  const reason = reasonIn(object);
  const threshold = thresholdIn(object);
  const value = valuesNamed(object, valueFields).find(isScalar);
  const expected = valuesNamed(object, expectedFields).find(isScalar);
  // A score of 0 or 1 with nothing to compare it with only repeats whether the metric was met.
  const repeatsPassed = (threshold ?? expected) === undefined && Number(value) === Number(passed);
  const isStatus = typeof value === "string" && passedBy(value) !== undefined;
  const hasValue = value !== undefined && !isStatus && !repeatsPassed;
  if (name === "" || (!hasValue && passed === undefined && reason === undefined)) return [];
  return [
    {
      name,
      ...(hasValue && { value }),
      ...(threshold !== undefined && { threshold }),
      ...(expected !== undefined && { expected }),
      ...(passed !== undefined && { passed }),
      ...(reason !== undefined && reason !== name && { reason }),
    },
  ];
}

function reasonIn(object: JsonObject): string | undefined {
  for (const value of valuesNamed(object, reasonFields)) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return undefined;
}

function textOf(value: JsonValue): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : messageTextIn(value);
}

function isScalar(value: JsonValue | undefined): value is number | string | boolean {
  return (
    typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "")
  );
}

/** In `assertion: { "type": "latency", "threshold": 3000 }` the type is the name. */
function textAmong(object: JsonObject, names: readonly string[]): string | undefined {
  for (const value of valuesNamed(object, names)) {
    const inner = isJsonObject(value) ? value["type"] : undefined;
    const text = labelTextIn(value, anyLength) ?? labelTextIn(inner, anyLength);
    if (text !== null) return text;
  }
  return undefined;
}

function thresholdIn(object: JsonObject): number | string | undefined {
  const [bound] = valuesNamed(object, boundFields);
  return typeof bound === "number" || (typeof bound === "string" && bound !== "") ? bound : undefined;
}

function passedIn(object: JsonObject): boolean | undefined {
  for (const name in object) {
    const value = object[name];
    const { isFlag, status, outcomeName, squashed } = keyOf(name);
    if (typeof value === "string" && outcomeName !== null) {
      const passed = passedBy(value);
      if (passed !== undefined) return passed;
    }
    if (typeof value !== "boolean") continue;
    if (isFlag && status === "failed") return !value;
    if (
      (isFlag && (status === "passed" || status === "success")) ||
      outcomeName !== null ||
      met.has(squashed)
    )
      return value;
  }
  return undefined;
}

/** The numbers and the reasons that are fields of the object itself, and a value beside the expected one. */
export function measurementsOf(object: JsonObject): Metric[] {
  const found = reasonsNamed(object, reasons);
  const [expected] = valuesNamed(object, expectedFields);
  const threshold = thresholdIn(object);
  for (const name in object) {
    const value = object[name];
    const { squashed } = keyOf(name);
    if (typeof value === "number" && measurements.has(withoutUnit(squashed))) {
      const isScore = keyOf(name).measure === "value";
      found.push({ name, value, ...(isScore && threshold !== undefined && { threshold }) });
    } else if (isScalar(value) && isScalar(expected) && actualFields.includes(squashed))
      found.push({ name, value, expected });
  }
  return found;
}

function reasonsNamed(object: JsonObject, names: ReadonlySet<string>): Metric[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const reason = names.has(keyOf(name).squashed) ? textOf(value) : null;
    return reason === null ? [] : [{ name, reason }];
  });
}

export function summariesOf(object: JsonObject): Metric[] {
  return reasonsNamed(object, summaries);
}

/** `review: { reason: "The refund is above the limit" }`. */
export function reviewReasons(name: string, value: JsonValue): Metric[] {
  const isReason = keyOf(name).isReview && isJsonObject(value) && reasonIn(value) !== undefined;
  return isReason ? metricOf(value, name) : [];
}

/** Outside its object, "total" alone would say nothing. */
export function usageUnder(group: string, object: JsonValue): Metric[] {
  if (!usage.has(keyOf(group).squashed) || !isJsonObject(object)) return [];
  return Object.entries(object).flatMap(([name, value]) => {
    if (typeof value !== "number") return [];
    return [{ name: measurements.has(keyOf(name).squashed) ? name : `${group}.${name}`, value }];
  });
}
