/** Chooses the cases among the nodes: elements of suites, not suites, and no case twice. */

import { type CountSummary, passedOf } from "./counts.ts";
import type { Findings } from "./findings.ts";
import { keyOf } from "./keys.ts";
import {
  type Context,
  countsCases,
  detailsOf,
  type Group,
  insideOf,
  isJudged,
  ObjectNode,
  type OutcomeField,
  pathOf,
  saidTogether,
} from "./nodes.ts";
import { graver } from "./precedence.ts";
import type { Case, CaseStatus } from "./reading.ts";
import type { Says } from "./vocabulary.ts";
import { isOpen, isUnrun } from "./words.ts";

export interface CaseList {
  readonly cases: readonly ObjectNode[];
  readonly suites: readonly ObjectNode[];
  /** Elements of other lists. A bad outcome among them still contradicts a pass. */
  readonly others: readonly ObjectNode[];
  /** The number of failed attempts that a later attempt replaced. */
  readonly superseded: number;
  /** The number of cases that did not run in suites that passed, if the run calls itself a success. */
  readonly leftOut: number;
  /** The first case of a list in which no case has an outcome. */
  readonly unread: ObjectNode | undefined;
  /** All cases come from lists of one outcome, such as `failures`, so cases of other outcomes may be missing. */
  readonly byOutcomeOnly: boolean;
}

const meaningOfCaseStatus = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "undecided",
  other: "undecided",
} as const satisfies Record<CaseStatus, Says>;

/** Keeps the suites and the other elements, because they can still contradict a pass. */
export function withCasesOf(list: CaseList, cases: readonly Case[]): CaseList {
  const context: Context = {
    area: "expression",
    key: keyOf(""),
    owner: null,
    covered: false,
    listed: true,
    inMap: false,
    group: null,
    wraps: 0,
    excused: false,
  };
  const made = cases.map(({ name, status }) => {
    const node = new ObjectNode(null, name, { status }, context);
    node.says = meaningOfCaseStatus[status];
    return node;
  });
  return { ...list, cases: made, byOutcomeOnly: false };
}

export function casesIn(findings: Findings, main: CountSummary | null): CaseList {
  const { groups } = findings;
  const isSupported = findings.shares.some(isFullPassRate) && isStatedDone(findings);
  for (const group of groups) for (const node of group.nodes) node.says = ownOutcome(node, isSupported);
  findSuites(groups);
  const suites: ObjectNode[] = [];
  const candidates: Candidates[] = [];
  const leaves: Candidates[] = [];
  for (const group of groups) {
    if (group.above?.areCases) continue;
    if (!group.nodes.some(isSuite)) {
      candidates.push({ group, nodes: group.nodes });
      continue;
    }
    if (haveChecks(group)) {
      group.areCases = true;
      for (const node of group.nodes) node.says = outcomeWithChecks(node);
      leaves.push({ group, nodes: group.nodes });
      continue;
    }
    const nodes: ObjectNode[] = [];
    for (const node of group.nodes) {
      if (!isSuite(node) && !isEmptySuite(node, group)) nodes.push(node);
      else if (node.says !== null && !statesOnlyEnd(node)) suites.push(node);
      else if (node.inside.wrong !== null) findings.wrong ??= node.inside.wrong;
    }
    if (nodes.length > 0) (mayHoldLeaves(group) ? leaves : candidates).push({ group, nodes });
  }
  if (main !== null) for (const { nodes } of candidates) inferPassesByCounts(nodes, main, findings);
  const silent = candidates.filter(({ nodes }) => nodes.every(({ says }) => says === null));
  for (const { nodes } of silent)
    findings.wrong ??= nodes.find(({ inside }) => inside.wrong)?.inside.wrong ?? null;
  const { chosen: chosenLists, others } = chooseLists(
    markByOutcomeLists(candidates),
    main?.sums.total ?? null,
  );
  const chosen = [...chosenLists, ...leaves];
  const { cases, superseded } = withoutSuperseded(mergeTwins(chosen));
  return {
    cases,
    leftOut: findings.ofRun.some(({ says }) => says === "passed" || says === "success")
      ? markSkipped(cases)
      : 0,
    suites,
    others: others.flatMap(({ nodes }) => nodes),
    superseded,
    unread: silent.find(({ group }) => group.rank === "cases")?.nodes.find(({ id }) => id === null),
    byOutcomeOnly: chosen.length > 0 && chosen.every(({ group }) => group.says !== null),
  };
}

/** The suite states only an end or a success, so its cases and counts decide. */
function statesOnlyEnd({ says, outcomes, inside }: ObjectNode): boolean {
  if (!isOpen(says) || inside.wrong !== null || inside.overall !== null) return false;
  return (outcomes ?? []).every(field => field.says === "finished" || field.says === "success");
}

