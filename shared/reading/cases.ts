/** Chooses the cases among the elements of all lists. Leaves out suites, and merges a case that is listed twice. */

import { type CountSummary, numberOfPassed } from "./counts.ts";
import { isOfReview, isOpenReviewState } from "./facts.ts";
import type { Findings } from "./findings.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import {
  combinedStatus,
  countsCases,
  type ElementGroup,
  findOpenField,
  flagField,
  hasVerdict,
  type NodeContext,
  ObjectNode,
  type OutcomeField,
  responsePathOf,
  writableDetails,
  writableNested,
} from "./nodes.ts";
import { combineFieldStatuses } from "./precedence.ts";
import type { Case, CaseStatus } from "./reading.ts";
import { suiteObjectionIn } from "./run-objections.ts";
import type { Status } from "./vocabulary.ts";
import { isInconclusive, isUnrun, mayMeanPass, meansRejected, statusOfResult } from "./words.ts";

export interface CaseList {
  readonly cases: readonly ObjectNode[];
  readonly suites: readonly ObjectNode[];
  /** Elements of lists that were not chosen as lists of cases. A bad outcome among them still contradicts a pass. */
  readonly otherElements: readonly ObjectNode[];
  /** The number of failed cases that a retry replaced. */
  readonly supersededFailures: number;
  /** The number of unrun cases that belong to passed suites. 0 unless the run states a pass or a success. */
  readonly skippedInPassedSuites: number;
  /** From the first list of cases in which no case has an outcome: its first case without an id. */
  readonly firstWithoutOutcome: ObjectNode | undefined;
  /** All cases come from lists of one outcome, such as `failures`, so cases with other outcomes may be missing. */
  readonly isFromOutcomeLists: boolean;
}

const meaningOfCaseStatus = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "undecided",
  other: "undecided",
} as const satisfies Record<CaseStatus, Status>;

/** Keeps the suites and the other elements, because they can still contradict a pass. */
export function replaceCases(list: CaseList, cases: readonly Case[]): CaseList {
  const context: NodeContext = {
    area: "expression",
    key: keyOf(""),
    enclosingCase: null,
    isCovered: false,
    isListed: true,
    isMapEntry: false,
    group: null,
    wrapperCount: 0,
    isExcused: false,
  };
  const nodes = cases.map(({ name, status, rawStatus = status }) => {
    const node = new ObjectNode(null, name, { status: rawStatus }, context);
    node.status = meaningOfCaseStatus[status];
    return node;
  });
  const otherElements = areRelated(list.cases, nodes)
    ? list.otherElements
    : [...list.otherElements, ...list.cases];
  return { ...list, cases: nodes, otherElements, firstWithoutOutcome: undefined, isFromOutcomeLists: false };
}

/** Comparing more names would take too long, and shows no more. */
const mostCompared = 50;

/** Whether the expression made its cases of these, by their number or by a name: "Greets" of "Greets, turn 1". */
function areRelated(read: readonly ObjectNode[], made: readonly ObjectNode[]): boolean {
  if (read.length === made.length) return true;
  const names = made.slice(0, mostCompared).map(({ nameOrIndex }) => String(nameOrIndex));
  return read.slice(0, mostCompared).some(({ name }) => {
    const own = name ?? "";
    return own === "" || names.some(each => each.includes(own) || own.includes(each));
  });
}

