/**
 * Which of the nodes that look like cases are cases: not the suites but what they hold, a case in several lists once,
 * and no list in which nothing has an outcome.
 */

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

/** The cases of a response, and what became of the other candidates. */
export interface CaseList {
  readonly cases: readonly ObjectNode[];
  /** Suites that say of themselves how they went. */
  readonly suites: readonly ObjectNode[];
  /** Elements of lists that were not taken for cases; a bad outcome among them still speaks against a pass. */
  readonly others: readonly ObjectNode[];
  /** Failing first attempts that were tried again, and so do not count. */
  readonly superseded: number;
  /** How many were left out by suites that passed all the same, in a run that calls itself a success. */
  readonly leftOut: number;
  /** The first case of a list in which none tells how it went. */
  readonly unread: ObjectNode | undefined;
  /** They come from lists of one outcome, such as `failures`: cases of other outcomes may be missing. */
  readonly byOutcomeOnly: boolean;
}

const statusSays = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "undecided",
  other: "undecided",
} as const satisfies Record<CaseStatus, Says>;

/** The list with these cases instead of those that were found; what else was found speaks on. */
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
    node.says = statusSays[status];
    return node;
  });
  return { ...list, cases: made, byOutcomeOnly: false };
}

export function casesIn(findings: Findings, main: CountSummary | null): CaseList {
  const { groups } = findings;
  const isSupported = findings.shares.some(isFull) && isSaidDone(findings);
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
      for (const node of group.nodes) node.says = withChecks(node);
      leaves.push({ group, nodes: group.nodes });
      continue;
    }
    const nodes: ObjectNode[] = [];
    for (const node of group.nodes) {
      if (!isSuite(node) && !isEmptySuite(node, group)) nodes.push(node);
      else if (node.says !== null && !isOnlyDone(node)) suites.push(node);
      else if (node.inside.wrong !== null) findings.wrong ??= node.inside.wrong;
    }
    if (nodes.length > 0) (mayHoldLeaves(group) ? leaves : candidates).push({ group, nodes });
  }
  if (main !== null) for (const { nodes } of candidates) settleByCounts(nodes, main, findings);
  const silent = candidates.filter(({ nodes }) => nodes.every(({ says }) => says === null));
  for (const { nodes } of silent)
    findings.wrong ??= nodes.find(({ inside }) => inside.wrong)?.inside.wrong ?? null;
  const { chosen: alike, others } = choose(markByOutcomeLists(candidates), main?.sums.total ?? null);
  const chosen = [...alike, ...leaves];
  const { cases, superseded } = withoutSuperseded(distinct(chosen));
  return {
    cases,
    leftOut: findings.ofRun.some(({ says }) => says === "passed" || says === "success") ? leaveOut(cases) : 0,
    suites,
    others: others.flatMap(({ nodes }) => nodes),
    superseded,
    unread: silent.find(({ group }) => group.rank === "cases")?.nodes.find(({ id }) => id === null),
    byOutcomeOnly: chosen.length > 0 && chosen.every(({ group }) => group.says !== null),
  };
}

/** A suite that says only that it is over, or a success, is judged by its cases and counts. */
function isOnlyDone({ says, outcomes, inside }: ObjectNode): boolean {
  if (!isOpen(says) || inside.wrong !== null || inside.overall !== null) return false;
  return (outcomes ?? []).every(field => field.says === "finished" || field.says === "success");
}

/** A case that was not run in a suite that passed will not be run any more. */
function leaveOut(cases: readonly ObjectNode[]): number {
  let leftOut = 0;
  for (const node of cases) {
    if (!isUnrun(node.says) || node.context.owner?.says !== "passed") continue;
    node.says = "skipped";
    leftOut += 1;
  }
  return leftOut;
}

/** It has an empty list of a name under which its siblings hold something. */
function isEmptySuite({ value }: ObjectNode, { inner }: Group): boolean {
  return Object.entries(value).some(
    ([name, list]) => Array.isArray(list) && list.length === 0 && inner.has(keyOf(name).squashed),
  );
}

