/**
 * One walk over a response, in the order it is written, that gathers what could matter: what is said of the run, the
 * counts, and everything that looks like a case. It judges nothing. Its own stack instead of recursion, so that depth
 * does no harm; every value is looked at once.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Says } from "../vocabulary.ts";
import { type OnRunField, readFields } from "./fields.ts";
import { type Key, keyOf } from "./keys.ts";
import {
  type Area,
  type Context,
  type Count,
  countsCases,
  type Group,
  graver,
  insideOf,
  type Place,
  type Said,
  Thing,
  together,
} from "./thing.ts";
import { countIn, DurationHabits, flagIn, linkIn, momentIn, namedIn } from "./values.ts";
import { saysOf } from "./words.ts";

export interface Findings {
  /** Of the run itself. */
  readonly spine: Said[];
  /** Of other things than the run and the cases. */
  readonly asides: Said[];
  /** Of parts that belong to no case. */
  readonly looseParts: Said[];
  /** Objects that count something. */
  readonly counting: Thing[];
  /** Lists that may be of cases. */
  readonly groups: Group[];
  /** Pass rates below full, failure rates above none. */
  readonly shares: Said[];
  /** The list goes on elsewhere. */
  more: Said | null;
  /** How long lists are said to be. */
  readonly lengths: Count[];
  /** A list of what failed is there and empty. */
  emptyFailures: boolean;
  /** Something tells the end of the run, by a word or by a time. */
  endedByWord: boolean;
  endedByTime: boolean;
  /** Objects that may tell the run's duration. */
  readonly runs: Thing[];
  readonly links: string[];
  readonly habits: DurationHabits;
  /** What the walk did not enter. */
  readonly left: (JsonObject | JsonValue[])[];
  /** A field is named after reviews. */
  mentionsReviews: boolean;
  /** Names of things by their ids, for cases that only refer to them. */
  readonly names: Map<string, string>;
}

const noKey = keyOf("");
const mostWraps = 4;
const mostLinks = 10;

export function walk(response: JsonObject): Findings {
  return new Walk().over(response);
}