export function findCases(findings: Findings, main: CountSummary | null): CaseList {
  const { groups } = findings;
  const isSupported = findings.ratios.some(isFullPassRate) && isStatedDone(findings);
  readWordsOfSilent(groups);
  for (const { nodes } of groups) {
    let hasRunning = false;
    for (const node of nodes) {
      node.status = outcomeOfNode(node, isSupported);
      // In a response without cases, the list of reviews stands for them.
      if (isOpenReviewState(node.status) && isOfReview(node)) node.status = "undecided";
      hasRunning ||= node.status === "running";
    }
    if (hasRunning) decideAcceptances(nodes, isSupported);
  }
  findSuites(groups);
  const suites: ObjectNode[] = [];
  const candidates: Candidates[] = [];
  const leaves: Candidates[] = [];
  for (const group of groups) {
    if (group.outerGroup?.areCases) continue;
    if (!group.nodes.some(isSuite)) {
      candidates.push({ group, nodes: group.nodes });
      continue;
    }
    if (haveChecks(group, main?.sums.total ?? main?.sums.passed ?? null)) {
      group.areCases = true;
      const areStated = group.nodes.some(({ outcomes }) => outcomes !== null);
      for (const node of group.nodes) node.status = outcomeWithChecks(node, areStated);
      leaves.push({ group, nodes: group.nodes });
      continue;
    }
    const nodes: ObjectNode[] = [];
    for (const node of group.nodes) {
      if (node.nested.hasCases) findings.objection ??= suiteObjectionIn(node);
      const empty = emptyListIn(node, group);
      // `{ suite: "Refunds", status: "passed", cases: [] }`: a pass of nothing
      if (empty !== undefined && node.status === "passed")
        findings.objection ??= flagField(node, empty, null, null);
      if (!isSuite(node) && empty === undefined) nodes.push(node);
      else if (node.status !== null && !statesOnlyEnd(node)) suites.push(node);
      else if (node.nested.objection !== null) findings.objection ??= node.nested.objection;
    }
    if (nodes.length > 0) (mayHoldLeaves(group) ? leaves : candidates).push({ group, nodes });
  }
  const areAllListed = candidates.some(
    ({ nodes }) => nodes.length === main?.sums.total && nodes.every(({ status }) => status !== null),
  );
  if (main !== null && !areAllListed)
    for (const { nodes } of candidates) inferPassesByCounts(nodes, main, findings);
  const silent = candidates.filter(({ nodes }) => nodes.every(({ status }) => status === null));
  for (const { nodes } of silent)
    findings.objection ??= nodes.find(({ nested }) => nested.objection)?.nested.objection ?? null;
  const { chosen: chosenLists, others } = chooseLists(
    takeOutcomesFromLists(candidates),
    main?.sums.total ?? null,
  );
  const chosen = [...chosenLists, ...leaves];
  const { cases, supersededFailures } = withoutSuperseded(mergeTwins(chosen));
  return {
    cases,
    skippedInPassedSuites: findings.runOutcomes.some(
      ({ status }) => status === "passed" || status === "success",
    )
      ? markSkipped(cases)
      : 0,
    suites,
    otherElements: others.flatMap(({ nodes }) => nodes),
    supersededFailures,
    firstWithoutOutcome: silent
      .find(({ group }) => group.rank === "cases")
      ?.nodes.find(({ id }) => id === null),
    isFromOutcomeLists: chosen.length > 0 && chosen.every(({ group }) => group.status !== null),
  };
}

/** Each name is looked up in all cases. */
const mostNames = 100;

/**
 * `Action: "pass"`, `colour: "green"`: in each of the cases, and of their suites, the same name has a status word. The name
 * says nothing, so the word is about the case and not about one aspect of it.
 */
function readWordsOfSilent(groups: readonly ElementGroup[]): void {
  const silent = groups.filter(({ nodes }) => nodes.every(({ outcomes }) => outcomes === null));
  const statusIn = ({ value }: ObjectNode, name: string) => {
    const word = value[name];
    return typeof word === "string" ? statusOfResult(word) : null;
  };
  const found = silent.flatMap(({ nodes }) =>
    Object.keys(nodes[0]?.value ?? {})
      .slice(0, mostNames)
      .filter(name => {
        const { isNeutral, isIrrelevant, isDescription } = keyOf(name);
        const saysNothing =
          isNeutral === true && !isIrrelevant && !isDescription && tokensOf(name).length === 1;
        if (!saysNothing) return false;
        const statuses = nodes.map(node => statusIn(node, name));
        return statuses.includes("passed") || statuses.includes("failed");
      }),
  );
  const names = [...new Set(found)];
  for (const { nodes } of silent) {
    const name = names.find(each => nodes.every(node => statusIn(node, each) !== null));
    if (name === undefined) continue;
    for (const node of nodes)
      node.addOutcome(name, statusIn(node, name), String(node.value[name]), "result", true);
  }
}

/** The suite states only that it ended or succeeded, so its cases and counts decide. */
function statesOnlyEnd({ status, outcomes, nested }: ObjectNode): boolean {
  if (!isInconclusive(status) || nested.objection !== null || nested.overallStatus !== null) return false;
  return (outcomes ?? []).every(field => field.status === "finished" || field.status === "success");
}

/** Marks the unrun cases of passed suites as skipped, because nobody will run them. Returns their number. */
function markSkipped(cases: readonly ObjectNode[]): number {
  let skippedCount = 0;
  for (const node of cases) {
    if (!isUnrun(node.status) || node.context.enclosingCase?.status !== "passed") continue;
    node.status = "skipped";
    skippedCount += 1;
  }
  return skippedCount;
}

