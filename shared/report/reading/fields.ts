/** Reads an object's own fields: what it says of how it went, what it counts, and how it is called and described. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { type Key, keyOf } from "./keys.ts";
import { detailsOf, type Thing } from "./thing.ts";
import {
  countIn,
  type DurationHabits,
  flagIn,
  labelIn,
  linkIn,
  namedIn,
  spelledDuration,
  textIn,
} from "./values.ts";
import { isNoCase, saysOf } from "./words.ts";

/** Called for scalars outside of lists: they may tell of the run as a whole. */
export type OnRunField = (thing: Thing, key: Key, name: string, value: string | number | boolean) => void;

const none: string[] = [];

/** Reads them all, and returns the names of those that hold more than one value. */
export function readFields(
  thing: Thing,
  findings: { readonly habits: DurationHabits; mentionsReviews: boolean },
  onRunField: OnRunField,
): readonly string[] {
  const { habits } = findings;
  const { area, owner } = thing.context;
  const ofRun = owner === null && (area === "spine" || area === "body");
  let nested = none;
  // What was parsed from JSON inherits nothing that could be enumerated.
  for (const name in thing.value) {
    const value = thing.value[name];
    if (value === undefined) continue;
    const key = keyOf(name);
    if (key.reviews) findings.mentionsReviews = true;
    if (value === null) readNull(thing, key, name);
    else if (typeof value === "object") {
      if (key.attributes && area === "element" && isJsonObject(value))
        readAttributes(thing, name, value, habits);
      readNested(thing, key, name, value, habits);
      if (nested === none) nested = [name];
      else nested.push(name);
    } else {
      if (key.isOutcome) readOutcome(thing, key, name, value);
      if (key.isField) {
        readField(thing, key, name, value, habits);
        if (ofRun) onRunField(thing, key, name, value);
      }
    }
  }
  return nested;
}

/** `{ "$": { "name": "pays" } }`, `{ "attributes": { "status": "passed" } }`. */
function readAttributes(thing: Thing, name: string, attributes: JsonObject, habits: DurationHabits): void {
  for (const inner in attributes) {
    const value = attributes[inner];
    if (value === undefined || value === null || typeof value === "object") continue;
    const key = keyOf(inner);
    readOutcome(thing, key, `${name}.${inner}`, value);
    if (key.isField) readField(thing, key, `${name}.${inner}`, value, habits);
  }
}

/** A verdict that is there and empty: nobody has decided yet, or ever will. */
function readNull(thing: Thing, key: Key, name: string): void {
  const isVerdict = key.head === "verdict" || (key.head !== null && key.decisive);
  if (isVerdict || (key.flags && key.says === "passed"))
    thing.say(name, null, null, key.head ?? "flag", key.decisive);
}

// --- How it went ---------------------------------------------------------------------------------------------------

function readOutcome(thing: Thing, key: Key, name: string, value: string | number | boolean): void {
  if (key.head !== null) {
    if (typeof value === "string") readWord(thing, key, name, value);
    else if (typeof value === "number") readCode(thing, key, name, value);
    else if (key.head !== "status") {
      thing.say(name, value ? "success" : "failed", value, "flag", key.decisive || key.head === "verdict");
    }
  } else if (key.flags) {
    const flag = flagIn(value);
    if (flag !== null) readFlag(thing, key, name, flag);
    else if (typeof value === "string" && (key.says === "passed" || key.says === "success")) {
      const says = saysOf(value);
      if (says !== null) thing.say(name, says, value, "flag", key.says === "passed");
    }
  } else if (key.code && typeof value === "number") readCode(thing, key, name, value);
  else if (key.hints !== null && isBadNews(key, value)) thing.say(name, "undecided", value, "flag", false);
  if (key.counts || key.total) {
    const amount = countIn(value);
    if (amount !== null) thing.count(name, key, amount);
  }
}

/** Under a name that is understood in part only. */
function isBadNews({ hints }: Key, value: string | number | boolean): boolean {
  if (hints === "failure")
    return flagIn(value) === true || (typeof value === "number" && (countIn(value) ?? 0) > 0);
  if (flagIn(value) !== null) return flagIn(value) === false && hints === "pass";
  const says = typeof value === "string" ? saysOf(value) : null;
  return says === "failed" || says === "undecided" || says === "running" || says === "unrun";
}

