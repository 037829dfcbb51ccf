/** Sequences of runs, and policies. */

import type { CaseRun, Policy } from "../../../shared/sampling/decide-case.ts";

const runOfLetter: Readonly<Record<string, CaseRun>> = {
  P: "pass",
  F: "failure",
  N: "neither",
  S: "skipped",
  R: "review",
  U: "used-up",
};

/** Reads `FPU` as a failure, a pass and a used-up run. */
export function runsOf(letters: string): CaseRun[] {
  return [...letters].map(letter => runOfLetter[letter] ?? "neither");
}

/** All sequences of at most `most` runs, the empty one included. */
export function* sequences(letters: readonly CaseRun[], most: number): Generator<readonly CaseRun[]> {
  let ofLength: readonly (readonly CaseRun[])[] = [[]];
  for (let length = 0; length <= most; length++) {
    yield* ofLength;
    if (length < most) ofLength = ofLength.flatMap(before => letters.map(letter => [...before, letter]));
  }
}

export function* policies(mostRuns: number): Generator<Policy> {
  for (let runs = 1; runs <= mostRuns; runs++) {
    for (let passes = 1; passes <= runs; passes++) {
      for (const runAgain of ["failed", "always"] as const) yield { runs, passes, runAgain };
    }
  }
}
