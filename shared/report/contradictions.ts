/**
 * Finds contradictions in a report, because its file may have been changed. A target with a contradiction does not
 * count as passed.
 */

import { formatCount, formatNumber } from "./markdown/words.ts";
import type { Report, TargetResult } from "./model.ts";
import { targetLabel } from "./report.ts";
import { isLeftToReviews } from "./reviews.ts";

type Counts = Record<(typeof names)[number], number>;
const names = ["total", "passed", "failed", "skipped", "other"] as const;

/** Gives the report with the verdict `unknown` in place of each `passed` that other parts of the report contradict. */
export function withoutContradictions(report: Report): Report {
  const { results } = report;
  const { callboard } = results.extra;
  const { stated, listed } = countsByLabel(report);
  const contradictionOfReport = reportContradiction(report, stated, listed);
  let hasPassed = callboard.verdict === "passed" && contradictionOfReport === undefined;
  const targets = callboard.targets.map(target => {
    if (target.verdict !== "passed") return withoutFalseWait(target);
    const label = targetLabel(target);
    const contradiction =
      targetContradiction(target) ??
      listedContradiction(listed.get(label), stated.get(label)) ??
      contradictionOfReport;
    if (contradiction === undefined) return target;
    hasPassed = false;
    const evidence = `The report contradicts itself: ${contradiction}. Was the file changed after it was written?`;
    return { ...target, verdict: "unknown" as const, evidence };
  });
  const verdict = callboard.verdict === "passed" && !hasPassed ? "unknown" : callboard.verdict;
  return { ...report, results: { ...results, extra: { callboard: { ...callboard, verdict, targets } } } };
}

type CountsByLabel = ReadonlyMap<string, Readonly<Counts>>;

/** Adds up the counts of targets with the same label, because their cases can't be told apart. */
function countsByLabel({ results }: Report): { stated: CountsByLabel; listed: CountsByLabel } {
  const stated = new Map<string, Counts>();
  for (const target of results.extra.callboard.targets) add(countsAt(stated, targetLabel(target)), target);
  const listed = new Map<string, Counts>();
  for (const { suite, status } of results.tests) {
    const counts = countsAt(listed, suite[0] ?? "");
    counts.total += 1;
    counts[status === "pending" ? "other" : status] += 1;
  }
  return { stated, listed };
}

function countsAt(all: Map<string, Counts>, label: string): Counts {
  const counts = all.get(label) ?? noCounts();
  all.set(label, counts);
  return counts;
}

function noCounts(): Counts {
  return { total: 0, passed: 0, failed: 0, skipped: 0, other: 0 };
}

function add(counts: Counts, more: Readonly<Counts>): void {
  for (const name of names) counts[name] += more[name];
}

function withoutFalseWait(target: TargetResult): TargetResult {
  const { waitsForReviews: _, ...rest } = target;
  return isLeftToReviews(target) ? target : rest;
}

function reportContradiction(
  report: Report,
  stated: CountsByLabel,
  listed: CountsByLabel,
): string | undefined {
  const { verdict, cancelled, targets } = report.results.extra.callboard;
  if (verdict !== "passed" && !cancelled && targets.every(target => target.verdict === "passed")) {
    return "all of its targets passed, but the report did not";
  }
  const { tests: total, passed, failed, skipped, pending, other } = report.results.summary;
  for (const label of listed.keys()) {
    if (!stated.has(label)) return "it lists cases that belong to none of its targets";
  }
  const sum = noCounts();
  for (const counts of stated.values()) add(sum, counts);
  const areSame = isSame({ total, passed, failed, skipped, other: other + pending }, sum);
  return areSame ? undefined : "its counts differ from the sums of its targets' counts";
}

function targetContradiction(passedTarget: TargetResult): string | undefined {
  const { total, passed, failed, skipped, other } = passedTarget;
  if (passedTarget.error !== undefined) return "this target passed, but could not be run to the end";
  if (!isSame({ ...passedTarget, total: passed + failed + skipped + other }, passedTarget)) {
    return "the counts of this target do not add up";
  }
  if (passedTarget.passWhen) return undefined;
  const but = (contrary: string) => `this target passed, but ${contrary}`;
  if (failed > 0) return but(`${formatNumber(failed)} of its cases failed`);
  if (other > 0) return but(`${formatCount(other, "of its cases is", "of its cases are")} undecided`);
  return total > 0 && passed === 0 ? but("none of its cases did") : undefined;
}

function listedContradiction(listed = noCounts(), stated = noCounts()): string | undefined {
  const name = names.find(each => listed[each] > stated[each]);
  if (name === undefined) return undefined;
  const kind = { total: "", passed: "passed ", failed: "failed ", skipped: "skipped ", other: "undecided " }[
    name
  ];
  return `this target counts ${formatNumber(stated[name])} ${kind}cases, but lists ${formatNumber(listed[name])}`;
}

/** A count in `some` above `MAX_SAFE_INTEGER` is not exact, so it isn't compared. */
function isSame(some: Readonly<Counts>, others: Readonly<Counts>): boolean {
  return names.every(name => some[name] === others[name] || some[name] > Number.MAX_SAFE_INTEGER);
}
