/** What a walk over a response finds: places, the things at them, and what is said and counted there. */

import type { JsonObject, JsonValue } from "../../json.ts";
import type { Says } from "../vocabulary.ts";
import type { Head, Key, Unit } from "./keys.ts";

/** What the surroundings make of a value. */
export type Area =
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

/** All elements of a list share theirs. */
export interface Context {
  readonly area: Area;
  /** Of the nearest name: an element has its list's. */
  readonly key: Key;
  /** The nearest thing around it that may be a case. */
  readonly owner: Thing | null;
  /** Something around it within the owner has spoken for it. */
  readonly silent: boolean;
  /** In a list, so one of several. */
  readonly listed: boolean;
  /** Among entries whose names are those of cases. */
  readonly isMap: boolean;
  readonly group: Group | null;
  /** How many objects that only wrap are around it. */
  readonly wraps: number;
}

export interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
  readonly value: JsonObject | JsonValue[];
  readonly context: Context;
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

/** Elements of all lists of one shape: the tests of every suite are one group. */
export interface Group {
  readonly key: Key;
  readonly rank: "cases" | "generic" | "suites" | "unknown";
  /** What being in the list says. */
  readonly bucket: Says | null;
  readonly inner: Map<string, Group>;
  readonly above: Group | null;
  readonly things: Thing[];
}

/** Behind every rank of a field's names. */
const lastRank = 10_000;

/** Fields that few things have; apart, because a long list of things is mostly made of what they do not have. */
class Details {
  /** Ids of other things. */
  references: string[] | null = null;
  suite: string[] | null = null;
  file: string | null = null;
  line: number | null = null;
  /** As they are written: most are never needed. */
  start: string | number | null = null;
  end: string | number | null = null;
  retries: number | null = null;
  flaky = false;
  isRetry = false;
  skipReason = false;
  /** It has a score. */
  graded = false;
}

/** What is said within a thing. */
class Inside {
  /** What its parts say, the gravest of it. */
  parts: Says | null = null;
  partMessage: string | null = null;
  /** What an object says that is about all of it: its result, its review. */
  whole: Says | null = null;
  attempts: (Says | null)[] | null = null;
  /** The last of them decides. */
  attemptsDecide = false;
  /** Cases were found: it is a suite. */
  hasCases = false;
  /** Cases were counted: it is a suite or a run, unless its list is one of cases. */
  hasCounts = false;
}

const noDetails: Readonly<Details> = new Details();
const nothingInside: Readonly<Inside> = new Inside();

export function detailsOf(thing: Thing): Details {
  if (thing.details !== noDetails) return thing.details;
  const details = new Details();
  thing.details = details;
  return details;
}

export function insideOf(thing: Thing): Inside {
  if (thing.inside !== nothingInside) return thing.inside;
  const inside = new Inside();
  thing.inside = inside;
  return inside;
}

/** An object, which may be a case, with what it says of itself and what its parts say. */
export class Thing implements Place {
  readonly parent: Place | null;
  readonly step: string | number;
  readonly value: JsonObject;
  readonly context: Context;

  said: Said[] | null = null;
  counts: Count[] | null = null;
  id: string | null = null;
  name: string | null = null;
  nameRank = lastRank;
  message: string | null = null;
  messageRank = lastRank;
  url: string | null = null;
  urlRank = lastRank;
  duration: number | null = null;
  durationKey: Key | null = null;
  /** It holds an error, which says enough where no status does. */
  error = false;
  /** It says of itself that it is a hook, a message or the like. */
  isNoCase = false;
  /** Settled after the walk. */
  says: Says | null = null;
  /** To read; `detailsOf` and `insideOf` give what can be written. */
  details: Readonly<Details> = noDetails;
  inside: Readonly<Inside> = nothingInside;

  constructor(parent: Place | null, step: string | number, value: JsonObject, context: Context) {
    this.parent = parent;
    this.step = step;
    this.value = value;
    this.context = context;
  }

  say(step: string, says: Says | null, raw: JsonValue, head: Said["head"], decisive: boolean): void {
    const said: Said = { place: this, step, says, raw, head, decisive };
    // One is the rule, and an empty list that grows takes room for many.
    if (this.said === null) this.said = [said];
    else this.said.push(said);
  }

  count(step: string, key: Key, value: number): void {
    const says = key.besides === null ? key.says : "passed";
    const count: Count = { place: this, step, key, says, unit: key.unit, value };
    if (this.counts === null) this.counts = [count];
    else this.counts.push(count);
  }
}

/** It counts what passed, or all tests: a suite or a run. */
export function countsCases({ counts }: Thing): boolean {
  const isOfCases = ({ says, unit }: Count): boolean =>
    unit !== "part" && (says === "passed" || says === "success" || (says === null && unit !== null));
  return counts?.some(isOfCases) ?? false;
}

/** As a person would write it: `results[3].status`. */
export function pathOf(place: Place, ...steps: (string | number)[]): string {
  const all: (string | number)[] = [...steps].reverse();
  // Deeper than anybody reads.
  const mostSteps = 24;
  for (let at = place; at.parent !== null && all.length < mostSteps; at = at.parent) all.push(at.step);
  let path = "";
  for (const step of all.reverse()) {
    if (typeof step === "number") path += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) path += path === "" ? step : `.${step}`;
    else path += `["${step.length > 60 ? `${step.slice(0, 59)}…` : step}"]`;
  }
  return path;
}

const gravity: readonly Says[] = [
  "running",
  "failed",
  "undecided",
  "unrun",
  "skipped",
  "passed",
  "success",
  "finished",
  "neutral",
];

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
  const [only] = said;
  // The rule, and what a long list mostly consists of.
  if (said.length === 1 && only !== undefined && (only.says === "passed" || only.says === "failed"))
    return only.says;
  let gravest: Says | null = null;
  let finished = false;
  let unclear = false;
  // Somebody's own number adds nothing to a plain word.
  const plain = said.some(({ says, decisive }) => decisive && says === "passed");
  for (const { says, head } of said) {
    if (says === null) unclear ||= head !== "flag" && !(plain && head === "code");
    else if (says === "finished") finished = true;
    else if (says === "neutral") continue;
    else if (says !== "success") gravest = graver(gravest, says);
    else if (successCounts) gravest = graver(gravest, "passed");
  }
  if (gravest === "unrun" && finished) return "skipped";
  return unclear && (gravest === "passed" || gravest === null) ? "undecided" : gravest;
}
