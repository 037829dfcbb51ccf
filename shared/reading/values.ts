/** Reads numbers, flags, links, durations, moments and texts from the values of a response. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { squash } from "./words.ts";
import { writtenTimeIn } from "./written-time.ts";

export function countIn(value: JsonValue): number | null {
  const number =
    typeof value === "string" && /^\s*(?:0|[1-9]\d{0,8})\s*$/.test(value) ? Number(value) : value;
  // Larger numbers are times or ids.
  const tooManyToBeCases = 1e9;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number < tooManyToBeCases
    ? number
    : null;
}

/** Reads how much is done: 60 from 60, "60" and "60%", 40 from "2/5" and "2 of 5". */
export function progressIn(value: JsonValue): number | null {
  const share = shareIn(value);
  return share === null ? amountIn(value) : 100 * share;
}

/**
 * Reads 0 from `{ rate: 0, passes: 0, fails: 20 }`. Under a name such as `requests_failed`, "passes" are the requests
 * of which the name is true.
 */
export function rateOfTwo(object: JsonObject): number | null {
  const [rate = null] = valuesNamed(object, ["rate", "value"]);
  return valuesNamed(object, ["passes", "fails"]).length === 2 ? amountIn(rate) : null;
}

/** A cheap test, because most texts don't begin with a digit. */
export function mayBeNumber(value: JsonValue): boolean {
  return typeof value === "string" ? value.charCodeAt(0) <= 57 : typeof value === "number";
}

const shareOfAll = /^(?:1\s?[-–]\s?)?(\d{1,9})\s?(?:\/|(?:out\s)?of)\s?(\d{1,9})(?:\s\p{L}+){0,3}$/u;

/** Reads 0.4 from "2/5", "2 of 5", "1-2 of 5" and "2 of 5 conversations"; null for other values and for shares of nothing. */
export function shareIn(value: JsonValue): number | null {
  const [, some, all] = (mayBeNumber(value) && shareOfAll.exec(String(value))) || [];
  return some === undefined || Number(all) === 0 ? null : Number(some) / Number(all);
}

const progressNames = [
  "percent",
  "percentage",
  "percentdone",
  "percentcomplete",
  "pct",
  "ratio",
  "fraction",
  "share",
];
const doneNames = ["value", "current"];
const allNames = ["max", "total", "of", "all"];

/** Reads how much is done from an object: `{ percent: 80 }`, `{ ratio: 0.6 }`, `{ value: 3, max: 5 }`. `completed` is a count. */
export function progressInObject(object: JsonObject): number | null {
  const [stated] = valuesNamed(object, progressNames);
  if (stated !== undefined) return progressIn(stated);
  const [done, all] = [doneNames, allNames].map(names => amountIn(valuesNamed(object, names)[0] ?? null));
  return done == null || all == null || all === 0 ? null : (100 * done) / all;
}

/** 40 and 0.4 are unfinished, but 1 may be all of it. */
export function isUnfinished(progress: number | null): boolean {
  return progress !== null && (progress < 1 || (progress > 1 && progress < 100));
}

/** Reads a number, also from a text such as "60%". */
export function amountIn(value: JsonValue): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,9}(?:\.\d{1,9})?\s?%?$/.test(value)
    ? Number.parseFloat(value)
    : null;
}

/** A number with its unit, which is empty if none is stated. Durations are in "ms". */
export interface Quantity {
  readonly amount: number;
  readonly unit: string;
}

const withUnit = /^\$?(-?\d{1,9}(?:\.\d{1,9})?)\s?([a-z]{1,12}(?:\/[a-z]{1,6})?)?$/i;

