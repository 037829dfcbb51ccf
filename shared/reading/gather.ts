/** Gathers the findings from the nodes of a walk: outcomes, counts, cases and objections to a pass. */

import type { JsonValue } from "../json.ts";
import { pluralOf } from "../service/operations.ts";
import { unknownCountIn } from "./claims.ts";
import { type Sums, summariesOf } from "./counts.ts";
import type { OnRunField } from "./fields.ts";
import type { Findings } from "./findings.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import {
  countsCases,
  flagOf,
  insideOf,
  isJudged,
  type ObjectNode,
  type OutcomeField,
  type ResponseNode,
  saidTogether,
} from "./nodes.ts";
import { wrongCountIn, wrongIn } from "./parts.ts";
import { graver } from "./precedence.ts";
import { countIn, DurationUnits, flagIn, linkIn, momentIn } from "./values.ts";
import type { Says } from "./vocabulary.ts";
import { isOpen, saysOf } from "./words.ts";

export const resources: ReadonlySet<string> = new Set(Object.values(pluralOf));

const mostLinks = 10;
/** More than any run has; a response with more cases would fill the memory. */
const mostCases = 3_000_000;

export class Gatherer {
  readonly findings: Findings = {
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
  #caseCount = 0;

  /** Personas and integrations are inputs of a run, but a failed input contradicts a pass. */
  addAside(node: ObjectNode): void {
    if (!resources.has(node.context.key.squashed) || typeof node.step !== "number") return;
    for (const name in node.value) {
      const value = node.value[name];
      if (typeof value === "string" && keyOf(name).outcome !== null && saysOf(value) === "failed")
        this.findings.wrong ??= flagOf(node, name, "failed", value);
    }
  }

  addEmptyList(parent: ObjectNode, key: Key, name: string): void {
    const { area, owner } = parent.context;
    if (owner === null && key.holds === "outcome" && key.says === "failed")
      this.findings.emptyFailures = true;
    if (area === "run" && (key.holds === "cases" || key.holds === "generic"))
      this.findings.emptyCases ??= flagOf(parent, name, null, null);
  }

  /** An empty element of a list of cases may be a case that was not run. */
  addNothing(list: ResponseNode, step: number): void {
    const { area, owner, group, key } = list.context;
    const areCases = key.holds === "cases" || key.holds === "generic";
    if (area === "element" && owner === null && group !== null && areCases)
      this.findings.wrong ??= flagOf(list, [step], null, null);
  }

  addCase(node: ObjectNode): void {
    const { group } = node.context;
    if (group === null) return;
    this.#caseCount += 1;
    if (this.#caseCount > mostCases) {
      const most = mostCases.toLocaleString("en");
      throw new RangeError(`The response lists more than ${most} cases, which are too many to read.`);
    }
    if (group.nodes.length === 0) this.findings.groups.push(group);
    group.nodes.push(node);
    if (node.counts !== null && !isJudged(node)) this.findings.counting.push(node);
    const wrong = node.against ?? (node.counts === null ? null : wrongCountIn(node));
    if (wrong !== null) insideOf(node).wrong = wrong;
    if (node.outcomes === null && node.name !== null && node.id !== null) {
      if (!this.findings.names.has(node.id)) this.findings.names.set(node.id, node.name);
    }
  }

  addOther(node: ObjectNode, excused: boolean): void {
    const findings = this.findings;
    const { area, owner, key, listed } = node.context;
    if (key.votes) {
      this.#addVotes(node, excused);
      return;
    }
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
    } else if (owner !== null) this.addPart(node, excused);
    else {
      append(findings.beside, node.outcomes);
      if (!excused) findings.wrong ??= node.against ?? wrongAmongCounts(node);
      if (node.counts !== null && !listed) findings.timed.push(node);
      if (!listed && momentIn(node.details.end) !== null) findings.endedByTime = true;
    }
  }