/** The name of the empty list of an empty suite. In a list of cases, such an element is a case that was not run. */
function emptyListIn({ value }: ObjectNode, { rank, innerGroups }: ElementGroup): string | undefined {
  if (rank === "cases") return undefined;
  return Object.keys(value).find(name => {
    const list = value[name];
    const isEmpty = list === null || (Array.isArray(list) && list.length === 0);
    return isEmpty && innerGroups.has(keyOf(name).squashed);
  });
}

/** If all cases are listed and the counts allow nothing else, a case without an outcome or an objection passed. */
function inferPassesByCounts(nodes: readonly ObjectNode[], main: CountSummary, findings: Findings): void {
  const { total, failed, skipped } = main.sums;
  const passed = numberOfPassed(main, findings);
  if (nodes.length !== total || passed === null) return;
  const silent = nodes.filter(({ status }) => status === null);
  // Where other cases state that they passed, a case that states nothing was not judged.
  if (silent.length === 0 || nodes.some(({ status }) => status === "passed")) return;
  const count = (wanted: Status): number => nodes.filter(({ status }) => status === wanted).length;
  const others = total - silent.length - count("passed") - count("failed") - count("skipped");
  const agree =
    count("failed") === (failed ?? total - passed - (skipped ?? 0)) && count("skipped") === (skipped ?? 0);
  if (!agree || others > 0 || silent.length + count("passed") !== passed) return;
  for (const node of silent) node.status = node.nested.objection === null ? "passed" : "undecided";
}

interface Candidates {
  readonly group: ElementGroup;
  readonly nodes: readonly ObjectNode[];
}

/** Doesn't accept the number 1, because it may be one percent. */
function isFullPassRate({ status, value }: OutcomeField): boolean {
  const isOfPassed = status === "passed" || status === "success";
  return isOfPassed && (value === 100 || /^100(?:\.0+)?\s*%?$/.test(String(value).trim()));
}

function isStatedDone({ hasEndWord, hasEndTime, runOutcomes }: Findings): boolean {
  return (
    hasEndWord || hasEndTime || runOutcomes.some(({ status }) => status === "passed" || status === "success")
  );
}

/** "accepted" passes a case if it is the case's verdict, or if another case was rejected. */
function decideAcceptances(nodes: readonly ObjectNode[], isSupported: boolean): void {
  const isRejected = ({ status, outcomes }: ObjectNode) =>
    status === "failed" &&
    outcomes?.some(({ value }) => typeof value === "string" && meansRejected(value)) === true;
  let hasRejected: boolean | undefined;
  for (const node of nodes) {
    if (node.status !== "running" || node.outcomes === null) continue;
    node.outcomes = node.outcomes.map(field => {
      const { status, kind, value } = field;
      if (status !== "running" || typeof value !== "string" || !mayMeanPass(value)) return field;
      if (kind !== "verdict") hasRejected ??= nodes.some(isRejected);
      return kind === "verdict" || hasRejected ? { ...field, status: "passed" } : field;
    });
    node.status = outcomeOfNode(node, isSupported);
  }
}

/** `isSupported`: the run states a pass rate of 100 % and its end or success, so a case's pass needs no check. */
function outcomeOfNode(node: ObjectNode, isSupported: boolean): Status | null {
  const { group } = node.context;
  const expected = group !== null && group.rank !== "unknown";
  let status = node.outcomes === null ? null : combinedStatus(node.outcomes, expected);
  if (status === "passed" && !isSupported && !isBelievable(node)) status = "undecided";
  if (
    status === "passed" &&
    node.nested.overallStatus !== null &&
    !["passed", "skipped"].includes(node.nested.overallStatus)
  ) {
    // "success" may mean only that the scoring worked, so the inner result decides.
    const statesPass = node.outcomes?.some(field => field.status === "passed");
    status = node.nested.overallStatus === "failed" && !statesPass ? "failed" : "undecided";
  }
  if (isUnrun(status) && node.details.hasSkipReason) status = "skipped";
  if (status === null || status === "finished") status = outcomeOfParts(node) ?? status;
  if (status === null && group?.status != null) status = group.status === "success" ? "passed" : group.status;
  if (status === null && node.hasError) status = "failed";
  if (status === null && node.outcomes?.some(field => field.status === "finished")) {
    status = expected ? "undecided" : null;
  }
  if (
    node.nested.attemptStatuses !== null &&
    status === "passed" &&
    node.nested.attemptStatuses.includes("failed")
  )
    writableDetails(node).isFlaky = true;
  return status === "passed" && node.nested.objection !== null ? "undecided" : status;
}

/**
 * Believes "passed", a decisive "success", and `success: true` of a case that has a name or is in a list of cases.
 * Any other "success" may mean only that the service accepted a record, so the node must show that it ran, or have a
 * name in a list of cases. The word "success" beside a score may mean only that the scoring worked.
 */
