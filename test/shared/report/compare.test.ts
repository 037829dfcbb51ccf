import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { compare } from "../../../shared/report/compare.ts";
import { digest } from "../../../shared/report/digest.ts";
import type { CaseChange } from "../../../shared/report/history.ts";
import type { Report, ReportTest } from "../../../shared/report/model.ts";
import { targetLabel } from "../../../shared/report/report.ts";
import { nothingStated } from "./readings.ts";
import { baseOf, batch, countsOfChanges, document, smoke } from "./support.ts";

/** Cases with the same name, as a parameterised test makes them. */
function repeated(...statuses: Case["status"][]): Report {
  const cases = statuses.map(status => ({ name: "pays", status }));
  return document(batch("smoke", { verdict: statuses.includes("failed") ? "failed" : "passed", cases }));
}

const nothing = { newFailures: 0, fixed: 0, stillFailing: 0, newCases: 0, vanished: 0 };

describe("against a base", () => {
  it("failures are new, fixed or still failing, and cases are new or gone", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed", goes: "passed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "passed" }));
    expect(countsOfChanges(before, now)).toEqual({
      newFailures: 1,
      fixed: 1,
      stillFailing: 1,
      newCases: 1,
      vanished: 1,
    });
    expect(countsOfChanges(now, now)).toEqual({ ...nothing, stillFailing: 2 });
  });

  it("a new case that fails is a new failure, and a skipped one is not fixed", () => {
    expect(countsOfChanges(document(smoke({})), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
      newCases: 1,
    });
    expect(countsOfChanges(document(smoke({ a: "failed" })), document(smoke({ a: "skipped" })))).toEqual(
      nothing,
    );
    expect(countsOfChanges(document(smoke({ a: "other" })), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
    });
  });

  it("the same name in another target or suite is another case", () => {
    const inOther = document(
      batch("nightly", { cases: [{ name: "a", status: "failed" }], verdict: "failed" }),
    );
    expect(countsOfChanges(document(smoke({ a: "failed" })), inOther)).toMatchObject({
      newFailures: 1,
      vanished: 1,
    });
    const grouped = (suite: string[]) =>
      document(batch("smoke", { verdict: "failed", cases: [{ name: "a", status: "failed", suite }] }));
    expect(countsOfChanges(grouped(["x", "y"]), grouped(["xy"]))).toMatchObject({ newFailures: 1 });
  });

  it("of several cases of one name, only the number of failures counts", () => {
    const one = repeated("failed", "passed", "passed");
    expect(countsOfChanges(one, repeated("passed", "passed", "failed"))).toEqual({
      ...nothing,
      stillFailing: 1,
    });
    expect(countsOfChanges(one, repeated("failed", "failed", "passed"))).toEqual({
      ...nothing,
      newFailures: 1,
      stillFailing: 1,
    });
    expect(countsOfChanges(one, repeated("passed", "passed", "passed"))).toEqual({ ...nothing, fixed: 1 });
    expect(countsOfChanges(one, repeated("passed", "failed"))).toEqual({
      ...nothing,
      stillFailing: 1,
      vanished: 1,
    });
    expect(countsOfChanges(one, repeated("failed", "passed", "passed", "passed"))).toMatchObject({
      newCases: 1,
    });
  });

  it("a red target without listed cases is a failure too", () => {
    const green = document(batch("smoke"));
    const red = document(batch("smoke", { verdict: "failed" }));
    expect(countsOfChanges(green, red)).toEqual({ ...nothing, newFailures: 1 });
    expect(countsOfChanges(red, red)).toEqual({ ...nothing, stillFailing: 1 });
    expect(countsOfChanges(red, green)).toEqual({ ...nothing, fixed: 1 });
  });

  it("failures without cases are counted exactly: four thousand are more than one thousand", () => {
    const counting = (failed: number) => {
      const totals = { total: 10_000, passed: null, failed, skipped: null, other: null };
      return document(batch("smoke", { verdict: "failed", totals }));
    };
    const base = { ...nothing, stillFailing: 1000 };
    expect(countsOfChanges(counting(1000), counting(1000))).toEqual(base);
    expect(countsOfChanges(counting(1000), counting(1001))).toEqual({ ...base, newFailures: 1 });
    expect(countsOfChanges(counting(1000), counting(4000))).toEqual({ ...base, newFailures: 3000 });
    expect(countsOfChanges(counting(4000), counting(5000))).toMatchObject({
      newFailures: 1000,
      stillFailing: 4000,
    });
    // A digest can't represent these counts, so there is no base.
    for (const failed of [8000, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(digest(counting(failed))).toBeUndefined();
      expect(countsOfChanges(counting(1000), counting(failed)).newFailures).toBe(failed - 1000);
    }
  });

  it("a target that could not be run to the end is not compared", () => {
    const failed = document({ kind: "batch", id: "smoke", raw: "", error: "Not found." });
    expect(countsOfChanges(document(batch("smoke")), failed)).toEqual(nothing);
  });

  it("marks each case as newly failed or fixed", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "failed" }));
    const { changeOf } = compare([baseOf(before)], now);
    const named = (change: CaseChange) =>
      now.results.tests.filter(test => changeOf(test) === change).map(test => test.name);
    expect(named("new")).toEqual(["breaks", "comes"]);
    expect(named("still-failing")).toEqual(["stays"]);
    expect(named("fixed")).toEqual(["heals"]);
  });
});

