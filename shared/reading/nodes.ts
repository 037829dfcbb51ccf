/** The nodes of a response: its objects and lists, with what each says, counts and holds. */

import type { JsonObject, JsonValue } from "../json.ts";
import type { Key, OutcomeName, Unit } from "./key.ts";
import { graver } from "./precedence.ts";
import type { Says } from "./vocabulary.ts";
import { isUnrun } from "./words.ts";

/** The role that a node has by its surroundings. */
export type Area =
  /** The run itself, or an object that only wraps it. */
  | "run"
  /** An object beside the run. */
  | "beside"
  /** An element of a list, which may be a case. */
  | "element"
  /** A step, an assertion, a turn: within a case, and none itself. */
  | "part"
  /** One try of a case. */
  | "attempt"
  /** A description, an input, an earlier run: nothing in it tells how this run went. */
  | "aside"
  /** Outside of the response: a case that a team's own expression made of it. */
  | "expression";

/** All elements of a list share theirs. */
export interface Context {
  readonly area: Area;
  /** The nearest name's: an element has its list's. */
  readonly key: Key;
  /** The nearest node around it that may be a case. */
  readonly owner: ObjectNode | null;
  /** An object between it and its owner has an outcome of its own, which covers what is in it. */
  readonly covered: boolean;
  /** In a list, so one of several. */
  readonly listed: boolean;
  /** In an object whose field names are names of cases. */
  readonly inMap: boolean;
  readonly group: Group | null;
  /** How many objects that only wrap are around it. */
  readonly wraps: number;
  /** It is within something that was tried again, or may fail. */
  readonly excused: boolean;
}

export interface ResponseNode {
  readonly parent: ResponseNode | null;
  /** Its name or position in the parent. */
  readonly step: string | number;
  readonly value: JsonObject | JsonValue[];
  readonly context: Context;
}

/** A field's name, or the names that lead to it through an object that belongs to the node. */
export type FieldPath = string | readonly (string | number)[];

/** A field that says how something went. */
export interface OutcomeField {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  /** Null for a word that is not known, and for a verdict that is there and empty. */
  readonly says: Says | null;
  readonly value: string | number | boolean | null;
  readonly kind: OutcomeName | "flag" | "code";
  /** Even "success" would be a test's success. */
  readonly decisive: boolean;
}

/** A field that says something by its name. */
export function flagOf(
  node: ResponseNode,
  path: FieldPath,
  says: Says | null,
  value: string | number | boolean | null,
): OutcomeField {
  return { node, path, says, value, kind: "flag", decisive: false };
}

/** A field that counts something. */
export interface Count {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  readonly key: Key;
  /** The outcome that is counted; null for all. */
  readonly says: Says | null;
  readonly unit: Unit | null;
  readonly value: number;
}

/** Elements of all lists of one shape: the tests of every suite are one group. */
export interface Group {
  readonly key: Key;
  readonly rank: "cases" | "generic" | "suites" | "unknown";
  /** The outcome that the list's name gives its elements: those of `failures` failed. */
  readonly says: Says | null;
  readonly inner: Map<string, Group>;
  readonly above: Group | null;
  /** Its elements are the cases, whatever stands in them. */
  areCases: boolean;
  readonly nodes: ObjectNode[];
}

/** Behind every rank of a field's names. */
const lastRank = 10_000;

/** Fields that few nodes have. Kept apart, because room for them in every node of a long list takes time and memory. */
class Details {
  /** Ids of other records. */
  references: string[] | null = null;
  suite: string[] | null = null;
  file: string | null = null;
  line: number | null = null;
  /** As they are written: most are never needed. */
  start: string | number | null = null;
  end: string | number | null = null;
  retries: number | null = null;
  flaky: boolean | null = null;
  isRetry = false;
  /** Its failure does no harm. */
  mayFail = false;
  skipReason = false;
  /** It has a score. */
  graded = false;
}

/** The outcomes within a node. Kept apart for the same reason. */
class Inside {
  /** The gravest of what its parts say. */
  parts: Says | null = null;
  partMessage: string | null = null;
  /** The first field that speaks against a pass, however deep in it. */
  wrong: OutcomeField | null = null;
  /** The outcome that an object in it gives all of it: its result, its review. */
  overall: Says | null = null;
  attempts: (Says | null)[] | null = null;
  lastAttempt: Says | null = null;
  /** The last attempt decides. */
  attemptsDecide = false;
  /** The gravest of what its checks say. */
  checks: Says | null = null;
  /** Cases were found in it: it is a suite. */
  hasCases = false;
  /** Cases are counted in it: it is a suite or a run, unless its list is one of cases. */
  hasCounts = false;
}

const noDetails: Readonly<Details> = new Details();
const nothingInside: Readonly<Inside> = new Inside();

