/** The statistics of runs: how sure a rate is, and whether one rate is lower than another. */

import type { RunCounts } from "./decide-case.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5th percentile of the normal distribution, for an interval of 95 %. */
const z = 1.959963984540054;

/** The rate at which a case passes, as the Wilson score interval of 95 %: between 0 and 1, also for a single run. */
export function passInterval({ passes, failures }: RunCounts): Interval {
  const runs = passes + failures;
  if (runs === 0) return { low: 0, high: 1 };
  const rate = passes / runs;
  const middle = rate + z ** 2 / (2 * runs);
  const margin = z * Math.sqrt((rate * (1 - rate)) / runs + z ** 2 / (4 * runs ** 2));
  const scale = 1 + z ** 2 / runs;
  return { low: Math.max(0, (middle - margin) / scale), high: Math.min(1, (middle + margin) / scale) };
}

const significance = 0.05;
/** Logarithms of factorials are not exact, and a probability of exactly 5 % is significant. */
const tolerance = 1e-9;

export function hasSignificantlyFewerPasses(now: RunCounts, before: RunCounts): boolean {
  return probabilityOfFewerPasses(now, before) <= significance + tolerance;
}

/**
 * Fisher's exact test, one-sided: if the case passes as often now as before, the probability that so few of the passes, or
 * fewer, fall on the runs of now.
 */
export function probabilityOfFewerPasses(now: RunCounts, before: RunCounts): number {
  const passes = now.passes + before.passes;
  const failures = now.failures + before.failures;
  const runs = now.passes + now.failures;
  let sum = 0;
  for (let few = Math.max(0, runs - failures); few <= now.passes; few++)
    sum += Math.exp(
      logChoices(passes, few) + logChoices(failures, runs - few) - logChoices(passes + failures, runs),
    );
  return Math.min(1, sum);
}

/** The logarithm of the number of ways to choose `chosen` of `all`. */
function logChoices(all: number, chosen: number): number {
  return logFactorial(all) - logFactorial(chosen) - logFactorial(all - chosen);
}

const logFactorials = [0];

function logFactorial(value: number): number {
  for (let next = logFactorials.length; next <= value; next++)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[value] ?? Number.NaN;
}