/** Reports with few names, many of them repeated, and targets with more failures than they list. */
const anyReport = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom("smoke", "nightly", "returns"),
      verdict: fc.constantFrom("passed", "failed", "unknown"),
      statedFailed: fc.constantFrom(null, 0, 1, 5),
      isRun: fc.boolean(),
      cases: fc.array(
        fc.record({
          name: fc.constantFrom("pays", "refunds", "waits"),
          status: fc.constantFrom<Case["status"]>("passed", "failed", "skipped", "pending", "other"),
          suite: fc.constantFrom([], ["card"]),
        }),
        { maxLength: 8 },
      ),
    }),
    { selector: ({ id }) => id },
  )
  .map(targets =>
    document(
      ...targets.map(({ id, verdict, statedFailed, isRun, cases }) => ({
        ...batch(id, { verdict, cases, totals: { ...nothingStated, failed: statedFailed } }),
        ...(!isRun && { error: "Not found." }),
      })),
    ),
  );

interface Counts {
  failed: number;
  passed: number;
  all: number;
}

/** Counts each name; unlisted failures have their target's name. */
function multisetOf({ results }: Report): Record<"cases" | "unlisted", Map<string, Counts>> {
  const cases = new Map<string, Counts>();
  const failedIn = (label: string) =>
    results.tests.filter(({ status, suite }) => status === "failed" && suite[0] === label).length;
  for (const test of results.tests) {
    const counts = cases.get(nameOf(test)) ?? { failed: 0, passed: 0, all: 0 };
    counts.all += 1;
    if (test.status === "failed") counts.failed += 1;
    if (test.status === "passed") counts.passed += 1;
    cases.set(nameOf(test), counts);
  }
  const unlisted = new Map<string, Counts>();
  for (const target of results.extra.callboard.targets) {
    if (target.error !== undefined) continue;
    const label = targetLabel(target);
    const failures = Math.max(target.failed, target.verdict === "failed" ? 1 : 0);
    const failed = Math.max(0, failures - failedIn(label));
    const passed = failed === 0 && target.verdict === "passed" ? 1 : 0;
    unlisted.set(label, { failed, passed, all: failed });
  }
  return { cases, unlisted };
}

function nameOf({ suite, name }: ReportTest): string {
  return JSON.stringify([...suite, name]);
}

const none: Counts = { failed: 0, passed: 0, all: 0 };

/** Compares name by name, both cases and unlisted failures. */
function naively(before: Report, now: Report) {
  const [then, today] = [multisetOf(before), multisetOf(now)];
  const sums = { ...nothing };
  const changes: Record<"new" | "fixed", Record<string, number>> = { new: {}, fixed: {} };
  for (const sort of ["cases", "unlisted"] as const) {
    for (const name of new Set([...then[sort].keys(), ...today[sort].keys()])) {
      const [was, is] = [then[sort].get(name) ?? none, today[sort].get(name) ?? none];
      const still = Math.min(was.failed, is.failed);
      const mended = Math.min(was.failed - still, is.passed);
      sums.stillFailing += still;
      sums.newFailures += is.failed - still;
      sums.fixed += mended;
      if (sort === "cases") {
        if (is.failed > still) changes.new[name] = is.failed - still;
        if (mended > 0) changes.fixed[name] = mended;
        sums.newCases += Math.max(0, is.all - was.all);
        sums.vanished += Math.max(0, was.all - is.all);
        // A target that is gone has lost its unlisted failures; a target with fewer has lost none.
      } else if (!today.unlisted.has(name)) sums.vanished += was.all;
    }
  }
  return { sums, changes };
}

describe("any report against any base", () => {
  it("differs from it as the multisets of their names differ", () => {
    fc.assert(
      fc.property(anyReport, anyReport, (before, now) => {
        const { sums, changes } = naively(before, now);
        expect(countsOfChanges(before, now)).toEqual(sums);
        const { changeOf } = compare([baseOf(before)], now);
        for (const change of ["new", "fixed"] as const) {
          const found: Record<string, number> = {};
          for (const test of now.results.tests)
            if (changeOf(test) === change) found[nameOf(test)] = (found[nameOf(test)] ?? 0) + 1;
          expect(found).toEqual(changes[change]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("has the same failures if the base had no room for other names", () => {
    fc.assert(
      fc.property(anyReport, anyReport, (before, now) => {
        const base = baseOf(before);
        const cases = new Map([...base.cases].filter(([, { failures }]) => failures > 0));
        const { newFailures, fixed, stillFailing, newCases, vanished } = compare(
          [{ ...base, isWhole: false, cases }],
          now,
        );
        expect(compare([base], now)).toMatchObject({ newFailures, fixed, stillFailing });
        expect([newCases, vanished]).toEqual([undefined, undefined]);
      }),
    );
  });

  it("does not differ from itself", () => {
    fc.assert(
      fc.property(anyReport, report => {
        const { stillFailing, ...others } = countsOfChanges(report, report);
        expect(others).toEqual({ newFailures: 0, fixed: 0, newCases: 0, vanished: 0 });
        expect(stillFailing).toBeGreaterThanOrEqual(
          report.results.tests.filter(({ status }) => status === "failed").length,
        );
      }),
    );
  });
});