function isBelievable(node: ObjectNode): boolean {
  const outcomes = node.outcomes ?? [];
  const hasOnlyId =
    node.name === null || node.name === node.id || node.details.references?.includes(node.name);
  const isCase = node.context.group?.rank === "cases";
  for (const { status, isDecisive, kind } of outcomes) {
    if (status === "passed" || (status === "success" && isDecisive)) return true;
    if (status === "success" && kind === "flag" && (isCase || !hasOnlyId)) return true;
  }
  if (node.details.hasRatio && outcomes.every(({ kind, status }) => status !== "success" || kind !== "flag"))
    return false;
  const ran =
    node.duration !== null ||
    node.details.end !== null ||
    node.nested.partStatus !== null ||
    node.details.hasRatio ||
    node.message !== null ||
    node.details.file !== null;
  return ran || (isCase && !hasOnlyId);
}

function outcomeOfParts(node: ObjectNode): Status | null {
  const { attemptStatuses, attemptsDecide, lastAttemptStatus, partStatus } = node.nested;
  if (attemptStatuses !== null && attemptStatuses.length > 0) {
    if (attemptsDecide) return lastAttemptStatus;
    return attemptStatuses.reduce<Status | null>(
      (gravest, status) => combineFieldStatuses(gravest, status),
      null,
    );
  }
  return partStatus === "success" || partStatus === "finished" || partStatus === "neutral"
    ? null
    : partStatus;
}

/** The walk visits parents before children, so the reverse order visits each suite's cases before the suite. */
function findSuites(groups: readonly ElementGroup[]): void {
  for (const group of [...groups].reverse()) {
    for (let index = group.nodes.length - 1; index >= 0; index--) {
      const node = group.nodes[index];
      if (node === undefined) continue;
      const { enclosingCase } = node.context;
      if (enclosingCase === null) continue;
      const listed = isSuite(node) ? (node.nested.listedCases ?? 0) : 1;
      writableNested(enclosingCase).listedCases = (enclosingCase.nested.listedCases ?? 0) + listed;
      if (group.key.isCheckList) {
        const nested = writableNested(enclosingCase);
        nested.checkStatus = combineFieldStatuses(nested.checkStatus, node.status ?? "undecided");
        nested.openField ??=
          findOpenField(node) ?? (node.status === null ? flagField(node, [], null, null) : null);
      }
      if (node.status !== null || node.nested.hasCases || isAggregate(node))
        writableNested(enclosingCase).hasCases = true;
    }
  }
}

function isSuite(node: ObjectNode): boolean {
  return node.nested.hasCases || isAggregate(node);
}

/**
 * The elements of a list of cases are cases, and their checks are parts of them. In a list with another name they are, if
 * some have no checks, or if each states its outcome and the run doesn't count the checks.
 */
function haveChecks({ rank, innerGroups, nodes }: ElementGroup, counted: number | null): boolean {
  const filled = [...innerGroups.values()].filter(({ nodes: within }) => within.length > 0);
  const areChecks =
    filled.some(({ key }) => key.isCheckList) &&
    filled.every(({ key, rank }) => key.isCheckList || rank === "unknown");
  const count = filled.reduce((sum, { nodes: within }) => sum + within.length, 0);
  const areStated =
    (counted === nodes.length || counted !== count) && nodes.every(({ status }) => status !== null);
  const areMixed = nodes.some(node => !node.nested.hasCases);
  return areChecks && (rank === "cases" || (rank === "generic" && (areStated || areMixed)));
}

/** In a list of cases that also contains suites, an element without cases is itself a case. */
function mayHoldLeaves({ rank, innerGroups }: ElementGroup): boolean {
  return (rank === "cases" || rank === "generic") && innerGroups.size > 0;
}

/** `areStated`: some cases of the list state their outcome, so a case that states none was not judged as a whole. */
function outcomeWithChecks(
  { status, nested: { checkStatus } }: ObjectNode,
  areStated: boolean,
): Status | null {
  const byChecks = checkStatus === "success" ? "passed" : checkStatus;
  if (status === null && areStated && byChecks === "passed") return "undecided";
  if (status !== "passed") return status ?? byChecks;
  return byChecks === null || byChecks === "passed" || byChecks === "skipped" ? status : "undecided";
}

/** `{ name: "a", status: "failed", calls: 3 }` in a list of cases. */
function isCaseWithTotal({ counts, outcomes, context: { group } }: ObjectNode): boolean {
  return (
    group?.rank === "cases" && outcomes !== null && counts?.every(({ status }) => status === null) === true
  );
}