class Walk {
  readonly #findings: Findings = {
    spine: [],
    asides: [],
    looseParts: [],
    counting: [],
    groups: [],
    shares: [],
    more: null,
    lengths: [],
    emptyFailures: false,
    endedByWord: false,
    endedByTime: false,
    runs: [],
    links: [],
    habits: new DurationHabits(),
    left: [],
    mentionsReviews: false,
    names: new Map(),
  };
  readonly #waiting: Place[] = [];

  over(response: JsonObject): Findings {
    const group = newGroup(noKey, null);
    const context: Context = {
      area: "spine",
      key: noKey,
      owner: null,
      silent: false,
      listed: false,
      isMap: false,
      group,
      wraps: 0,
    };
    this.#waiting.push(new Thing(null, "", response, context));
    for (let place = this.#waiting.pop(); place !== undefined; place = this.#waiting.pop()) {
      if (place instanceof Thing) this.#visit(place);
      else if (Array.isArray(place.value)) this.#visitList(place, place.value);
    }
    return this.#findings;
  }

  #await(parent: Place, step: string | number, value: JsonObject | JsonValue[], context: Context): void {
    this.#waiting.push(
      isJsonObject(value) ? new Thing(parent, step, value, context) : { parent, step, value, context },
    );
  }

  #visit(thing: Thing): void {
    const { area } = thing.context;
    // In a map of cases the name is the key.
    if (area === "element" && thing.context.isMap && typeof thing.step === "string")
      nameIt(thing, thing.step);
    const nested = readFields(thing, this.#findings, this.#readOfRun);
    const isCase = area === "element" && mayBeCase(thing);
    if (isCase) this.#enlist(thing);
    else if (area === "element" && thing.context.group?.bucket === "failed") this.#hearError(thing);
    else if (area === "part" || area === "attempt") this.#hearPart(thing);
    else this.#hearObject(thing);
    for (let index = nested.length - 1; index >= 0; index--) {
      const name = nested[index] ?? "";
      const value = thing.value[name];
      if (typeof value === "object" && value !== null) this.#enter(thing, isCase, name, value, nested.length);
    }
  }

  #visitList(list: Place, elements: readonly JsonValue[]): void {
    const context = inList(list.context);
    for (let step = elements.length - 1; step >= 0; step--) {
      const value = elements[step];
      if (typeof value === "object" && value !== null) this.#await(list, step, value, context);
    }
    if (context.area === "element" && context.group?.bucket != null) {
      this.#readWords(list, elements, context, context.group.bucket);
    }
  }

  /** A list of names: `failedTests: ["login"]`. */
  #readWords(list: Place, elements: readonly JsonValue[], context: Context, bucket: Says): void {
    for (const [step, value] of elements.entries()) {
      if (typeof value !== "string" || value === "") continue;
      if (bucket === "failed" && context.key.unit !== "test") {
        // Messages rather than names.
        const said: Said = { place: list, step: "", says: bucket, raw: value, head: "flag", decisive: false };
        if (context.owner === null) this.#findings.asides.push(said);
        else hear(context.owner, bucket);
        return;
      }
      const thing = new Thing(list, step, {}, context);
      nameIt(thing, value);
      this.#enlist(thing);
    }
  }

  /** `tests: { "login": { "status": "passed" }, "logout": "failed" }`. */
  #visitMap(map: Place, entries: readonly Entry[]): void {
    const context = inList(map.context);
    for (let index = entries.length - 1; index >= 0; index--) {
      const [step, value] = entries[index] ?? [];
      if (step !== undefined && isJsonObject(value)) this.#await(map, step, value, context);
    }
    for (const [step, value] of entries) {
      if (typeof value !== "string" && typeof value !== "boolean") continue;
      const thing = new Thing(map, step, {}, context);
      nameIt(thing, step);
      const says = value === true ? "passed" : value === false ? "failed" : saysOf(value);
      thing.say("", says, value, "flag", true);
      this.#enlist(thing);
    }
  }

  // --- What a thing is taken for --------------------------------------------------------------------------------

  #enlist(thing: Thing): void {
    const { group } = thing.context;
    if (group === null) return;
    if (group.things.length === 0) this.#findings.groups.push(group);
    group.things.push(thing);
    if (thing.counts !== null) this.#findings.counting.push(thing);
    if (thing.said === null && thing.name !== null && thing.id !== null) {
      if (!this.#findings.names.has(thing.id)) this.#findings.names.set(thing.id, thing.name);
    }
  }

  /** The run itself, an object beside it, or one within a case that is no list. */
  #hearObject(thing: Thing): void {
    const findings = this.#findings;
    const { area, owner, key, listed } = thing.context;
    if (thing.counts !== null) findings.counting.push(thing);
    if (owner !== null && countsCases(thing) && key.unit !== "part") insideOf(owner).hasCounts = true;
    if (area === "spine") {
      append(findings.spine, thing.said);
      if (thing.said?.some(({ says }) => says === "finished")) findings.endedByWord = true;
      if (momentIn(thing.details.end) !== null) findings.endedByTime = true;
      findings.runs.push(thing);
    } else if (owner !== null) this.#hearPart(thing);
    else {
      append(findings.asides, thing.said);
      if (thing.counts !== null && !listed) findings.runs.push(thing);
      if (!listed && momentIn(thing.details.end) !== null) findings.endedByTime = true;
    }
  }

  /** `errors: [{ message }]` tells of something that failed, and of no case. */
  #hearError(thing: Thing): void {
    const { owner } = thing.context;
    if (owner !== null) hear(owner, "failed");
    else
      this.#findings.asides.push({
        place: thing,
        step: "",
        says: "failed",
        raw: thing.message,
        head: "flag",
        decisive: false,
      });
  }

  #hearPart(thing: Thing): void {
    const { area, owner, key, silent } = thing.context;
    if (owner === null) {
      if (thing.counts !== null) this.#findings.counting.push(thing);
      if (!silent) append(this.#findings.looseParts, thing.said);
      return;
    }
    // A single object may be the answer to an HTTP call, whose success is its own.
    const inPartList = typeof thing.step === "number" && (key.holds === "parts" || area === "attempt");
    const said = thing.said === null ? null : together(thing.said, inPartList);
    const says = said ?? (thing.error && inPartList ? "failed" : null);
    if (says === "failed" || (says === null && thing.error)) insideOf(owner).partMessage ??= thing.message;
    if (silent) return;
    if (thing.parent === owner && (key.wraps || key.reviews))
      insideOf(owner).whole = graver(owner.inside.whole, says);
    if (area === "attempt" && thing.parent?.parent === owner) {
      const inside = insideOf(owner);
      inside.attempts ??= [];
      inside.attempts.push(says);
      if (key.attempts === "surely") inside.attemptsDecide = true;
      if (owner.duration === null) {
        owner.duration = thing.duration;
        owner.durationKey = thing.durationKey;
      }
    } else hear(owner, says);
  }

  /** Where the list goes on, where a person can look, and how far it has come. */
  readonly #readOfRun: OnRunField = (thing, key, name, value) => {
    const findings = this.#findings;
    const { area, key: around } = thing.context;
    const isSpine = area === "spine";
    const amount = countIn(value);
    if (key.more !== null && (isSpine || /^(?:pag|meta|cursor|links)/.test(around.squashed))) {
      const goesOn =
        key.more === "flag"
          ? flagIn(value) === true
          : key.more === "token"
            ? value !== "" && value !== false && value !== 0
            : key.more === "pages" && amount !== null && amount > 1;
      if (goesOn)
        findings.more ??= { place: thing, step: name, says: null, raw: value, head: "flag", decisive: false };
      if (key.more === "length" && amount !== null) {
        findings.lengths.push({ place: thing, step: name, key, says: null, unit: null, value: amount });
      }
    }
    if (key.progress && typeof value === "number" && (value < 1 || (value > 1 && value < 100))) {
      thing.say(name, "running", value, "code", false);
    }
    if (key.share && isShort(key, value)) {
      findings.shares.push({
        place: thing,
        step: name,
        says: "failed",
        raw: value,
        head: "flag",
        decisive: false,
      });
    }
    if (isSpine && key.link && findings.links.length < mostLinks) {
      const link = linkIn(value);
      if (link !== null && !findings.links.includes(link)) findings.links.push(link);
    }
  };

  // --- Where to go from it --------------------------------------------------------------------------------------

  #enter(
    parent: Thing,
    isCase: boolean,
    name: string,
    value: JsonObject | JsonValue[],
    siblings: number,
  ): void {
    const key = keyOf(name);
    const { context } = parent;
    const isList = Array.isArray(value);
    // What went wrong was read as text; its own fields say nothing of other things.
    const isMessage = key.message >= 0 && isCase && key.unit === null;
    if ((key.definition || isMessage) && key.holds !== "cases") {
      this.#findings.left.push(value);
      return;
    }
    const owner = isCase ? parent : context.owner;
    if (isList && value.length === 0) {
      if (key.holds === "bucket" && key.says === "failed" && owner === null)
        this.#findings.emptyFailures = true;
      return;
    }
    const area = areaOf(parent, isCase, key, value, siblings);
    if (area === "part" && isCase && hasSpoken(parent)) {
      this.#findings.left.push(value);
      return;
    }
    const within = context.area === "part" || context.area === "attempt";
    const isPart = area === "part" || area === "attempt";
    const entries = isList || isPart || !mayHoldCases(key) ? [] : Object.entries(value);
    const isMap = isMapOfCases(key, entries);
    const inner: Context = {
      area: isMap ? "element" : area,
      key,
      owner,
      silent: context.silent || (within && parent.said !== null),
      listed: context.listed,
      isMap,
      group: context.group === null || isPart ? null : innerGroup(context.group, key),
      wraps: area === "spine" ? context.wraps + 1 : context.wraps,
    };
    if (isMap) this.#visitMap({ parent, step: name, value, context: inner }, entries);
    else this.#await(parent, name, value, inner);
  }
}

