/**
 * Reads a response that nobody has documented: a verdict with what it rests on, counts, cases, links and the reviews
 * that it mentions. Pure, total, and linear in the size of the response. How it thinks: `reading/judge.ts`; the words
 * it knows: `vocabulary.ts`; where a team knows its fields better, `expressions.ts`.
 */

import type { JsonObject, JsonValue } from "../json.ts";
import { recordsIn } from "../records/mentions.ts";
import { type OperationName, operation } from "../service/operations.ts";
import type { Case, CaseStatus, Reading, Totals } from "./model.ts";
import { type CaseList, caseOf, casesIn, millisecondsOf } from "./reading/cases.ts";
import { judge } from "./reading/judge.ts";
import { mainTally, type Tally, talliesIn } from "./reading/totals.ts";
import { type Findings, walk } from "./reading/walk.ts";

export interface ReadOptions {
  /** The operation that was answered. */
  readonly operation: OperationName;
}

export function read(response: JsonObject, { operation: name }: ReadOptions): Reading {
  const findings = walk(response);
  const tallies = talliesIn(findings);
  const main = mainTally(tallies);
  const list = casesIn(findings, main);
  const judgement = judge({ findings, tallies, main, cases: list });
  const unrunIsSkipped = isOver(findings) && !judgement.running && !tellsSkipped(list, main);
  const cases = list.things.map(thing => caseOf(thing, findings, unrunIsSkipped));
  const durationMs = durationOf(findings);
  return {
    ...judgement,
    totals: totalsOf(main, cases, unrunIsSkipped),
    cases,
    ...(durationMs === null ? {} : { durationMs }),
    links: findings.links,
    reviews: reviewsIn(name, response, findings),
  };
}

/** Most responses mention none, and finding all their records takes as long as parsing them did. */
function reviewsIn(name: OperationName, response: JsonObject, { mentionsReviews, left }: Findings): string[] {
  if (!mentionsReviews && operation(name).kind !== "review" && !left.some(mentionReviews)) return [];
  return recordsIn(name, response)
    .filter(({ kind }) => kind === "review")
    .map(({ id }) => id);
}

function mentionReviews(value: JsonObject | JsonValue[]): boolean {
  const waiting: (JsonObject | JsonValue[])[] = [value];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!Array.isArray(at) && Object.keys(at).some(name => /review/i.test(name))) return true;
    for (const inner of Object.values(at))
      if (typeof inner === "object" && inner !== null) waiting.push(inner);
  }
  return false;
}

function isOver({ endedByWord, endedByTime, spine }: Findings): boolean {
  return endedByWord || endedByTime || spine.some(({ says }) => says === "failed" || says === "passed");
}

/** Where a response has a word of its own for what was skipped, "pending" means something else. */
function tellsSkipped(list: CaseList, main: Tally | null): boolean {
  return (main?.skipped.length ?? 0) > 0 || list.things.some(({ says }) => says === "skipped");
}

/** The stated counts, completed from the cases where these are all of them. */
function totalsOf(main: Tally | null, cases: readonly Case[], unrunIsSkipped: boolean): Totals {
  if (main === null) return cases.length === 0 ? nobodySaid : totalsOfCases(cases);
  const { sums } = main;
  const open = add(sums.undecided, sums.running, unrunIsSkipped ? null : sums.unrun);
  const skipped = unrunIsSkipped ? add(sums.skipped, sums.unrun) : sums.skipped;
  const total =
    sums.total ??
    (sums.passed === null || sums.failed === null ? null : sum(sums.passed, sums.failed, skipped, open));
  const stated: Totals = { total, passed: sums.passed, failed: sums.failed, skipped, other: open };
  if (cases.length > 0 && (total === null || total === cases.length)) {
    const listed = totalsOfCases(cases);
    const agree = (["passed", "failed", "skipped"] as const).every(
      name => stated[name] === null || stated[name] === listed[name] || name !== "passed",
    );
    if (agree) return completed(stated, listed);
  }
  return completed(stated, { ...nobodySaid, passed: remainder(stated) });
}

const nobodySaid: Totals = { total: null, passed: null, failed: null, skipped: null, other: null };

function completed(stated: Totals, by: Totals): Totals {
  return {
    total: stated.total ?? by.total,
    passed: stated.passed ?? by.passed,
    failed: stated.failed ?? by.failed,
    skipped: stated.skipped ?? by.skipped,
    other: stated.other ?? by.other,
  };
}

/** Who states all, the failed and the rest has stated the passed. */
function remainder({ total, failed, skipped, other }: Totals): number | null {
  if (total === null || failed === null || (skipped === null && other === null)) return null;
  return Math.max(0, total - failed - (skipped ?? 0) - (other ?? 0));
}

export function totalsOfCases(cases: readonly Case[]): Totals {
  const counts: Record<CaseStatus, number> = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
  for (const { status } of cases) counts[status]++;
  const { passed, failed, skipped, pending, other } = counts;
  return { total: cases.length, passed, failed, skipped, other: pending + other };
}

function add(...values: (number | null)[]): number | null {
  return values.every(value => value === null) ? null : sum(...values);
}

function sum(...values: (number | null)[]): number {
  return values.reduce<number>((before, value) => before + (value ?? 0), 0);
}

/** The run's own duration: stated, else from its own start to its own end. */
function durationOf(findings: Findings): number | null {
  for (const run of findings.runs) {
    const duration = millisecondsOf(run, findings);
    if (duration !== null) return duration;
  }
  return null;
}
