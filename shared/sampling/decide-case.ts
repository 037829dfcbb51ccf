/** Decides a case from its runs. */

export interface Policy {
  /** How often the target is run at most. */
  readonly runs: number;
  /** In how many of these runs a case has to pass. */
  readonly passes: number;
  /** `failed`: only a failure or a used-up run asks for another run. `always`: every case that is not certain does. */
  readonly runAgain: "failed" | "always";
}

/** How many passes a case needs if nobody says how many: more than half of the runs. */
export function majorityOf(runs: number): number {
  return Math.floor(runs / 2) + 1;
}

/**
 * The count of one run for a case. Only `pass` and `failure` decide. `review`: the case waits for a person. `used-up`: the
 * run may have acted and has no readable response. `neither` includes a run that doesn't list the case.
 */
export type CaseRun = "pass" | "failure" | "neither" | "skipped" | "review" | "used-up";

/** `waiting`: only people's decisions are missing. `not-certain`: the runs so far decide nothing. */
export type CaseVerdict = "passed" | "failed" | "skipped" | "waiting" | "not-certain";

export interface RunCounts {
  readonly passes: number;
  readonly failures: number;
}

export function decideCase(runs: readonly CaseRun[], policy: Policy): CaseVerdict {
  const { passes, failures } = countRuns(runs);
  if (failures > policy.runs - policy.passes) return "failed";
  if (passes >= policy.passes) return "passed";
  if (isEveryAnswered(runs, "skipped")) return "skipped";
  if (policy.runAgain === "failed" && isEveryAnswered(runs, "pass")) return "passed";
  // A failure asks for another run, whatever people decide about a review.
  return failures === 0 && runs.includes("review") ? "waiting" : "not-certain";
}

export function countRuns(runs: readonly CaseRun[]): RunCounts {
  let passes = 0;
  let failures = 0;
  for (const run of runs) {
    if (run === "pass") passes += 1;
    else if (run === "failure") failures += 1;
  }
  return { passes, failures };
}

/** False if no run was answered. */
function isEveryAnswered(runs: readonly CaseRun[], wanted: CaseRun): boolean {
  return runs.includes(wanted) && runs.every(run => run === wanted || run === "used-up");
}

/** The case passed, but not every time. */
export function isFlaky(runs: readonly CaseRun[], policy: Policy): boolean {
  return runs.includes("failure") && decideCase(runs, policy) === "passed";
}

const squares: Readonly<Record<CaseRun, string>> = {
  pass: "🟩",
  failure: "🟥",
  neither: "⬜",
  skipped: "⬜",
  review: "⬜",
  "used-up": "⬜",
};

/** One square for each run, in order. */
export function runSquares(runs: readonly CaseRun[]): string {
  return runs.map(run => squares[run]).join("");
}
