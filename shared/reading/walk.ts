/**
 * One walk over a response, in the order it is written, that gathers all that could matter: outcomes of the run, counts,
 * everything that looks like a case, records and reviews. It judges nothing. It visits every value once, and keeps a
 * stack of its own, because a response may be nested deeper than the call stack allows.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, operation, pluralOf } from "../service/operations.ts";
import { unknownCountIn } from "./claims.ts";
import { type Sums, summariesOf } from "./counts.ts";
import { type OnRunField, readFields } from "./fields.ts";
import type { Findings } from "./findings.ts";
import { type Key, keyOf } from "./keys.ts";
import {
  type Area,
  type Context,
  countsCases,
  flagOf,
  graver,
  insideOf,
  isJudged,
  ObjectNode,
  type OutcomeField,
  type ResponseNode,
  saidTogether,
} from "./nodes.ts";
import { isPlain, wrongCountIn, wrongIn } from "./parts.ts";
import { type About, type FoundRecord, recordOf, rootRecord } from "./records.ts";
import { areaOf, type CasesByName, casesByName, innerGroup, mayBeCase, newGroup } from "./surroundings.ts";
import { areNumbered, supersededIn } from "./tries.ts";
import { countIn, DurationUnits, flagIn, linkIn, momentIn } from "./values.ts";
import type { Says } from "./vocabulary.ts";
import { isOpen, saysOf } from "./words.ts";

const noKey = keyOf("");
const resources: ReadonlySet<string> = new Set(Object.values(pluralOf));

type ListNode = ResponseNode & { readonly value: JsonValue[] };

const mostLinks = 10;
/** More than any run has: a response that lists more is out to fill the memory. */
const mostCases = 3_000_000;

export interface WalkOptions {
  readonly about?: About | undefined;
  /** Finds every record, not reviews alone. */
  readonly allRecords?: boolean | undefined;
}

export function walk(response: JsonObject, options: WalkOptions): Findings {
  return new Walk(options).over(response);
}

