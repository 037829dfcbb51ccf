/**
 * One walk over a response, in the order it is written, that gathers what could matter: what is said of the run, the
 * counts, and everything that looks like a case. It judges nothing. Its own stack instead of recursion, so that depth
 * does no harm; every value is looked at once.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { Says } from "../vocabulary.ts";
import { type Head, isNoCase, type Key, keyOf, saysOf, type Unit } from "./language.ts";
import { countIn, DurationHabits, flagIn, labelIn, linkIn, momentIn, spelledDuration, textIn } from "./values.ts";

/** What the surroundings make of a value. */
type Area =
  /** The run itself, or an object that only wraps it. */
  | "spine"
  /** Anything beside it. */
  | "body"
  /** An element of a list, which may be a case. */
  | "element"
  /** A step, an assertion, a turn: within a case, and none itself. */
  | "part"
  /** One try of a case. */
  | "attempt";

export interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
  readonly value: JsonObject | JsonValue[];
  /** Of the nearest name: an element has its list's. */
  readonly key: Key;
  readonly area: Area;
  /** The nearest thing around it that may be a case. */
  readonly owner: Thing | null;
  /** Something around it within the owner has spoken for it. */
  readonly silent: boolean;
  readonly listed: boolean;
  readonly group: Group | null;
  readonly wraps: number;
}

export function pathOf(place: Place | null, ...steps: (string | number)[]): string {
  const all: (string | number)[] = [...steps].reverse();
  for (let at = place; at !== null && at.parent !== null; at = at.parent) {
    // Deeper than anybody reads.
    if (all.length > 24) break;
    all.push(at.step);
  }
  let path = "";
  for (const step of all.reverse()) {
    if (typeof step === "number") path += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) path += path === "" ? step : `.${step}`;
    else path += `["${step.length > 60 ? `${step.slice(0, 59)}…` : step}"]`;
  }
  return path;
}

/** One word, flag or code that says how something went. */
export interface Said {
  readonly place: Place;
  readonly step: string;
  /** Null for a word that is not known, and for a verdict that is there and empty. */
  readonly says: Says | null;
  readonly raw: JsonValue;
  readonly head: Head | "flag" | "code";
  /** Even "success" would be a test's success. */
  readonly decisive: boolean;
}

export interface Count {
  readonly place: Place;
  readonly step: string;
  readonly key: Key;
  readonly says: Says | null;
  readonly unit: Unit | null;
  readonly value: number;
}

/** Counts that stand together in one object. */
export interface CountSet {
  readonly place: Place;
  readonly counts: readonly Count[];
}

/** Elements of all lists of one shape: the tests of every suite are one group. */
export interface Group {
  readonly key: Key;
  readonly rank: "cases" | "generic" | "suites" | "unknown";
  /** What being in the list says. */
  readonly bucket: Says | null;
  readonly inner: Map<string, Group>;
  readonly above: Group | null;
  readonly things: Thing[];
  firstPlace: Place | null;
}

/** An element of a list that may be a case: what it says of itself and what its parts say. */
export class Thing {
  readonly place: Place;
  readonly group: Group | null;
  said: Said[] | null = null;
  counts: Count[] | null = null;
  name: string | null = null;
  nameRank = Number.POSITIVE_INFINITY;
  id: string | null = null;
  references: string[] | null = null;
  message: string | null = null;
  messageRank = Number.POSITIVE_INFINITY;
  /** Says that something went wrong, where no status does. */
  error = false;
  skipReason = false;
  url: string | null = null;
  urlRank = Number.POSITIVE_INFINITY;
  file: string | null = null;
  line: number | null = null;
  suite: string[] | null = null;
  flaky = false;
  retries: number | null = null;
  isRetry = false;
  duration: number | null = null;
  durationName = "";
  durationUnit = 0;
  start: number | null = null;
  end: number | null = null;
  graded = false;
  isNoCase = false;
  /** What its parts say, the gravest of it. */
  parts: Says | null = null;
  partMessage: string | null = null;
  attempts: (Says | null)[] | null = null;
  attemptsDecide = false;
  /** Cases were found inside: it is a suite. */
  hasInner = false;
  /** Cases were counted inside: it is a suite or a run, unless its list is one of cases. */
  holdsCounts = false;
  /** Settled after the walk. */
  says: Says | null = null;

