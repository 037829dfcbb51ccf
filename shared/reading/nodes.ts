/** The nodes of a response: its objects and lists, with their outcomes, counts and descriptions. */

import type { JsonObject, JsonValue } from "../json.ts";
import type { Key, OutcomeName, Unit } from "./key.ts";
import { graver } from "./precedence.ts";
import type { Says } from "./vocabulary.ts";
import { isUnrun } from "./words.ts";

/** The area of a response that a node is in. */
export type Area =
  /** The run, or an object that only wraps it. */
  | "run"
  | "beside"
  | "element"
  /** A step, an assertion or a turn of a case. */
  | "part"
  | "attempt"
  /** A description, an input or an earlier run, without outcomes of this run. */
  | "aside"
  /** Outside the response: a case that a team's own expression made. */
  | "expression";

/** The surroundings of a node. All elements of a list share one context. */
export interface Context {
  readonly area: Area;
  /** The key of the nearest name: an element has the key of its list. */
  readonly key: Key;
  readonly owner: ObjectNode | null;
  /** An object between the node and the enclosing case has its own outcome, which replaces those inside. */
  readonly covered: boolean;
  readonly listed: boolean;
  /** The field names of the object around the node are names of cases. */
  readonly inMap: boolean;
  readonly group: Group | null;
  readonly wraps: number;
  /** The node is within something that was repeated or may fail, so it can't contradict a pass. */
  readonly excused: boolean;
}

export interface ResponseNode {
  readonly parent: ResponseNode | null;
  readonly step: string | number;
  readonly value: JsonObject | JsonValue[];
  readonly context: Context;
}

/** A field's name, or the names that lead to the field through objects inside the node. */
export type FieldPath = string | readonly (string | number)[];

export interface OutcomeField {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  /** Null for an unknown word and for an empty verdict. */
  readonly says: Says | null;
  readonly value: string | number | boolean | null;
  readonly kind: OutcomeName | "flag" | "code";
  /** "success" is the success of a test and not of a request. */
  readonly decisive: boolean;
}

/** A field whose status comes from its name or from the reader. */
export function flagOf(
  node: ResponseNode,
  path: FieldPath,
  says: Says | null,
  value: string | number | boolean | null,
): OutcomeField {
  return { node, path, says, value, kind: "flag", decisive: false };
}

export interface Count {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  readonly key: Key;
  /** The status of the counted cases; null for a total. */
  readonly says: Says | null;
  readonly unit: Unit | null;
  readonly value: number;
}

/** The elements of all lists of one shape: the tests of all suites are one group. */
export interface Group {
  readonly key: Key;
  readonly rank: "cases" | "generic" | "suites" | "unknown";
  /** The status that the list's name gives its elements: `failures` failed. */
  readonly says: Says | null;
  readonly inner: Map<string, Group>;
  readonly above: Group | null;
  areCases: boolean;
  readonly nodes: ObjectNode[];
}

const lastRank = 10_000;

/** Fields that few nodes have. A separate object saves time and memory in long lists. */
class Details {
  references: string[] | null = null;
  suite: string[] | null = null;
  file: string | null = null;
  line: number | null = null;
  /** Not parsed, because most moments are never needed. */
  start: string | number | null = null;
  end: string | number | null = null;
  retries: number | null = null;
  flaky: boolean | null = null;
  isRetry = false;
  mayFail = false;
  skipReason = false;
  graded = false;
}

/** The outcomes inside a node. A separate object for the same reason. */
class NestedOutcomes {
  /** The gravest status of the parts. */
  parts: Says | null = null;
  partMessage: string | null = null;
  /** The first field at any depth that contradicts a pass. */
  wrong: OutcomeField | null = null;
  /** The status that an inner object gives the whole node: its result or its review. */
  overall: Says | null = null;
  attempts: (Says | null)[] | null = null;
  lastAttempt: Says | null = null;
  attemptsDecide = false;
  checks: Says | null = null;
  hasCases = false;
  /** The node counts cases, so it is a suite or a run, unless its list is one of cases. */
  hasCounts = false;
}

const noDetails: Readonly<Details> = new Details();
const nothingInside: Readonly<NestedOutcomes> = new NestedOutcomes();

export function detailsOf(node: ObjectNode): Details {
  if (node.details !== noDetails) return node.details;
  const details = new Details();
  node.details = details;
  return details;
}

export function insideOf(node: ObjectNode): NestedOutcomes {
  if (node.inside !== nothingInside) return node.inside;
  const inside = new NestedOutcomes();
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
  /** The node's first field that contradicts a pass without being an outcome. */
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
  /** An error means failed if the node has no status. */
  error = false;
  /** The node's type is a hook, a message or the like. */
  isNoCase = false;
  /** The node's status as a case; set after the walk. */
  says: Says | null = null;
  /** Read-only because nodes share the empty one; `writableDetails` and `writableNested` can be changed. */
  details: Readonly<Details> = noDetails;
  inside: Readonly<NestedOutcomes> = nothingInside;

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
    // An array that starts empty reserves room for many outcomes, and most nodes have one.
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

/** Counts beside a verdict are the judges' votes; a suite has a status and not a verdict. */
export function isJudged({ outcomes }: ObjectNode): boolean {
  return outcomes?.some(({ kind }) => kind === "verdict") ?? false;
}

export function countsCases({ counts }: ObjectNode): boolean {
  const isOfCases = ({ says, unit }: Count): boolean =>
    unit !== "part" && (says === "passed" || says === "success" || (says === null && unit !== null));
  return counts?.some(isOfCases) ?? false;
}

/** The path as a person would write it: `results[3].status`. */
export function pathOf(node: ResponseNode, field: FieldPath = []): string {
  const all: (string | number)[] = typeof field === "string" ? [field] : [...field].reverse();
  const mostSteps = 24;
  for (let at = node; at.parent !== null && all.length < mostSteps; at = at.parent) all.push(at.step);
  return pathOfSteps(all);
}

/** `steps` begins with the innermost. */
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
 * The status of one node by several fields: the gravest wins. "finished" and "neutral" alone give null; a finished
 * case that was not run was skipped. `successCounts`: a test's result is expected, so "success" is a pass.
 */
export function saidTogether(fields: readonly OutcomeField[], successCounts: boolean): Says | null {
  const [only] = fields;
  // A shortcut, because most elements of a long list have this form.
  if (fields.length === 1 && only !== undefined && (only.says === "passed" || only.says === "failed"))
    return only.says;
  let gravest: Says | null = null;
  let isFinished = false;
  let isUnclear = false;
  // The service's own status numbers mean nothing beside a plain word.
  const hasPlainPass = fields.some(({ says, decisive }) => decisive && says === "passed");
  let isUnfinished = false;
  for (const { says, kind, value } of fields) {
    if (says === "running" && value === false) isUnfinished = true;
    else if (says === null) isUnclear ||= kind !== "flag" && !(hasPlainPass && kind === "code");
    else if (says === "finished") isFinished = true;
    else if (says === "neutral") continue;
    else if (says !== "success") gravest = graver(gravest, says);
    else if (successCounts) gravest = graver(gravest, "passed");
  }
  // Beside a verdict, `completed: false` doesn't mean that the run goes on.
  if (isUnfinished && gravest !== "failed")
    return gravest === "passed" ? "undecided" : graver(gravest, "running");
  if (isUnrun(gravest) && isFinished) return "skipped";
  return isUnclear && (gravest === "passed" || gravest === null) ? "undecided" : gravest;
}