/** Reads a quantity also from a text such as "60%", "2.5 s", "-18 dBFS" and "$0.04". */
export function quantityIn(value: JsonValue): Quantity | null {
  if (!mayBeNumber(value)) return null;
  const amount = amountIn(value);
  if (amount !== null) return { amount, unit: "" };
  if (typeof value !== "string") return null;
  const ms = durationMsInText(value);
  if (ms !== null) return { amount: ms, unit: "ms" };
  const [, number, unit = ""] = withUnit.exec(value) ?? [];
  return number === undefined ? null : { amount: Number(number), unit: unit.toLowerCase() };
}

export function flagIn(value: JsonValue): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" || value.length > 5) return null;
  const text = value.trim().toLowerCase();
  if (text === "true" || text === "yes" || text === "y") return true;
  return text === "false" || text === "no" || text === "n" ? false : null;
}

/** Some services write booleans as numbers. */
export function flagOrDigitIn(value: JsonValue): boolean | null {
  return value === 0 || value === 1 ? value === 1 : flagIn(value);
}

/** True of `null`, `0`, `"none"`, `{ count: 0, items: [] }`. */
export function holdsNothing(value: JsonValue, depth = 3): boolean {
  if (typeof value === "string") return /^(?:no|none|false|null|nil|n\/?a|0|-*)$/i.test(value.trim());
  if (typeof value !== "object" || value === null) return value === null || value === 0;
  return depth > 0 && Object.values(value).every(inner => holdsNothing(inner, depth - 1));
}

export function linkIn(value: JsonValue): string | null {
  const longestLink = 2048;
  return typeof value === "string" && value.length <= longestLink && /^https?:\/\/[^\s/]/i.test(value)
    ? value
    : null;
}