/** In a list of all cases, those without an outcome passed if the counts leave nothing else. */
function settleByCounts(nodes: readonly ObjectNode[], main: CountSummary, findings: Findings): void {
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

/** The nodes of a group that may be cases. */
interface Candidates {
  readonly group: Group;
  readonly nodes: readonly ObjectNode[];
}

/** A share of all that passed; 1 may be one percent. */
function isFull({ says, value }: OutcomeField): boolean {
  const isOfPassed = says === "passed" || says === "success";
  return isOfPassed && (value === 100 || /^100(?:\.0+)?\s*%?$/.test(String(value).trim()));
}

/** It ended, or calls itself a success. */
function isSaidDone({ endedByWord, endedByTime, ofRun }: Findings): boolean {
  return endedByWord || endedByTime || ofRun.some(({ says }) => says === "passed" || says === "success");
}

/** `isSupported`: a share says that all passed. */
function ownOutcome(node: ObjectNode, isSupported: boolean): Says | null {
  const { group } = node.context;
  const expected = group !== null && group.rank !== "unknown";
  let says = node.outcomes === null ? null : saidTogether(node.outcomes, expected);
  if (says === "passed" && !isSupported && !isBelievable(node)) says = "undecided";
  if (
    says === "passed" &&
    node.inside.overall !== null &&
    !["passed", "skipped"].includes(node.inside.overall)
  ) {
    // "success" may be that of the scoring, and then the score decides.
    const claims = node.outcomes?.some(field => field.says === "passed");
    says = node.inside.overall === "failed" && !claims ? "failed" : "undecided";
  }
  if (isUnrun(says) && node.details.skipReason) says = "skipped";
  if (says === null || says === "finished") says = fromParts(node) ?? says;
  if (says === null && group?.says != null) says = group.says === "success" ? "passed" : group.says;
  if (says === null && node.error) says = "failed";
  if (says === null && node.outcomes?.some(field => field.says === "finished")) {
    says = expected ? "undecided" : null;
  }
  if (node.inside.attempts !== null && says === "passed" && node.inside.attempts.includes("failed"))
    detailsOf(node).flaky = true;
  return says === "passed" && node.inside.wrong !== null ? "undecided" : says;
}

/**
 * A flag of success is the verdict of a case that has a name or stands in a list of cases. The word "success" may only
 * say that a record was taken up. It counts for what was run, which shows in a duration, an end, parts, a message, a file
 * or, in a list of cases, a name; beside a score, it is that of the scoring.
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

function fromParts(node: ObjectNode): Says | null {
  const { attempts, attemptsDecide, lastAttempt, parts } = node.inside;
  if (attempts !== null && attempts.length > 0) {
    if (attemptsDecide) return lastAttempt;
    return attempts.reduce<Says | null>((gravest, says) => graver(gravest, says), null);
  }
  return parts === "success" || parts === "finished" || parts === "neutral" ? null : parts;
}

/** The walk comes to children after their parents, so backwards each suite's cases come before the suite. */
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

/** Some cases have checks and some have none: then checks are parts of cases. */
function haveChecks({ rank, inner, nodes }: Group): boolean {
  const filled = [...inner.values()].filter(({ nodes: within }) => within.length > 0);
  const areChecks = filled.length > 0 && filled.every(({ key }) => key.checks);
  return areChecks && (rank === "cases" || rank === "generic") && nodes.some(node => !node.inside.hasCases);
}

/** Beside suites in one list, an element without cases of its own is one. */
function mayHoldLeaves({ rank, inner }: Group): boolean {
  return (rank === "cases" || rank === "generic") && inner.size > 0;
}

/** A case passes only if its checks do; where it says nothing itself, they decide. */
function withChecks({ says, inside: { checks } }: ObjectNode): Says | null {
  const byChecks = checks === "success" ? "passed" : checks;
  if (says !== "passed") return says ?? byChecks;
  return byChecks === null || byChecks === "passed" || byChecks === "skipped" ? says : "undecided";
}

function isAggregate(node: ObjectNode): boolean {
  return (
    (countsCases(node) && !isJudged(node)) || (node.inside.hasCounts && node.context.group?.rank !== "cases")
  );
}

/** Lists such as `passes` and `failures` beside a list `tests` mark how its cases went. */
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
      // Each of several cases with one name takes the next mark of that name.
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

/** Two nodes with the same identity in different lists are one case. */
function identity(node: ObjectNode): string {
  return (
    node.id ??
    `${node.name ?? pathOf(node)}\n${node.details.suite?.join("\n") ?? ""}\n${node.details.file ?? ""}`
  );
}

const rankOrder: readonly Group["rank"][] = ["cases", "generic", "suites", "unknown"];

/** Lists of the best rank; or the only one that is as long as the total that the response states. */
function choose(
  candidates: readonly Candidates[],
  statedTotal: number | null,
): { chosen: readonly Candidates[]; others: readonly Candidates[] } {
  const telling = candidates.filter(({ nodes }) => nodes.some(({ says }) => says !== null));
  if (telling.length <= 1) return { chosen: telling, others: [] };
  const [exact, ...more] = telling.filter(({ nodes }) => nodes.length === statedTotal);
  const best = rankOrder.find(rank => telling.some(({ group }) => group.rank === rank));
  const isChosen = (one: Candidates): boolean =>
    exact !== undefined && more.length === 0 ? one === exact : one.group.rank === best;
  return { chosen: telling.filter(isChosen), others: telling.filter(one => !isChosen(one)) };
}

/** The same case in two lists is one case, with the graver of what they say. */
function distinct(chosen: readonly Candidates[]): readonly ObjectNode[] {
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

/** Where the later of two cases with one identity says that it is a retry, only the later is kept. */
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
