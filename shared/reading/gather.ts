/** Gathers findings from the nodes of a walk: outcomes, counts, cases and objections to a pass. */

import type { JsonValue } from "../json.ts";
import { pluralOf } from "../service/operations.ts";
import { type CountSums, summarizeCounts } from "./counts.ts";
import type { RunFieldReader } from "./fields.ts";
import type { Findings } from "./findings.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import {
  combinedStatus,
  countsCases,
  findOpenField,
  flagField,
  hasVerdict,
  type ObjectNode,
  type OutcomeField,
  type ResponseNode,
  writableNested,
} from "./nodes.ts";
import { findUnknownCount } from "./objections.ts";
import { countObjectionIn, objectionIn } from "./parts.ts";
import { combineFieldStatuses } from "./precedence.ts";
import { countIn, DurationUnits, flagIn, linkIn, momentIn, progressIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import { isInconclusive, statusOfText } from "./words.ts";

export const resourceNames: ReadonlySet<string> = new Set(Object.values(pluralOf));

const mostLinks = 10;
/** A response that lists more cases would fill the memory. No real run has that many. */
const mostCases = 3_000_000;

export class FindingsGatherer {
  readonly findings: Findings = {
    runOutcomes: [],
    otherOutcomes: [],
    partOutcomes: [],
    missedCriterion: null,
    objection: null,
    countingNodes: [],
    groups: [],
    badRatios: [],
    ratios: [],
    continuation: null,
    lengths: [],
    zeroTotals: [],
    hasEmptyFailureList: false,
    emptyCaseList: null,
    hasEndWord: false,
    hasEndTime: false,
    timedNodes: [],
    links: [],
    records: [],
    reviewNodes: new Map(),
    reviewCaseNodes: new Map(),
    durationUnits: new DurationUnits(),
    namesById: new Map(),
  };
  #caseCount = 0;

  /** Records such as personas and integrations are inputs of a run. A failed input contradicts a pass. */
  addInput(node: ObjectNode): void {
    if (!resourceNames.has(node.context.key.squashed) || typeof node.nameOrIndex !== "number") return;
    for (const name in node.value) {
      const value = node.value[name];
      if (typeof value === "string" && keyOf(name).outcomeName !== null && statusOfText(value) === "failed")
        this.findings.objection ??= flagField(node, name, "failed", value);
    }
  }

  addEmptyList(parent: ObjectNode, key: Key, name: string): void {
    const { area, enclosingCase } = parent.context;
    if (enclosingCase === null && key.elementKind === "outcome" && key.status === "failed")
      this.findings.hasEmptyFailureList = true;
    if (area === "run" && (key.elementKind === "cases" || key.elementKind === "generic"))
      this.findings.emptyCaseList ??= flagField(parent, name, null, null);
  }

  /** An empty element of a list of cases may be a case that was not run. */
  addEmptyElement(list: ResponseNode, step: number): void {
    const { area, enclosingCase, group, key } = list.context;
    const areCases = key.elementKind === "cases" || key.elementKind === "generic";
    if (area === "element" && enclosingCase === null && group !== null && areCases)
      this.findings.objection ??= flagField(list, [step], null, null);
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
    if (node.counts !== null && !hasVerdict(node)) this.findings.countingNodes.push(node);
    const objection =
      node.ownObjection ??
      (node.counts === null ? null : countObjectionIn(node)) ??
      (node.outcomes === null ? emptyOutcomeIn(node) : null);
    if (objection !== null) writableNested(node).objection = objection;
    if (node.outcomes === null && node.name !== null && node.id !== null) {
      if (!this.findings.namesById.has(node.id)) this.findings.namesById.set(node.id, node.name);
    }
  }

  addOther(node: ObjectNode, isExcused: boolean): void {
    const findings = this.findings;
    const { area, enclosingCase, key, isListed } = node.context;
    if (key.isVoteObject) {
      this.#addVotes(node, isExcused);
      return;
    }
    if (node.counts !== null) findings.countingNodes.push(node);
    if (enclosingCase !== null && countsCases(node) && mayCountCases(key))
      writableNested(enclosingCase).hasCounts = true;
    if (area === "run") {
      append(findings.runOutcomes, node.outcomes);
      if (!isExcused)
        findings.objection ??=
          node.ownObjection ??
          unknownCountIn(node) ??
          unreadCountIn(node) ??
          impossibleCountIn(node) ??
          missingEndIn(node) ??
          (node.outcomes === null ? emptyOutcomeIn(node) : null);
      for (const count of node.counts ?? [])
        if (count.status === null && count.value === 0) findings.zeroTotals.push(count);
      const noCases = nameOfEmpty(node, listsCases);
      if (noCases !== undefined) findings.emptyCaseList ??= flagField(node, noCases, null, null);
      if (node.outcomes?.some(({ status }) => status === "finished")) findings.hasEndWord = true;
      if (momentIn(node.details.end) !== null) findings.hasEndTime = true;
      findings.timedNodes.push(node);
    } else if (enclosingCase !== null) this.addPart(node, isExcused);
    else {
      append(findings.otherOutcomes, node.outcomes);
      if (!isExcused) findings.objection ??= node.ownObjection ?? unknownCountIn(node);
      if (node.counts !== null && !isListed) findings.timedNodes.push(node);
      if (!isListed && momentIn(node.details.end) !== null) findings.hasEndTime = true;
    }
  }

  /** A majority of votes against the case, or a vote in words, can contradict a pass of the case. */
  #addVotes(node: ObjectNode, isExcused: boolean): void {
    const { enclosingCase } = node.context;
    if (enclosingCase === null || isExcused) return;
    const [votes] = summarizeCounts(node);
    const isAgainst = votes !== undefined && (votes.sums.failed ?? 0) > (votes.sums.passed ?? 0);
    const [count] = isAgainst ? votes.failed : [];
    const against = count && flagField(node, count.path, "failed", count.value);
    noteObjection(enclosingCase, against ?? (node.counts === null ? objectionIn(node) : null));
  }

  /** An element of `errors: [{ message }]` is a failure, but not a case. */
  addError(node: ObjectNode): void {
    const { enclosingCase } = node.context;
    if (enclosingCase !== null) addPartStatus(enclosingCase, "failed");
    else this.findings.otherOutcomes.push(flagField(node, [], "failed", node.message));
  }

  addPart(node: ObjectNode, isExcused: boolean): void {
    const { area, enclosingCase, key, isCovered } = node.context;
    if (enclosingCase === null) {
      if (node.counts !== null) this.findings.countingNodes.push(node);
      if (isExcused) return;
      if (!isCovered) append(this.findings.partOutcomes, node.outcomes);
      const objection = objectionIn(node);
      if (objection !== null) this.findings.objection ??= objection;
      const ofRun = key.isRunCriterion || node.parent?.context.key.isRunCriterion;
      if (ofRun && objection?.status === "failed") this.findings.missedCriterion ??= objection;
      return;
    }
    // Outside a list, a part can be an HTTP response. Its "success" is the success of the HTTP request.
    const inPartList =
      typeof node.nameOrIndex === "number" && (key.elementKind === "parts" || area === "attempt");
    const statedStatus = node.outcomes === null ? null : combinedStatus(node.outcomes, inPartList);
    const status = statedStatus ?? (node.hasError && inPartList ? "failed" : null);
    if (status === "failed" || (status === null && node.hasError))
      writableNested(enclosingCase).partMessage ??= node.message;
    if (!isExcused)
      noteObjection(
        enclosingCase,
        objectionIn(node) ??
          (statedStatus === null && status === "failed" ? flagField(node, [], status, node.message) : null),
      );
    if (isCovered) return;
    if (node.parent === enclosingCase && (key.isWrapper || key.hasReviews)) {
      const nested = writableNested(enclosingCase);
      nested.overallStatus = combineFieldStatuses(nested.overallStatus, status);
      nested.openField ??= findOpenField(node);
    }
    if (area === "attempt" && node.parent?.parent === enclosingCase)
      addAttempt(enclosingCase, node, status, isExcused);
    else if (!isExcused || !(status === "failed" || status === "running" || isInconclusive(status)))
      addPartStatus(enclosingCase, status);
  }

  readonly readRunField: RunFieldReader = (node, key, name, value) => {
    const findings = this.findings;
    const { area, key: around } = node.context;
    const isRun = area === "run";
    const isOfList =
      around.elementKind === "cases" ||
      around.elementKind === "generic" ||
      /^(?:pag|meta|cursor|links|hits)/.test(around.squashed);
    if ((key.pagination !== null || key.isExpectedCount) && (isRun || isOfList)) {
      if (hasNextPage(key, value)) findings.continuation ??= flagField(node, name, null, value);
      const amount = countIn(value);
      const isLength = key.isExpectedCount || (key.pagination === "length" && !isPageSize(node, key, value));
      if (isLength && amount !== null)
        findings.lengths.push({ node, path: name, key, status: null, unit: null, value: amount });
    }
    const progress = key.isProgress ? progressIn(value) : null;
    if (progress !== null && (progress < 1 || (progress > 1 && progress < 100)))
      node.addOutcome(name, "running", value, "code", false);
    if (key.isRatio && key.status !== null) findings.ratios.push(flagField(node, name, key.status, value));
    if (key.isRatio && showsFailures(key, value))
      findings.badRatios.push(flagField(node, name, "failed", value));
    if (isRun && key.isLink && findings.links.length < mostLinks) {
      const link = linkIn(value);
      if (link !== null && !findings.links.includes(link)) findings.links.push(link);
    }
  };
}

