import { describe, expect, it } from "vitest";
import {
  type CaseRun,
  type CaseVerdict,
  decideCase,
  isFlaky,
  type Policy,
  runSquares,
} from "../../../shared/sampling/decide-case.ts";
import { policies, runsOf, sequences } from "./sequences.ts";

const counted = ["pass", "failure", "neither"] as const;
const every = [...counted, "skipped", "review", "used-up"] as const;

function count(runs: readonly CaseRun[], wanted: CaseRun): number {
  return runs.filter(run => run === wanted).length;
}

/** The contract's sentences, one for each line. */
function verdictByContract(runs: readonly CaseRun[], { runs: most, passes, runAgain }: Policy): CaseVerdict {
  const answered = runs.filter(run => run !== "used-up");
  const hasPassedEachTime = answered.length > 0 && count(answered, "pass") === answered.length;
  if (count(runs, "pass") >= passes || (runAgain === "failed" && hasPassedEachTime)) return "passed";
  if (count(runs, "failure") > most - passes) return "failed";
  if (answered.length > 0 && count(answered, "skipped") === answered.length) return "skipped";
  return count(runs, "review") > 0 && count(runs, "failure") === 0 ? "waiting" : "not-certain";
}

/** Collects what is wrong, because an assertion for each of millions of sequences would take minutes. */
function expectOfEverySequence(
  letters: readonly CaseRun[],
  mostRuns: number,
  problemOf: (runs: readonly CaseRun[], policy: Policy) => string | undefined,
): void {
  const problems: string[] = [];
  for (const policy of policies(mostRuns)) {
    for (const runs of sequences(letters, policy.runs)) {
      const problem = problemOf(runs, policy);
      if (problem !== undefined) problems.push(`${JSON.stringify(policy)}: ${runs.join(" ")}: ${problem}`);
    }
  }
  expect(problems.slice(0, 5)).toEqual([]);
}

describe("a case of several runs", () => {
  it.each<[number, number, Policy["runAgain"], string, CaseVerdict]>([
    [5, 3, "failed", "P", "passed"],
    [5, 3, "failed", "F", "not-certain"],
    [5, 3, "failed", "FPPP", "passed"],
    [5, 3, "failed", "FPP", "not-certain"],
    [5, 3, "failed", "FFF", "failed"],
    [5, 3, "failed", "UP", "passed"],
    [5, 3, "failed", "NP", "not-certain"],
    [5, 3, "always", "P", "not-certain"],
    [5, 3, "always", "PPP", "passed"],
    [5, 3, "always", "S", "skipped"],
    [5, 3, "always", "SU", "skipped"],
    [5, 3, "always", "SN", "not-certain"],
    [5, 3, "always", "R", "waiting"],
    [5, 3, "failed", "PR", "waiting"],
    [5, 3, "failed", "FR", "not-certain"],
    [5, 3, "failed", "U", "not-certain"],
    [1, 1, "failed", "F", "failed"],
  ])("of at most %i with %i passes, run again %s: %s is %s", (runs, passes, runAgain, letters, verdict) => {
    expect(decideCase(runsOf(letters), { runs, passes, runAgain })).toBe(verdict);
  });

  it("is decided by the contract, for every sequence of up to seven runs and every policy", () => {
    const problem = (runs: readonly CaseRun[], policy: Policy) => {
      const wanted = verdictByContract(runs, policy);
      const verdict = decideCase(runs, policy);
      return verdict === wanted ? undefined : `${verdict}, not ${wanted}`;
    };
    expectOfEverySequence(counted, 7, problem);
    expectOfEverySequence(every, 5, problem);
  });

  it("never passes with too few passes, unless it passed every time", () => {
    expectOfEverySequence([...counted, "used-up"], 7, (runs, policy) => {
      if (decideCase(runs, policy) !== "passed" || count(runs, "pass") >= policy.passes) return undefined;
      const hasPassedEachTime = runs.every(run => run === "pass" || run === "used-up");
      return hasPassedEachTime && runs.includes("pass") ? undefined : "too few passes";
    });
  });

  it("keeps its verdict in one run more, once it has enough passes or too many failures", () => {
    expectOfEverySequence(counted, 7, (runs, policy) => {
      const isCertain =
        count(runs, "pass") >= policy.passes || count(runs, "failure") > policy.runs - policy.passes;
      if (!isCertain || runs.length === policy.runs) return undefined;
      const changed = every.filter(next => decideCase([...runs, next], policy) !== decideCase(runs, policy));
      return changed.length === 0 ? undefined : `${changed} changes the verdict`;
    });
  });

  it("is decided by how often it passed and failed, not by the order", () => {
    expectOfEverySequence(counted, 7, (runs, policy) =>
      decideCase(runs.toReversed(), policy) === decideCase(runs.toSorted(), policy)
        ? undefined
        : "the order decides",
    );
  });

  it("is flaky if it passed, but not every time", () => {
    const policy: Policy = { runs: 5, passes: 3, runAgain: "failed" };
    expect(isFlaky(runsOf("FPPP"), policy)).toBe(true);
    for (const other of ["P", "FPP", "FFF", "UPPP"]) expect(isFlaky(runsOf(other), policy)).toBe(false);
  });

  it("has a square for each run in order", () => {
    expect(runSquares(runsOf("FPNUSRP"))).toBe("🟥🟩⬜⬜⬜⬜🟩");
  });
});