function readWord(thing: Thing, key: Key, name: string, value: string): void {
  const { area } = thing.context;
  const says = saysOf(value);
  if (key.side && (says === null || says === "passed" || says === "success" || says === "finished")) return;
  if (says === null) {
    // A sentence, an id or a number is no status word that one would have to know.
    const longestStatus = 40;
    const isWord = value.length <= longestStatus && /^\p{L}[\p{L}\s_-]*$/u.test(value);
    if (/\b[1-9]\d*\s+(?:fail|error)/i.test(value)) thing.say(name, "failed", value, "flag", false);
    if (!isWord || (key.head === "result" && !key.decisive && area === "spine")) return;
  }
  if (says === "passed" && /flak/i.test(value)) detailsOf(thing).flaky = true;
  thing.say(name, says, value, key.head ?? "flag", key.decisive || key.head === "verdict");
}

/** A bare number as a status means something to its service only; an HTTP status means nothing here. */
function readCode(thing: Thing, key: Key, name: string, value: number): void {
  const isHttp = value >= 100 && value < 600;
  if (thing.context.area === "element" && !isHttp && !key.side) thing.say(name, null, value, "code", false);
}

function readFlag(thing: Thing, key: Key, name: string, value: boolean): void {
  const { says } = key;
  if (says === "passed") thing.say(name, value ? "passed" : "failed", value, "flag", true);
  else if (says === "success") thing.say(name, value ? "success" : "failed", value, "flag", false);
  else if (says === "finished") thing.say(name, value ? "finished" : "running", value, "flag", false);
  else if (value) thing.say(name, says, value, "flag", says === "failed");
  else if (says === "running") thing.say(name, "finished", value, "flag", false);
}

// --- Objects and lists that describe it ----------------------------------------------------------------------------

function readNested(
  thing: Thing,
  key: Key,
  name: string,
  value: JsonObject | JsonValue[],
  habits: DurationHabits,
): void {
  const { area } = thing.context;
  if (key.message >= 0) {
    const text = textIn(value);
    if (text !== null) takeMessage(thing, key, text);
    if (text !== null && !Array.isArray(value)) readRunError(thing, key, name, text);
  }
  if (Array.isArray(value)) {
    if (key.suite) detailsOf(thing).suite ??= value.filter(part => typeof part === "string");
    else if (key.name >= 0 && area === "element") takeName(thing, key, labelIn(value));
    if (key.attempts === "surely" && value.length > 0) detailsOf(thing).retries ??= value.length - 1;
    return;
  }
  if (area === "spine" && key.head !== null) readWordInside(thing, key, name, value);
  if (area === "element" || area === "attempt" || area === "part") {
    if (key.head !== null) readOutcomeObject(thing, key, name, value, habits);
    else if (key.name >= 0) takeName(thing, key, labelIn(value));
    if (key.suite) detailsOf(thing).suite ??= suiteOf(labelIn(value));
    if (key.location) readLocation(thing, value);
  }
  if (key.counts) {
    const [amount] = namedIn(value, countInside);
    const number = amount === undefined ? null : countIn(amount);
    if (number !== null) thing.count(name, key, number);
  }
}

const countInside = ["count", "total", "value", "num", "number"];
const wordInside = new Set([
  "name",
  "value",
  "text",
  "label",
  "code",
  "type",
  "key",
  "displayname",
  "displayvalue",
  "summary",
  "id",
]);

/** An object where a word is expected: `status: { name: "FAILED" }`, `state: { result: { name: "PASSED" } }`. */
function readOutcomeObject(
  thing: Thing,
  key: Key,
  name: string,
  object: JsonObject,
  habits: DurationHabits,
): void {
  for (const inner in object) {
    const value = object[inner];
    const innerKey = keyOf(inner);
    const path = `${name}.${inner}`;
    if (typeof value === "string") {
      if (innerKey.head !== null) readWord(thing, innerKey, path, value);
      else if (wordInside.has(innerKey.squashed) && saysOf(value) !== null) readWord(thing, key, path, value);
      else if (innerKey.message >= 0) takeMessage(thing, innerKey, textIn(value));
    } else if (typeof value === "boolean") {
      if (innerKey.flags) readFlag(thing, innerKey, path, value);
    } else if (typeof value === "number") readDuration(thing, innerKey, value, habits);
    else if (isJsonObject(value) && innerKey.head !== null) {
      const word = namedIn(value, ["name", "value", "text", "label", "status", "result"]).find(
        text => typeof text === "string" && saysOf(text) !== null,
      );
      if (typeof word === "string") readWord(thing, innerKey, path, word);
    }
  }
}

/** On the run's own spine such an object is entered too; only its words are read here. */
function readWordInside(thing: Thing, key: Key, name: string, object: JsonObject): void {
  for (const inner in object) {
    const value = object[inner];
    if (typeof value !== "string" || !wordInside.has(keyOf(inner).squashed) || saysOf(value) === null)
      continue;
    readWord(thing, key, `${name}.${inner}`, value);
  }
}

