/**
 * Fields that speak against a pass and are no outcome that the reader knows. A pass is a claim about the whole response,
 * because nobody can list all names of bad news: a value that looks like an outcome, under a name that is not known to be
 * neutral, has to read as good.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { withoutUnit } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { countIn, flagIn } from "./values.ts";
import type { Says } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { countsInParts, entries, isOpen, isUnrun, saysOf, squash, statusWordOf } from "./words.ts";

const failureWords = new Set(entries(vocabulary.failureWords));
/** One of a set of words, as programs write it: "dropped", "hung_up", "TIMED_OUT". Other texts are names. */
const shortWord = /^(?:[a-z]+(?:[_-][a-z]+){0,3}|[A-Z]+(?:_[A-Z]+){0,3}|[A-Z][a-z]+)$/;
const longestShortWord = 32;
const countInText =
  /(?<![\w.,-])0*[1-9][\d,.]*\s+(?:\p{L}+\s+){0,2}fail(?:ed|ing|ures?)\b|\bfail(?:ed|ing|ures?)\s?[:=]\s?0*[1-9]/iu;

/**
 * How a value that was not understood otherwise speaks against a pass; null where it does not. The value's own word comes
 * first, then the sound of the name's last word, then the place; a neutral name silences only what nobody understands.
 * `isClose`: it is said of the run or of a case, where a name that nobody knows may be one of an outcome.
 */
export function claimOf(key: Key, value: string | number | boolean, isClose: boolean): Says | null {
  if (key.tellsFailure) return isSome(value) ? "failed" : null;
  if (typeof value === "string") return claimOfText(key, value, isClose);
  if (typeof value === "number") return key.isBadNews && value > 0 && isClose ? "undecided" : null;
  if (key.measures === "value" && !value) return "undecided";
  if (key.isNeutralFlag) return null;
  if (key.sounds === null) return isClose ? "undecided" : null;
  return (key.sounds === "good") === value ? null : value ? "failed" : "undecided";
}

/** `summary: "3 failed, 12 passed"`. */
export function tellsFailures(text: string): boolean {
  return text.length <= 2000 && /fail/i.test(text) && countInText.test(text);
}

function claimOfText(key: Key, value: string, isClose: boolean): Says | null {
  if (key.isDescription || key.ignored || key.squashed === "") return null;
  // `runError: "Run error"` is a placeholder, as documentation has them.
  if (value.length > longestShortWord || squash(value) === key.squashed) return claimOfProse(key, value);
  const says = saysOf(value);
  if (says === "failed" && failureWords.has(squash(value))) return "failed";
  if (key.isBadNews) return claimOfProse(key, value);
  if (key.isNeutral === true) return null;
  const flag = flagIn(value);
  if (flag !== null) return claimOf(key, flag, isClose);
  const isSoft = key.isNeutral === "soft";
  // Stages have names such as "testing" and "review".
  if (isSoft && /^review$|(?<!runn)ing$/i.test(value)) return null;
  if (isBadNews(says)) return (says === "failed" && isClose) || countsInParts(value) ? says : null;
  return says === null && !isSoft && isClose && shortWord.test(value) ? "undecided" : null;
}

/** A text under a name of bad news: `tts_error: "quota exceeded"`. */
function claimOfProse(key: Key, value: string): Says | null {
  return key.isBadNews && flagIn(value) === null && isSome(value) && squash(value) !== key.squashed
    ? "undecided"
    : null;
}

/** Reasons and counts; other texts within what counts failures are names and units. */
const reasons = new Set(entries("message | msg | reason | error | detail | details | text | stack | trace"));

/**
 * More than nothing under a name that speaks of failure. Within an error any text tells of it (`{ code: "E_TIMEOUT" }`),
 * unless a number beside it counts errors.
 */