  /** A majority of votes or a vote in words can contradict a pass of the case. */
  #addVotes(node: ObjectNode, excused: boolean): void {
    const { owner } = node.context;
    if (owner === null || excused) return;
    const [votes] = summariesOf(node);
    const isAgainst = votes !== undefined && (votes.sums.failed ?? 0) > (votes.sums.passed ?? 0);
    const [count] = isAgainst ? votes.failed : [];
    const against = count && flagOf(node, count.path, "failed", count.value);
    noteWrong(owner, against ?? (node.counts === null ? wrongIn(node) : null));
  }

  /** An element of `errors: [{ message }]` is a failure, but not a case. */
  addError(node: ObjectNode): void {
    const { owner } = node.context;
    if (owner !== null) addToParts(owner, "failed");
    else this.findings.beside.push(flagOf(node, [], "failed", node.message));
  }

  addPart(node: ObjectNode, excused: boolean): void {
    const { area, owner, key, covered } = node.context;
    if (owner === null) {
      if (node.counts !== null) this.findings.counting.push(node);
      if (excused) return;
      if (!covered) append(this.findings.ofParts, node.outcomes);
      const wrong = wrongIn(node);
      if (wrong !== null) this.findings.wrong ??= wrong;
      const ofRun = key.criterion || node.parent?.context.key.criterion;
      if (ofRun && wrong?.says === "failed") this.findings.missed ??= wrong;
      return;
    }
    // A single object can be an HTTP response, whose success is only the request's.
    const inPartList = typeof node.step === "number" && (key.holds === "parts" || area === "attempt");
    const said = node.outcomes === null ? null : saidTogether(node.outcomes, inPartList);
    const says = said ?? (node.error && inPartList ? "failed" : null);
    if (says === "failed" || (says === null && node.error)) insideOf(owner).partMessage ??= node.message;
    if (!excused)
      noteWrong(owner, wrongIn(node) ?? (says === "failed" ? flagOf(node, [], says, node.message) : null));
    if (covered) return;
    if (node.parent === owner && (key.wraps || key.reviews))
      insideOf(owner).overall = graver(owner.inside.overall, says);
    if (area === "attempt" && node.parent?.parent === owner) addAttempt(owner, node, says, excused);
    else if (!excused || !(says === "failed" || says === "running" || isOpen(says))) addToParts(owner, says);
  }

  readonly readOfRun: OnRunField = (node, key, name, value) => {
    const findings = this.findings;
    const { area, key: around } = node.context;
    const isRun = area === "run";
    const isOfList =
      around.holds === "cases" ||
      around.holds === "generic" ||
      /^(?:pag|meta|cursor|links)/.test(around.squashed);
    if (key.more !== null && (isRun || isOfList)) {
      if (hasNextPage(key, value)) findings.goesOn ??= flagOf(node, name, null, value);
      const amount = countIn(value);
      if (key.more === "length" && amount !== null)
        findings.lengths.push({ node, path: name, key, says: null, unit: null, value: amount });
    }
    if (key.progress && typeof value === "number" && (value < 1 || (value > 1 && value < 100))) {
      node.addOutcome(name, "running", value, "code", false);
    }
    if (key.share && key.says !== null) findings.shares.push(flagOf(node, name, key.says, value));
    if (key.share && showsFailures(key, value)) findings.badShares.push(flagOf(node, name, "failed", value));
    if (isRun && key.link && findings.links.length < mostLinks) {
      const link = linkIn(value);
      if (link !== null && !findings.links.includes(link)) findings.links.push(link);
    }
  };
}

/** Within a case an object counts tests if its name is a summary or a list; judges count votes. */
function mayCountCases({ wraps, holds, unit }: Key): boolean {
  return unit !== "part" && (wraps || holds !== null);
}

/** An unknown count may be of cases that didn't pass, unless the known counts add up to the total. */
function wrongAmongCounts(node: ObjectNode): OutcomeField | null {
  if (!countsCases(node) || summariesOf(node).some(({ sums }) => addsUp(sums))) return null;
  const name = unknownCountIn(node.value);
  return name === undefined ? null : flagOf(node, name, "undecided", Number(node.value[name]));
}

function addsUp({ total, passed, failed, skipped }: Sums): boolean {
  return total !== null && (passed ?? 0) + (failed ?? 0) + (skipped ?? 0) >= total;
}

/** Without spreading, because an object can have more fields than a call can have arguments. */
function append(all: OutcomeField[], fields: readonly OutcomeField[] | null): void {
  if (fields !== null) for (const field of fields) all.push(field);
}

export function addToParts(owner: ObjectNode, says: Says | null): void {
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

export function noteWrong(owner: ObjectNode, wrong: OutcomeField | null): void {
  if (wrong !== null && owner.inside.wrong === null) insideOf(owner).wrong = wrong;
}

function hasNextPage({ more }: Key, value: string | number | boolean): boolean {
  if (more === "flag") return flagIn(value) === true;
  if (more === "token") return value !== "" && value !== false && value !== 0;
  return more === "pages" && (countIn(value) ?? 0) > 1;
}

/** A ratio by which some cases failed or didn't pass. */
function showsFailures(key: Key, value: JsonValue): boolean {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return false;
  if (key.says === "failed") return number > 0;
  return (key.says === "passed" || key.says === "success") && number < 100 && number !== 1;
}
