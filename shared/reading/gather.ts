/** Gathers findings from the nodes of a walk: outcomes, counts, cases and objections to a pass. */

import type { JsonValue } from "../json.ts";
import { pluralOf } from "../service/operations.ts";
import { summarizeCounts } from "./counts.ts";
import type { RunFieldReader } from "./fields.ts";
import type { Findings } from "./findings.ts";
import type { Key } from "./key.ts";
import { isAboutPages } from "./key-words.ts";
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
import { meetsOwnBound, numberMeaningOf } from "./number-names.ts";
import { countObjectionIn, objectionIn, tellsOfTool } from "./parts.ts";
import { combineFieldStatuses } from "./precedence.ts";
import {
  emptyOutcomeIn,
  hasNextPage,
  isUnknownNumber,
  listsCases,
  nameOfEmpty,
  runObjectionIn,
  shortStageIn,
  unknownCountIn,
} from "./run-objections.ts";
import { amountIn, countIn, DurationUnits, isUnfinished, linkIn, momentIn, progressIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { isBadWord, isInconclusive, squashedWords, statusOfResult } from "./words.ts";

export const resourceNames: ReadonlySet<string> = new Set(Object.values(pluralOf));

const mostLinks = 10;
/** A response that lists more cases would fill the memory. No real run has that many. */
const mostCases = 3_000_000;

export class FindingsGatherer {
  readonly findings: Findings = {
    runOutcomes: [],
    otherOutcomes: [],
    partOutcomes: [],
    haveStepsSucceeded: null,
    missedCriterion: null,
    objection: null,
    unlistedObjection: null,
    countingNodes: [],
    nodesBesideCases: [],
    groups: [],
    badRatios: [],
    ratios: [],
    continuation: null,
    lengths: [],
    stageNumbers: [],
    zeroTotals: [],
    zeroStage: null,
    hasEmptyFailureList: false,
    emptyCaseList: null,
    hasEndWord: false,
    hasEndTime: false,
    timedNodes: [],
    links: [],
    records: [],
    numberedObjectCount: 0,
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
      if (typeof value === "string" && keyOf(name).outcomeName !== null && statusOfResult(value) === "failed")
        this.addObjection(flagField(node, name, "failed", value));
    }
  }

  addObjection(field: OutcomeField | null | undefined): void {
    if (field == null) return;
    this.findings.objection ??= field;
    if (!field.node.context.isListed) this.findings.unlistedObjection ??= field;
  }

  addEmptyList(parent: ObjectNode, key: Key, name: string): void {
    const { area, enclosingCase } = parent.context;
    if (enclosingCase === null && key.elementKind === "outcome" && key.status === "failed")
      this.findings.hasEmptyFailureList = true;
    const areJudgements = key.partKind === "judgement" && !key.isRunCriterion;
    // `status: { code: 0, details: [] }`
    const isDetail = key.fieldRanks.message >= 0;
    const mayBeCases = (key.elementKind === "cases" || key.elementKind === "generic") && !isDetail;
    const isOfSilent = area === "element" && parent.outcomes === null && mayBeCases;
    if (isOfSilent || (area === "run" && (mayBeCases || areJudgements)))
      this.findings.emptyCaseList ??= flagField(parent, name, null, null);
  }

  /** An empty element of a list of cases may be a case that was not run. */
  addEmptyElement(list: ResponseNode, step: number): void {
    const { area, enclosingCase, group, key } = list.context;
    const areCases = key.elementKind === "cases" || key.elementKind === "generic";
    if (area === "element" && enclosingCase === null && group !== null && areCases)
      this.addObjection(flagField(list, [step], null, null));
  }

  /**
   * In a list of cases a plain value beside objects can be a case that is not described, such as one that failed. In a
   * list of plain values texts can be names or ids, numbers can be ids.
   */
  addPlainElement(
    list: ResponseNode,
    step: number,
    value: string | number | boolean,
    isBesideObjects: boolean,
  ): void {
    const { area, enclosingCase, key } = list.context;
    const mayBeCases =
      key.elementKind === "cases" || key.elementKind === "generic" || key.elementKind === "suites";
    if (area !== "element" || !mayBeCases || (enclosingCase !== null && !isBesideObjects)) return;
    const mayBeName = typeof value === "string" ? !isBadWord(value) : typeof value === "number" && value > 1;
    if (!isBesideObjects && mayBeName) return;
    const objection = flagField(list, [step], null, value);
    if (enclosingCase === null) this.addObjection(objection);
    else noteObjection(enclosingCase, objection);
  }

  addCase(node: ObjectNode): void {
    const { group } = node.context;
    if (group === null || countsNone(node)) return;
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
      (node.counts === null ? null : countObjectionIn(node, hasVerdict(node))) ??
      (node.outcomes === null ? emptyOutcomeIn(node) : null);
    if (objection !== null) writableNested(node).objection = objection;
    if (node.outcomes === null && node.name !== null && node.id !== null) {
      if (!this.findings.namesById.has(node.id)) this.findings.namesById.set(node.id, node.name);
    }
  }

  addOther(node: ObjectNode, isExcused: boolean): void {
    const findings = this.findings;
    const { area, enclosingCase, key, isListed } = node.context;
    if (enclosingCase === null && !isListed) findings.nodesBesideCases.push(node);
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
        this.addObjection(
          node.ownObjection ?? runObjectionIn(node) ?? (node.outcomes === null ? emptyOutcomeIn(node) : null),
        );
      const noCases = nameOfEmpty(node, listsCases);
      if (noCases !== undefined) findings.emptyCaseList ??= flagField(node, noCases, null, null);
      if (node.outcomes?.some(({ status }) => status === "finished")) findings.hasEndWord = true;
      if (momentIn(node.details.end) !== null) findings.hasEndTime = true;
      findings.timedNodes.push(node);
    } else if (enclosingCase !== null) this.addPart(node, isExcused);
    else {
      append(findings.otherOutcomes, node.outcomes);
      if (!isExcused) this.addObjection(node.ownObjection ?? unknownCountIn(node));
      if (node.counts !== null && !isListed) findings.timedNodes.push(node);
      if (!isListed && momentIn(node.details.end) !== null) findings.hasEndTime = true;
    }
  }

  /** A majority of votes against a case or the run, or a vote in words, can contradict a pass. */
  #addVotes(node: ObjectNode, isExcused: boolean): void {
    const { enclosingCase } = node.context;
    if (isExcused) return;
    const [votes] = summarizeCounts(node);
    const isAgainst = votes !== undefined && (votes.sums.failed ?? 0) > (votes.sums.passed ?? 0);
    const [count] = isAgainst ? votes.failed : [];
    const against = count && flagField(node, count.path, "failed", count.value);
    const objection = against ?? (node.counts === null ? objectionIn(node) : null);
    if (enclosingCase === null) this.addObjection(objection);
    else noteObjection(enclosingCase, objection);
  }

  /** An element of `errors: [{ message }]` is a failure, but not a case. */
  addError(node: ObjectNode): void {
    const { enclosingCase } = node.context;
    if (enclosingCase !== null) addPartStatus(enclosingCase, "failed");
    else this.findings.otherOutcomes.push(flagField(node, [], "failed", node.message));
  }

  addPart(node: ObjectNode, isExcused: boolean): void {
    const { area, enclosingCase, key, isCovered, isListed } = node.context;
    if (enclosingCase === null) {
      if (node.counts !== null && !key.isVoteObject) this.findings.countingNodes.push(node);
      if (!isListed && (node.parent?.context.area === "run" || node.parent?.context.key.isRunCriterion))
        this.findings.nodesBesideCases.push(node);
      if (isExcused) return;
      if (!isCovered) append(this.findings.partOutcomes, node.outcomes);
      if (!isCovered && node.outcomes !== null) this.#noteSteps(node, node.outcomes);
      const objection = objectionIn(node) ?? unknownCountIn(node);
      this.addObjection(objection);
      const ofRun = key.isRunCriterion || node.parent?.context.key.isRunCriterion;
      if (ofRun && objection?.status === "failed") this.findings.missedCriterion ??= objection;
      return;
    }
    // Outside a list, a part can be an HTTP response. Its "success" is the success of the HTTP request.
    const inPartList =
      typeof node.nameOrIndex === "number" && (key.elementKind === "parts" || area === "attempt");
    const statedStatus = node.outcomes === null ? null : combinedStatus(node.outcomes, inPartList);
    if (tellsOfTool(node)) return;
    const status = statedStatus ?? (node.hasError && inPartList ? "failed" : null);
    if (status === "failed" || (status === null && node.hasError))
      writableNested(enclosingCase).partMessage ??= node.message;
    if (!isExcused)
      noteObjection(
        enclosingCase,
        objectionIn(node) ??
          shortStageIn(node) ??
          (key.partKind === "judgement" && node.outcomes === null ? emptyOutcomeIn(node) : null) ??
          (statedStatus === null && status === "failed" ? flagField(node, [], status, node.message) : null),
      );
    if (isCovered) return;
    if (isDirectlyIn(node, enclosingCase) && (key.isWrapper || key.hasReviews || key.isReview)) {
      const nested = writableNested(enclosingCase);
      nested.overallStatus = combineFieldStatuses(nested.overallStatus, status);
      nested.openField ??= findOpenField(node);
    }
    if (area === "attempt" && node.parent?.parent === enclosingCase)
      addAttempt(enclosingCase, node, status, isExcused);
    else if (!isExcused || !(status === "failed" || status === "running" || isInconclusive(status)))
      addPartStatus(enclosingCase, status);
  }

  #noteSteps({ nameOrIndex, context }: ObjectNode, outcomes: readonly OutcomeField[]): void {
    const { findings } = this;
    if (typeof nameOrIndex === "number" && context.key.listsSteps) findings.haveStepsSucceeded ??= true;
    const isGood = ({ status }: OutcomeField) =>
      status === null || status === "passed" || status === "success";
    if (!outcomes.every(isGood)) findings.haveStepsSucceeded = false;
  }

  readonly readRunField: RunFieldReader = (node, key, name, value) => {
    const findings = this.findings;
    const { area, key: around } = node.context;
    const isRun = area === "run";
    const isOfList =
      around.elementKind === "cases" || around.elementKind === "generic" || isAboutPages(around);
    if (key.pagination !== null && (isRun || isOfList)) {
      if (hasNextPage(key, value)) findings.continuation ??= flagField(node, name, null, value);
      const amount = countIn(value);
      const isLength = key.pagination === "length" && !isPageSize(node, key, value);
      if (isLength && amount !== null)
        findings.lengths.push({ node, path: name, key, status: null, unit: null, value: amount });
    }
    if (isRun && countIn(value) === 0 && countsRun(key))
      findings.zeroTotals.push(flagField(node, name, null, value));
    if (isRun && countIn(value) === 0 && placed.test(key.squashed))
      findings.zeroStage ??= flagField(node, name, null, value);
    const mayCountAll = isRun && !around.holdsMeasurements && !key.isBadNews;
    if (mayCountAll && isUnknownNumber(node.value, key, name, value) && numberMeaningOf(key, name).countsAll)
      findings.stageNumbers.push(flagField(node, name, null, value));
    if (key.isProgress && isUnfinished(progressIn(value)))
      node.addOutcome(name, "running", value, "code", false);
    // A share of what is done, or of what passed.
    if (isRun && /^(?:percent|percentage|pct)$/.test(key.squashed) && isUnfinished(progressIn(value)))
      this.addObjection(flagField(node, name, null, value));
    const isBound = key.measure === "least" || key.measure === "most";
    if (isBound) return;
    if (key.isRatio && key.status !== null) findings.ratios.push(flagField(node, name, key.status, value));
    if (
      key.isRatio &&
      showsFailures(key, value) &&
      !meetsOwnBound(node.value, key, amountIn(value) ?? Number.NaN)
    )
      findings.badRatios.push(flagField(node, name, "failed", value));
    if (isRun && key.isLink && findings.links.length < mostLinks) {
      const link = linkIn(value);
      if (link !== null && !findings.links.includes(link)) findings.links.push(link);
    }
  };
}

