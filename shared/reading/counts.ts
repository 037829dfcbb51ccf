/** Adds up the counts in a response, and finds the counts of its cases. */

import type { Findings } from "./findings.ts";
import type { Unit } from "./key.ts";
import type { CountField, ObjectNode, ResponseNode } from "./nodes.ts";
import type { Status } from "./vocabulary.ts";

const wordsOfKind = {
  passed: ["passed", "success"],
  failed: ["failed"],
  skipped: ["skipped"],
  /** Cases that were not run; the service may still run them. */
  unrun: ["unrun"],
  /** Cases that are not meant to run now. */
  planned: ["planned"],
  undecided: ["undecided", "interrupted"],
  running: ["running"],
} as const satisfies Record<string, readonly Status[]>;

type Kind = keyof typeof wordsOfKind;
const kinds = Object.keys(wordsOfKind) as Kind[];
const kindOfStatus = new Map<CountField["status"], Kind>(
  Object.entries(wordsOfKind).flatMap(([kind, words]) => words.map(word => [word, kind as Kind] as const)),
);

/** The counts of one unit, added up by kind, in one object or in the suites of one list. */
export interface CountSummary extends Readonly<Record<Exclude<Kind, "passed">, readonly CountField[]>> {
  readonly node: ObjectNode;
  readonly unit: Unit | null;
  /** The object is in a list, which can have a summary for each element. */
  readonly isListed: boolean;
  readonly total: CountField | null;
  readonly passed: CountField | null;
  readonly sums: CountSums;
  /** Null if no case is missing from the counts, or if there are too few counts to compare. */
  readonly shortage: Shortage | null;
}

export interface Shortage {
  readonly missing: number;
  readonly total: number;
  readonly statedCount: CountField;
}

export type CountSums = Readonly<Record<Kind | "total", number | null>>;

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return Object.fromEntries(kinds.map(kind => [kind, make(kind)])) as Record<Kind, T>;
}

export function summarizeAllCounts(findings: Findings): CountSummary[] {
  return findings.countingNodes.flatMap(summarizeCounts);
}

export function summarizeCounts(node: ObjectNode): CountSummary[] {
  const kept = withoutLonePairs(node.counts ?? []);
  // Most cases that count anything have one number, such as that of their turns.
  const [only] = kept;
  if (only !== undefined && kept.length === 1) return [summaryOf(node, only.unit ?? unitAround(node), kept)];
  return unitOrder.flatMap(unit => {
    const ofUnit = kept.filter(count => count.unit === unit);
    // "12 tests" and "2 failures" in one object count the same cases.
    const shared = unit === "test" ? kept.filter(count => count.unit === null) : [];
    if (unit === null && kept.some(count => count.unit === "test")) return [];
    const all = [...ofUnit, ...shared];
    return ofUnit.length === 0 ? [] : [summaryOf(node, unit ?? unitAround(node), all)];
  });
}

/** `expected` counts cases only beside `unexpected`. */
function withoutLonePairs(counts: readonly CountField[]): readonly CountField[] {
  if (counts.every(({ key }) => key.pairedCount === null)) return counts;
  const names = new Set(counts.map(({ key }) => key.squashed));
  return counts.filter(({ key }) => key.pairedCount === null || names.has(key.pairedCount));
}

/** The unit of counts whose names have none: `assertions: { total: 3 }` counts assertions. */
function unitAround({ parent, context: { area, key } }: ResponseNode): Unit | null {
  // A wrapper of the run can have a name that elsewhere names parts.
  const isRun = parent === null || area === "run";
  return isRun && key.unit === "part" && key.isWrapper ? null : key.unit;
}

function summaryOf(node: ObjectNode, unit: Unit | null, counts: readonly CountField[]): CountSummary {
  const lists: Record<Kind, CountField[]> = {
    passed: [],
    failed: [],
    skipped: [],
    unrun: [],
    planned: [],
    undecided: [],
    running: [],
  };
  const totals: CountField[] = [];
  const finished: CountField[] = [];
  for (const count of counts) {
    const kind = kindOfStatus.get(count.status);
    if (kind !== undefined) lists[kind].push(count);
    else if (count.status === null) totals.push(count);
    else if (count.status === "finished") finished.push(count);
  }
  const total = largest(totals);
  const { passed, failed, skipped, unrun, planned, undecided, running } = lists;
  const others = {
    skipped: sumOrNull(skipped),
    unrun: sumOrNull(unrun),
    planned: sumOrNull(planned),
    undecided: sumOrNull(undecided),
    running: sumOrNull(running),
  };
  const room = total === null ? null : total.value - sum(passed) - sumOfStated(Object.values(others));
  const sums: CountSums = {
    ...others,
    total: total?.value ?? null,
    passed: passed.length === 0 ? null : sumWithin(passed, total?.value ?? null),
    failed: failed.length === 0 ? null : sumWithin(failed, room),
  };
  return {
    ...lists,
    node,
    unit,
    isListed: node.context.isListed,
    total,
    passed: largest(passed),
    sums,
    shortage: shortageIn(sums, total, largest(finished)),
  };
}

