/**
 * Reads why a case has its status: metrics, attachments, the transcript, and a message for a case that has none. They
 * have no effect on any verdict. Texts are not cut here, because an expression can join two texts into the service's key, and redaction can't recognise half
 * a key.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { findConversation } from "./conversation.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { Attachment, Case, CaseExplanation, Metric } from "./reading.ts";
import { flagIn, labelTextIn, linkIn, messageTextIn, valuesNamed } from "./values.ts";
import { attachmentNames, measurementNames, metricNames } from "./vocabulary.ts";
import { squash, squashedWords, statusOfResult } from "./words.ts";

const mostMetrics = 20;
const mostAttachments = 10;
const deepest = 3;
const anyLength = Number.POSITIVE_INFINITY;

type CaseTexts = Pick<Case, "name" | "message">;
/** `texts` are those that are known. */
export type ExplainCase = (object: JsonObject, texts: CaseTexts) => CaseExplanation & Pick<Case, "message">;

/** Nobody reads more of them, and reading them takes longer than the rest of a long response. */
const mostExplained = 10_000;

/** Explains the first cases that it is called for. */
export function createExplainer(): ExplainCase {
  let left = mostExplained;
  return (object, texts) => (left-- > 0 ? explanationIn(object, texts) : {});
}

function explanationIn(object: JsonObject, texts: CaseTexts): ReturnType<ExplainCase> {
  const metrics = measurementsOf(object);
  const attachments: Attachment[] = [];
  let level: JsonObject[] = [object];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const inner: JsonObject[] = [];
    for (const each of level) {
      for (const name in each) {
        const value = each[name];
        if (value === undefined || value === null) continue;
        const { squashed, isReview } = keyOf(name);
        const content = contentOf(name, value);
        if (content !== undefined) inner.push(content);
        if (groups.has(squashed)) metrics.push(...groupedMetrics(name, value));
        else if (content !== undefined) metrics.push(...measurementsOf(content));
        if (isReview && isJsonObject(value) && reasonIn(value) !== undefined)
          metrics.push(...metricOf(value, name));
        if (usage.has(squashed) && isJsonObject(value)) metrics.push(...usageIn(name, value));
        attachments.push(...attachmentsUnder(squashed, value));
      }
    }
    level = inner;
  }
  // A case without a better reason can be summed up, but the summary of a conversation often gives no reason.
  metrics.push(...reasonsNamed(object, summaries));
  const { message = firstReason(metrics, texts.name) } = texts;
  const explaining = metrics.filter(metric => !onlyRepeats(metric, message));
  const transcript = findConversation(object);
  return {
    ...(message !== undefined && { message }),
    ...listed("metrics", limitMetrics(distinct(explaining))),
    ...listed("attachments", distinct(attachments).slice(0, mostAttachments)),
    ...(transcript !== undefined && { transcript }),
  };
}

function firstReason(metrics: readonly Metric[], name: string): string | undefined {
  const reasons = metrics.flatMap(({ passed, reason }) => (passed === true ? [] : (reason ?? [])));
  return reasons.find(reason => reason !== name);
}

/** A judge's reason mostly repeats the message of its case. */
function onlyRepeats(metric: Metric, message: string | undefined): boolean {
  return (
    metric.reason === message && Object.keys(metric).every(field => field === "name" || field === "reason")
  );
}

function listed<N extends string, T>(name: N, list: readonly T[]): { [K in N]?: readonly T[] } {
  return list.length === 0 ? {} : ({ [name]: list } as { [K in N]: readonly T[] });
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Map(list.map(each => [JSON.stringify(each), each])).values()];
}

/** An object that wraps content of the case, or the last attempt. An input says nothing about the case's status. */
function contentOf(name: string, value: JsonValue): JsonObject | undefined {
  const { isWrapper, isIgnored, attemptCertainty } = keyOf(name);
  if (Array.isArray(value)) {
    const last = value.at(-1);
    return attemptCertainty === "surely" && isJsonObject(last) ? last : undefined;
  }
  return isJsonObject(value) && (isWrapper || groups.has(keyOf(name).squashed)) && !isIgnored
    ? value
    : undefined;
}

// --- Metrics ---------------------------------------------------------------------------------------------------------

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

/** Reads a list of metrics, one metric, or an object whose field names are metrics. */
export function metricsIn(value: JsonValue): Metric[] {
  return limitMetrics(groupedMetrics("", value, true));
}

/** The failed metrics are kept before others, because they explain a failure. */
function limitMetrics(metrics: readonly Metric[]): Metric[] {
  if (metrics.length <= mostMetrics) return [...metrics];
  const failed = metrics.filter(({ passed }) => passed === false);
  return [...failed, ...metrics.filter(({ passed }) => passed !== false)].slice(0, mostMetrics);
}

function groupedMetrics(name: string, value: JsonValue, areTextsValues = false): Metric[] {
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
function measurementsOf(object: JsonObject): Metric[] {
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

/** Outside its object, "total" alone would say nothing. */
function usageIn(group: string, object: JsonObject): Metric[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (typeof value !== "number") return [];
    return [{ name: measurements.has(keyOf(name).squashed) ? name : `${group}.${name}`, value }];
  });
}

// --- Attachments -------------------------------------------------------------------------------------------------------

const attachmentLists = new Set(squashedWords(attachmentNames.lists));
const kindsByName = new Map<string, string>();
for (const [kind, names] of Object.entries(attachmentNames.kinds)) {
  for (const name of squashedWords(names)) kindsByName.set(name, kind);
}
const addressFields = squashedWords(attachmentNames.url);
const typeFields = squashedWords(attachmentNames.type);
const labelFields = squashedWords(attachmentNames.label);

const typesByExtension: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  mp4: "video/mp4",
  webm: "video/webm",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  txt: "text/plain",
  log: "text/plain",
  json: "application/json",
  html: "text/html",
};

function attachmentsUnder(squashed: string, value: JsonValue): Attachment[] {
  const kind = kindsByName.get(squashed);
  return kind === undefined && !attachmentLists.has(squashed) ? [] : attachmentsIn(value, kind);
}

/** Reads addresses, or objects with an address, from a list or from a single one. */
export function attachmentsIn(value: JsonValue, kind?: string): Attachment[] {
  const items = Array.isArray(value) ? value.slice(0, mostAttachments) : [value];
  return items.flatMap(each => attachmentOf(each, kind));
}

function attachmentOf(value: JsonValue, kind: string | undefined): Attachment[] {
  const object = isJsonObject(value) ? value : {};
  const url = isJsonObject(value)
    ? valuesNamed(object, addressFields)
        .map(linkIn)
        .find(link => link !== null)
    : linkIn(value);
  if (url === undefined || url === null) return [];
  const stated = valuesNamed(object, typeFields).find(each => typeof each === "string");
  const word = typeof stated === "string" ? stated : "";
  const type = word.includes("/") ? word : typesByExtension[extensionOf(url)];
  const isAudio = type?.startsWith("audio/") || kindsByName.get(squash(word)) === "recording";
  const label = labelTextIn(valuesNamed(object, labelFields)[0], anyLength);
  const name = isAudio ? "recording" : (label ?? kind ?? kindsByName.get(squash(word)) ?? "attachment");
  return [{ name, url, ...(type !== undefined && { type }) }];
}

function extensionOf(url: string): string {
  return /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
