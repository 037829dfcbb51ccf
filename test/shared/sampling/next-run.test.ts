import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Evidence, statementOf } from "../../../shared/reading/evidence.ts";
import type { Case, CaseStatus, Reading } from "../../../shared/reading/reading.ts";
import { decideCase, type Policy } from "../../../shared/sampling/decide-case.ts";
import { decideNextRun } from "../../../shared/sampling/next-run.ts";
import { isOwnShown, poolRuns, verdictOfRuns } from "../../../shared/sampling/pool-runs.ts";
import { reading } from "../report/readings.ts";
import { policies } from "./sequences.ts";

const failedPolicy: Policy = { runs: 5, passes: 3, runAgain: "failed" };
const always: Policy = { ...failedPolicy, runAgain: "always" };

/** The reading of a run with these cases. The run itself passed. */
function run(statuses: Readonly<Record<string, CaseStatus>>, parts: Partial<Reading> = {}): Reading {
  const cases = Object.entries(statuses).map(([name, status]): Case => ({ name, status }));
  return reading({ cases, runVerdict: "passed", ...parts });
}

const usedUp = undefined;
const waiting: Evidence = {
  basis: statementOf({ path: "status", name: "status", value: "waiting", status: "undecided" }),
  notes: [],
};
const byPassWhen: Evidence = { basis: { kind: "pass-when", isPass: true }, notes: [] };

type Runs = readonly (Reading | undefined)[];

function next(runs: Runs, policy = failedPolicy) {
  const { isNeeded, reason } = decideNextRun(poolRuns(runs), policy);
  if (!isNeeded) return reason;
  if (reason.kind === "used-up") return "used-up: again";
  const { passes, failures } = reason.counts;
  const name = reason.case?.cases.find(each => each !== undefined)?.name ?? "the run";
  const others = reason.others > 0 ? ` and ${reason.others} more` : "";
  return `${name}${others} ${reason.kind}, ${failures} of ${passes + failures} failed: again`;
}

function verdict(runs: Runs, policy = failedPolicy) {
  return verdictOfRuns(poolRuns(runs), policy);
}

describe("a target is run again", () => {
  it("while a case that failed in a run is not certain", () => {
    const red = run({ Refund: "failed", Greeting: "passed" });
    const green = run({ Refund: "passed", Greeting: "passed" });
    expect(next([red])).toBe("Refund failed, 1 of 1 failed: again");
    expect(next([red, green])).toBe("Refund failed, 1 of 2 failed: again");
    expect(next([red, green, green, green])).toBe("no-need");
    expect(verdict([red, green, green, green])).toBe("passed");
    expect(next([red, red, red])).toBe("no-need");
    expect(verdict([red, red, red])).toBe("failed");
    expect(next([green])).toBe("no-need");
    expect(verdict([green])).toBe("passed");
  });

  it("with `always`, until every case is certain", () => {
    const green = run({ Refund: "passed", Greeting: "passed" });
    expect(next([green], always)).toBe("Refund and 1 more not-certain, 0 of 1 failed: again");
    expect(next([green, green, green], always)).toBe("no-need");
    expect(next([run({ Refund: "other" })], always)).toBe("Refund not-certain, 0 of 0 failed: again");
    expect(next([run({ Refund: "other" })])).toBe("no-need");
  });

  it("with the first failed case and the number of others as the reason", () => {
    const red = run({ Refund: "passed", Greeting: "failed", Late: "failed" });
    expect(next([red])).toBe("Greeting and 1 more failed, 1 of 1 failed: again");
  });

  it("while runs are left", () => {
    const red = run({ Refund: "failed" });
    const green = run({ Refund: "passed" });
    const other = run({ Refund: "other" });
    expect(next([red, green, other, green, other])).toBe("no-runs-left");
    expect(verdict([red, green, other, green, other])).toBe("unknown");
    expect(next([red], { runs: 1, passes: 1, runAgain: "failed" })).toBe("no-need");
  });

  it("after a used-up run, but not after two in succession", () => {
    const green = run({ Refund: "passed" });
    const red = run({ Refund: "failed" });
    expect(next([usedUp])).toBe("used-up: again");
    expect(next([usedUp, green])).toBe("no-need");
    expect(verdict([usedUp, green])).toBe("passed");
    expect(next([usedUp, usedUp])).toBe("used-up-twice");
    expect(next([red, usedUp, usedUp])).toBe("used-up-twice");
    expect(next([usedUp, red, usedUp])).toBe("Refund failed, 1 of 1 failed: again");
    expect(next([usedUp], { runs: 1, passes: 1, runAgain: "failed" })).toBe("no-runs-left");
    expect(verdict([usedUp])).toBe("unknown");
  });

  it("for its own failure, which then counts as a case", () => {
    const broken = run({ Refund: "passed" }, { verdict: "failed", runVerdict: "failed" });
    const green = run({ Refund: "passed" });
    expect(next([broken])).toBe("the run failed, 1 of 1 failed: again");
    expect(isOwnShown(poolRuns([broken, green]))).toBe(true);
    expect(isOwnShown(poolRuns([green]))).toBe(false);
    expect(isOwnShown(poolRuns([run({})]))).toBe(true);
    expect(verdict([broken, green, green, green])).toBe("passed");
    expect(verdict([broken, broken, broken])).toBe("failed");
  });

  it("not for an open review, which is left to people", () => {
    const review = { id: "rev_1", case: "Refund", state: "open" as const };
    const open = run({ Refund: "other" }, { verdict: "unknown", reviews: [review] });
    expect(next([open], always)).toBe("no-need");
    const onlyOpen = run(
      { Refund: "other" },
      { runVerdict: "unknown", evidence: waiting, reviews: [review] },
    );
    expect(next([onlyOpen], always)).toBe("no-need");
    expect(verdict([onlyOpen], always)).toBe("unknown");
    const red = run({ Refund: "failed" });
    expect(next([red, onlyOpen])).toBe("Refund failed, 1 of 1 failed: again");
  });

  it("and each open review leaves one case to people", () => {
    const review = { id: "rev_1", case: "Refund", state: "open" as const };
    const cases: Case[] = [
      { name: "Refund", status: "other" },
      { name: "Refund", status: "other" },
    ];
    const pooled = poolRuns([reading({ cases, runVerdict: "passed", reviews: [review] })]);
    expect(pooled.cases.map(({ runs }) => runs)).toEqual([["review"], ["neither"]]);
    const settled = poolRuns([
      reading({ cases, runVerdict: "passed", reviews: [{ ...review, state: "settled" }] }),
    ]);
    expect(settled.cases.map(({ runs }) => runs)).toEqual([["neither"], ["neither"]]);
  });

  it("not for a case that every run skips", () => {
    expect(next([run({ Refund: "skipped" })], always)).toBe("no-need");
    expect(next([run({ Refund: "skipped" }, { runVerdict: "passed" })])).toBe("no-need");
    expect(verdict([run({ Refund: "skipped" })])).toBe("passed");
    const sometimes = [run({ Refund: "skipped" }), run({ Refund: "passed" })];
    expect(verdict(sometimes)).toBe("unknown");
  });
});

