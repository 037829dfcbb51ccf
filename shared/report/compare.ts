/**
 * Compares a report's cases with the base's cases by name. If one case of a name failed at the base and two fail now,
 * that is one new failure.
 */

import type { Base } from "./digest.ts";
import type { Report, ReportTest } from "./model.ts";
import { nameKey, nthKey, type Occurrence, occurrences } from "./occurrences.ts";

export interface Comparison {
  readonly newFailures: number;
  readonly fixed: number;
  readonly stillFailing: number;
  /** Absent, like `vanished`, if the base's digest had no room for all cases. */
  readonly newCases?: number;
  readonly vanished?: number;
  /** The case failed, and more cases of its name fail now than at the base. */
  isNewFailure(test: ReportTest): boolean;
  /** The case passed, and fewer cases of its name fail now than at the base. */
  isFixed(test: ReportTest): boolean;
}

interface NameCounts {
  readonly isCase: boolean;
  failed: number;
  passed: number;
  all: number;
}

export function compare(base: Base, report: Report): Comparison {
  const isInBase = (key: string) => base.failed.has(key) || (base.others?.has(key) ?? false);
  const sums = { newFailures: 0, fixed: 0, stillFailing: 0, newCases: 0, inBoth: 0 };
  const names = new Map<string, NameCounts>();
  for (const occurrence of occurrences(report)) {
    const { key, failed, count, isCase } = occurrence;
    if (isInBase(key)) {
      names.set(key, addOccurrence(names.get(key), occurrence));
      continue;
    }
    if (failed) sums.newFailures += count;
    if (isCase) sums.newCases += count;
  }
  const namesWithNewFailures = new Set<string>();
  const namesWithFixed = new Set<string>();
  for (const [key, { failed, passed, all, isCase }] of names) {
    const failedBefore = countKeys(key, nth => base.failed.has(nth));
    const before = countKeys(key, isInBase);
    const stillFailing = Math.min(failed, failedBefore);
    const fixed = Math.min(failedBefore - stillFailing, passed);
    if (failed > stillFailing) namesWithNewFailures.add(key);
    if (fixed > 0) namesWithFixed.add(key);
    sums.newFailures += failed - stillFailing;
    sums.stillFailing += stillFailing;
    sums.fixed += fixed;
    sums.newCases += isCase ? Math.max(0, all - before) : 0;
    // Unlisted failures are not cases, so fewer of them don't mean that a case has vanished.
    sums.inBoth += isCase ? Math.min(all, before) : before;
  }
  const { newFailures, fixed, stillFailing, newCases, inBoth } = sums;
  return {
    newFailures,
    fixed,
    stillFailing,
    ...(base.others && { newCases, vanished: base.failed.size + base.others.size - inBoth }),
    isNewFailure: test => {
      if (test.status !== "failed") return false;
      const key = nameKey(test.suite, test.name);
      return !base.failed.has(key) || namesWithNewFailures.has(key);
    },
    isFixed: test =>
      test.status === "passed" &&
      namesWithFixed.size > 0 &&
      namesWithFixed.has(nameKey(test.suite, test.name)),
  };
}

function addOccurrence(
  before: NameCounts | undefined,
  { isCase, failed, passed, count }: Occurrence,
): NameCounts {
  const counts = before ?? { isCase, failed: 0, passed: 0, all: 0 };
  counts.all += count;
  if (failed) counts.failed += count;
  if (passed) counts.passed += count;
  return counts;
}

/** The keys of one name are numbered from 1 without gaps. */
function countKeys(key: string, hasKey: (nth: string) => boolean): number {
  let count = 0;
  while (hasKey(nthKey(key, count + 1))) count += 1;
  return count;
}