class Walk {
  readonly #findings: Findings = {
    ofRun: [],
    beside: [],
    ofParts: [],
    missed: null,
    wrong: null,
    counting: [],
    groups: [],
    badShares: [],
    shares: [],
    goesOn: null,
    lengths: [],
    zeros: [],
    emptyFailures: false,
    emptyCases: null,
    endedByWord: false,
    endedByTime: false,
    timed: [],
    links: [],
    records: [],
    reviewNodes: new Map(),
    reviewCases: new Map(),
    units: new DurationUnits(),
    names: new Map(),
  };
  readonly #waiting: (ObjectNode | ListNode | FoundRecord)[] = [];
  /** By lists, the positions of what a later try superseded. */
  readonly #superseded = new Map<ResponseNode, ReadonlySet<number>>();
  /** The review of which an object speaks, for the few objects that do. */
  readonly #reviewOf = new Map<ResponseNode, FoundRecord>();
  readonly #options: WalkOptions;
  #cases = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  over(response: JsonObject): Findings {
    const context: Context = {
      area: "run",
      key: noKey,
      owner: null,
      covered: false,
      listed: false,
      inMap: false,
      group: newGroup(noKey, null),
      wraps: 0,
      excused: false,
    };
    this.#waiting.push(new ObjectNode(null, "", response, context));
    for (let node = this.#waiting.pop(); node !== undefined; node = this.#waiting.pop()) {
      if (node instanceof ObjectNode) this.#visit(node);
      else if ("value" in node) this.#visitList(node, node.value);
      else this.#addRecord(node);
    }
    return this.#findings;
  }

  #await(
    parent: ResponseNode,
    step: string | number,
    value: JsonObject | JsonValue[],
    context: Context,
  ): void {
    if (!isJsonObject(value)) {
      this.#waiting.push({ parent, step, value, context });
      return;
    }
    const node = new ObjectNode(parent, step, value, context);
    this.#waiting.push(node);
    if (this.#reviewOf.size > 0) this.#speakOfReview(node);
  }

  // --- Records and reviews --------------------------------------------------------------------------------------

  #isWanted(kind: Kind): boolean {
    return kind === "review" || this.#options.allRecords === true;
  }

  #addRecord(record: FoundRecord): void {
    this.#findings.records.push(record);
    if (record.kind === "review" && record.own !== null) this.#addReview(record, record.own);
  }

  #addReview(review: FoundRecord, own: ObjectNode): void {
    this.#reviewOf.set(own, review);
    this.#findings.reviewNodes.set(review, [own]);
  }

  #findRecord(node: ObjectNode): void {
    const { about } = this.#options;
    if (node.parent !== null) {
      if (node.context.key.record === undefined) return;
      const record = recordOf(node);
      if (record !== undefined && this.#isWanted(record.kind)) this.#addRecord(record);
      return;
    }
    if (about === undefined) return;
    const { kind } = operation(about.operation);
    const record = rootRecord(node, about);
    if (record !== undefined && this.#isWanted(kind)) this.#addRecord(record);
    // An answer to an operation on a review is about that review, whatever id it bears.
    else if (kind === "review" && about.id !== undefined)
      this.#addReview({ kind, id: about.id, own: node, around: null }, node);
  }

  /** An object that only wraps a part of a review's own speaks of that review; one with the id of another does not. */
  #speakOfReview(node: ResponseNode & { readonly value: JsonObject }): void {
    const { parent, step, value } = node;
    const around = parent !== null && typeof step === "number" ? parent.parent : parent;
    const review = around === null ? undefined : this.#reviewOf.get(around);
    const { key } = node.context;
    if (review === undefined || around === null) return;
    if (key.holds === "cases" && around === parent && node instanceof ObjectNode)
      this.#findings.reviewCases.set(review, node);
    // Further in, a run or a result is that of the case that the review is about.
    const isNear =
      around === review.own && (around.parent === null || this.#options.about?.operation !== "submitReview");
    if (!(key.envelope || key.head === "verdict" || (key.wraps && isNear))) return;
    const id = value["id"];
    const isOwn = typeof step === "number" ? id === review.id : typeof id !== "string" || id === review.id;
    if (!isOwn) return;
    this.#reviewOf.set(node, review);
    this.#findings.reviewNodes.get(review)?.push(node);
  }

  #visit(node: ObjectNode): void {
    const { area, group, inMap } = node.context;
    if (area === "element" && inMap && typeof node.step === "string") nameIt(node, node.step);
    this.#findRecord(node);
    const nested = readFields(node, this.#findings.units, this.#readOfRun);
    const isCase = area === "element" && mayBeCase(node);
    const excused = !isCase && this.#isExcused(node, nested.length > 0);
    if (area === "aside") this.#noteFailedRecord(node);
    else {
      if (isCase) this.#addCase(node);
      else if (area === "element" && group?.says === "failed") this.#addError(node);
      else if (area === "part" || area === "attempt") this.#addPart(node, excused);
      else this.#addOther(node, excused);
    }
    for (let index = nested.length - 1; index >= 0; index--) {
      const name = nested[index] ?? "";
      const value = node.value[name];
      if (typeof value === "object" && value !== null)
        this.#enter(node, isCase, excused, name, value, nested.length);
      else if (typeof value === "string") this.#awaitId(node, keyOf(name), "id", value);
    }
  }

  /** Personas and integrations are inputs of a run; one that failed speaks against its pass all the same. */
  #noteFailedRecord(node: ObjectNode): void {
    if (!resources.has(node.context.key.squashed) || typeof node.step !== "number") return;
    for (const name in node.value) {
      const value = node.value[name];
      if (typeof value === "string" && keyOf(name).outcome !== null && saysOf(value) === "failed")
        this.#findings.wrong ??= flagOf(node, name, "failed", value);
    }
  }

  /** Something that it says against a pass does not count. */
  #isExcused(node: ObjectNode, holdsMore: boolean): boolean {
    const { context, details, parent, step } = node;
    const { area, excused, key, owner } = context;
    if (excused || details.mayFail) return true;
    if ((area !== "part" && area !== "attempt") || typeof step !== "number" || parent === null) return false;
    if (!holdsMore && node.outcomes === null && node.counts === null && !node.error) return false;
    const { value } = parent;
    if (!Array.isArray(value)) return false;
    const isFlaky = owner?.details.flaky === true;
    const retries = owner?.details.retries ?? 0;
    // Beside a case that passed in the end, a list of retries may hold only those that did not.
    const holdsRetries = key.attempts === "surely" && /^(?:retr|rerun|previous|earlier)/.test(key.squashed);
    if (holdsRetries && (isFlaky || retries >= value.length)) return true;
    let superseded = this.#superseded.get(parent);
    if (superseded === undefined) {
      const mayBeTries = area === "attempt" && key.attempts !== null;
      const areTries =
        key.attempts === "surely" || (mayBeTries && (isFlaky || retries > 0 || areNumbered(value)));
      superseded = supersededIn(value, areTries);
      this.#superseded.set(parent, superseded);
    }
    return superseded.has(step);
  }

  #awaitId(around: ResponseNode, { record }: Key, form: "id" | "ids", id: string): void {
    if (record?.form !== form || id === "" || !this.#isWanted(record.kind)) return;
    this.#waiting.push({ kind: record.kind, id, own: null, around });
  }

  #visitList(list: ListNode, elements: readonly JsonValue[]): void {
    const { context } = list;
    const { key } = context;
    const areIds = key.record?.form === "ids" && typeof list.step === "string";
    for (let step = elements.length - 1; step >= 0; step--) {
      const value = elements[step];
      if (typeof value === "object" && value !== null) this.#await(list, step, value, context);
      else if (areIds && typeof value === "string") this.#awaitId(list, key, "ids", value);
    }
    if (context.area === "element" && context.group?.says != null) {
      this.#readNames(list, elements, context, context.group.says);
    }
  }

  /** `failedTests: ["login"]`. */
  #readNames(list: ResponseNode, elements: readonly JsonValue[], context: Context, says: Says): void {
    for (const [step, value] of elements.entries()) {
      if (typeof value !== "string" || value === "") continue;
      if (says === "failed" && context.key.unit !== "test") {
        // Messages rather than names.
        if (context.owner === null) this.#findings.beside.push(flagOf(list, [], says, value));
        else addToParts(context.owner, says);
        return;
      }
      const node = new ObjectNode(list, step, {}, context);
      nameIt(node, value);
      this.#addCase(node);
    }
  }

  #visitMap(map: ResponseNode, { names, values }: CasesByName): void {
    const { context } = map;
    for (let index = names.length - 1; index >= 0; index--) {
      const value = values[index];
      if (isJsonObject(value)) this.#await(map, names[index] ?? "", value, context);
    }
    for (const [index, value] of values.entries()) {
      if (typeof value !== "string" && typeof value !== "boolean") continue;
      const step = names[index] ?? "";
      const node = new ObjectNode(map, step, {}, context);
      nameIt(node, step);
      const says = value === true ? "passed" : value === false ? "failed" : saysOf(value);
      node.addOutcome([], says, value, "flag", true);
      this.#addCase(node);
    }
  }

  // --- What a node is taken for ---------------------------------------------------------------------------------

  #addCase(node: ObjectNode): void {
    const { group } = node.context;
    if (group === null) return;
    this.#cases += 1;
    if (this.#cases > mostCases) {
      const most = mostCases.toLocaleString("en");
      throw new RangeError(`The answer lists more than ${most} cases, which is too much to be read.`);
    }
    if (group.nodes.length === 0) this.#findings.groups.push(group);
    group.nodes.push(node);
    if (node.counts !== null && !isJudged(node)) this.#findings.counting.push(node);
    const wrong = node.against ?? (node.counts === null ? null : wrongCountIn(node));
    if (wrong !== null) insideOf(node).wrong = wrong;
    if (node.outcomes === null && node.name !== null && node.id !== null) {
      if (!this.#findings.names.has(node.id)) this.#findings.names.set(node.id, node.name);
    }
  }

  /** The run itself, an object beside it, or one within a case that is no list. */
  #addOther(node: ObjectNode, excused: boolean): void {
    const findings = this.#findings;
    const { area, owner, key, listed } = node.context;
    if (key.votes) return;
    if (node.counts !== null) findings.counting.push(node);
    if (owner !== null && countsCases(node) && mayCountCases(key)) insideOf(owner).hasCounts = true;
    if (area === "run") {
      append(findings.ofRun, node.outcomes);
      if (!excused) findings.wrong ??= node.against ?? wrongAmongCounts(node);
      for (const count of node.counts ?? [])
        if (count.says === null && count.value === 0) findings.zeros.push(count);
      if (node.outcomes?.some(({ says }) => says === "finished")) findings.endedByWord = true;
      if (momentIn(node.details.end) !== null) findings.endedByTime = true;
      findings.timed.push(node);
    } else if (owner !== null) this.#addPart(node, excused);
    else {
      append(findings.beside, node.outcomes);
      if (!excused) findings.wrong ??= node.against ?? wrongAmongCounts(node);
      if (node.counts !== null && !listed) findings.timed.push(node);
      if (!listed && momentIn(node.details.end) !== null) findings.endedByTime = true;
    }
  }

  /** `errors: [{ message }]` tells of something that failed, and of no case. */
  #addError(node: ObjectNode): void {
    const { owner } = node.context;
    if (owner !== null) addToParts(owner, "failed");
    else this.#findings.beside.push(flagOf(node, [], "failed", node.message));
  }

  #addPart(node: ObjectNode, excused: boolean): void {
    const { area, owner, key, covered } = node.context;
    if (owner === null) {
      if (node.counts !== null) this.#findings.counting.push(node);
      if (excused) return;
      if (!covered) append(this.#findings.ofParts, node.outcomes);
      const wrong = wrongIn(node);
      if (wrong !== null) this.#findings.wrong ??= wrong;
      const ofRun = key.criterion || node.parent?.context.key.criterion;
      if (ofRun && wrong?.says === "failed") this.#findings.missed ??= wrong;
      return;
    }
    // A single object may be the answer to an HTTP call, whose success is its own.
    const inPartList = typeof node.step === "number" && (key.holds === "parts" || area === "attempt");
    const said = node.outcomes === null ? null : saidTogether(node.outcomes, inPartList);
    const says = said ?? (node.error && inPartList ? "failed" : null);
    if (says === "failed" || (says === null && node.error)) insideOf(owner).partMessage ??= node.message;
    if (!excused) noteWrong(owner, node, says);
    if (covered) return;
    if (node.parent === owner && (key.wraps || key.reviews))
      insideOf(owner).overall = graver(owner.inside.overall, says);
    if (area === "attempt" && node.parent?.parent === owner) addAttempt(owner, node, says, excused);
    else if (!excused || !(says === "failed" || says === "running" || isOpen(says))) addToParts(owner, says);
  }

  /** Where the list goes on, where a person can look, and how far it has come. */
  readonly #readOfRun: OnRunField = (node, key, name, value) => {
    const findings = this.#findings;
    const { area, key: around } = node.context;
    const isRun = area === "run";
    if (key.more !== null && (isRun || /^(?:pag|meta|cursor|links)/.test(around.squashed))) {
      if (saysMore(key, value)) findings.goesOn ??= flagOf(node, name, null, value);
      const amount = countIn(value);
      if (key.more === "length" && amount !== null)
        findings.lengths.push({ node, path: name, key, says: null, unit: null, value: amount });
    }
    if (key.progress && typeof value === "number" && (value < 1 || (value > 1 && value < 100))) {
      node.addOutcome(name, "running", value, "code", false);
    }
    if (key.share && key.says !== null) findings.shares.push(flagOf(node, name, key.says, value));
    if (key.share && isShort(key, value)) findings.badShares.push(flagOf(node, name, "failed", value));
    if (isRun && key.link && findings.links.length < mostLinks) {
      const link = linkIn(value);
      if (link !== null && !findings.links.includes(link)) findings.links.push(link);
    }
  };

  // --- What is in it --------------------------------------------------------------------------------------------

  #enter(
    parent: ObjectNode,
    isCase: boolean,
    excused: boolean,
    name: string,
    value: JsonObject | JsonValue[],
    siblings: number,
  ): void {
    const key = keyOf(name);
    const { context } = parent;
    const isList = Array.isArray(value);
    if (isList && value.length === 0) {
      const { owner } = context;
      if (owner === null && key.holds === "outcome" && key.says === "failed")
        this.#findings.emptyFailures = true;
      if (context.area === "run" && (key.holds === "cases" || key.holds === "generic"))
        this.#findings.emptyCases ??= flagOf(parent, name, null, null);
      return;
    }
    const area = this.#areaIn(parent, isCase, key, value, siblings);
    if (
      area === "aside" &&
      isJsonObject(value) &&
      key.record === undefined &&
      !resources.has(key.squashed) &&
      isQuiet(value)
    )
      return;
    // Most parts of a passed case say nothing against it, and nodes of them would take most of the time.
    if (area === "part" && isCase && hasPassed(parent) && arePlain(value)) return;
    const owner = isCase ? parent : context.owner;
    const within = context.area === "part" || context.area === "attempt";
    const isPart = area === "part" || area === "attempt";
    const byName = isList || isPart || area === "aside" ? null : casesByName(value, key);
    const inner: Context = {
      area: byName === null ? area : "element",
      key,
      owner,
      covered: context.covered || (within && parent.outcomes !== null),
      listed: context.listed || isList || byName !== null,
      inMap: byName !== null,
      group: context.group === null || isPart || area === "aside" ? null : innerGroup(context.group, key),
      wraps: area === "run" ? context.wraps + 1 : context.wraps,
      excused: !isCase && excused,
    };
    if (byName === null || isList) {
      this.#await(parent, name, value, inner);
      return;
    }
    const map = { parent, step: name, value, context: inner };
    if (this.#reviewOf.size > 0) this.#speakOfReview(map);
    this.#visitMap(map, byName);
  }

  /** An error was read as a text; the words in its own fields are not about the case. */
  #areaIn(
    parent: ObjectNode,
    isCase: boolean,
    key: Key,
    value: JsonObject | JsonValue[],
    siblings: number,
  ): Area {
    if (parent.context.area === "aside" || (key.ignored && key.holds !== "cases")) return "aside";
    const isMessage = isCase && key.fields.message >= 0 && key.unit === null && key.holds !== "cases";
    if (!isMessage) return areaOf(parent, isCase, key, value, siblings);
    const said = parent.outcomes === null ? null : saidTogether(parent.outcomes, true);
    return key.error || said !== "passed" ? "aside" : "part";
  }
}

