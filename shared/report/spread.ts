/** Chooses cases where there is no room for all, so that one target with many failures doesn't hide those of others. */

import type { ReportTest } from "./model.ts";
import { testsByTarget } from "./report.ts";

/** Orders cases so that each target's first case comes first, then each target's second case, and so on. */
export function spreadOverTargets(tests: readonly ReportTest[]): ReportTest[] {
  let lists = [...testsByTarget(tests).values()];
  const spread: ReportTest[] = [];
  for (let round = 0; lists.length > 0; round++) {
    for (const list of lists) spread.push(...list.slice(round, round + 1));
    lists = lists.filter(({ length }) => length > round + 1);
  }
  return spread;
}

/** Chooses the first `most` of the spread cases, and keeps the order that they had. */
export function chooseAmongTargets(tests: readonly ReportTest[], most: number): readonly ReportTest[] {
  if (tests.length <= most) return tests;
  const chosen = new Set(most === 0 ? [] : spreadOverTargets(tests).slice(0, most));
  return tests.filter(test => chosen.has(test));
}
