/** The nodes of a response: its objects and lists, with their outcomes, counts and descriptions. */

import type { JsonObject, JsonValue } from "../json.ts";
import type { Key, OutcomeName, Unit } from "./key.ts";
import { keyOf } from "./keys.ts";
import { combineFieldStatuses } from "./precedence.ts";
import type { Status } from "./vocabulary.ts";
import { isUnrun } from "./words.ts";

/** The area of a response that a node is in. */
export type NodeArea =
  /** The run, or an object that only wraps it. */
  | "run"
  /** Any other object, in a case or outside. */
  | "other"
  | "element"
  /** A step, an assertion or a turn of a case. */
  | "part"
  /** One of several tries at the same case; not an attempt of a request. */
  | "attempt"
  /** An input, a description or an earlier run, so its outcomes are not those of this run. */
  | "input"
  /** Outside the response: a case that the team's expression made. */
  | "expression";

/** The surroundings of a node. All elements of a list share one context. */
export interface NodeContext {
  readonly area: NodeArea;
  /** The key of the nearest name: an element has the key of its list. */
  readonly key: Key;
  readonly enclosingCase: ObjectNode | null;
  /** A part or an attempt around the node has an outcome, which replaces the outcomes inside it. */
  readonly isCovered: boolean;
  readonly isListed: boolean;
  /** The field names of the object around the node are names of cases. */
  readonly isMapEntry: boolean;
  readonly group: ElementGroup | null;
  readonly wrapperCount: number;
  /** An object around the node was replaced by a later attempt or may fail, so the node can't contradict a pass. */
  readonly isExcused: boolean;
}

export interface ResponseNode {
  readonly parent: ResponseNode | null;
  readonly nameOrIndex: string | number;
  readonly value: JsonObject | JsonValue[];
  readonly context: NodeContext;
}

/** A field's name, or the names and indexes that lead from the node to the field; empty for the node itself. */
export type FieldPath = string | readonly (string | number)[];

export interface OutcomeField {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  /** Null if the value has no known status, such as an unknown word or a verdict of null. */
  readonly status: Status | null;
  readonly value: string | number | boolean | null;
  readonly kind: OutcomeName | "flag" | "code";
  /** The field surely describes the run or a case and not the request. */
  readonly isDecisive: boolean;
  /** The name of a number in the same object that the value misses. */
  readonly bound?: string | undefined;
}

/** Makes a field whose status the caller decides, such as an objection. */
export function flagField(
  node: ResponseNode,
  path: FieldPath,
  status: Status | null,
  value: string | number | boolean | null,
): OutcomeField {
  return { node, path, status, value, kind: "flag", isDecisive: false };
}

export interface CountField {
  readonly node: ResponseNode;
  readonly path: FieldPath;
  readonly key: Key;
  /** The status of the counted cases; null for a total. */
  readonly status: Status | null;
  readonly unit: Unit | null;
  readonly value: number;
}

/** The elements of all lists of one shape: the cases of all suites are one group. */
export interface ElementGroup {
  readonly key: Key;
  readonly rank: "cases" | "generic" | "suites" | "unknown";
  /** The status that the list's name gives its elements: those of `failures` failed. */
  readonly status: Status | null;
  readonly innerGroups: Map<string, ElementGroup>;
  readonly outerGroup: ElementGroup | null;
  areCases: boolean;
  readonly nodes: ObjectNode[];
}

const lastRank = 10_000;

/** Fields that few nodes have. In long lists a separate object saves time and memory. */
class Details {
  references: string[] | null = null;
  suite: string[] | null = null;
  file: string | null = null;
  line: number | null = null;
  /** Not parsed, because most moments are never needed. */
  start: string | number | null = null;
  end: string | number | null = null;
  retries: number | null = null;
  isFlaky: boolean | null = null;
  isRetry = false;
  isFailureTolerated = false;
  hasSkipReason = false;
  /** Names of outcomes and ends that are null here, and may have values in other cases. */
  unfilled: string[] | null = null;
  hasRatio = false;
  /** The persona and the scenario of the case, or of the cases in the suite. */
  persona: string | null = null;
  personaId: string | null = null;
  scenario: string | null = null;
  scenarioId: string | null = null;
}