/** Objects within a case that count its tests where they are called a summary; votes and judges count voices. */
function mayCountCases({ wraps, holds, unit }: Key): boolean {
  return unit !== "part" && (wraps || holds !== null);
}

/** A count that is not known may be of cases that did not pass, unless the others are all of them. */
function wrongAmongCounts(node: ObjectNode): OutcomeField | null {
  if (!countsCases(node) || summariesOf(node).some(({ sums }) => isAccounted(sums))) return null;
  const name = unknownCountIn(node.value);
  return name === undefined ? null : flagOf(node, name, "undecided", Number(node.value[name]));
}

function isAccounted({ total, passed, failed, skipped }: Sums): boolean {
  return total !== null && (passed ?? 0) + (failed ?? 0) + (skipped ?? 0) >= total;
}

/** It holds neither records nor anything that could hold one. */
function isQuiet(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    if (
      typeof value === "object"
        ? value !== null
        : typeof value === "string" && keyOf(name).record !== undefined
    )
      return false;
  }
  return true;
}

function arePlain(value: JsonObject | JsonValue[]): boolean {
  if (!Array.isArray(value)) return isPlain(value);
  return value.every(each => isJsonObject(each) && isPlain(each));
}

function hasPassed({ outcomes }: ObjectNode): boolean {
  return outcomes?.length === 1 && outcomes[0]?.says === "passed";
}