function isAggregate(node: ObjectNode): boolean {
  return (
    (countsCases(node) && !hasVerdict(node) && !isCaseWithTotal(node)) ||
    (node.nested.hasCounts && node.context.group?.rank !== "cases")
  );
}

/** If a case is in a list of cases and also in a list such as `failures`, the latter only gives it an outcome. */
function takeOutcomesFromLists(candidates: readonly Candidates[]): readonly Candidates[] {
  const byOutcome = candidates.filter(({ group }) => group.status !== null);
  const plain = candidates.filter(({ group }) => group.status === null);
  if (byOutcome.length === 0 || plain.length === 0) return candidates;
  const byIdentity = new Map<string, ObjectNode[]>();
  for (const { nodes } of byOutcome) {
    for (const node of nodes) {
      const same = byIdentity.get(identity(node));
      if (same === undefined) byIdentity.set(identity(node), [node]);
      else same.push(node);
    }
  }
  for (const same of byIdentity.values()) same.reverse();
  const used = new Set<ObjectNode>();
  for (const { nodes } of plain) {
    for (const node of nodes) {
      // If several cases have the same identity, each takes the next outcome with that identity.
      const twin = byIdentity.get(identity(node))?.pop();
      if (twin === undefined) continue;
      node.status = combineFieldStatuses(node.status, twin.status);
      used.add(twin);
    }
  }
  const rest = byOutcome.map(({ group, nodes }) => ({
    group,
    nodes: nodes.filter(node => !used.has(node)),
  }));
  return [...plain, ...rest.filter(({ nodes }) => nodes.length > 0)];
}

/** Nodes with the same identity in different lists are one case. */
function identity(node: ObjectNode): string {
  return (
    node.id ??
    `${node.name ?? responsePathOf(node)}\n${node.details.suite?.join("\n") ?? ""}\n${node.details.file ?? ""}`
  );
}

const rankOrder: readonly ElementGroup["rank"][] = ["cases", "generic", "suites", "unknown"];

/** If exactly one list is as long as the stated total, chooses it. Otherwise chooses all lists of the best rank. */
function chooseLists(
  candidates: readonly Candidates[],
  statedTotal: number | null,
): { chosen: readonly Candidates[]; others: readonly Candidates[] } {
  const withOutcomes = candidates.filter(({ nodes }) => nodes.some(({ status }) => status !== null));
  if (withOutcomes.length <= 1) return { chosen: withOutcomes, others: [] };
  const [exact, ...more] = withOutcomes.filter(({ nodes }) => nodes.length === statedTotal);
  const best = rankOrder.find(rank => withOutcomes.some(({ group }) => group.rank === rank));
  const isChosen = (one: Candidates): boolean =>
    exact !== undefined && more.length === 0 ? one === exact : one.group.rank === best;
  return { chosen: withOutcomes.filter(isChosen), others: withOutcomes.filter(one => !isChosen(one)) };
}

function mergeTwins(chosen: readonly Candidates[]): readonly ObjectNode[] {
  const [first, ...rest] = chosen;
  if (first === undefined) return [];
  if (rest.length === 0) return first.nodes;
  const all: ObjectNode[] = [];
  const seen = new Map<string, ObjectNode>();
  for (const { nodes } of chosen) {
    const before = all.length;
    for (const node of nodes) {
      const twin = seen.get(identity(node));
      if (twin === undefined) all.push(node);
      else twin.status = combineFieldStatuses(twin.status, node.status);
    }
    // In one list, two elements with the same name are two cases.
    for (const node of all.slice(before)) seen.set(identity(node), node);
  }
  return all;
}

/** A retry replaces the earlier case with the same identity. */
function withoutSuperseded(nodes: readonly ObjectNode[]): Pick<CaseList, "cases" | "supersededFailures"> {
  if (!nodes.some(node => node.details.isRetry)) return { cases: nodes, supersededFailures: 0 };
  const last = new Map<string, ObjectNode>();
  const replaced = new Set<ObjectNode>();
  for (const node of nodes) {
    const key = identity(node);
    const before = last.get(key);
    last.set(key, node);
    if (!node.details.isRetry || before === undefined) continue;
    replaced.add(before);
    writableDetails(node).retries = Math.max(node.details.retries ?? 0, (before.details.retries ?? 0) + 1);
    if (node.status === "passed" && (before.status === "failed" || before.details.isFlaky))
      writableDetails(node).isFlaky = true;
  }
  const supersededFailures = [...replaced].filter(node => node.status === "failed").length;
  return { cases: nodes.filter(node => !replaced.has(node)), supersededFailures };
}
