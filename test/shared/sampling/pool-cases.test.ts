import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaseStatus } from "../../../shared/reading/reading.ts";
import { type PoolableCase, poolCases } from "../../../shared/sampling/pool-cases.ts";

const statusOfLetter: Readonly<Record<string, CaseStatus>> = { P: "passed", F: "failed", O: "other" };

/** Reads `P Refund`, `F Refund #id` and `F Refund @persona`. */
function caseOf(text: string): PoolableCase {
  const [letter = "", name = "", mark = ""] = text.split(" ");
  return {
    name,
    status: statusOfLetter[letter] ?? "other",
    ...(mark.startsWith("#") && { id: mark.slice(1) }),
    ...(mark.startsWith("@") && { persona: mark.slice(1) }),
  };
}

/** The statuses of each pooled case, as letters; `-` for a run that doesn't list it. */
function pooled(...runs: readonly (readonly string[])[]): string[] {
  return lettersOf(runs.map(cases => cases.map(caseOf)));
}

function lettersOf(runs: readonly (readonly PoolableCase[])[]): string[] {
  return poolCases(runs).map(row => {
    const [first] = row.filter(each => each !== undefined);
    return `${first?.name} ${row.map(each => each?.status[0]?.toUpperCase() ?? "-").join("")}`;
  });
}

describe("the cases of several runs", () => {
  it("are the same by suite and name", () => {
    expect(pooled(["P Refund", "F Greeting"], ["F Greeting", "P Refund"])).toEqual([
      "Refund PP",
      "Greeting FF",
    ]);
    const inSuites = [["a"], ["b"], ["a", "b"], undefined].map(suite => ({
      name: "Refund",
      status: "passed" as const,
      ...(suite !== undefined && { suite }),
    }));
    expect(poolCases([inSuites, inSuites]).length).toBe(4);
  });

  it("have nothing for a run that does not list them", () => {
    expect(pooled(["P Refund"], [], ["P Refund", "F Late"])).toEqual(["Refund P-P", "Late --F"]);
  });

  it("of one name in each run are one case, also with new ids or another persona", () => {
    expect(pooled(["P Refund #1"], ["F Refund #2"])).toEqual(["Refund PF"]);
    expect(pooled(["P Refund @hurried"], ["F Refund @patient"])).toEqual(["Refund PF"]);
  });

  it("of one name in a run are told apart by ids that come again", () => {
    expect(pooled(["P Refund #1", "F Refund #2"], ["P Refund #2", "F Refund #1"])).toEqual([
      "Refund PF",
      "Refund FP",
    ]);
    expect(pooled(["P Refund #1", "F Refund #2"], ["F Refund #1", "P Refund #3"])).toEqual([
      "Refund PF",
      "Refund F-",
      "Refund -P",
    ]);
  });

  it("of one name are not told apart by ids that are new in each run", () => {
    expect(pooled(["P Refund #1", "F Refund #2"], ["F Refund #3", "P Refund #4"])).toEqual([
      "Refund FF",
      "Refund PP",
    ]);
  });

  it("of one name are told apart by persona, also with new ids", () => {
    const run = (status: CaseStatus, id: string, persona: string): PoolableCase => ({
      name: "Refund",
      status,
      id,
      persona,
    });
    expect(
      lettersOf([
        [run("passed", "1", "hurried"), run("failed", "2", "patient")],
        [run("passed", "3", "patient"), run("failed", "4", "hurried")],
      ]),
    ).toEqual(["Refund PF", "Refund FP"]);
  });

  it("of one name and one persona are told apart by scenario", () => {
    const run = (first: CaseStatus, second: CaseStatus): PoolableCase[] => [
      { name: "Refund", persona: "hurried", scenario: "late parcel", status: first },
      { name: "Refund", persona: "hurried", scenario: "lost parcel", status: second },
    ];
    expect(lettersOf([run("passed", "failed"), run("failed", "passed").toReversed()])).toEqual([
      "Refund PF",
      "Refund FP",
    ]);
  });

  it("of one name that nothing tells apart are taken failed first", () => {
    expect(pooled(["P Refund", "F Refund"], ["F Refund", "P Refund"])).toEqual(["Refund FF", "Refund PP"]);
    expect(pooled(["O Refund", "F Refund", "P Refund"], ["P Refund", "P Refund", "F Refund"])).toEqual([
      "Refund FF",
      "Refund OP",
      "Refund PP",
    ]);
  });

  it("that one run lists fewer of give no pass to a failed case", () => {
    expect(pooled(["P Refund", "F Refund"], ["P Refund"])).toEqual(["Refund F-", "Refund PP"]);
    expect(pooled(["P Refund", "F Refund"], ["F Refund"])).toEqual(["Refund FF", "Refund P-"]);
  });
});

const anyCase = fc.record(
  {
    name: fc.constantFrom("Refund", "Greeting"),
    status: fc.constantFrom<CaseStatus>("passed", "failed", "skipped", "pending", "other"),
    suite: fc.constantFrom([], ["a"]),
    id: fc.constantFrom("1", "2", "3", "4"),
    persona: fc.constantFrom("hurried", "patient"),
  },
  { requiredKeys: ["name", "status"] },
);
const anyRuns = fc.array(fc.array(anyCase, { maxLength: 8 }), { maxLength: 5 });

describe("pooling", () => {
  it("puts every case of every run into one row, at its run", () => {
    fc.assert(
      fc.property(anyRuns, runs => {
        const rows = poolCases(runs);
        for (const [run, cases] of runs.entries()) {
          const found = rows.flatMap(row => row[run] ?? []);
          expect(found.length).toBe(cases.length);
          expect(new Set(found)).toEqual(new Set(cases));
        }
        for (const row of rows) expect(new Set(row.flatMap(each => each?.name ?? [])).size).toBe(1);
      }),
    );
  });

  it("doesn't depend on the order of the cases in a run", () => {
    const shuffled = anyRuns.chain(runs =>
      fc.tuple(
        fc.constant(runs),
        fc.tuple(
          ...runs.map(cases =>
            fc.shuffledSubarray(cases, { minLength: cases.length, maxLength: cases.length }),
          ),
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([runs, others]) => {
        expect(lettersOf(others).sort()).toEqual(lettersOf(runs).sort());
      }),
    );
  });

  it("keeps namesakes apart that always pass and that always fail", () => {
    const marks = fc.constantFrom("none", "new ids", "same ids");
    fc.assert(
      fc.property(
        fc.nat({ max: 4 }),
        fc.nat({ max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        marks,
        (passing, failing, runCount, mark) => {
          const runs = Array.from({ length: runCount }, (_, run) => {
            const cases = Array.from({ length: passing + failing }, (_, index): PoolableCase => {
              const id = mark === "same ids" ? `${index}` : `${run}.${index}`;
              const status = index < passing ? "passed" : "failed";
              return { name: "Refund", status, ...(mark !== "none" && { id }) };
            });
            return run % 2 === 0 ? cases : cases.toReversed();
          });
          const wanted = [
            ...Array.from({ length: failing }, () => `Refund ${"F".repeat(runCount)}`),
            ...Array.from({ length: passing }, () => `Refund ${"P".repeat(runCount)}`),
          ];
          expect(lettersOf(runs).sort()).toEqual(wanted);
        },
      ),
    );
  });
});