/** One by one: an object may have more fields than a call may have arguments. */
function append(all: OutcomeField[], fields: readonly OutcomeField[] | null): void {
  if (fields !== null) for (const field of fields) all.push(field);
}

function addToParts(owner: ObjectNode, says: Says | null): void {
  if (says !== null) insideOf(owner).parts = graver(owner.inside.parts, says);
}

function addAttempt(owner: ObjectNode, attempt: ObjectNode, says: Says | null, superseded: boolean): void {
  const inside = insideOf(owner);
  if (!superseded) inside.lastAttempt = says;
  inside.attempts ??= [];
  inside.attempts.push(says);
  if (attempt.context.key.attempts === "surely") inside.attemptsDecide = true;
  if (owner.duration !== null) return;
  owner.duration = attempt.duration;
  owner.durationKey = attempt.durationKey;
}

/** Keeps the first thing that speaks against a pass. `says`: how the node went, where none of its fields tells. */
function noteWrong(owner: ObjectNode, node: ObjectNode, says: Says | null = null): void {
  if (owner.inside.wrong !== null) return;
  const wrong = wrongIn(node) ?? (says === "failed" ? flagOf(node, [], says, node.message) : null);
  if (wrong !== null) insideOf(owner).wrong = wrong;
}

/** The value says that the list goes on elsewhere. */
function saysMore({ more }: Key, value: string | number | boolean): boolean {
  if (more === "flag") return flagIn(value) === true;
  if (more === "token") return value !== "" && value !== false && value !== 0;
  return more === "pages" && (countIn(value) ?? 0) > 1;
}

function nameIt(node: ObjectNode, name: string): void {
  node.name = name.slice(0, 1000);
  node.nameRank = 0;
}

/** A share by which not all passed, or some failed. */
function isShort(key: Key, value: JsonValue): boolean {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return false;
  if (key.says === "failed") return number > 0;
  return (key.says === "passed" || key.says === "success") && number < 100 && number !== 1;
}
