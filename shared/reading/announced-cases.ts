/** Finds how many cases the response to a start announces, such as `conversationIds: [...]` or `expectedCalls: 5`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { tokensOf } from "./key-claims.ts";
import type { Reading } from "./reading.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords } from "./words.ts";

export interface Announcement {
  /** For people: `run.total`. */
  readonly field: string;
  readonly count: number;
}

/** The announcement of the most cases, because those that were not started are missing, too: `started: 2, requested: 4`. */
export function findAnnouncement(response: JsonObject): Announcement | undefined {
  return announcementsIn(response, "", 1).reduce<Announcement | undefined>(
    (most, found) => (most === undefined || found.count > most.count ? found : most),
    undefined,
  );
}

/** Zero if the reading shows no number of cases. */
export function reportedCases({ totals, cases }: Reading): number {
  return Math.max(totals.total ?? 0, cases.length);
}

const mostLevels = 4;
/** A larger number is a time or an id. */
const mostCases = 100_000;
const envelopes = new Set(squashedWords(`${vocabulary.runEnvelopes} | ${vocabulary.runNames}`));
// A channel can have more cases than one run of it has.
envelopes.delete("channel");
const wordsIn = (table: string) => table.split("|").map(word => word.trim());
const { started, counted, units, singulars, lists, fillers } = vocabulary.announcingWords;
const countingWords = new Set([started, counted].flatMap(wordsIn));
const unitWords = new Set(wordsIn(units));
const singularWords = new Set(wordsIn(singulars));
const fillerWords = new Set(wordsIn(fillers));
const wordsOfNumbers = new Set([started, counted, units, singulars, fillers].flatMap(wordsIn));
const wordsOfLists = new Set([started, counted, units, singulars, lists].flatMap(wordsIn));

function announcementsIn(object: JsonObject, path: string, level: number): Announcement[] {
  return Object.entries(object).flatMap(([name, value]): Announcement[] => {
    const field = path + name;
    if (isJsonObject(value))
      return level < mostLevels && envelopes.has(squash(name))
        ? announcementsIn(value, `${field}.`, level + 1)
        : [];
    const count = countIn(name, value);
    return count > 0 && count <= mostCases ? [{ field, count }] : [];
  });
}

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
