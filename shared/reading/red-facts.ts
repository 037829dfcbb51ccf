/**
 * What speaks of failure and was not understood. It condemns nothing, but nothing passes beside it: looked for only
 * where everything else says that the run passed, in the run's own objects and the lists in them.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { pluralOf } from "../service/operations.ts";
import type { Fact } from "./evidence.ts";
import { keyOf } from "./keys.ts";
import { foreignPrefixes } from "./vocabulary.ts";
import { entries, saysOf } from "./words.ts";

const failureWords = new Set(["fail", "failed", "failing", "failure", "failures", "fails"]);
/** With these, a name tells of a setting, a share, a moment or another run. */
const otherwise = new Set(
  entries(
    `allow | allowed | allows | at | before | by | fast | if | ignore | ignored | known | limit | max |
     maximum | mode | on | pct | percent | percentage | policy | previous | rate | ratio | retry | share | should |
     strategy | threshold | until | when`,
  ),
);
const foreign = new Set(entries(foreignPrefixes));
const resources = new Set<string>(Object.values(pluralOf));
/** Under these stands what something is called, not how it went. */
const descriptive = new Set(
  entries(
    "name | title | label | description | type | kind | category | event | trigger | tag | key | id | text",
  ),
);
const countInText =
  /(?<![\w.,-])0*[1-9][\d,.]*\s+(?:\p{L}+\s+){0,2}fail(?:ed|ing|ures?)\b|\bfail(?:ed|ing|ures?)\s?[:=]\s?0*[1-9]/iu;
const outcomes = new Set(
  entries("result | results | verdict | verdicts | status | statuses | outcome | outcomes"),
);
/** Under these stands why something failed; other texts within what speaks of failure are names and units. */
const reasons = new Set(entries("message | msg | reason | error | detail | details | text | stack | trace"));

const deepest = 3;
/** What has more is a map of cases or records by their names. */
const mostFields = 200;

interface Place {
  readonly object: JsonObject;
  readonly path: string;
  readonly depth: number;
}

/** `byName`: objects whose names are names of cases, which may speak of a failure and tell of none. */
export function redFactIn(
  response: JsonObject,
  byName: ReadonlyMap<JsonObject, readonly string[]>,
): Fact | undefined {
  const waiting: Place[] = [{ object: response, path: "", depth: 0 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const cases = byName.get(at.object);
    if (cases !== undefined) {
      if (cases.length <= mostFields) waiting.push(...placesOf(cases, at));
      continue;
    }
    const names = Object.keys(at.object);
    const isMap = names.length > mostFields;
    for (const name of names) {
      if (isMap && !speaks(name)) continue;
      const value = at.object[name] ?? null;
      if (isQuiet(name, value)) continue;
      const words = wordsOf(name);
      const path = at.path === "" ? name : `${at.path}.${name}`;
      if (Array.isArray(value) && resources.has(name)) {
        const found = redElement(value, path, true);
        if (found !== undefined) return found;
      }
      if (isElsewhere(name, words)) continue;
      const word = Array.isArray(value) ? redWord(value, path, name, words) : undefined;
      if (word !== undefined) return word;
      if (keyOf(name).attempts !== null) continue;
      const isRed = words.isFailure ? isSome(value) : isRedText(words, value);
      if (isRed) return factOf(path, name, value);
      if (isJsonObject(value) && at.depth < deepest)
        waiting.push({ object: value, path, depth: at.depth + 1 });
      if (Array.isArray(value)) {
        const found = redElement(value, path, false);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** In `verdicts: ["passed", "failed"]`, and in `results`, which could be those of tries. */
function redWord(list: readonly JsonValue[], path: string, name: string, { last }: Words): Fact | undefined {
  const at = outcomes.has(last) ? list.findIndex(each => typeof each === "string" && isFailure(each)) : -1;
  return at < 0 ? undefined : factOf(`${path}[${at}]`, name, list[at] ?? null);
}

function placesOf(names: readonly string[], { object, path, depth }: Place): Place[] {
  if (depth >= deepest) return [];
  return names.flatMap(name => {
    const value = object[name];
    return isJsonObject(value) ? [{ object: value, path: `${path}.${name}`, depth: depth + 1 }] : [];
  });
}

/** An element that says why it failed, whatever its status; in a list of records, one that failed. */
function redElement(list: readonly JsonValue[], path: string, areRecords: boolean): Fact | undefined {
  for (const [index, element] of list.entries()) {
    if (!isJsonObject(element)) continue;
    for (const name in element) {
      const value = element[name];
      const isText = typeof value === "string";
      // What a number or a flag says of an element is read with its case.
      if (value === undefined || !(isText || typeof value === "object") || !speaksOf(name, value)) continue;
      const isReason = (wordsOf(name).isFailure || keyOf(name).error) && isSome(value);
      const isFailed = isText && areRecords && keyOf(name).outcome !== null && isFailure(value);
      if (isReason || isFailed) return factOf(`${path}[${index}].${name}`, name, value);
    }
  }
  return undefined;
}

/** Spares most fields a closer look. */
function isQuiet(name: string, value: JsonValue): boolean {
  return !(typeof value === "object" && value !== null) && !speaksOf(name, value);
}

function speaksOf(name: string, value: JsonValue): boolean {
  return speaks(name) || (typeof value === "string" && speaks(value));
}

function speaks(text: string): boolean {
  return text.length <= 2000 && /fail|^err|^exception|^crash/i.test(text);
}

interface Words {
  readonly first: string;
  readonly last: string;
  readonly isFailure: boolean;
}

const known = new Map<string, Words>();

function wordsOf(name: string): Words {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map(word => word.toLowerCase());
  const isFailure = words.some(word => failureWords.has(word)) && !words.some(word => otherwise.has(word));
  const found = { first: words[0] ?? "", last: words.at(-1) ?? "", isFailure };
  if (known.size < 10_000) known.set(name, found);
  return found;
}

function isElsewhere(name: string, { first }: Words): boolean {
  return foreign.has(first) || keyOf(name).ignored;
}

/** More than nothing under a name that speaks of failure. */
function isSome(value: JsonValue, depth = 0): boolean {
  if (typeof value === "number") return value > 0;
  if (typeof value === "string") return isSomeText(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (!isJsonObject(value) || depth > 2) return false;
  return Object.entries(value).some(
    ([name, inner]) => (typeof inner !== "string" || reasons.has(name)) && isSome(inner, depth + 1),
  );
}

function isSomeText(text: string): boolean {
  const count = /^[\d][\d.,' _]*/.exec(text)?.[0];
  if (count !== undefined) return /[1-9]/.test(count);
  const says = saysOf(text);
  return (
    text !== "" &&
    says !== "passed" &&
    says !== "success" &&
    !/^(?:no|none|false|null|nil|n\/?a|-+)$/i.test(text)
  );
}

function isRedText({ last }: Words, value: JsonValue): boolean {
  if (typeof value !== "string" || value.length > 2000) return false;
  return (!descriptive.has(last) && isFailure(value)) || countInText.test(value);
}

function isFailure(text: string): boolean {
  return failureWords.has(text.trim().toLowerCase());
}

function factOf(path: string, name: string, value: JsonValue): Fact {
  const isPlain = value === null || typeof value !== "object";
  return { path, name, says: "failed", ...(isPlain && { value }) };
}