/** One by one: an object may have more fields than a call may have arguments. */
function append(all: Said[], said: readonly Said[] | null): void {
  if (said !== null) for (const one of said) all.push(one);
}

function hear(owner: Thing, says: Says | null): void {
  if (says !== null) insideOf(owner).parts = graver(owner.inside.parts, says);
}

function nameIt(thing: Thing, name: string): void {
  thing.name = name.slice(0, 1000);
  thing.nameRank = 0;
}

function mayBeCase({ isNoCase, name, said, context: { group } }: Thing): boolean {
  return !isNoCase && group !== null && (name !== null || said !== null);
}

function inList(context: Context): Context {
  return context.listed ? context : { ...context, listed: true };
}

function areaOf(
  parent: Thing,
  isCase: boolean,
  key: Key,
  value: JsonObject | JsonValue[],
  siblings: number,
): Area {
  const { area, group, wraps } = parent.context;
  const within = area === "part" || area === "attempt";
  // `edges: [{ node: { … } }]`
  if (area === "element" && !isCase && siblings === 1 && !Array.isArray(value) && isOnlyField(parent))
    return "element";
  if (Array.isArray(value)) {
    if (hasMarks(value)) return "element";
    if (within) return area;
    if (key.holds === "parts" || key.attempts === "surely")
      return isCase && key.attempts !== null ? "attempt" : "part";
    // `results` of a test that are nameless are its attempts; with names, they are cases of a suite.
    const areAttempts = isCase && key.attempts !== null && group?.rank === "cases" && parent.said !== null;
    return areAttempts && !value.some(hasOwnName) ? "attempt" : "element";
  }
  if (within) return area;
  const isWrapped = key.wraps || (parent.parent === null && siblings === 1 && isOnlyField(parent));
  if (area === "spine" && wraps < mostWraps && isWrapped) return "spine";
  return key.holds === "parts" ? "part" : "body";
}