/** The outcomes inside a node. Few nodes have any, so a separate object saves time and memory. */
class NestedOutcomes {
  /** The gravest status of the parts. */
  partStatus: Status | null = null;
  partMessage: string | null = null;
  /** The first field at any depth that contradicts a pass. */
  objection: OutcomeField | null = null;
  /** The first outcome in an inner result, review or check that is not a pass. */
  openField: OutcomeField | null = null;
  /** The status that an inner object gives the whole node: its result or its review. */
  overallStatus: Status | null = null;
  attemptStatuses: (Status | null)[] | null = null;
  lastAttemptStatus: Status | null = null;
  attemptsDecide = false;
  checkStatus: Status | null = null;
  hasCases = false;
  /** The number of cases in the lists of a suite, at any depth; null if it has none. */
  listedCases: number | null = null;
  /** An object in the node counts cases, so the node is a suite or a run, unless it is in a list of cases. */
  hasCounts = false;
}

const noDetails: Readonly<Details> = new Details();
const noNested: Readonly<NestedOutcomes> = new NestedOutcomes();

export function writableDetails(node: ObjectNode): Details {
  if (node.details !== noDetails) return node.details;
  const details = new Details();
  node.details = details;
  return details;
}

export function writableNested(node: ObjectNode): NestedOutcomes {
  if (node.nested !== noNested) return node.nested;
  const nested = new NestedOutcomes();
  node.nested = nested;
  return nested;
}

/** An object of the response, such as the run, a suite, a case or a part of a case. */
export class ObjectNode implements ResponseNode {
  readonly parent: ResponseNode | null;
  readonly nameOrIndex: string | number;
  readonly value: JsonObject;
  readonly context: NodeContext;

  outcomes: OutcomeField[] | null = null;
  counts: CountField[] | null = null;
  /** The node's first field that contradicts a pass without being an outcome. */
  ownObjection: OutcomeField | null = null;
  id: string | null = null;
  name: string | null = null;
  nameRank = lastRank;
  message: string | null = null;
  messageRank = lastRank;
  url: string | null = null;
  urlRank = lastRank;
  duration: number | null = null;
  durationKey: Key | null = null;
  /** The node has an error, which means failed if the node has no status. */
  hasError = false;
  /** The node's type is a hook, a message or the like. */
  isNonCase = false;
  /** The node's status as a case or a suite; set after the walk. */
  status: Status | null = null;
  /** Read-only, because nodes share these empty objects. Write with `writableDetails` or `writableNested`. */
  details: Readonly<Details> = noDetails;
  nested: Readonly<NestedOutcomes> = noNested;

  constructor(
    parent: ResponseNode | null,
    nameOrIndex: string | number,
    value: JsonObject,
    context: NodeContext,
  ) {
    this.parent = parent;
    this.nameOrIndex = nameOrIndex;
    this.value = value;
    this.context = context;
  }

  addOutcome(
    path: FieldPath,
    status: Status | null,
    value: OutcomeField["value"],
    kind: OutcomeField["kind"],
    isDecisive: boolean,
    bound?: string,
  ): void {
    const field: OutcomeField = {
      ...{ node: this, path, status, value, kind, isDecisive },
      ...(bound !== undefined && { bound }),
    };
    // An array that starts empty reserves room for many outcomes, and most nodes have one.
    if (this.outcomes === null) this.outcomes = [field];
    else this.outcomes.push(field);
  }

  addCount(path: FieldPath, key: Key, value: number): void {
    const stated = key.pairedCount === null ? key.status : "passed";
    if (key.status === "undecided" && !attackName.test(key.squashed) && countsAttacks(this.value)) return;
    const status = key.isTotal ? null : this.context.key.isAboutAttacks ? statusOfAttacked(stated) : stated;
    const count: CountField = { node: this, path, key, status, unit: key.unit, value };
    if (this.counts === null) this.counts = [count];
    else this.counts.push(count);
  }
}

