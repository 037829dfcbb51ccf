/** Finds values by which a run, or a suite as a run of its own, shows that it is not whole or not over. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type CountSums, summarizeCounts } from "./counts.ts";
import type { Key } from "./key.ts";
import { negationPrefix } from "./key-claims.ts";
import { isAboutPages } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { countsCases, flagField, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { numberMeaningOf, sampleSizeIn } from "./number-names.ts";
import { countsAttempts } from "./parts.ts";
import { isReport, tellsGap } from "./prose.ts";
import { countIn, flagIn } from "./values.ts";
import { isInconclusive, isTaughtHarmless, squash } from "./words.ts";

export function runObjectionIn(node: ObjectNode): OutcomeField | null {
  return (
    unknownCountIn(node) ??
    unreadCountIn(node) ??
    impossibleCountIn(node) ??
    missingEndIn(node) ??
    partOfRunIn(node)
  );
}

/** For an element that lists cases. The fields of a run are read while it is visited, before its cases are known. */
export function suiteObjectionIn(suite: ObjectNode): OutcomeField | null {
  return (
    runObjectionIn(suite) ?? unknownNumberIn(suite) ?? openEndIn(suite) ?? gapIn(suite) ?? badReportIn(suite)
  );
}

/** `hasMore: true`, `pagination: { hasMore: true }`. */
function openEndIn(suite: ObjectNode): OutcomeField | null {
  for (const [path, key, value] of fieldsOf(suite))
    if (key.pagination !== null && hasNextPage(key, value)) return flagField(suite, path, null, value);
  return null;
}

/** A suite that states more cases than it lists, unless its counts add up to them. */
function gapIn(suite: ObjectNode): OutcomeField | null {
  if (summarizeCounts(suite).some(({ sums }) => addsUp(sums))) return null;
  for (const [path, key, value] of fieldsOf(suite)) {
    // A `count` may be a page size.
    const isLength = key.pagination === "length" || (key.isTotal && key.unit === "test");
    if (isLength && key.squashed !== "count" && (countIn(value) ?? 0) > (suite.nested.listedCases ?? 0))
      return flagField(suite, path, null, value);
  }
  return null;
}

/** `message: "Run aborted by admin"`. */
function badReportIn(suite: ObjectNode): OutcomeField | null {
  for (const [path, key, value] of fieldsOf(suite))
    if (typeof value === "string" && isReport(key) && tellsGap(value))
      return flagField(suite, path, "interrupted", value);
  return null;
}

const shard = /^(?:shard|chunk|slice)(?:ing|index|idx|number|no|id)?$/;

/** `shard: "2/4"`, `shard: { index: 1, total: 4 }`, `shardIndex: 1` beside `totalShards: 4`. */
function partOfRunIn(node: ObjectNode): OutcomeField | null {
  // Understanding each name again would double the time for a large object.
  const names = Object.keys(node.value).filter(each => /shard|chunk|slice/i.test(each));
  const name = names.find(each => shard.test(squash(each)));
  if (name === undefined) return null;
  const value = node.value[name] ?? null;
  const besides = isJsonObject(value) ? Object.values(value) : names.map(each => node.value[each]);
  const numbers = typeof value === "string" ? value.split(/\D+/) : besides;
  const isPart = numbers.some(number => isScalar(number) && (countIn(number) ?? 0) > 1);
  return isPart ? flagField(node, name, null, isScalar(value) ? value : null) : null;
}

type Scalar = string | number | boolean;

/** The fields of the suite and of its summaries and pages: `meta: { total: 4 }`. */
function* fieldsOf(suite: ObjectNode): Generator<[path: string[], Key, Scalar]> {
  for (const name in suite.value) {
    const value = suite.value[name];
    const key = keyOf(name);
    if (isScalar(value)) yield [[name], key, value];
    else if (isJsonObject(value) && (key.isWrapper || isAboutPages(key)))
      for (const inner in value) {
        const within = value[inner];
        if (isScalar(within)) yield [[name, inner], keyOf(inner), within];
      }
  }
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return value !== undefined && value !== null && typeof value !== "object";
}

export function hasNextPage({ pagination }: Key, value: string | number | boolean): boolean {
  if (pagination === "flag") return flagIn(value) === true;
  if (pagination === "token") return value !== "" && value !== false && value !== 0;
  if (pagination === "end") return flagIn(value) === false;
  // A text that is no number leads to the next page: `offset: "itr4/rec7"`.
  if (pagination === "offset") return (countIn(value) ?? (typeof value === "string" ? value.length : 0)) > 0;
  return (pagination === "page" || pagination === "pages") && (countIn(value) ?? 0) > 1;
}

export function unknownCountIn(node: ObjectNode): OutcomeField | null {
  return (countsCases(node) ? unknownNumberIn(node) : null) ?? shortStageIn(node);
}

/** `coverage: { evaluated: 2, total: 5 }`, `sampled: 50` beside `reviewed: 31`, `shards: { expected: 3, reported: 1 }`. More of them may still come. */
export function shortStageIn(node: ObjectNode): OutcomeField | null {
  const isAlone = (pair: string | null) => pair !== null && !namesIn(node.value).has(pair);
  const count = node.counts?.find(({ status, key }) => status === null || isAlone(key.pairedCount));
  const whole = count?.value ?? sampleSizeIn(node.value);
  if (whole === undefined) return null;
  for (const name in node.value) {
    const amount = countIn(node.value[name] ?? null);
    if (amount === null || amount >= whole) continue;
    if (isStageIn(node, name) || (amount > 0 && !countsCases(node) && isLeftOut(name)))
      return flagField(node, name, "running", amount);
  }
  return null;
}