function readLocation(thing: Thing, object: JsonObject): void {
  for (const name in object) {
    const key = keyOf(name);
    const value = object[name];
    if (key.file && typeof value === "string") detailsOf(thing).file ??= value;
    if (key.line && isLine(value)) detailsOf(thing).line ??= value;
  }
}

// --- How it is called and described --------------------------------------------------------------------------------

function readField(
  thing: Thing,
  key: Key,
  name: string,
  value: string | number | boolean,
  habits: DurationHabits,
): void {
  const { area } = thing.context;
  if (key.duration !== null) readDuration(thing, key, value, habits);
  if (key.share) detailsOf(thing).graded = true;
  if (key.exitCode && typeof value === "number" && value !== 0)
    thing.say(name, "failed", value, "code", true);
  if (key.start && typeof value !== "boolean") detailsOf(thing).start ??= value;
  if (key.end && typeof value !== "boolean") detailsOf(thing).end ??= value;
  // A number in quotes is a count.
  if (key.message >= 0 && typeof value === "string" && !/^\s*\d*\s*$/.test(value)) {
    const text = textIn(value);
    takeMessage(thing, key, text);
    if (text !== null) readRunError(thing, key, name, text);
  }
  if (area === "spine" || area === "part") return;
  if (key.name >= 0 && typeof value !== "boolean") takeName(thing, key, labelIn(value));
  if (key.isId) thing.id ??= String(value);
  else if (key.reference && typeof value === "string") {
    const details = detailsOf(thing);
    if (details.references === null) details.references = [value];
    else details.references.push(value);
  }
  if (key.url >= 0 || key.link) takeUrl(thing, key, value);
  if (key.file && typeof value === "string" && value !== "") detailsOf(thing).file ??= value.slice(0, 1000);
  if (key.line && isLine(value)) detailsOf(thing).line ??= value;
  if (key.suite && typeof value === "string" && value !== "")
    detailsOf(thing).suite ??= [value.slice(0, 1000)];
  if (key.flaky && value === true) detailsOf(thing).flaky = true;
  if (key.retries && typeof value === "number") detailsOf(thing).retries ??= value;
  if (key.attemptCount && typeof value === "number" && value > 0) detailsOf(thing).retries ??= value - 1;
  if (key.isRetry && value === true) detailsOf(thing).isRetry = true;
  if (key.skipReason && typeof value === "string" && value !== "") detailsOf(thing).skipReason = true;
  if (key.kind && typeof value === "string" && isNoCase(value)) thing.isNoCase = true;
}

/** An error of the run itself is no verdict, but no pass stands beside it. */
function readRunError(thing: Thing, key: Key, name: string, text: string): void {
  if (thing.context.area !== "spine" || !isErrorName(key)) return;
  if (!/^(?:none|null|n\/a|no errors?|false|-)$/i.test(text.trim()))
    thing.say(name, "failed", text, "flag", false);
}

function readDuration(
  thing: Thing,
  key: Key,
  value: string | number | boolean,
  habits: DurationHabits,
): void {
  if (key.duration === null || thing.duration !== null || typeof value === "boolean") return;
  if (typeof value === "string") {
    const spelled = spelledDuration(value);
    if (spelled !== null) {
      thing.duration = spelled;
      return;
    }
    if (!/^\d+(?:\.\d+)?$/.test(value)) return;
  }
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) return;
  thing.duration = number;
  thing.durationKey = key;
  if (key.duration === 0) habits.see(key.squashed, number);
}

function takeName(thing: Thing, key: Key, name: string | null): void {
  if (name === null || key.name >= thing.nameRank) return;
  thing.name = name;
  thing.nameRank = key.name;
}

function takeMessage(thing: Thing, key: Key, text: string | null): void {
  if (text === null) return;
  if (isErrorName(key)) thing.error = true;
  if (key.message >= thing.messageRank) return;
  thing.message = text;
  thing.messageRank = key.message;
}

function takeUrl(thing: Thing, key: Key, value: JsonValue): void {
  const otherLinks = 1000;
  const rank = key.url >= 0 ? key.url : otherLinks;
  if (rank >= thing.urlRank) return;
  const link = linkIn(value);
  if (link === null) return;
  thing.url = link;
  thing.urlRank = rank;
}

function isLine(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

function isErrorName({ squashed }: Key): boolean {
  return /^(?:err|fail|exception|crash)/.test(squashed);
}

function suiteOf(text: string | null): string[] | null {
  return text === null ? null : [text];
}