/** The counts of an element with a verdict are judges' votes, because a suite has a status and not a verdict. */
export function hasVerdict({ outcomes }: ObjectNode): boolean {
  return outcomes?.some(({ kind }) => kind === "verdict") ?? false;
}

export function findOpenField({ outcomes }: ObjectNode): OutcomeField | null {
  const isOpen = ({ status }: OutcomeField): boolean =>
    status === null || !["passed", "success", "skipped", "finished", "neutral"].includes(status);
  return outcomes?.find(isOpen) ?? null;
}

export function countsCases({ counts }: ObjectNode): boolean {
  const isOfCases = ({ status, unit, key }: CountField): boolean =>
    unit !== "part" &&
    key.pairedCount === null &&
    (status === "passed" || status === "success" || (status === null && unit !== null));
  return counts?.some(isOfCases) ?? false;
}

/** The path as a person would write it: `results[3].status`. */
export function responsePathOf(node: ResponseNode, field: FieldPath = []): string {
  const all: (string | number)[] = typeof field === "string" ? [field] : [...field].reverse();
  const mostSteps = 24;
  for (let at = node; at.parent !== null && all.length < mostSteps; at = at.parent) all.push(at.nameOrIndex);
  return formatResponsePath(all);
}

/** `steps` begins with the innermost name or index. */
export function formatResponsePath(steps: readonly (string | number)[]): string {
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
 * Combines the outcomes of one node: the gravest status wins. "finished" and "neutral" alone give null. A case that is
 * finished and not run was skipped. `successCounts`: the result of a case is expected here, so "success" is a pass.
 */
export function combinedStatus(fields: readonly OutcomeField[], successCounts: boolean): Status | null {
  const [only] = fields;
  // A shortcut, because most elements of a long list have this form.
  if (fields.length === 1 && only !== undefined && (only.status === "passed" || only.status === "failed"))
    return only.status;
  let gravest: Status | null = null;
  let isFinished = false;
  let isUnclear = false;
  // A decisive "passed" is clear, even if the service's own status number beside it is not.
  const hasPlainPass = fields.some(({ status, isDecisive }) => isDecisive && status === "passed");
  let isUnfinished = false;
  for (const { status, kind, value } of fields) {
    if (status === "running" && value === false) isUnfinished = true;
    else if (status === null) isUnclear ||= kind !== "flag" && !(hasPlainPass && kind === "code");
    else if (status === "finished") isFinished = true;
    else if (status === "neutral") continue;
    else if (status !== "success") gravest = combineFieldStatuses(gravest, status);
    else if (successCounts) gravest = combineFieldStatuses(gravest, "passed");
  }
  // `completed: false` contradicts "passed", adds nothing to "failed", and otherwise means "running".
  if (isUnfinished && gravest !== "failed")
    return gravest === "passed" ? "undecided" : combineFieldStatuses(gravest, "running");
  if (isUnrun(gravest) && isFinished) return fields.some(isUnjudged) ? "undecided" : "skipped";
  return isUnclear && (gravest === "passed" || gravest === null) ? "undecided" : gravest;
}

/** `blocked: 80` beside `bypassed: 0` is good news, and adds nothing to it. */
export function countsAttacks(object: JsonObject): boolean {
  const known = attacked.get(object) ?? Object.keys(object).some(name => attackName.test(name));
  attacked.set(object, known);
  return known;
}

/** An object can have a hundred thousand counts that each need the names of the others. */
const attacked = new WeakMap<JsonObject, boolean>();

const attackName = /^(?:bypass|breach|jailbr|exploit|leak|attack)/i;

/** `attacks: { succeeded: 1, blocked: 99 }`. */
function statusOfAttacked(status: Status | null): Status | null {
  if (status === "success") return "failed";
  return status === "failed" || status === "undecided" ? "passed" : status;
}

/** `evaluation_status: "pending"` of a finished case. */
function isUnjudged({ status, path }: OutcomeField): boolean {
  const { partKind, isAspect } = keyOf(String(typeof path === "string" ? path : path.at(-1)));
  return isUnrun(status) && (isAspect || partKind === "judgement");
}