  constructor(place: Place, group: Group | null) {
    this.place = place;
    this.group = group;
  }
}

export interface Findings {
  /** Of the run itself. */
  readonly spine: Said[];
  /** Of other things than the run and the cases. */
  readonly asides: Said[];
  /** Of parts that belong to no case. */
  readonly looseParts: Said[];
  readonly countSets: CountSet[];
  readonly groups: Group[];
  readonly shares: Said[];
  /** The list goes on elsewhere. */
  more: Said | null;
  readonly lengths: Count[];
  /** A list of what failed is there and empty. */
  emptyFailures: boolean;
  /** Something tells the end of the run, by a word or by a time. */
  endedByWord: boolean;
  endedByTime: boolean;
  readonly runs: Thing[];
  readonly links: string[];
  readonly habits: DurationHabits;
  /** Names of things by their ids, for cases that only refer to them. */
  readonly names: Map<string, string>;
}

const noKey = keyOf("");
const mostWraps = 4;
const mostLinks = 10;

export function walk(response: JsonObject): Findings {
  const findings: Findings = {
    spine: [],
    asides: [],
    looseParts: [],
    countSets: [],
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
    names: new Map(),
  };
  new Walk(findings).from(response);
  return findings;
}

class Walk {
  readonly #findings: Findings;
  readonly #stack: Place[] = [];
  readonly #root: Group;
  /** The children of the object at hand, until it is known what it is. */
  #childNames: string[] = [];

  constructor(findings: Findings) {
    this.#findings = findings;
    this.#root = newGroup(noKey, null, null);
  }