/** A case that did not run in a passed suite counts as skipped, because nobody will run it any more. */
function markSkipped(cases: readonly ObjectNode[]): number {
  let leftOut = 0;
  for (const node of cases) {
    if (!isUnrun(node.says) || node.context.owner?.says !== "passed") continue;
    node.says = "skipped";
    leftOut += 1;
  }
  return leftOut;
}

function isEmptySuite({ value }: ObjectNode, { inner }: Group): boolean {
  return Object.entries(value).some(
    ([name, list]) => Array.isArray(list) && list.length === 0 && inner.has(keyOf(name).squashed),
  );
}

/** If all cases are listed, those without an outcome passed when the counts allow nothing else. */
function inferPassesByCounts(nodes: readonly ObjectNode[], main: CountSummary, findings: Findings): void {
  const { total, failed, skipped } = main.sums;
  const passed = passedOf(main, findings);
  if (nodes.length !== total || passed === null) return;
  const silent = nodes.filter(({ says }) => says === null);
  if (silent.length === 0) return;
  const count = (wanted: Says): number => nodes.filter(({ says }) => says === wanted).length;
  const others = total - silent.length - count("passed") - count("failed") - count("skipped");
  const agree =
    count("failed") === (failed ?? total - passed - (skipped ?? 0)) && count("skipped") === (skipped ?? 0);
  if (!agree || others > 0 || silent.length + count("passed") !== passed) return;
  for (const node of silent) node.says = node.inside.wrong === null ? "passed" : "undecided";
}

interface Candidates {
  readonly group: Group;
  readonly nodes: readonly ObjectNode[];
}

/** The number 1 is ambiguous, because it may be one percent. */
function isFullPassRate({ says, value }: OutcomeField): boolean {
  const isOfPassed = says === "passed" || says === "success";
  return isOfPassed && (value === 100 || /^100(?:\.0+)?\s*%?$/.test(String(value).trim()));
}

function isStatedDone({ endedByWord, endedByTime, ofRun }: Findings): boolean {
  return endedByWord || endedByTime || ofRun.some(({ says }) => says === "passed" || says === "success");
}

/** `isSupported`: a pass rate of 100 % confirms the pass. */
function ownOutcome(node: ObjectNode, isSupported: boolean): Says | null {
  const { group } = node.context;
  const expected = group !== null && group.rank !== "unknown";
  let status = node.outcomes === null ? null : saidTogether(node.outcomes, expected);
  if (status === "passed" && !isSupported && !isBelievable(node)) status = "undecided";
  if (
    status === "passed" &&
    node.inside.overall !== null &&
    !["passed", "skipped"].includes(node.inside.overall)
  ) {
    // "success" may describe the scoring, and then the score decides.
    const claims = node.outcomes?.some(field => field.says === "passed");
    status = node.inside.overall === "failed" && !claims ? "failed" : "undecided";
  }
  if (isUnrun(status) && node.details.skipReason) status = "skipped";
  if (status === null || status === "finished") status = outcomeOfParts(node) ?? status;
  if (status === null && group?.says != null) status = group.says === "success" ? "passed" : group.says;
  if (status === null && node.error) status = "failed";
  if (status === null && node.outcomes?.some(field => field.says === "finished")) {
    status = expected ? "undecided" : null;
  }
  if (node.inside.attempts !== null && status === "passed" && node.inside.attempts.includes("failed"))
    detailsOf(node).flaky = true;
  return status === "passed" && node.inside.wrong !== null ? "undecided" : status;
}

/**
 * A flag of success is the verdict of a case with a name or in a list of cases. The word "success" may mean only that the
 * service accepted a record, so the node must show that it ran. Beside a score, the word describes the scoring.
 */
function isBelievable(node: ObjectNode): boolean {
  const outcomes = node.outcomes ?? [];
  const idNames = node.name === null || node.name === node.id || node.details.references?.includes(node.name);
  const isCase = node.context.group?.rank === "cases";
  for (const { says, decisive, kind } of outcomes) {
    if (says === "passed" || (says === "success" && decisive)) return true;
    if (says === "success" && kind === "flag" && (isCase || !idNames)) return true;
  }
  if (node.details.graded && outcomes.every(({ kind, says }) => says !== "success" || kind !== "flag"))
    return false;
  const ran =
    node.duration !== null ||
    node.details.end !== null ||
    node.inside.parts !== null ||
    node.details.graded ||
    node.message !== null ||
    node.details.file !== null;
  return ran || (isCase && !idNames);
}

function outcomeOfParts(node: ObjectNode): Says | null {
  const { attempts, attemptsDecide, lastAttempt, parts } = node.inside;
  if (attempts !== null && attempts.length > 0) {
    if (attemptsDecide) return lastAttempt;
    return attempts.reduce<Says | null>((gravest, says) => graver(gravest, says), null);
  }
  return parts === "success" || parts === "finished" || parts === "neutral" ? null : parts;
}