function isOnlyField({ value }: Thing): boolean {
  return Object.keys(value).length === 1;
}

function hasMarks(list: readonly JsonValue[]): boolean {
  const [first] = list;
  return isJsonObject(first) && Object.keys(first).some(name => keyOf(name).mark);
}

function hasOwnName(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return namedIn(value, ["name", "title", "testname"]).some(name => typeof name === "string" && name !== "");
}

/** To what a passed or skipped case says of itself its steps add nothing. */
function hasSpoken({ said, message }: Thing): boolean {
  const says = said === null ? null : together(said, true);
  return says === "passed" || says === "skipped" || (says === "failed" && message !== null);
}

type Entry = readonly [name: string, value: JsonValue];

function mayHoldCases({ holds }: Key): boolean {
  return holds === "cases" || holds === "generic" || holds === "bucket";
}

function isMapOfCases(key: Key, entries: readonly Entry[]): boolean {
  // Nobody gives an object that many fields; these are names of cases, whatever words they hold.
  const mostFields = 50;
  const areNames = entries.length > mostFields;
  return entries.length > 0 && entries.every(([name, value]) => isEntryOfMap(key, name, value, areNames));
}

function isEntryOfMap(key: Key, name: string, value: JsonValue, isName: boolean): boolean {
  if (isJsonObject(value)) return hasOutcome(value) && (isName || !keyOf(name).wraps);
  if (typeof value === "boolean") return key.holds === "cases" && (isName || !isUnderstood(keyOf(name)));
  if (typeof value !== "string") return false;
  const says = saysOf(value);
  if (says === null || (!isName && isUnderstood(keyOf(name)))) return false;
  return key.holds === "cases" || (says !== "neutral" && says !== "success" && says !== "finished");
}

function isUnderstood(key: Key): boolean {
  return key.head !== null || key.says !== null || key.total || key.message >= 0 || key.url >= 0 || key.flaky;
}

function hasOutcome(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    const key = keyOf(name);
    if (typeof value === "string" && key.head !== null && saysOf(value) !== null) return true;
    if (typeof value === "boolean" && key.flags) return true;
  }
  return false;
}

/** Not all passed, or some failed. */
function isShort(key: Key, value: JsonValue): boolean {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return false;
  if (key.says === "failed") return number > 0;
  return (key.says === "passed" || key.says === "success") && number < 100 && number !== 1;
}

function newGroup(key: Key, above: Group | null): Group {
  const bucket = key.holds === "bucket" ? key.says : null;
  return { key, rank: rankOf(key), bucket, inner: new Map(), above, things: [] };
}

function rankOf({ holds, unit }: Key): Group["rank"] {
  if (holds === "cases" || (holds === "bucket" && unit === "test")) return "cases";
  if (holds === "generic" || holds === "bucket") return "generic";
  return holds === "suites" ? "suites" : "unknown";
}

/** Suites within suites are one shape. Only a few levels are compared, so that a hostile depth stays cheap. */
function innerGroup(group: Group, key: Key): Group {
  const levels = 6;
  let above: Group | null = group;
  for (let level = 0; level < levels && above !== null; level++, above = above.above) {
    if (above.above !== null && above.key.squashed === key.squashed) return above;
  }
  const known = group.inner.get(key.squashed);
  if (known !== undefined) return known;
  const inner = newGroup(key, group);
  group.inner.set(key.squashed, inner);
  return inner;
}
