/** Finds how many cases the response to a start announces, such as `conversationIds: [...]` or `expectedCalls: 5`. */

import type { JsonObject, JsonValue } from "../json.ts";
import { tokensOf } from "./key-claims.ts";
import type { Reading } from "./reading.ts";
import { startFields } from "./start-fields.ts";
import * as vocabulary from "./vocabulary.ts";
import { splitTable } from "./words.ts";

export interface Announcement {
  /** For people: `run.total`. */
  readonly field: string;
  readonly count: number;
}

/** The announcement of the most cases, because those that were not started are missing, too: `started: 2, requested: 4`. */
export function findAnnouncement(response: JsonObject): Announcement | undefined {
  return startFields(response)
    .filter(({ isOfChannel }) => !isOfChannel)
    .map(({ path, name, value }): Announcement => ({ field: path, count: countIn(name, value) }))
    .filter(({ count }) => count > 0 && count <= mostCases)
    .reduce<Announcement | undefined>(
      (most, found) => (most === undefined || found.count > most.count ? found : most),
      undefined,
    );
}

/** Zero if the reading shows no number of cases. */
export function reportedCases({ totals, cases }: Reading): number {
  return Math.max(totals.total ?? 0, cases.length);
}

/** A larger number is a time or an id. */
const mostCases = 100_000;
const { started, counted, units, singulars, lists, fillers } = vocabulary.announcingWords;
const countingWords = new Set([started, counted].flatMap(splitTable));
const unitWords = new Set(splitTable(units));
const singularWords = new Set(splitTable(singulars));
const fillerWords = new Set(splitTable(fillers));
const wordsOfNumbers = new Set([started, counted, units, singulars, fillers].flatMap(splitTable));
const wordsOfLists = new Set([started, counted, units, singulars, lists].flatMap(splitTable));

function countIn(name: string, value: JsonValue): number {
  const words = tokensOf(name);
  const hasUnit = words.some(word => unitWords.has(word));
  if (Array.isArray(value)) {
    const areCases = hasUnit || (words.length > 1 && words.some(word => singularWords.has(word)));
    return areCases && words.every(word => wordsOfLists.has(word)) ? value.length : 0;
  }
  if (typeof value !== "number" || !Number.isInteger(value)) return 0;
  // `queued` and `testCount`, but not `runCount`, which can count all runs of the channel, and not `testNumber`.
  const areCounted =
    hasUnit || (words.some(word => countingWords.has(word)) && !words.some(word => fillerWords.has(word)));
  return areCounted && words.every(word => wordsOfNumbers.has(word)) ? value : 0;
}