/** The node's details, to write to. */
export function detailsOf(node: ObjectNode): Details {
  if (node.details !== noDetails) return node.details;
  const details = new Details();
  node.details = details;
  return details;
}

/** The node's inside, to write to. */
export function insideOf(node: ObjectNode): Inside {
  if (node.inside !== nothingInside) return node.inside;
  const inside = new Inside();
  node.inside = inside;
  return inside;
}

/** An object, which may be the run, a suite, a case or a part of one. */
export class ObjectNode implements ResponseNode {
  readonly parent: ResponseNode | null;
  readonly step: string | number;
  readonly value: JsonObject;
  readonly context: Context;

  outcomes: OutcomeField[] | null = null;
  counts: Count[] | null = null;
  /** The first of its own fields that speaks against a pass and is no outcome. */
  against: OutcomeField | null = null;
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
  /** How it went as a case; settled after the walk. */
  says: Says | null = null;
  /** To read; `detailsOf` and `insideOf` give what can be written. */
  details: Readonly<Details> = noDetails;
  inside: Readonly<Inside> = nothingInside;

  constructor(parent: ResponseNode | null, step: string | number, value: JsonObject, context: Context) {
    this.parent = parent;
    this.step = step;
    this.value = value;
    this.context = context;
  }

  addOutcome(
    path: FieldPath,
    says: Says | null,
    value: OutcomeField["value"],
    kind: OutcomeField["kind"],
    decisive: boolean,
  ): void {
    const field: OutcomeField = { node: this, path, says, value, kind, decisive };
    // Most have one, and a list that is made empty and then grows takes room for many.
    if (this.outcomes === null) this.outcomes = [field];
    else this.outcomes.push(field);
  }

  addCount(path: FieldPath, key: Key, value: number): void {
    const says = key.total ? null : key.pairedWith === null ? key.says : "passed";
    const count: Count = { node: this, path, key, says, unit: key.unit, value };
    if (this.counts === null) this.counts = [count];
    else this.counts.push(count);
  }
}

/** Counts beside a verdict are of its judges: a suite has a status. */
export function isJudged({ outcomes }: ObjectNode): boolean {
  return outcomes?.some(({ kind }) => kind === "verdict") ?? false;
}

/** It counts what passed, or all tests: a suite or a run. */
export function countsCases({ counts }: ObjectNode): boolean {
  const isOfCases = ({ says, unit }: Count): boolean =>
    unit !== "part" && (says === "passed" || says === "success" || (says === null && unit !== null));
  return counts?.some(isOfCases) ?? false;
}

/** As a person would write it: `results[3].status`. */
export function pathOf(node: ResponseNode, field: FieldPath = []): string {
  const all: (string | number)[] = typeof field === "string" ? [field] : [...field].reverse();
  const mostSteps = 24;
  for (let at = node; at.parent !== null && all.length < mostSteps; at = at.parent) all.push(at.step);
  return pathOfSteps(all);
}

/** The innermost step first. */
export function pathOfSteps(steps: readonly (string | number)[]): string {
  const longestStep = 60;
  let path = "";
  for (const step of steps.toReversed()) {
    if (typeof step === "number") path += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) path += path === "" ? step : `.${step}`;
    else path += `["${step.length > longestStep ? `${step.slice(0, longestStep - 1)}…` : step}"]`;
  }
  return path;
}

/**
 * The outcome of one node by several fields: the gravest counts. A finish or a neutral word alone says nothing;
 * something not run that is over was skipped. `successCounts` where a test's result is expected.
 */
export function saidTogether(fields: readonly OutcomeField[], successCounts: boolean): Says | null {
  const [only] = fields;
  // A shortcut for the usual case, of which a long list mostly consists.
  if (fields.length === 1 && only !== undefined && (only.says === "passed" || only.says === "failed"))
    return only.says;
  let gravest: Says | null = null;
  let finished = false;
  let unclear = false;
  // Beside a plain word, a number of the service's own adds nothing.
  const plain = fields.some(({ says, decisive }) => decisive && says === "passed");
  let unfinished = false;
  for (const { says, kind, value } of fields) {
    if (says === "running" && value === false) unfinished = true;
    else if (says === null) unclear ||= kind !== "flag" && !(plain && kind === "code");
    else if (says === "finished") finished = true;
    else if (says === "neutral") continue;
    else if (says !== "success") gravest = graver(gravest, says);
    else if (successCounts) gravest = graver(gravest, "passed");
  }
  // Beside a verdict, `completed: false` says no more that it goes on.
  if (unfinished && gravest !== "failed")
    return gravest === "passed" ? "undecided" : graver(gravest, "running");
  if (isUnrun(gravest) && finished) return "skipped";
  return unclear && (gravest === "passed" || gravest === null) ? "undecided" : gravest;
}