/** `unavailable: 1`, `missing: 3`. */
function isLeftOut(name: string): boolean {
  const key = keyOf(name);
  const { isBadNews, isCount, squashed, status } = key;
  if (countsAttempts(key)) return false;
  return (
    isBadNews || negationPrefix.test(squashed) || (isCount && (status === "failed" || isInconclusive(status)))
  );
}

/** Elsewhere, `run: 4` can be the number of a run. */
function isStageIn(node: ObjectNode, name: string): boolean {
  const { context } = node;
  const key = keyOf(name);
  const isRun = /^(?:run|ran)$/.test(key.squashed);
  if (isRun) return context.key.unit === "test" || /coverage$/.test(context.key.squashed);
  const isKnownCount = key.isCount && (key.status !== "finished" || countsCases(node));
  return !isKnownCount && numberMeaningOf(key, name).countsAll;
}

/** A number with an unknown name may count cases that didn't pass, unless it has to be the number of all cases and is. */
function unknownNumberIn(node: ObjectNode): OutcomeField | null {
  const known = new Set(summarizeCounts(node).flatMap(({ sums }) => knownAmounts(sums)));
  known.add(node.nested.listedCases ?? 0);
  for (const name in node.value) {
    const value = node.value[name];
    const key = keyOf(name);
    if (
      isUnknownNumber(node.value, key, name, value) &&
      !(numberMeaningOf(key, name).countsAll && known.has(Number(value)))
    )
      return flagField(node, name, null, value);
  }
  return null;
}

/** A smaller `timeout` may be the number of cases that timed out. */
const leastTimeLimitMs = 1000;

/** `run_no: 8841`. */
const numberOfRun = /^(?:run|job|execution|build|report)(?:no|nr|seq|number)$/;

export function isUnknownNumber(
  object: JsonObject,
  key: Key,
  name: string,
  value: JsonValue | undefined,
): value is number | string {
  const amount = value === undefined ? null : countIn(value);
  if (amount === null || amount === 0 || numberMeaningOf(key, name).isKnown) return false;
  if (isTaughtHarmless(key.squashed)) return false;
  const { pairedCount, squashed } = key;
  if (numberOfRun.test(squashed)) return false;
  if (squashed === "timeout" && amount >= leastTimeLimitMs) return false;
  return pairedCount === null || !namesIn(object).has(pairedCount);
}

/** An object can have a hundred thousand counts that each need a pair. */
const squashedNames = new WeakMap<JsonObject, ReadonlySet<string>>();

function namesIn(object: JsonObject): ReadonlySet<string> {
  const names = squashedNames.get(object) ?? new Set(Object.keys(object).map(name => keyOf(name).squashed));
  squashedNames.set(object, names);
  return names;
}

export function knownAmounts({ total, passed, failed, skipped }: CountSums): number[] {
  const ran = (passed ?? 0) + (failed ?? 0);
  return [total ?? 0, passed ?? 0, ran, ran + (skipped ?? 0)];
}

/** More cases passed than there are, so one of the counts is wrong. */
function impossibleCountIn(node: ObjectNode): OutcomeField | null {
  if (node.counts === null) return null;
  for (const { passed, sums } of summarizeCounts(node))
    if (passed !== null && sums.total !== null && (sums.passed ?? 0) > sums.total)
      return flagField(node, passed.path, null, passed.value);
  return null;
}

/** `failed: null` and `failed: -1` don't show that no case failed, and `total: null` doesn't show that none is missing. */
function unreadCountIn(node: ObjectNode): OutcomeField | null {
  if (!countsCases(node)) return null;
  for (const name in node.value) {
    const value = node.value[name] ?? null;
    const key = keyOf(name);
    const isNeeded =
      key.isTotal ||
      (key.isCount &&
        key.status === "failed" &&
        key.fieldRanks.message < 0 &&
        !/(?:error|exception)$/.test(key.squashed));
    const isUnread =
      typeof value === "string"
        ? /^(?:n\/?a|-+)$/i.test(value)
        : typeof value === "number"
          ? value < 0
          : value === null;
    if (isNeeded && isUnread) return flagField(node, name, null, typeof value === "object" ? null : value);
  }
  return null;
}

/** A run with `finishedAt: null` and without any other end has not finished. */
function missingEndIn(node: ObjectNode): OutcomeField | null {
  if (node.details.end) return null;
  const isEnd = ({ squashed, fieldRanks }: Key) =>
    fieldRanks.end >= 0 && /^(?:end|finish|complet|clos|conclu)/.test(squashed);
  const name = nameOfEmpty(node, isEnd);
  return name === undefined ? null : flagField(node, name, "running", null);
}

/** `results: null`. */
export function listsCases({ squashed, elementKind }: Key): boolean {
  return squashed === "results" || (elementKind === "cases" && squashed.endsWith("s"));
}

/** A run or a case without any outcome but `status: null` has not been decided. */
export function emptyOutcomeIn(node: ObjectNode): OutcomeField | null {
  const name = nameOfEmpty(node, key => key.outcomeName !== null && key.squashed !== "results");
  return name === undefined ? null : flagField(node, name, null, null);
}

export function nameOfEmpty({ value }: ObjectNode, fits: (key: Key) => boolean): string | undefined {
  for (const name in value)
    if ((value[name] === null || value[name] === "") && fits(keyOf(name))) return name;
  return undefined;
}

function addsUp({ total, passed, failed, skipped }: CountSums): boolean {
  return total !== null && (passed ?? 0) + (failed ?? 0) + (skipped ?? 0) >= total;
}
