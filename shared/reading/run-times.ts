/** Finds the times in a response that show when a run, its cases or its report came to be. */

import { isJsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { momentIn } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { addToCache, splitTable, squash, squashedWords } from "./words.ts";

export interface RunTime {
  /** `start`: the run or its last case was under way then. `made`: the report or something in it is from then. */
  readonly kind: "start" | "end" | "made";
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
  const kind = kindOf(name) ?? (isPeriodEnd ? "end" : null);
  const at = kind && latestMomentIn(value);
  return kind == null || at == null || (isTarget && kind !== "end")
    ? []
    : [{ kind, field, text: textOf(value, at), at, isExact: isExact(value) }];
}

/** The latest time at which one of the listed cases began or ended. A list of earlier runs has none. */
export function caseTimesIn(name: string, list: readonly JsonValue[], field: string): RunTime[] {
  const { elementKind } = keyOf(name);
  if (!caseLists.has(elementKind)) return [];
  let last: RunTime | undefined;
  for (const [index, element] of list.entries()) {
    if (!isJsonObject(element)) continue;
    for (const inner in element) {
      const kind = kindOf(inner);
      if (kind === null || kind === "made") continue;
      const value = element[inner] ?? null;
      const at = latestMomentIn(value);
      if (at !== null && at > (last?.at ?? 0))
        last = {
          kind: "start",
          field: `${field}[${index}].${inner}`,
          text: textOf(value, at),
          at,
          isExact: isExact(value),
        };
    }
  }
  return last === undefined ? [] : [last];
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

const { subjects, starts, made, fillers } = vocabulary.runTimeWords;
const [subjectWords, startWords, madeWords, fillerWords] = [subjects, starts, made, fillers].map(
  table => new Set(splitTable(table)),
);
const timeWords = [subjectWords, startWords, madeWords, fillerWords];

/** Seconds or milliseconds since 1970, as text. */
const digits = /^\d{10}(?:\d{3})?$/;
/** Numbers under these names can be telephone numbers. */
const periodEnds = new Set(squashedWords(vocabulary.runTimeWords.ends));

const kinds = new Map<string, RunTime["kind"] | null>();

function kindOf(name: string): RunTime["kind"] | null {
  const cached = kinds.get(name);
  return cached !== undefined ? cached : addToCache(kinds, name, understandName(name));
}

function understandName(name: string): RunTime["kind"] | null {
  const { fieldRanks, durationUnitMs } = keyOf(name);
  if (fieldRanks.end >= 0) return "end";
  if (durationUnitMs !== null) return null;
  const words = tokensOf(name);
  if (!words.every(word => timeWords.some(table => table?.has(word)))) return null;
  if (words.some(word => startWords?.has(word))) return "start";
  return words.some(word => madeWords?.has(word) || fillerWords?.has(word)) ? "made" : null;
}

// --- Values --------------------------------------------------------------------------------------------------------

/** Null for a time that only stands for none, such as 1970-01-01 or 0001-01-01. */
function latestMomentIn(value: JsonValue): number | null {
  const moment = momentWithZoneIn(value);
  const year2001 = 1e12;
  return moment === null || moment < year2001 ? null : moment;
}

function textOf(value: JsonValue, moment: number): string {
  return typeof value === "string" ? value : new Date(moment).toISOString();
}

/** The zone that is furthest behind UTC is 12 hours behind. */
const latestZoneMs = 12 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

const httpDate = /^\w{3}, \d{1,2} \w{3} \d{4} [\d:]{8} GMT$/;
const zone = /\d(?: ?(?:Z|UTC|GMT)|[+-]\d{2}(?::?\d{2})?)$/i;

function isExact(value: JsonValue): boolean {
  return (
    typeof value !== "string" ||
    digits.test(value) ||
    httpDate.test(value) ||
    (value.length > 10 && zone.test(value))
  );
}

function momentWithZoneIn(value: JsonValue): number | null {
  if (typeof value !== "string") return momentIn(value);
  if (digits.test(value)) return momentIn(Number(value));
  if (httpDate.test(value)) return Date.parse(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return Date.parse(value) + dayMs + latestZoneMs;
  if (zone.test(value)) return momentIn(value);
  const inUtc = momentIn(`${value.replace(" ", "T")}Z`);
  return inUtc === null ? null : inUtc + latestZoneMs;
}