  from(response: JsonObject): void {
    this.#stack.push({
      parent: null,
      step: "",
      value: response,
      key: noKey,
      area: "spine",
      owner: null,
      silent: false,
      listed: false,
      group: this.#root,
      wraps: 0,
    });
    for (let place = this.#stack.pop(); place !== undefined; place = this.#stack.pop()) {
      if (Array.isArray(place.value)) this.#visitList(place, place.value);
      else this.#visitObject(place, place.value);
    }
  }

  #visitList(place: Place, list: readonly JsonValue[]): void {
    for (let index = list.length - 1; index >= 0; index--) {
      const value = list[index];
      if (typeof value !== "object" || value === null) continue;
      this.#stack.push({
        parent: place,
        step: index,
        value,
        key: place.key,
        area: place.area,
        owner: place.owner,
        silent: place.silent,
        listed: true,
        group: place.group,
        wraps: place.wraps,
      });
    }
    if (place.area === "element") this.#readWords(place, list);
  }

  /** A list of names: `failedTests: ["login"]`. */
  #readWords(place: Place, list: readonly JsonValue[]): void {
    const { group } = place;
    if (group?.bucket == null) return;
    for (const [index, value] of list.entries()) {
      if (typeof value !== "string" || value === "") continue;
      if (place.key.unit !== "test" && group.bucket === "failed") {
        this.#aside(place.owner, { place, step: "", says: "failed", raw: value, head: "flag", decisive: false });
        return;
      }
      const thing = new Thing({ ...place, parent: place, step: index, listed: true }, group);
      thing.name = value.slice(0, 1000);
      thing.nameRank = 0;
      this.#enlist(thing);
    }
  }

  #visitObject(place: Place, object: JsonObject): void {
    this.#childNames = [];
    const thing = new Thing(place, place.group);
    if (place.area === "element" && typeof place.step === "string") {
      thing.name = place.step.slice(0, 1000);
      thing.nameRank = 0;
    }
    this.#scan(thing, place, object);
    const children = this.#childNames;
    if (place.area === "part" || place.area === "attempt") this.#reportPart(thing);
    else if (place.area === "element" && this.#isCase(thing)) this.#enlist(thing);
    else this.#reportObject(thing);
    const isCase = thing.group !== null && thing.group.things.at(-1) === thing;
    for (let index = children.length - 1; index >= 0; index--) {
      const name = children[index] ?? "";
      const value = object[name];
      if (typeof value === "object" && value !== null) this.#enter(place, thing, isCase, name, value, children.length);
    }
  }

  // --- What an object says by its own fields --------------------------------------------------------------------

  #scan(thing: Thing, place: Place, object: JsonObject): void {
    for (const name of Object.keys(object)) {
      const value = object[name];
      if (value === undefined) continue;
      const key = keyOf(name);
      if (typeof value === "object") {
        if (value === null) this.#readNull(thing, place, key, name);
        else this.#readNested(thing, place, key, name, value);
      } else this.#readScalar(thing, place, key, name, value);
    }
  }

  #readNull(thing: Thing, place: Place, key: Key, name: string): void {
    // Nobody has decided yet, or ever will.
    const verdict = key.head === "verdict" || (key.head !== null && key.decisive);
    if (verdict || (key.flags && key.says === "passed")) say(thing, place, name, null, null, key.head ?? "flag", key.decisive);
  }

  #readNested(thing: Thing, place: Place, key: Key, name: string, value: JsonObject | JsonValue[]): void {
    if (key.message >= 0) {
      const text = textIn(value);
      if (text !== null) this.#takeMessage(thing, key, text);
      if (text !== null && !Array.isArray(value)) this.#readRunError(thing, place, key, name, text);
    }
    if (Array.isArray(value)) {
      if (key.suite) thing.suite ??= value.filter(part => typeof part === "string");
      else if (key.name >= 0 && place.area === "element") this.#takeName(thing, key, labelIn(value));
      if (key.attempts === "surely" && value.length > 0) thing.retries ??= value.length - 1;
    } else if (place.area === "element" || place.area === "attempt" || place.area === "part") {
      if (key.head !== null) this.#readOutcomeObject(thing, place, key, name, value);
      else if (key.name >= 0) this.#takeName(thing, key, labelIn(value));
      if (key.suite) thing.suite ??= listOf(labelIn(value));
      if (key.location) this.#readLocation(thing, value);
    }
    if (key.counts && !Array.isArray(value)) {
      const inside = ["count", "total", "value", "num", "number"].find(text => Object.hasOwn(value, text));
      const amount = inside === undefined ? null : countIn(value[inside] ?? null);
      if (amount !== null) count(thing, place, name, key, amount);
    }
    this.#childNames.push(name);
  }

  /** An object where a word is expected: `status: { name: "FAILED" }`, `result: { outcome: { value: "pass" } }`. */
  #readOutcomeObject(thing: Thing, place: Place, key: Key, name: string, object: JsonObject): void {
    for (const inner of Object.keys(object)) {
      const value = object[inner];
      const innerKey = keyOf(inner);
      const wordy = /^(?:name|value|text|label|code|type|key|display(?:name|value)?|id)$/.test(innerKey.squashed);
      if (typeof value === "string") {
        if (innerKey.head !== null) this.#readWord(thing, place, innerKey, `${name}.${inner}`, value);
        else if (wordy && saysOf(value) !== null) this.#readWord(thing, place, key, `${name}.${inner}`, value);
        else if (innerKey.message >= 0) this.#takeMessage(thing, innerKey, textIn(value));
      } else if (typeof value === "boolean") this.#readFlag(thing, place, innerKey, `${name}.${inner}`, value);
      else if (typeof value === "number") this.#readDuration(thing, innerKey, value);
      else if (isJsonObject(value) && innerKey.head !== null) {
        for (const word of ["name", "value", "text", "label", "status", "result"]) {
          const text = Object.hasOwn(value, word) ? value[word] : undefined;
          if (typeof text === "string" && saysOf(text) !== null) {
            this.#readWord(thing, place, innerKey, `${name}.${inner}.${word}`, text);
            break;
          }
        }
      }
    }
  }

  #readLocation(thing: Thing, object: JsonObject): void {
    for (const name of Object.keys(object)) {
      const key = keyOf(name);
      const value = object[name];
      if (key.file && typeof value === "string") thing.file ??= value;
      if (key.line && typeof value === "number" && Number.isInteger(value) && value > 0) thing.line ??= value;
    }
  }

  #readScalar(thing: Thing, place: Place, key: Key, name: string, value: string | number | boolean): void {
    if (key.head !== null) {
      if (typeof value === "string") this.#readWord(thing, place, key, name, value);
      else if (typeof value === "number") this.#readCode(thing, place, key, name, value);
      else if (key.head !== "status") {
        say(thing, place, name, value ? "success" : "failed", value, "flag", key.decisive || key.head === "verdict");
      }
    } else if (key.says !== null && !key.start && !key.end) {
      const flag = flagIn(value);
      if (key.share) this.#readShare(place, key, name, value);
      else if (flag !== null && key.flags) this.#readFlag(thing, place, key, name, flag);
      else if (typeof value === "string" && key.flags && (key.says === "passed" || key.says === "success")) {
        const says = saysOf(value);
        if (says !== null) say(thing, place, name, says, value, "flag", key.says === "passed");
      }
    } else if ((key.start || key.end) && typeof value === "boolean" && key.flags) {
      this.#readFlag(thing, place, key, name, value);
    }
    if (key.counts || key.total) {
      const amount = countIn(value);
      if (amount !== null) count(thing, place, name, key, amount);
    }
    this.#readField(thing, place, key, name, value);
  }

  #readWord(thing: Thing, place: Place, key: Key, name: string, value: string): void {
    const says = saysOf(value);
    if (key.side && (says === null || says === "passed" || says === "success" || says === "finished")) return;
    if (says === null) {
      // A sentence, an id or a number is no status word that we would have to know.
      const wordLike = value !== "" && value.length <= 40 && /^[\p{L}][\p{L}\s_-]*$/u.test(value);
      if (!wordLike || (key.head === "result" && !key.decisive && place.area === "spine")) return;
    }
    if (says === "passed" && /flak/i.test(value)) thing.flaky = true;
    say(thing, place, name, says, value, key.head ?? "flag", key.decisive || key.head === "verdict");
  }

  /** A bare number as a status means something to its service only; an HTTP status means nothing here. */
  #readCode(thing: Thing, place: Place, key: Key, name: string, value: number): void {
    const http = value >= 100 && value < 600;
    if (place.area === "element" && !http && !key.side) say(thing, place, name, null, value, "code", false);
  }

  #readFlag(thing: Thing, place: Place, key: Key, name: string, value: boolean): void {
    const { says } = key;
    if (says === null || says === "neutral" || !key.flags) return;
    if (says === "passed") say(thing, place, name, value ? "passed" : "failed", value, "flag", true);
    else if (says === "success") say(thing, place, name, value ? "success" : "failed", value, "flag", false);
    else if (says === "finished") say(thing, place, name, value ? "finished" : "running", value, "flag", false);
    else if (value) say(thing, place, name, says, value, "flag", says === "failed");
    else if (says === "running") say(thing, place, name, "finished", value, "flag", false);
  }

  #readShare(place: Place, key: Key, name: string, value: JsonValue): void {
    const number = typeof value === "string" ? Number.parseFloat(value) : value;
    if (typeof number !== "number" || Number.isNaN(number) || place.area === "part") return;
    const good = key.says === "passed" || key.says === "success";
    const short = good ? (number >= 0 && number < 1) || (number > 1 && number < 100) : number > 0;
    if (short && (good || key.says === "failed")) {
      this.#findings.shares.push({ place, step: name, says: "failed", raw: value, head: "flag", decisive: false });
    }
  }

  #readField(thing: Thing, place: Place, key: Key, name: string, value: string | number | boolean): void {
    if (key.duration !== null) this.#readDuration(thing, key, value);
    if (key.share) thing.graded = true;
    if (key.exitCode && typeof value === "number" && value !== 0) {
      say(thing, place, name, "failed", value, "code", true);
    }
    if (key.start) thing.start ??= momentIn(value);
    if (key.end) thing.end ??= momentIn(value);
    if (place.area === "spine" || place.area === "body") {
      if (place.owner === null) this.#readOfRun(place, key, name, value);
    }
    if (key.message >= 0 && typeof value === "string") {
      const text = textIn(value);
      this.#takeMessage(thing, key, text);
      if (text !== null) this.#readRunError(thing, place, key, name, text);
    }
    if (place.area === "spine") return;
    if (place.area === "part") return;
    if (key.name >= 0 && typeof value !== "boolean") this.#takeName(thing, key, labelIn(value));
    if (key.squashed === "id" || key.squashed === "uuid") thing.id ??= String(value);
    else if (key.reference && typeof value === "string") {
      thing.references ??= [];
      thing.references.push(value);
    }
    if (key.url >= 0 || key.link) this.#takeUrl(thing, key, value);
    if (key.file && typeof value === "string" && value !== "") thing.file ??= value.slice(0, 1000);
    if (key.line && typeof value === "number" && Number.isInteger(value) && value > 0) thing.line ??= value;
    if (key.suite && typeof value === "string" && value !== "") thing.suite ??= [value.slice(0, 1000)];
    if (key.flaky && value === true) thing.flaky = true;
    if (key.retries && typeof value === "number") thing.retries ??= value;
    if (key.attemptCount && typeof value === "number" && value > 0) thing.retries ??= value - 1;
    if (key.isRetry && value === true) thing.isRetry = true;
    if (key.skipReason && typeof value === "string" && value !== "") thing.skipReason = true;
    if (key.kind && typeof value === "string" && isNoCase(value)) thing.isNoCase = true;
  }

  /** An error of the run itself is no verdict, but no pass stands beside it. */
  #readRunError(thing: Thing, place: Place, key: Key, name: string, text: string): void {
    if (place.area !== "spine" || !isErrorName(key) || /^(?:none|null|n\/a|no errors?|false|-)$/i.test(text.trim())) return;
    say(thing, place, name, "failed", text, "flag", false);
  }

  #readOfRun(place: Place, key: Key, name: string, value: string | number | boolean): void {
    const findings = this.#findings;
    if (key.more !== null) {
      const amount = countIn(value);
      const paging = place.area === "spine" || /^(?:pag|meta|cursor|links)/.test(place.key.squashed);
      const goesOn =
        key.more === "flag"
          ? flagIn(value) === true
          : key.more === "token"
            ? value !== "" && value !== false && value !== 0
            : key.more === "pages" && amount !== null && amount > 1;
      if (goesOn && paging) {
        findings.more ??= { place, step: name, says: null, raw: value, head: "flag", decisive: false };
      }
      if (key.more === "length" && amount !== null && paging) {
        findings.lengths.push({ place, step: name, key, says: null, unit: null, value: amount });
      }
    }
    if (key.progress && typeof value === "number" && (value < 1 || (value > 1 && value < 100))) {
      const part = place.area === "spine" ? findings.spine : findings.asides;
      part.push({ place, step: name, says: "running", raw: value, head: "code", decisive: false });
    }
    if (place.area === "spine" && (key.link || key.url >= 0)) {
      const link = linkIn(value);
      if (link !== null && key.link && findings.links.length < mostLinks && !findings.links.includes(link)) {
        findings.links.push(link);
      }
    }
  }

  #readDuration(thing: Thing, key: Key, value: string | number | boolean): void {
    if (key.duration === null || thing.duration !== null) return;
    if (typeof value === "string") {
      const spelled = spelledDuration(value);
      if (spelled !== null) {
        thing.duration = spelled;
        thing.durationUnit = 1;
        return;
      }
      if (!/^\d+(?:\.\d+)?$/.test(value)) return;
    } else if (typeof value === "boolean") return;
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0) return;
    thing.duration = number;
    thing.durationName = key.squashed;
    thing.durationUnit = key.duration;
    if (key.duration === 0) this.#findings.habits.see(key.squashed, number);
  }

  #takeName(thing: Thing, key: Key, name: string | null): void {
    if (name === null || key.name >= thing.nameRank) return;
    thing.name = name;
    thing.nameRank = key.name;
  }

  #takeMessage(thing: Thing, key: Key, text: string | null): void {
    if (text === null) return;
    if (isErrorName(key)) thing.error = true;
    if (key.message >= thing.messageRank) return;
    thing.message = text;
    thing.messageRank = key.message;
  }

  #takeUrl(thing: Thing, key: Key, value: JsonValue): void {
    const otherLinks = 1000;
    const rank = key.url >= 0 ? key.url : otherLinks;
    if (rank >= thing.urlRank) return;
    const link = linkIn(value);
    if (link === null) return;
    thing.url = link;
    thing.urlRank = rank;
  }

  // --- What an object is ----------------------------------------------------------------------------------------

  #isCase(thing: Thing): boolean {
    if (thing.isNoCase || thing.group === null) return false;
    return thing.name !== null || thing.said !== null || thing.group.bucket !== null;
  }

  #enlist(thing: Thing): void {
    const { group } = thing;
    if (group === null) return;
    if (group.things.length === 0) {
      this.#findings.groups.push(group);
      group.firstPlace = thing.place;
    }
    group.things.push(thing);
    if (thing.counts !== null) this.#findings.countSets.push({ place: thing.place, counts: thing.counts });
    if (thing.said === null && thing.name !== null && thing.id !== null) {
      if (!this.#findings.names.has(thing.id)) this.#findings.names.set(thing.id, thing.name);
    }
  }

  /** The run itself, an object beside it, or one within a case that is no list. */
  #reportObject(thing: Thing): void {
    const { place } = thing;
    const findings = this.#findings;
    if (thing.counts !== null) findings.countSets.push({ place, counts: thing.counts });
    if (place.owner !== null && countsCases(thing) && place.key.unit !== "part") place.owner.holdsCounts = true;
    if (place.area === "spine") {
      if (thing.said !== null) {
        findings.spine.push(...thing.said);
        if (thing.said.some(said => said.says === "finished")) findings.endedByWord = true;
      }
      if (thing.end !== null) findings.endedByTime = true;
      findings.runs.push(thing);
    } else if (place.owner !== null) this.#reportPart(thing);
    else {
      if (thing.said !== null) findings.asides.push(...thing.said);
      if (thing.counts !== null && !place.listed) findings.runs.push(thing);
      if (thing.end !== null && !place.listed) findings.endedByTime = true;
    }
  }

  #reportPart(thing: Thing): void {
    const { place } = thing;
    const { owner } = place;
    // A single object may be the answer to an HTTP call, whose success is its own.
    const inPartList = typeof place.step === "number" && (place.key.holds === "parts" || place.area === "attempt");
    const said = thing.said === null ? null : together(thing.said, inPartList);
    const says = said ?? (thing.error && inPartList ? "failed" : null);
    if (owner === null) {
      if (thing.said !== null && !place.silent) this.#findings.looseParts.push(...thing.said);
      return;
    }
    if (thing.message !== null && (says === "failed" || (says === null && thing.error))) {
      owner.partMessage ??= thing.message;
    }
    if (place.silent) return;
    if (place.area === "attempt" && place.listed && places(place) === owner.place) {
      owner.attempts ??= [];
      owner.attempts.push(says);
      if (place.key.attempts === "surely") owner.attemptsDecide = true;
      if (thing.duration !== null && owner.duration === null) takeDuration(owner, thing);
    } else if (says !== null) owner.parts = graver(owner.parts, says);
  }

  #aside(owner: Thing | null, said: Said): void {
    if (owner === null) this.#findings.asides.push(said);
    else if (!said.place.silent && said.says !== null) owner.parts = graver(owner.parts, said.says);
  }

  // --- Where to go from it --------------------------------------------------------------------------------------

  #enter(
    parent: Place,
    thing: Thing,
    isCase: boolean,
    name: string,
    value: JsonObject | JsonValue[],
    siblings: number,
  ): void {
    const key = keyOf(name);
    if (key.definition && key.holds !== "cases") return;
    // What went wrong was read as text; its own fields say nothing of other things.
    if (key.message >= 0 && isCase && key.holds !== "cases" && !Array.isArray(value)) return;
    const within = parent.area === "part" || parent.area === "attempt";
    const owner = isCase ? thing : parent.owner;
    const silent = parent.silent || (within && thing.said !== null);
    const list = Array.isArray(value);
    const marked = list && hasMarks(value);
    let area: Area = "body";
    if (within && !marked) area = parent.area;
    else if (list) area = marked ? "element" : this.#areaOfList(thing, isCase, parent, key, value);
    else if (parent.area === "spine" && parent.wraps < mostWraps && (key.wraps || isSole(parent, siblings))) {
      area = "spine";
    } else if (key.holds === "parts") area = "part";
    if (list && value.length === 0) {
      if (key.holds === "bucket" && key.says === "failed" && owner === null) this.#findings.emptyFailures = true;
      return;
    }
    const isMap = !list && area !== "part" && area !== "attempt" && isMapOfCases(key, value);
    const group =
      parent.group === null || area === "part" || area === "attempt" ? null : innerGroup(parent.group, key);
    const place: Place = {
      parent,
      step: name,
      value,
      key,
      area: isMap ? "element" : area,
      owner,
      silent,
      listed: parent.listed,
      group,
      wraps: area === "spine" ? parent.wraps + 1 : parent.wraps,
    };
    if (isMap) this.#visitMap(place, value);
    else if (!(skipsParts(thing, isCase) && area === "part")) this.#stack.push(place);
  }

  #areaOfList(thing: Thing, isCase: boolean, parent: Place, key: Key, list: readonly JsonValue[]): Area {
    if (key.holds === "parts" || (key.attempts === "surely" && isCase)) {
      return key.attempts !== null && isCase ? "attempt" : "part";
    }
    const inCase = isCase && parent.group?.rank === "cases" && !list.some(hasOwnName);
    if (inCase && key.attempts !== null && thing.said !== null) return "attempt";
    return "element";
  }

  /** `tests: { "login": { "status": "passed" }, "logout": "failed" }`. */
  #visitMap(place: Place, map: JsonObject): void {
    const { group } = place;
    const names = Object.keys(map);
    const waiting: Place[] = [];
    for (const name of names) {
      const value = map[name];
      if (value === undefined || value === null) continue;
      const inner: Place = { ...place, parent: place, step: name, value: isJsonObject(value) ? value : {}, listed: true };
      if (isJsonObject(value)) {
        waiting.push(inner);
        continue;
      }
      const thing = new Thing(inner, group);
      thing.name = name.slice(0, 1000);
      thing.nameRank = 0;
      const says = typeof value === "boolean" ? (value ? "passed" : "failed") : saysOf(String(value));
      say(thing, place, name, says, typeof value === "object" ? null : value, "flag", true);
      this.#enlist(thing);
    }
    for (const inner of waiting.reverse()) this.#stack.push(inner);
  }
}