describe("a run whose own verdict is unknown", () => {
  it("counts as neither for its cases, so that nothing passes by it", () => {
    const unsure = run({ Refund: "passed", Late: "failed" }, { verdict: "unknown", runVerdict: "unknown" });
    expect(poolRuns([unsure]).cases.map(({ runs }) => runs)).toEqual([["neither"], ["neither"]]);
    expect(next([unsure])).toBe("no-need");
    expect(verdict([unsure])).toBe("unknown");
    expect(verdict([unsure, ...Array(3).fill(run({ Refund: "passed", Late: "passed" }))])).toBe("passed");
  });
});

describe("a run that `pass-when` decided", () => {
  it("decides the target by itself", () => {
    const passed = run({ Refund: "failed" }, { evidence: byPassWhen });
    expect(next([passed])).toBe("no-need");
    expect(verdict([passed])).toBe("passed");
    const failed = run({ Refund: "failed" }, { verdict: "failed", evidence: byPassWhen });
    expect(next([failed])).toBe("the run failed, 1 of 1 failed: again");
    expect(verdict([failed, failed, failed])).toBe("failed");
  });
});

const anyRun = fc.option(
  fc
    .record({
      Refund: fc.constantFrom<CaseStatus>("passed", "failed", "skipped", "other"),
      Greeting: fc.constantFrom<CaseStatus>("passed", "failed"),
      own: fc.constantFrom("passed", "failed", "unknown"),
    })
    .map(({ own, ...statuses }) => run(statuses, { runVerdict: own })),
  { nil: usedUp, freq: 6 },
);
const anyPolicy = fc.constantFrom(...policies(7));

/** Runs a target as a step does: until no further run is needed. */
function runToTheEnd(available: Runs, policy: Policy): Runs {
  const made: (Reading | undefined)[] = [];
  for (const each of available) {
    made.push(each);
    if (!decideNextRun(poolRuns(made), policy).isNeeded) return made;
  }
  return made;
}

describe("a target that was run to its end", () => {
  const anySupply = fc.array(anyRun, { minLength: 7, maxLength: 7 });

  it("has at most the runs of its policy, and passed only if every case and the run itself did", () => {
    fc.assert(
      fc.property(anySupply, anyPolicy, (available, policy) => {
        const made = runToTheEnd(available, policy);
        expect(made.length).toBeLessThanOrEqual(policy.runs);
        if (verdict(made, policy) !== "passed") return;
        const { cases, own } = poolRuns(made);
        for (const { runs } of cases) expect(["passed", "skipped"]).toContain(decideCase(runs, policy));
        expect(decideCase(own, { ...policy, runAgain: "failed" })).toBe("passed");
      }),
      { numRuns: 1000 },
    );
  });

  it("has the same verdict in any order of targets", () => {
    fc.assert(
      fc.property(fc.array(anySupply, { maxLength: 4 }), anyPolicy, (targets, policy) => {
        const verdicts = (list: readonly Runs[]) =>
          list.map(each => verdict(runToTheEnd(each, policy), policy));
        expect(verdicts(targets.toReversed()).toReversed()).toEqual(verdicts(targets));
      }),
    );
  });
});