/** `count: 20` beside `limit: 20`. */
function isPageSize({ value: object }: ObjectNode, { squashed }: Key, value: JsonValue): boolean {
  return (
    squashed === "count" &&
    Object.keys(object).some(name => keyOf(name).squashed === "limit" && object[name] === value)
  );
}

/** Inside a case, only an object named like a summary or a list counts cases. Other objects may count votes. */
function mayCountCases({ isWrapper, elementKind, unit }: Key): boolean {
  return unit !== "part" && (isWrapper || elementKind !== null);
}

/** A count with an unknown name may count cases that didn't pass, unless the known counts add up to the total. */
function unknownCountIn(node: ObjectNode): OutcomeField | null {
  if (!countsCases(node) || summarizeCounts(node).some(({ sums }) => addsUp(sums))) return null;
  const name = findUnknownCount(node.value);
  return name === undefined ? null : flagField(node, name, "undecided", Number(node.value[name]));
}

/** More cases passed than there are, so one of the counts is wrong. */
function impossibleCountIn(node: ObjectNode): OutcomeField | null {
  if (node.counts === null) return null;
  for (const { passed, sums } of summarizeCounts(node))
    if (passed !== null && sums.total !== null && (sums.passed ?? 0) > sums.total)
      return flagField(node, passed.path, null, passed.value);
  return null;
}

