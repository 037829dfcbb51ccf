import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComparedCase } from "../../../shared/report/counted-cases.ts";
import { type CaseDigest, parseDigest, writeDigest } from "../../../shared/report/digest.ts";
import { type ComparisonWithHistory, History } from "../../../shared/report/history.ts";
import { digestOfVersion1 } from "./support.ts";

/** Reads `Refund 3-2` as a case that passed three times and failed twice; a case without enough passes failed. */
function caseOf(text: string): ComparedCase {
  const [, name = "", passes, failures, persona, id] =
    /^(\w*) (\d+)-(\d+)(?: @(\w+))?(?: #(\w+))?$/.exec(text) ?? [];
  const counts = { passes: Number(passes), failures: Number(failures) };
  return {
    suite: ["batch: smoke"],
    name,
    ...counts,
    outcome: outcomeOf(counts),
    ...(persona !== undefined && { persona }),
    ...(id !== undefined && { id }),
  };
}

function outcomeOf({ passes, failures }: { passes: number; failures: number }): ComparedCase["outcome"] {
  if (passes + failures === 0) return "other";
  return passes > failures ? "passed" : "failed";
}

function digestOf(...cases: readonly string[]): CaseDigest {
  return read(writeDigest(cases.map(caseOf), "push"));
}

function read(text: string | undefined): CaseDigest {
  const found = parseDigest(text ?? "");
  if (found === undefined) throw new Error("There is no digest.");
  return found;
}

type Digests = readonly [CaseDigest, ...CaseDigest[]];

function compare(digests: Digests, ...cases: readonly string[]): ComparisonWithHistory {
  return new History(digests).compare(cases.map(caseOf));
}

function changes(digests: Digests, ...cases: readonly string[]) {
  return compare(digests, ...cases).cases.map(({ change }) => change ?? "none");
}

describe("against the history of the base", () => {
  it("a failure is still failing if the case failed in every decided run at the base", () => {
    expect(changes([digestOf("a 0-3"), digestOf("a 5-0")], "a 0-3")).toEqual(["still-failing"]);
    expect(changes([digestOf("a 0-1")], "a 0-1")).toEqual(["still-failing"]);
    expect(changes([digestOf("a 0-0"), digestOf("a 0-1")], "a 0-1")).toEqual(["new"]);
  });

  it("a failure is as flaky as before if it failed somewhere, passed now, and not significantly less often", () => {
    const flaky = digestOf("a 3-2");
    const green = digestOf("a 1-0");
    expect(changes([flaky], "a 1-3")).toEqual(["as-flaky-as-before"]);
    expect(changes([green, flaky], "a 1-3")).toEqual(["as-flaky-as-before"]);
    expect(changes([flaky], "a 0-3")).toEqual(["new"]);
    expect(changes([green], "a 1-3")).toEqual(["new"]);
    // 18 of 20 before and 1 of 4 now: a probability of 2 %.
    const mostlyGreen: Digests = [digestOf("a 9-1"), digestOf("a 9-1")];
    expect(changes(mostlyGreen, "a 1-3")).toEqual(["new"]);
    expect(changes(mostlyGreen, "a 2-2")).toEqual(["as-flaky-as-before"]);
  });

  it("a failure of a case that the history does not contain is new", () => {
    expect(changes([digestOf("a 1-0")], "b 0-1")).toEqual(["new"]);
    expect(changes([digestOf("a 1-0")], "a 0-1")).toEqual(["new"]);
  });

  it("a case is fixed if it failed and never passed at the base, and passed now", () => {
    expect(changes([digestOf("a 0-3")], "a 3-1")).toEqual(["fixed"]);
    expect(changes([digestOf("a 1-2")], "a 3-0")).toEqual(["none"]);
    expect(changes([digestOf("a 0-0")], "a 3-0")).toEqual(["none"]);
    expect(changes([digestOf("b 1-0")], "a 3-0")).toEqual(["none"]);
    expect(changes([digestOf("a 0-1")], "a 0-0")).toEqual(["none"]);
  });

  it("the report says how often a case passed there", () => {
    const { cases } = compare([digestOf("a 9-1"), digestOf("a 9-1"), digestOf("b 1-0")], "a 1-3", "c 1-0");
    expect(cases.map(({ before }) => before)).toEqual([{ passes: 18, failures: 2 }, undefined]);
  });

  it("counts each change, new cases and cases that are gone", () => {
    const base = digestOf("still 0-1", "flaky 1-1", "heals 0-1", "goes 1-0", " 1-0");
    expect(
      compare([base], "still 0-1", "flaky 1-2", "heals 1-0", "comes 1-0", "breaks 0-1", " 1-0"),
    ).toMatchObject({
      newFailures: 1,
      stillFailing: 1,
      asFlakyAsBefore: 1,
      fixed: 1,
      newCases: 2,
      vanished: 1,
    });
  });

  it("the run of a target itself is compared like a case", () => {
    expect(changes([digestOf(" 0-1")], " 0-1")).toEqual(["still-failing"]);
    expect(changes([digestOf(" 1-0")], " 0-1")).toEqual(["new"]);
    expect(compare([digestOf("a 1-0", " 1-0")], "a 1-0", " 1-0")).toMatchObject({ newCases: 0, vanished: 0 });
  });

  it("thousands of failures that one run does not list are counted exactly", () => {
    const unlisted = (count: number): ComparedCase => ({ ...caseOf(" 0-1"), count });
    const base = read(writeDigest([unlisted(1000)], "push"));
    const counts = (count: number) => new History([base]).compare([unlisted(count)]);
    expect(counts(1000)).toMatchObject({ newFailures: 0, stillFailing: 1000 });
    expect(counts(4000)).toMatchObject({ newFailures: 3000, stillFailing: 1000 });
    expect(counts(Number.MAX_SAFE_INTEGER).newFailures).toBe(Number.MAX_SAFE_INTEGER - 1000);
    expect(writeDigest([unlisted(Number.MAX_SAFE_INTEGER)], "push")).toBeUndefined();
  });
});

describe("cases of one name", () => {
  it("are told apart by persona, so that a swap is a new failure", () => {
    const base = digestOf("Refund 0-1 @hurried", "Refund 1-0 @patient");
    expect(changes([base], "Refund 1-0 @hurried", "Refund 0-1 @patient")).toEqual(["fixed", "new"]);
  });

  it("are told apart by ids that come again, so that a swap is a new failure", () => {
    const base = digestOf("Refund 0-1 #1", "Refund 1-0 #2");
    expect(changes([base], "Refund 1-0 #1", "Refund 0-1 #2")).toEqual(["fixed", "new"]);
    expect(changes([base], "Refund 0-1 #2", "Refund 1-0 #1")).toEqual(["new", "fixed"]);
  });

  it("are taken failed first if their ids are new", () => {
    const base = digestOf("Refund 0-1 #1", "Refund 1-0 #2");
    expect(changes([base], "Refund 1-0 #3", "Refund 0-1 #4")).toEqual(["none", "still-failing"]);
    expect(changes([base], "Refund 0-1 #3", "Refund 0-1 #4").sort()).toEqual(["new", "still-failing"]);
  });
});

describe("a digest of version 1", () => {
  const old = read(digestOfVersion1({ a: "failed", b: "passed" }));

  it("is compared as one run for each case", () => {
    expect(changes([old], "a 0-3", "b 0-3", "b 1-0")).toEqual(["still-failing", "new", "none"]);
    expect(changes([old], "a 2-0")).toEqual(["fixed"]);
    expect(compare([digestOf("a 1-0"), old], "a 1-2").cases).toEqual([
      { change: "as-flaky-as-before", before: { passes: 1, failures: 1 } },
    ]);
  });

  it("ignores personas", () => {
    expect(changes([old], "a 0-1 @hurried")).toEqual(["still-failing"]);
  });
});

describe("a digest that left out the cases that never failed", () => {
  const many = Array.from({ length: 9000 }, (_, index) => `case${index} 5-0`);

  it("still counts as a pass of each of them", () => {
    const incomplete = digestOf("b 0-1", ...many);
    expect(incomplete.isWhole).toBe(false);
    const failedOnce = digestOf("a 3-1");
    expect(changes([failedOnce], "a 1-4")).toEqual(["as-flaky-as-before"]);
    expect(changes([failedOnce, ...Array<CaseDigest>(18).fill(incomplete)], "a 1-4")).toEqual(["new"]);
    expect(compare([incomplete], "b 0-1")).toMatchObject({ stillFailing: 1 });
    expect(compare([incomplete], "b 0-1").newCases).toBeUndefined();
  });
});

describe("a comparison", () => {
  const anyCases = fc.array(
    fc
      .record({
        name: fc.constantFrom("a", "b", ""),
        passes: fc.nat({ max: 5 }),
        failures: fc.nat({ max: 5 }),
        persona: fc.constantFrom("", " @hurried", " @patient"),
        id: fc.constantFrom("", " #1", " #2"),
      })
      .map(({ name, passes, failures, persona, id }) => `${name} ${passes}-${failures}${persona}${id}`),
    { maxLength: 8 },
  );

  it("with the same report has no new, fixed or vanished case", () => {
    fc.assert(
      fc.property(anyCases, cases => {
        const { newCases, vanished, fixed } = compare([digestOf(...cases)], ...cases);
        expect({ newCases, vanished, fixed }).toEqual({ newCases: 0, vanished: 0, fixed: 0 });
      }),
    );
  });

  it("counts the changes that it gives to the cases, in any order of the cases", () => {
    fc.assert(
      fc.property(anyCases, anyCases, anyCases, (base, earlier, now) => {
        const digests: Digests = [digestOf(...base), digestOf(...earlier)];
        const found = compare(digests, ...now);
        const count = (wanted: string) => found.cases.filter(({ change }) => change === wanted).length;
        expect([found.newFailures, found.stillFailing, found.asFlakyAsBefore, found.fixed]).toEqual(
          ["new", "still-failing", "as-flaky-as-before", "fixed"].map(count),
        );
        const { cases: _, ...sums } = found;
        const { cases: _others, ...reversed } = compare(digests, ...now.toReversed());
        expect(reversed).toEqual(sums);
      }),
    );
  });
});