function newGroup(key: Key, above: Group | null, bucket: Says | null): Group {
  const { holds } = key;
  const rank =
    holds === "cases" || (holds === "bucket" && key.unit === "test")
      ? "cases"
      : holds === "generic" || holds === "bucket"
        ? "generic"
        : holds === "suites"
          ? "suites"
          : "unknown";
  return { key, rank, bucket, inner: new Map(), above, things: [], firstPlace: null };
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
  const inner = newGroup(key, group, key.holds === "bucket" ? key.says : null);
  group.inner.set(key.squashed, inner);
  return inner;
}

function say(
  thing: Thing,
  place: Place,
  step: string,
  says: Says | null,
  raw: JsonValue,
  head: Said["head"],
  decisive: boolean,
): void {
  thing.said ??= [];
  thing.said.push({ place, step, says, raw, head, decisive });
}

function count(thing: Thing, place: Place, step: string, key: Key, value: number): void {
  thing.counts ??= [];
  const says = key.besides === null ? key.says : "passed";
  thing.counts.push({ place, step, key, says, unit: key.unit, value });
}

/** It counts what passed, or all tests: a suite or a run. */
export function countsCases(thing: Thing): boolean {
  return (
    thing.counts?.some(
      ({ says, unit }) => unit !== "part" && (says === "passed" || says === "success" || (says === null && unit !== null)),
    ) ?? false
  );
}

