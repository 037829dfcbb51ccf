/**
 * Fields that speak against a pass and are no outcome that the reader knows. A pass is a claim about the whole response,
 * because nobody can list all names of bad news: a value that looks like an outcome, under a name that is not known to be
 * neutral, has to read as good.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Key, keyOf } from "./keys.ts";
import { countIn, flagIn } from "./values.ts";
import type { Says } from "./vocabulary.ts";
import { entries, isOpen, isUnrun, saysOf } from "./words.ts";

/** A text of more words describes something. */
const shortWord = /^\p{L}[\p{L}\d]*(?:[\s_-]\p{L}[\p{L}\d]*){0,2}$/u;
const longestShortWord = 32;
const countInText =
  /(?<![\w.,-])0*[1-9][\d,.]*\s+(?:\p{L}+\s+){0,2}fail(?:ed|ing|ures?)\b|\bfail(?:ed|ing|ures?)\s?[:=]\s?0*[1-9]/iu;

/** How a value that was not understood otherwise speaks against a pass; null where it does not. */
export function claimOf(key: Key, value: string | number | boolean, isOfRun: boolean): Says | null {
  if (key.tellsFailure) return isSome(value) ? "failed" : null;
  if (isOfRun && typeof value === "string" && tellsFailures(value)) return "failed";
  if (key.isNeutral === true) return null;
  if (typeof value === "string") return claimOfText(value, key.isNeutral === "soft");
  if (typeof value !== "boolean") return null;
  const S = Reflect.get(globalThis, "STRENGTH") ?? 3;
  if (key.sounds !== null) return (key.sounds === "good") === value ? null : value ? "failed" : "undecided";
  return value && S < 2 ? null : "undecided";
}

/** `summary: "3 failed, 12 passed"`. */
function tellsFailures(text: string): boolean {
  return text.length <= 2000 && /fail/i.test(text) && countInText.test(text);
}

function claimOfText(value: string, isSoft: boolean): Says | null {
  const flag = flagIn(value);
  if (flag !== null) return "undecided";
  if (value.length > longestShortWord || !shortWord.test(value)) return null;
  const says = saysOf(value);
  // Stages have names such as "testing" and "review".
  if (isSoft && /^review$|(?<!runn)ing$/i.test(value)) return null;
  if (says === "failed" || says === "running" || isOpen(says) || isUnrun(says)) return says;
  const S = Reflect.get(globalThis, "STRENGTH") ?? 3;
  return says === null && !isSoft && S > 2 ? "undecided" : null;
}

/** Reasons and counts; other texts within what speaks of failure are names and units. */
const reasons = new Set(entries("message | msg | reason | error | detail | details | text | stack | trace"));

/** More than nothing under a name that speaks of failure. */
export function isSome(value: JsonValue, depth = 0): boolean {
  if (typeof value === "boolean") return value && depth === 0;
  if (typeof value === "number") return value > 0;
  if (typeof value === "string") return isSomeText(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value) || depth > 2) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (typeof inner !== "string" || reasons.has(keyOf(name).squashed)) && isSome(inner, depth + 1),
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

/** In `verdicts: ["passed", "failed"]`: the position of the first word that is bad news. */
export function badWordIn(list: readonly JsonValue[]): number {
  return list.findIndex(each => typeof each === "string" && saysOf(each) === "failed");
}

// --- Numbers that say more beside others -----------------------------------------------------------------------------

/** A score below what it had to reach, or a measurement above its limit. */
export function missedBound(object: JsonObject): { readonly name: string; readonly says: Says } | null {
  let measured: string | undefined;
  let least: number | undefined;
  let most: number | undefined;
  let isCost = false;
  for (const name in object) {
    const { measures, squashed } = keyOf(name);
    const value = object[name];
    if (measures === "cost" || (typeof value === "string" && keyOf(value).measures === "cost")) isCost = true;
    if (typeof value !== "number") continue;
    if (measures === "value" || measures === "cost") {
      if (measured === undefined || squashed === "score") measured = name;
    } else if (measures === "least") least = value;
    else if (measures === "most") most = value;
  }
  if (measured === undefined) return null;
  const value = Number(object[measured]);
  if (most !== undefined && value > most) return { name: measured, says: "failed" };
  if (least === undefined) return null;
  if (isCost) return value > least ? { name: measured, says: "failed" } : null;
  return value < least ? { name: measured, says: "failed" } : null;
}

export function isCounted(value: JsonValue): boolean {
  return (countIn(value) ?? 0) > 0;
}
