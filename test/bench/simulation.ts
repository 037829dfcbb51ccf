/**
 * Simulates pull requests whose cases differ from run to run. The code that decides, pools and compares is the real one;
 * only the runs are drawn by chance.
 */

import type { Reading } from "../../shared/reading/reading.ts";
import { emptyReading } from "../../shared/reading/reading-with-note.ts";
import type { ComparedCase } from "../../shared/report/counted-cases.ts";
import { type CaseDigest, parseDigest, writeDigest } from "../../shared/report/digest.ts";
import { History } from "../../shared/report/history.ts";
import { countRuns, decideCase, type Policy } from "../../shared/sampling/decide-case.ts";
import { decideNextRun } from "../../shared/sampling/next-run.ts";
import { type PooledRuns, poolRuns, verdictOfRuns } from "../../shared/sampling/pool-runs.ts";

/** `own batches`: each case is a target. `one batch`: one target has all cases. */
export type SuiteLayout = "own batches" | "one batch";

export interface Simulation {
  readonly policy: Policy;
  readonly layout: SuiteLayout;
  readonly rounds: number;
  readonly seed: number;
}

export interface NoiseFigures {
  /** The share of pull requests that didn't pass, although nothing is broken. */
  readonly falseReds: number;
  readonly runsPerTarget: number;
  /** How often one broken case did not pass, by how often it passes in a single run. */
  readonly caught: ReadonlyMap<number, number>;
  /** The share of pull requests that call a case new which wobbles as it did in the history. */
  readonly calledNew: number;
}

export const brokenRates = [0, 0.2, 0.5];
const caseCount = 100;
const healthyRate = 0.95;

type Random = () => number;

/** Gives the same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The cases of one target: the name of each, and how often it passes. */
type Rates = readonly (readonly [name: string, rate: number])[];

const plain = emptyReading({ kind: "answer-lost" });

function readingOf(rates: Rates, random: Random): Reading {
  const cases = rates.map(([name, rate]) => ({
    name,
    status: random() < rate ? ("passed" as const) : ("failed" as const),
  }));
  const verdict = cases.every(({ status }) => status === "passed") ? "passed" : "failed";
  return { ...plain, cases, verdict, runVerdict: "passed", casesVerdict: verdict };
}

function runTarget(rates: Rates, policy: Policy, random: Random): PooledRuns<{ readonly name: string }> {
  const readings: Reading[] = [];
  for (;;) {
    readings.push(readingOf(rates, random));
    const pooled = poolRuns(readings);
    if (!decideNextRun(pooled, policy).isNeeded) return pooled;
  }
}

function targetsOf(layout: SuiteLayout): readonly Rates[] {
  const rates = Array.from({ length: caseCount }, (_, index) => [`case ${index}`, healthyRate] as const);
  return layout === "one batch" ? [rates] : rates.map(each => [each]);
}

/** The target in which a case is broken; it is the first one. */
function brokenTarget(layout: SuiteLayout, rate: number): Rates {
  const [[, ...others] = []] = targetsOf(layout);
  return [["case 0", rate], ...others];
}

function comparedCases(
  targets: readonly PooledRuns<{ readonly name: string }>[],
  policy: Policy,
): ComparedCase[] {
  return targets.flatMap(({ cases }) =>
    cases.map(({ cases: listed, runs }): ComparedCase => {
      const counts = countRuns(runs);
      const verdict = decideCase(runs, policy);
      const isFailure = verdict !== "passed" && counts.failures > 0;
      const outcome = verdict === "passed" ? "passed" : isFailure ? "failed" : "other";
      return { suite: ["batch: smoke"], name: listed[0]?.name ?? "", ...counts, outcome };
    }),
  );
}

function historyOf(targets: readonly Rates[], policy: Policy, random: Random): History {
  const digests = Array.from({ length: 20 }, (): CaseDigest => {
    const cases = comparedCases(
      targets.map(each => runTarget(each, policy, random)),
      policy,
    );
    const digest = parseDigest(writeDigest(cases, "push") ?? "");
    if (digest === undefined) throw new Error("A simulated report has no digest.");
    return digest;
  });
  const [base, ...earlier] = digests;
  if (base === undefined) throw new Error("There is no base.");
  return new History([base, ...earlier]);
}

const roundsPerHistory = 100;

export function simulate({ policy, layout, rounds, seed }: Simulation): NoiseFigures {
  const random = randomFrom(seed);
  const targets = targetsOf(layout);
  const sums = { red: 0, runs: 0, calledNew: 0 };
  let history = historyOf(targets, policy, random);
  for (let round = 0; round < rounds; round++) {
    if (round % roundsPerHistory === 0) history = historyOf(targets, policy, random);
    const pooled = targets.map(each => runTarget(each, policy, random));
    for (const { own } of pooled) sums.runs += own.length;
    if (pooled.every(each => verdictOfRuns(each, policy) === "passed")) continue;
    sums.red += 1;
    if (history.compare(comparedCases(pooled, policy)).newFailures > 0) sums.calledNew += 1;
  }
  const caught = brokenRates.map((rate): [number, number] => {
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      const [first] = runTarget(brokenTarget(layout, rate), policy, random).cases;
      if (first !== undefined && decideCase(first.runs, policy) !== "passed") count += 1;
    }
    return [rate, count / rounds];
  });
  return {
    falseReds: sums.red / rounds,
    runsPerTarget: sums.runs / rounds / targets.length,
    caught: new Map(caught),
    calledNew: sums.calledNew / rounds,
  };
}