const clock = /^(?:(\d+)\.)?(\d{1,3}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?$/;
const iso = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
const amountWithUnit =
  /(?<!\d)(\d+(?:\.\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|ms|milliseconds?|millis|msecs?|m|seconds?|secs?|s|µs|us|ns)\b/gi;
const unitMs: Readonly<Record<string, number>> = {
  d: 864e5,
  h: 36e5,
  m: 6e4,
  s: 1e3,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
};

/** Returns the milliseconds of a duration such as "1.2s", "1m 30s", "00:01:03.5" or "PT3S"; null for other texts. */
export function durationMsInText(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 40) return null;
  const time = clock.exec(trimmed);
  if (time) {
    const [, days = "0", first = "0", second = "0", third] = time;
    const clockSeconds =
      third === undefined
        ? Number(first) * 60 + Number(second)
        : Number(first) * 3600 + Number(second) * 60 + Number(third.replace(",", "."));
    return (Number(days) * 86400 + clockSeconds) * 1000;
  }
  const period = iso.exec(trimmed);
  if (period && /\d/.test(trimmed)) {
    const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = period;
    return (Number(days) * 86400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  }
  if (
    !/^[\d\s.,a-zµ]+$/i.test(trimmed) ||
    trimmed.replace(amountWithUnit, "").replace(/[\s,]|and/gi, "") !== ""
  )
    return null;
  let sum = 0;
  for (const [, amount, unit = ""] of trimmed.matchAll(amountWithUnit)) {
    const name = unit.toLowerCase();
    const short = name.startsWith("mil") || name.startsWith("ms") ? "ms" : name === "µs" ? "us" : name;
    sum += Number(amount) * (unitMs[short] ?? unitMs[short[0] ?? ""] ?? 0);
  }
  return sum;
}

/**
 * Converts durations whose name has no unit. They are in milliseconds, as in most services, or in seconds if the
 * response has a fraction and no value of 1000 or more under the same name. A value from 1e10 on is in nanoseconds,
 * because 1e10 milliseconds would be 116 days.
 */
export class DurationUnits {
  readonly #fractions = new Set<string>();
  readonly #large = new Set<string>();

  note(name: string, value: number): void {
    if (!Number.isInteger(value)) this.#fractions.add(name);
    if (value >= 1000) this.#large.add(name);
  }

  toMilliseconds(name: string, value: number): number {
    if (this.#fractions.has(name) && !this.#large.has(name)) return value * 1000;
    const surelyNanoseconds = 1e10;
    return value >= surelyNanoseconds ? value / 1e6 : value;
  }
}

/**
 * Returns milliseconds since 1970, from a date with a time or from a number of seconds, milliseconds, microseconds or
 * nanoseconds; else null.
 */
export function momentIn(value: JsonValue): number | null {
  if (typeof value === "string") {
    const time = writtenTimeIn(value);
    return time?.hasTimeOfDay ? time.at : null;
  }
  if (typeof value !== "number" || value < 1e8 || value > 1e20) return null;
  if (value < 1e11) return value * 1000;
  if (value < 1e14) return value;
  return value / (value < 1e17 ? 1e3 : 1e6);
}

/**
 * Takes a time out of the object in which databases and Protocol Buffers write it: `{ $date: "2026-11-20T09:00:00Z" }`,
 * `{ _seconds: 1795848060, _nanoseconds: 0 }`. Gives any other value as it is.
 */
export function unwrapTime(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  const [name = ""] = names;
  const inner = value[name] ?? null;
  if (names.length === 1 && (name === "$date" || name === "$numberLong")) return unwrapTime(inner);
  const parts = names.map(squash);
  return parts.includes("seconds") && parts.every(part => /^(?:seconds|nanos|nanoseconds)$/.test(part))
    ? Number(value[names[parts.indexOf("seconds")] ?? ""])
    : value;
}

/** A text that says when something was: a date, a time of day, the time since the start, or a number of seconds. */
export function isTimeText(text: string): boolean {
  return (
    writtenTimeIn(text) !== null ||
    durationMsInText(text) !== null ||
    /^\d{1,19}(?:\.\d{1,9})?$/.test(text.trim())
  );
}

const longestText = 10_000;

export function shortenText(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

const messageNames = [
  "message",
  "text",
  "reason",
  "error",
  "description",
  "detail",
  "details",
  "msg",
  "title",
  "summary",
  "stack",
  "trace",
  "content",
  "type",
  // Converters from XML to JSON put an element's text under "_", "#" or "$", which `squash` turns into "".
  "",
];
const labelNames = ["name", "title", "label", "displayname", "text", "id"];

/** Returns the values of the fields whose squashed names are in `names`, in the order of `names`. */
export function valuesNamed(object: JsonObject, names: readonly string[]): JsonValue[] {
  const found: JsonValue[] = [];
  for (const name in object) {
    const rank = names.indexOf(squash(name));
    const value = object[name];
    if (rank >= 0 && value !== undefined) found[rank] ??= value;
  }
  return found.filter(value => value !== undefined);
}

/** Returns the text of a message, also from objects and lists up to three levels deep; null without a text. */
export function messageTextIn(value: JsonValue | undefined, depth = 3): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : shortenText(value);
  if (value === null || value === undefined || depth === 0) return null;
  if (Array.isArray(value)) {
    const texts = value.slice(0, 5).flatMap(part => messageTextIn(part, depth - 1) ?? []);
    return texts.length > 0 ? shortenText(texts.join("\n")) : null;
  }
  if (!isJsonObject(value)) return null;
  for (const part of valuesNamed(value, messageNames)) {
    const text = messageTextIn(part, depth - 1);
    if (text !== null) return text;
  }
  return null;
}

const longestLabel = 1000;
export const anyLength = Number.POSITIVE_INFINITY;

/** Returns the label in a text, a number, a list of texts, or an object with a label; else null. */
export function labelTextIn(value: JsonValue | undefined, longest = longestLabel): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value.slice(0, longest);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const words = value.filter(part => typeof part === "string" && part !== "");
    return words.length > 0 && words.length === value.length ? words.join(" ").slice(0, longest) : null;
  }
  if (value === undefined || !isJsonObject(value)) return null;
  for (const text of valuesNamed(value, labelNames)) {
    if (typeof text === "string" && text.trim() !== "") return text.slice(0, longest);
  }
  return null;
}