export function isSome(value: JsonValue, isError = false, depth = 0): boolean {
  if (typeof value === "boolean") return value && depth === 0;
  if (typeof value === "number") return value > 0;
  if (typeof value === "string") return isSomeText(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value) || depth > 2) return false;
  const fields = Object.entries(value);
  const isTold = isError && !fields.some(([, inner]) => typeof inner === "number");
  return fields.some(
    ([name, inner]) =>
      (typeof inner !== "string" || isTold || reasons.has(keyOf(name).squashed)) &&
      isSome(inner, isError, depth + 1),
  );
}

function isSomeText(text: string): boolean {
  const count = /^\d[\d.,' _]*/.exec(text)?.[0];
  if (count !== undefined) return /[1-9]/.test(count);
  const says = saysOf(text);
  return (
    text !== "" &&
    says !== "passed" &&
    says !== "success" &&
    !/^(?:no|none|false|null|nil|n\/?a|-+)$/i.test(text)
  );
}

/** In `verdicts: ["passed", "failed"]`: the position of the first word that is bad news; -1 where there is none. */
export function badWordIn(list: readonly JsonValue[]): number {
  return list.findIndex(each => isBadNews(typeof each === "string" ? saysOf(each) : null));
}

function isBadNews(says: Says | null): boolean {
  return says === "failed" || says === "running" || isOpen(says) || isUnrun(says);
}

// --- Numbers that say more beside others -----------------------------------------------------------------------------

/**
 * The number that falls short of another one in its object: a score below its threshold, a measurement above its limit,
 * fewer turns completed than there are. `failed` only where it is a score or has its limit under its own name.
 */
export function shortfallIn(object: JsonObject): { readonly name: string; readonly says: Says } | null {
  const numbers = new Map<string, { readonly name: string; readonly value: number; readonly key: Key }>();
  let isCost = false;
  for (const name in object) {
    const key = keyOf(name);
    const value = numberIn(object[name]);
    if (key.measures === "cost" || isNameOfCost(object[name])) isCost = true;
    if (value !== null) numbers.set(withoutUnit(key.squashed), { name, value, key });
  }
  const measured = [...numbers.values()].filter(
    ({ key }) => key.measures === "value" || key.measures === "cost",
  );
  const main = measured.find(({ key }) => key.squashed === "score") ?? measured[0];
  for (const { name, value, key } of numbers.values()) {
    if (key.isShare) {
      const whole = wholesOf(key.measured).find(each => (numbers.get(each)?.value ?? 0) > value);
      if (whole !== undefined) return { name, says: "undecided" };
      continue;
    }
    if (key.measures !== "least" && key.measures !== "most") continue;
    const its = key.measured === "" ? main : (numbers.get(key.measured) ?? main);
    if (its === undefined) continue;
    const isUpper = key.measures === "most" || (isCost && key.measured === "");
    if (isUpper ? its.value > value : its.value < value) return { name: its.name, says: "failed" };
  }
  return null;
}

function wholesOf(stem: string): string[] {
  return [
    `${stem}total`,
    `total${stem}`,
    `${stem}asked`,
    `${stem}count`,
    `num${stem}`,
    `${stem}expected`,
    stem,
  ];
}

function numberIn(value: JsonValue | undefined): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,9}(?:\.\d{1,9})?%?$/.test(value)
    ? Number.parseFloat(value)
    : null;
}

function isNameOfCost(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length < 40 && keyOf(value).measures === "cost";
}

/**
 * A count that nobody knows beside counts of cases, `no_answer: 2`: where the others do not add up to the total, it may
 * be of cases that did not pass.
 */
export function unknownCountIn(object: JsonObject): string | undefined {
  for (const name in object) {
    const value = object[name];
    if (typeof value !== "number" || (countIn(value) ?? 0) === 0) continue;
    const key = keyOf(name);
    if (key.counts || key.total || key.code || key.outcome !== null || key.isField || key.share) continue;
    const isUnknown = !key.isNeutral && key.unit === null && key.measures === null;
    if (isUnknown || key.isBadNews || isBadNews(statusWordOf(key.squashed)?.says ?? null)) return name;
  }
  return undefined;
}