function isErrorName(key: Key): boolean {
  return /^(?:err|fail|exception|crash)/.test(key.squashed);
}

function takeDuration(owner: Thing, from: Thing): void {
  owner.duration = from.duration;
  owner.durationName = from.durationName;
  owner.durationUnit = from.durationUnit;
}

function places(place: Place): Place | null {
  return place.parent?.parent ?? null;
}

function listOf(text: string | null): string[] | null {
  return text === null ? null : [text];
}

/** The only field of the response wraps it, whatever its name. */
function isSole(parent: Place, siblings: number): boolean {
  return parent.parent === null && siblings === 1 && Object.keys(parent.value).length === 1;
}

function hasMarks(list: readonly JsonValue[]): boolean {
  const first = list[0];
  return isJsonObject(first) && Object.keys(first).some(name => keyOf(name).mark);
}

function hasOwnName(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return ["name", "title", "testName", "test_name"].some(name => {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    return typeof text === "string" && text !== "";
  });
}

/** What a passed or skipped case says of its steps adds nothing. */
function skipsParts(thing: Thing, isCase: boolean): boolean {
  if (!isCase || thing.said === null) return false;
  const says = together(thing.said, true);
  return says === "passed" || says === "skipped" || (says === "failed" && thing.message !== null);
}

function isMapOfCases(key: Key, map: JsonObject): boolean {
  if (key.holds !== "cases" && key.holds !== "generic" && key.holds !== "bucket") return false;
  let some = false;
  for (const name of Object.keys(map)) {
    const value = map[name];
    if (isJsonObject(value)) {
      if (keyOf(name).wraps || !hasOutcome(value)) return false;
    } else if (typeof value === "string" && saysOf(value) !== null) {
      if (isUnderstood(keyOf(name))) return false;
      const says = saysOf(value);
      if (key.holds !== "cases" && (says === "neutral" || says === "success" || says === "finished")) return false;
    } else if (typeof value === "boolean" && key.holds === "cases") {
      if (isUnderstood(keyOf(name))) return false;
    } else return false;
    some = true;
  }
  return some;
}