function shortageIn(sums: CountSums, total: CountField | null, finished: CountField | null): Shortage | null {
  const statedCount = total ?? finished;
  if (statedCount === null) return null;
  const { passed, failed, skipped, unrun, planned, undecided, running } = sums;
  const all = sums.total ?? statedCount.value;
  const left = all - sumOfStated([skipped, unrun, planned]);
  const unaccounted = passed === null ? 0 : left - sumOfStated([passed, failed, undecided, running]);
  // Zero beside passed cases counts the cases that ended without a result.
  const isOfOthers = finished?.value === 0 && (passed ?? 0) > 0 && unaccounted <= 0;
  const unfinished = finished === null || isOfOthers ? 0 : left - finished.value;
  const missing = Math.max(unaccounted, unfinished);
  return missing > 0 ? { missing, total: all, statedCount } : null;
}

function sumOfStated(values: readonly (number | null)[]): number {
  return values.reduce<number>((before, value) => before + (value ?? 0), 0);
}

/** If `failed` and `errored` add up to more than `room`, one of them includes the other, so the larger is returned. */
function sumWithin(counts: readonly CountField[], room: number | null): number {
  const all = sum(counts);
  return room !== null && all > room ? (largest(counts)?.value ?? 0) : all;
}

function sumOrNull(counts: readonly CountField[]): number | null {
  return counts.length === 0 ? null : sum(counts);
}

function sum(counts: readonly CountField[]): number {
  return counts.reduce((before, { value }) => before + value, 0);
}

function largest(counts: readonly CountField[]): CountField | null {
  return counts.reduce<CountField | null>(
    (best, count) => (best === null || count.value > best.value ? count : best),
    null,
  );
}

const unitOrder: readonly (Unit | null)[] = ["test", null, "suite", "part"];

/**
 * Prefers objects outside lists to elements of lists, then counts of cases to counts of suites, then the object that
 * has more of total, passed and failed. A `total` without a unit counts cases only beside a count of passed, failed,
 * running, unrun or planned cases.
 */
export function chooseMainCounts(all: readonly CountSummary[]): CountSummary | null {
  const ofCases = all.filter(mayCountCases);
  const single = ofCases.filter(one => !one.isListed);
  const best = single.reduce<CountSummary | null>(
    (before, one) => (before === null || isBetter(one, before) ? one : before),
    null,
  );
  if (best !== null) return best;
  const listed = ofCases.filter(one => one.unit !== "part");
  const [first] = listed;
  if (first === undefined) return null;
  // The counts of all suites in a list add up to the counts of the run.
  const siblings = listed.filter(
    one => one.node.context.group === first.node.context.group && one.unit === first.unit,
  );
  return siblings.length === 1 ? first : addUpSiblings(first, siblings);
}

function mayCountCases({ unit, total, passed, failed, sums }: CountSummary): boolean {
  if (unit === "part") return false;
  return (
    passed !== null ||
    failed.length > 0 ||
    (total !== null &&
      (unit === "test" || sums.planned !== null || sums.unrun !== null || sums.running !== null))
  );
}

function isBetter(one: CountSummary, other: CountSummary): boolean {
  const order = unitOrder.indexOf(one.unit) - unitOrder.indexOf(other.unit);
  if (order !== 0) return order < 0;
  return richness(one) > richness(other);
}

function richness({ total, passed, failed }: CountSummary): number {
  return (total === null ? 0 : 1) + (passed === null ? 0 : 2) + (failed.length > 0 ? 2 : 0);
}

function addUpSiblings(first: CountSummary, all: readonly CountSummary[]): CountSummary {
  const addUp = (name: Kind | "total"): number | null => {
    const values = all.map(({ sums }) => sums[name]);
    return values.every(value => value === null) ? null : sumOfStated(values);
  };
  const sums: CountSums = { ...byKind(addUp), total: addUp("total") };
  const { node, unit, total, passed } = first;
  const lists = byKind(kind => (kind === "passed" ? [] : all.flatMap(one => one[kind])));
  return {
    ...lists,
    node,
    unit,
    isListed: true,
    total,
    passed,
    sums,
    shortage: shortageIn(sums, total, null),
  };
}

/**
 * Null if the counts don't show the number. If passed cases are not counted, they are the rest of the total, but only
 * if the run is over and no case is open. The counts show that by a zero for unrun or running cases, or by several
 * counts of failures beside one of skipped cases. A count of zero failures alone doesn't show a pass.
 */
export function numberOfPassed(
  { sums, total: all, passed, failed, skipped, unrun, running, node }: CountSummary,
  findings: Findings,
): number | null {
  const { total } = sums;
  if (sums.passed !== null) {
    // If the total counts started cases, "success" may mean that a case started successfully.
    const countsStarted = all?.key.countsStarted;
    if (countsStarted && passed?.status === "success") return null;
    return (total === null || countsStarted) && sums.failed === null ? null : sums.passed;
  }
  const open = (sums.undecided ?? 0) + (sums.unrun ?? 0) + (sums.planned ?? 0) + (sums.running ?? 0);
  const isOver = findings.hasEndWord || findings.hasEndTime || (node.duration ?? 0) > 0;
  const allCounted = failed.length > 1 && skipped.length > 0;
  const nothingOpen = open === 0 && (unrun.length + running.length > 0 || allCounted);
  if (total === null || sums.failed === null || !isOver || !nothingOpen) return null;
  return total - sums.failed - (sums.skipped ?? 0);
}
