/** Finds the cases that the response to a start announces, such as `conversationIds: [...]` or `expectedCalls: 5`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { Reading } from "./reading.ts";
import { startFields } from "./start-fields.ts";
import * as vocabulary from "./vocabulary.ts";
import { splitTable, squash } from "./words.ts";

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

export interface ListField {
  readonly name: string;
  readonly field: string;
  readonly list: readonly JsonValue[];
}

export interface CaseIds {
  /** In plural: "conversations". Ids of cases of different kinds can't be compared. */
  readonly unit: string;
  /** `conversations[0].id`, or `conversationIds[0]`. */
  readonly field: string;
  readonly ids: readonly string[];
}

/** The ids in a list of cases: `conversationIds: ["c1"]`, `conversations: [{ id: "c1" }]`, `results: [{ call_id: "c1" }]`. */
export function caseIdsIn({ name, list, field: path }: ListField): CaseIds[] {
  return idsOfUnit(unitOf(name), { name, list, field: path });
}

/** In a report, the elements of lists such as `results` and `items` are cases, too. */
export function reportedCaseIdsIn(field: ListField): CaseIds[] {
  return idsOfUnit(
    unitOf(field.name) ?? (keyOf(field.name).elementKind === "generic" ? anyUnit : undefined),
    field,
  );
}

/** Cases of any kind: "conversations", "calls". */
export const anyUnit = "cases";

function idsOfUnit(unit: string | undefined, { list, field: path }: ListField): CaseIds[] {
  const [first] = list;
  if (!isJsonObject(first)) {
    const ids = list.flatMap(idIn);
    return unit === undefined || ids.length === 0 ? [] : [{ unit, field: `${path}[0]`, ids }];
  }
  const fields = Object.keys(first);
  const own = fields.find(field => /id$/i.test(field) && unitOf(`${field}s`) !== undefined);
  const field = own ?? (unit === undefined ? undefined : fields.find(each => squash(each) === "id"));
  const found = own === undefined ? unit : unitOf(`${own}s`);
  if (field === undefined || found === undefined) return [];
  const ids = list.flatMap(element => (isJsonObject(element) ? idIn(element[field]) : []));
  return ids.length === 0 ? [] : [{ unit: found, field: `${path}[0].${field}`, ids }];
}

export function isUnit(name: string): boolean {
  return unitWords.has(name);
}

function idIn(value: JsonValue | undefined): string[] {
  return (typeof value === "string" && value !== "") || typeof value === "number" ? [String(value)] : [];
}

/** "conversations" for `conversations` and `conversation_ids`. */
function unitOf(name: string): string | undefined {
  const [word = "", ids, ...more] = tokensOf(name);
  if (more.length > 0 || (ids !== undefined && ids !== "ids")) return undefined;
  const unit = ids === undefined ? word : `${word}s`;
  return unitWords.has(unit) ? unit : undefined;
}

/** Zero if the reading shows no number of cases. */
export function reportedCases({ totals, cases }: Reading): number {
  return Math.max(totals.total ?? 0, cases.length);
}

/** Beside a stated verdict, a number or a list of cases needs no outcome: `{ passed: true, total: 3, calls: […] }`. */
export function statedCases(response: JsonObject, reading: Reading): number {
  return reportedCases(reading) || (findAnnouncement(response)?.count ?? 0);
}

/** A larger number is a time or an id. */
const mostCases = 100_000;
const { started, counted, subjects, units, singulars, lists, fillers } = vocabulary.announcingWords;
const countingWords = new Set([started, counted].flatMap(splitTable));
const unitWords = new Set(splitTable(units));
const announcingUnits = new Set([units, subjects].flatMap(splitTable));
const singularWords = new Set(splitTable(singulars));
const fillerWords = new Set(splitTable(fillers));
const wordsOfNumbers = new Set([started, counted, subjects, units, singulars, fillers].flatMap(splitTable));
const wordsOfLists = new Set([started, counted, subjects, units, singulars, lists].flatMap(splitTable));

function countIn(name: string, value: JsonValue): number {
  if (!announcesCases(name, value)) return 0;
  return Array.isArray(value) ? value.length : Number(value);
}

/** `conversationIds: []` and `expectedCalls: 0` do, too. */
export function announcesCases(name: string, value: JsonValue): boolean {
  const words = tokensOf(name);
  const hasUnit = words.some(word => announcingUnits.has(word));
  if (Array.isArray(value)) {
    const areCases = hasUnit || (words.length > 1 && words.some(word => singularWords.has(word)));
    return areCases && words.every(word => wordsOfLists.has(word));
  }
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  // `queued` and `testCount`, but not `runCount`, which can count all runs of the channel, and not `testNumber`.
  const areCounted =
    hasUnit || (words.some(word => countingWords.has(word)) && !words.some(word => fillerWords.has(word)));
  return areCounted && words.every(word => wordsOfNumbers.has(word));
}