/** The walk visits parents before children, so the reverse order visits each suite's cases before the suite. */
function findSuites(groups: readonly Group[]): void {
  for (const group of [...groups].reverse()) {
    for (let index = group.nodes.length - 1; index >= 0; index--) {
      const node = group.nodes[index];
      if (node === undefined) continue;
      const { owner } = node.context;
      if (owner === null) continue;
      if (group.key.checks) insideOf(owner).checks = graver(owner.inside.checks, node.says ?? "undecided");
      if (node.says !== null || node.inside.hasCases || isAggregate(node)) insideOf(owner).hasCases = true;
    }
  }
}

function isSuite(node: ObjectNode): boolean {
  return node.inside.hasCases || isAggregate(node);
}

/** If some elements have checks and some have none, checks are parts of cases. */
function haveChecks({ rank, inner, nodes }: Group): boolean {
  const filled = [...inner.values()].filter(({ nodes: within }) => within.length > 0);
  const areChecks = filled.length > 0 && filled.every(({ key }) => key.checks);
  return areChecks && (rank === "cases" || rank === "generic") && nodes.some(node => !node.inside.hasCases);
}

/** In a list with suites, an element without cases is itself a case. */
function mayHoldLeaves({ rank, inner }: Group): boolean {
  return (rank === "cases" || rank === "generic") && inner.size > 0;
}

function outcomeWithChecks({ says, inside: { checks } }: ObjectNode): Says | null {
  const byChecks = checks === "success" ? "passed" : checks;
  if (says !== "passed") return says ?? byChecks;
  return byChecks === null || byChecks === "passed" || byChecks === "skipped" ? says : "undecided";
}

function isAggregate(node: ObjectNode): boolean {
  return (
    (countsCases(node) && !isJudged(node)) || (node.inside.hasCounts && node.context.group?.rank !== "cases")
  );
}

/** Beside a list `tests`, lists such as `passes` and `failures` give the outcome of its cases. */
function markByOutcomeLists(candidates: readonly Candidates[]): readonly Candidates[] {
  const byOutcome = candidates.filter(({ group }) => group.says !== null);
  const plain = candidates.filter(({ group }) => group.says === null);
  if (byOutcome.length === 0 || plain.length === 0) return candidates;
  const marks = new Map<string, ObjectNode[]>();
  for (const { nodes } of byOutcome) {
    for (const node of nodes) {
      const same = marks.get(identity(node));
      if (same === undefined) marks.set(identity(node), [node]);
      else same.push(node);
    }
  }
  for (const same of marks.values()) same.reverse();
  const used = new Set<ObjectNode>();
  for (const { nodes } of plain) {
    for (const node of nodes) {
      // Several cases can have one name: each takes the next outcome under that name.
      const mark = marks.get(identity(node))?.pop();
      if (mark === undefined) continue;
      node.says = graver(node.says, mark.says);
      used.add(mark);
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
    `${node.name ?? pathOf(node)}\n${node.details.suite?.join("\n") ?? ""}\n${node.details.file ?? ""}`
  );
}

const rankOrder: readonly Group["rank"][] = ["cases", "generic", "suites", "unknown"];

/** Prefers the only list as long as the stated total, else the lists of the best rank. */
function chooseLists(
  candidates: readonly Candidates[],
  statedTotal: number | null,
): { chosen: readonly Candidates[]; others: readonly Candidates[] } {
  const withOutcomes = candidates.filter(({ nodes }) => nodes.some(({ says }) => says !== null));
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
      else twin.says = graver(twin.says, node.says);
    }
    // Within one list the same name twice is two cases.
    for (const node of all.slice(before)) seen.set(identity(node), node);
  }
  return all;
}

/** A retry replaces the earlier case with the same identity. */
function withoutSuperseded(nodes: readonly ObjectNode[]): Pick<CaseList, "cases" | "superseded"> {
  if (!nodes.some(node => node.details.isRetry)) return { cases: nodes, superseded: 0 };
  const last = new Map<string, ObjectNode>();
  const gone = new Set<ObjectNode>();
  for (const node of nodes) {
    const key = identity(node);
    const before = last.get(key);
    last.set(key, node);
    if (!node.details.isRetry || before === undefined) continue;
    gone.add(before);
    detailsOf(node).retries = Math.max(node.details.retries ?? 0, (before.details.retries ?? 0) + 1);
    if (node.says === "passed" && (before.says === "failed" || before.details.flaky))
      detailsOf(node).flaky = true;
  }
  const superseded = [...gone].filter(node => node.says === "failed").length;
  return { cases: nodes.filter(node => !gone.has(node)), superseded };
}