/** `failed: null` and `failed: -1` don't show that no case failed, and `total: null` doesn't show that none is missing. */
function unreadCountIn(node: ObjectNode): OutcomeField | null {
  if (!countsCases(node)) return null;
  for (const name in node.value) {
    const value = node.value[name] ?? null;
    const key = keyOf(name);
    const isNeeded = key.isTotal || (key.isCount && key.status === "failed" && key.fieldRanks.message < 0);
    const isUnread =
      typeof value === "string"
        ? /^(?:n\/?a|-+)$/i.test(value)
        : typeof value === "number"
          ? value < 0
          : value === null;
    if (isNeeded && isUnread) return flagField(node, name, null, typeof value === "object" ? null : value);
  }
  return null;
}

/** A run with `finishedAt: null` and without any other end has not finished. */
function missingEndIn(node: ObjectNode): OutcomeField | null {
  if (node.details.end) return null;
  const isEnd = ({ squashed, fieldRanks }: Key) =>
    fieldRanks.end >= 0 && /^(?:end|finish|complet)/.test(squashed);
  const name = nameOfEmpty(node, isEnd);
  return name === undefined ? null : flagField(node, name, "running", null);
}

/** `results: null`. */
function listsCases({ squashed, elementKind }: Key): boolean {
  return squashed === "results" || (elementKind === "cases" && squashed.endsWith("s"));
}

/** A run or a case without any outcome but `status: null` has not been decided. */
function emptyOutcomeIn(node: ObjectNode): OutcomeField | null {
  const name = nameOfEmpty(node, key => key.outcomeName !== null && key.squashed !== "results");
  return name === undefined ? null : flagField(node, name, null, null);
}

function nameOfEmpty({ value }: ObjectNode, fits: (key: Key) => boolean): string | undefined {
  for (const name in value)
    if ((value[name] === null || value[name] === "") && fits(keyOf(name))) return name;
  return undefined;
}

function addsUp({ total, passed, failed, skipped }: CountSums): boolean {
  return total !== null && (passed ?? 0) + (failed ?? 0) + (skipped ?? 0) >= total;
}

/** Doesn't use `push(...fields)`, because an object can have more fields than a function call can have arguments. */
function append(all: OutcomeField[], fields: readonly OutcomeField[] | null): void {
  if (fields !== null) for (const field of fields) all.push(field);
}

export function addPartStatus(owner: ObjectNode, status: Status | null): void {
  if (status !== null)
    writableNested(owner).partStatus = combineFieldStatuses(owner.nested.partStatus, status);
}

function addAttempt(
  owner: ObjectNode,
  attempt: ObjectNode,
  status: Status | null,
  superseded: boolean,
): void {
  const nested = writableNested(owner);
  if (!superseded) nested.lastAttemptStatus = status;
  nested.attemptStatuses ??= [];
  nested.attemptStatuses.push(status);
  if (attempt.context.key.attemptCertainty === "surely") nested.attemptsDecide = true;
  if (owner.duration !== null) return;
  owner.duration = attempt.duration;
  owner.durationKey = attempt.durationKey;
}

export function noteObjection(owner: ObjectNode, objection: OutcomeField | null): void {
  if (objection !== null && owner.nested.objection === null) writableNested(owner).objection = objection;
}

function hasNextPage({ pagination }: Key, value: string | number | boolean): boolean {
  if (pagination === "flag") return flagIn(value) === true;
  if (pagination === "token") return value !== "" && value !== false && value !== 0;
  if (pagination === "end") return flagIn(value) === false;
  return pagination === "pages" && (countIn(value) ?? 0) > 1;
}

function showsFailures(key: Key, value: JsonValue): boolean {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return false;
  if (key.status === "failed") return number > 0;
  return (key.status === "passed" || key.status === "success") && number < 100 && number !== 1;
}
