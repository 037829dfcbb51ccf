/** Finds the times in a response that show when a run, its cases or its report came to be. */

import { isJsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { momentIn, unwrapTime } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { addToCache, splitTable, squash, squashedWords } from "./words.ts";
import { writtenTimeIn } from "./written-time.ts";

export interface RunTime {
  /**
   * `start`: the run or its last case was under way then. `made`: the report or something in it is from then. `unknown`:
   * nobody here knows the name, which can be in another language.
   */
  readonly kind: "start" | "end" | "made" | "unknown";
  /** As the response writes it. */
  readonly field: string;
  /** As the response writes it, or an ISO time if that is a number. */
  readonly text: string;
  /** The latest moment that the value can mean, in milliseconds since 1970. */
  readonly at: number;
  /** False if the time has no zone or no time of day, so that the moment can be a day earlier. */
  readonly isExact: boolean;
}

/**
 * Whether the object under this name can belong to the run, whatever its name is. Other records, inputs and earlier runs
 * have times of their own.
 */
export function mayBeOfRun(name: string): boolean {
  const { isIgnored, isIrrelevant, isEarlierRun, recordShape } = keyOf(name);
  return !isIgnored && !isIrrelevant && !isEarlierRun && recordShape === undefined;
}

/** `isTarget`: the object is the batch or the channel, which is older than its runs. */
export function runTimeIn(name: string, value: JsonValue, field: string, isTarget: boolean): RunTime[] {
  const isPeriodEnd = typeof value === "string" && !digits.test(value) && periodEnds.has(squash(name));
  const kind = kindOf(name, value) ?? (isPeriodEnd ? "end" : isUnknownTime(name, value) ? "unknown" : null);
  const at = kind && latestMomentIn(value);
  return kind == null || at == null || (isTarget && kind !== "end")
    ? []
    : [{ kind, field, text: textOf(value, at), at, isExact: isExact(value) }];
}

/** `gjennomført: "26.11.2026 07:31:24"`: of a name that nobody here knows, the time can be the run's. */
function isUnknownTime(name: string, value: JsonValue): boolean {
  return (
    keyOf(name).isNeutral === false &&
    typeof value === "string" &&
    writtenTimeIn(value)?.hasTimeOfDay === true &&
    !tokensOf(name).some(word => timeWords.some(table => table?.has(word)))
  );
}

const expiry =
  /^(?:valid(?:until|to|thru|through)|expir(?:y|es|esat|eson|ydate|ation|ationdate)|staleafter|bestbefore)$/;

/** `valid_until: "2026-11-20T00:00:00Z"`: later the report says nothing any more. */
export function expiryIn(name: string, value: JsonValue, field: string): RunTime[] {
  const at = expiry.test(squash(name)) ? latestMomentIn(value) : null;
  return at === null ? [] : [{ kind: "made", field, text: textOf(value, at), at, isExact: isExact(value) }];
}

/** The latest time at which one of the listed cases was under way. A list of earlier runs has none. */
export function caseTimesIn(name: string, list: readonly JsonValue[], field: string): RunTime[] {
  let last: RunTime | undefined;
  for (const time of timesOfCases(name, list, field)) if (time.at > (last?.at ?? 0)) last = time;
  return last === undefined ? [] : [{ ...last, kind: last.kind === "made" ? "made" : "start" }];
}

/** The earliest time at which one of the listed cases ended. */
export function caseEndsIn(name: string, list: readonly JsonValue[], field: string): RunTime[] {
  let first: RunTime | undefined;
  for (const time of timesOfCases(name, list, field))
    if (time.kind === "end" && time.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = time;
  return first === undefined ? [] : [first];
}

function* timesOfCases(name: string, list: readonly JsonValue[], field: string): Generator<RunTime> {
  if (!caseLists.has(keyOf(name).elementKind)) return;
  for (const [index, element] of list.entries()) {
    if (!isJsonObject(element)) continue;
    for (const inner in element) {
      const value = unwrapTime(element[inner] ?? null);
      const kind = kindOf(inner, value);
      if (kind === null || (kind === "made" && isMade(inner))) continue;
      const at = latestMomentIn(value);
      const path = `${field}[${index}].${inner}`;
      if (at !== null) yield { kind, field: path, text: textOf(value, at), at, isExact: isExact(value) };
    }
  }
}

const caseLists: ReadonlySet<Key["elementKind"]> = new Set(["cases", "suites", "generic", "outcome"]);

/** A report can be made long after its run, and a record that stays the same can have several times: the last one counts. */
export function findTimeBefore(times: readonly RunTime[], moment: number): RunTime | undefined {
  const started = times.find(({ kind, at }) => kind === "start" && at < moment);
  const latest = times.reduce<RunTime | undefined>(
    (a, b) => (a === undefined || b.at > a.at ? b : a),
    undefined,
  );
  return started ?? (latest !== undefined && latest.at < moment ? latest : undefined);
}

/** `ends` are those of parts of the run. The run is old if it has no later time at which something was under way. */
export function findEndBefore(
  ends: readonly RunTime[],
  times: readonly RunTime[],
  moment: number,
): RunTime | undefined {
  const isLater = ({ kind, at }: RunTime) => kind !== "made" && at >= moment;
  return [...times, ...ends].some(isLater) ? undefined : ends[0];
}

// --- Names ---------------------------------------------------------------------------------------------------------

const { subjects, starts, made, done, fillers } = vocabulary.runTimeWords;
const [subjectWords, startWords, madeWords, doneWords, fillerWords] = [
  subjects,
  starts,
  made,
  done,
  fillers,
].map(table => new Set(splitTable(table)));
/** `lastRun: "2026-11-20T09:00:00Z"`. */
const lastWords = new Set(["last", "latest"]);
const timeWords = [subjectWords, startWords, madeWords, doneWords, fillerWords];

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, as text. */
const digits = /^\d{10}(?:\d{3}){0,3}$/;
/** Numbers under these names can be telephone numbers. */
const periodEnds = new Set(squashedWords(vocabulary.runTimeWords.ends));

const kinds = new Map<string, RunTime["kind"] | null>();

function kindOf(name: string, value: JsonValue): RunTime["kind"] | null {
  // `time: 1200000000`, in nanoseconds
  if (typeof value === "number" && keyOf(name).durationUnitMs !== null && !unit.test(name)) return null;
  const cached = kinds.get(name);
  return cached !== undefined ? cached : addToCache(kinds, name, understandName(name));
}

function isMade(name: string): boolean {
  return tokensOf(name).some(word => madeWords?.has(word));
}

/** `endTimeUnixNano` is an end time. */
const unit = /_?unix_?nano(?:second)?s?$/i;
/** `FinishedUtc` */
const zoneEnd = /(?<=.)_?(?:utc|gmt|iso)$/i;

function understandName(written: string): RunTime["kind"] | null {
  const name = written.replace(unit, "").replace(zoneEnd, "");
  if (keyOf(name).fieldRanks.end >= 0) return "end";
  const words = tokensOf(name);
  if (!words.every(word => timeWords.some(table => table?.has(word)))) return null;
  if (words.some(word => startWords?.has(word))) return "start";
  const saysWhen = [madeWords, doneWords, fillerWords, lastWords];
  return words.some(word => saysWhen.some(table => table?.has(word))) ? "made" : null;
}

// --- Values --------------------------------------------------------------------------------------------------------

/** Null for a time that only stands for none, such as 1970-01-01 or 0001-01-01. */
function latestMomentIn(value: JsonValue): number | null {
  const moment = momentWithZoneIn(value);
  const year2001 = 1e12;
  return moment === null || moment < year2001 ? null : moment;
}

function textOf(value: JsonValue, moment: number): string {
  return textOfDate(value) || new Date(moment).toISOString();
}

/** The zone that is furthest behind UTC is 12 hours behind. */
const latestZoneMs = 12 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

function isExact(value: JsonValue): boolean {
  if (typeof value === "string" && digits.test(value)) return true;
  const time = writtenTimeIn(textOfDate(value));
  if (time === null) return typeof value === "number";
  return time.hasTimeOfDay && time.hasZone && !time.isAmbiguous;
}

/** `20261120` and `20261120090000` are dates, even as numbers. */
function textOfDate(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && /^(?:\d{8}|\d{14})$/.test(String(value)) ? String(value) : "";
}

function momentWithZoneIn(value: JsonValue): number | null {
  if (typeof value === "string" && digits.test(value)) return momentIn(Number(value));
  const time = writtenTimeIn(textOfDate(value));
  if (time === null) return typeof value === "string" ? null : momentIn(value);
  return time.at + (time.hasTimeOfDay ? 0 : dayMs) + (time.hasZone ? 0 : latestZoneMs);
}