/** `total: 0`, `executed: 0`, `completedCalls: 0`. */
function countsRun({ isBadNews, isTotal, status, unit }: Key): boolean {
  return unit !== "part" && !isBadNews && (isTotal || status === "finished");
}

/** `count: 20` beside `limit: 20`. */
function isPageSize({ value: object }: ObjectNode, { squashed }: Key, value: JsonValue): boolean {
  return (
    squashed === "count" &&
    Object.keys(object).some(name => keyOf(name).squashed === "limit" && object[name] === value)
  );
}

/** The fields of an attribute object belong to the case around it. */
function isDirectlyIn({ parent }: ObjectNode, enclosingCase: ObjectNode): boolean {
  const owner = parent?.context.key.isAttributeObject === true ? parent.parent : parent;
  return owner === enclosingCase;
}

/** Inside a case, only an object named like a summary or a list counts cases. Other objects may count votes. */
function mayCountCases({ isWrapper, elementKind, unit }: Key): boolean {
  return unit !== "part" && (isWrapper || elementKind !== null);
}

/** `counts: [{ status: "failed", count: 0 }]`. */
function countsNone({ name, counts }: ObjectNode): boolean {
  return (
    name === null && counts !== null && counts.every(({ status, value }) => status === null && value === 0)
  );
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

/** `callsPlaced: 0`, `executions: 0`: nothing ran, whatever cases are listed. */
const placed =
  /^(?:calls|conversations|tests|cases|assertions|simulations)?(?:placed|executed|evaluated|executions|judged)$|^(?:placed|executed|evaluated|judged|graded|scored)(?:call|conversation|test|case|assertion|simulation|sample|dialog)s?(?:count)?$|^asserts$/;
const attack = new RegExp(`^(?:${squashedWords(vocabulary.attackWords).join("|")})`);

function showsFailures(key: Key, value: JsonValue): boolean {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  if (
    typeof number !== "number" ||
    Number.isNaN(number) ||
    /^(?:word|character|char)error/.test(key.squashed)
  )
    return false;
  // The success of an attack is a failure of what was attacked.
  if (key.status === "failed" || attack.test(key.squashed)) return number > 0;
  return (key.status === "passed" || key.status === "success") && number < 100 && number !== 1;
}