function isUnderstood(key: Key): boolean {
  return key.head !== null || key.says !== null || key.total || key.message >= 0 || key.url >= 0 || key.flaky;
}

function hasOutcome(object: JsonObject): boolean {
  return Object.keys(object).some(name => {
    const value = object[name];
    const key = keyOf(name);
    if (typeof value === "string") return key.head !== null && saysOf(value) !== null;
    return typeof value === "boolean" && key.flags;
  });
}

const gravity: readonly Says[] = ["running", "failed", "undecided", "unrun", "skipped", "passed", "success", "finished", "neutral"];

export function graver(one: Says | null, other: Says | null): Says | null {
  if (one === null) return other;
  if (other === null) return one;
  return gravity.indexOf(one) <= gravity.indexOf(other) ? one : other;
}

/**
 * What several words about one thing say together: the gravest counts. A finish or a neutral word alone says nothing;
 * something not run that is over was skipped. `successCounts` where a test's result is expected.
 */
export function together(said: readonly Said[], successCounts: boolean): Says | null {
  let gravest: Says | null = null;
  let finished = false;
  let unclear = false;
  for (const { says, head } of said) {
    if (says === null) unclear ||= head !== "flag";
    else if (says === "finished") finished = true;
    else if (says === "neutral") continue;
    else if (says !== "success") gravest = graver(gravest, says);
    else if (successCounts) gravest = graver(gravest, "passed");
  }
  if (gravest === "unrun" && finished) return "skipped";
  if (gravest === "passed" || gravest === null) {
    if (unclear) return "undecided";
    if (gravest === null && finished && successCounts) return null;
  }
  return gravest;
}
