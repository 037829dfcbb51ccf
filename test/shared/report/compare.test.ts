import { describe, expect, it } from "vitest";
import { compare } from "../../../shared/report/compare.ts";
import type { Case, Report, ReportTest } from "../../../shared/report/model.ts";
import { baseOf, batch, changes, document, smoke } from "./support.ts";

/** Cases of one name, as a parameterised test makes them. */
function repeated(...statuses: Case["status"][]): Report {
  const cases = statuses.map(status => ({ name: "pays", status }));
  return document(batch("smoke", { verdict: statuses.includes("failed") ? "failed" : "passed", cases }));
}

const nothing = { newFailures: 0, fixed: 0, stillFailing: 0, newCases: 0, vanished: 0 };

describe("against a base", () => {
  it("failures are new, fixed or still there, and cases new or gone", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed", goes: "passed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "passed" }));
    expect(changes(before, now)).toEqual({
      newFailures: 1,
      fixed: 1,
      stillFailing: 1,
      newCases: 1,
      vanished: 1,
    });
    expect(changes(now, now)).toEqual({ ...nothing, stillFailing: 2 });
  });

  it("a new case that fails is a new failure, and a skipped one is not fixed", () => {
    expect(changes(document(smoke({})), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
      newCases: 1,
    });
    expect(changes(document(smoke({ a: "failed" })), document(smoke({ a: "skipped" })))).toEqual(nothing);
    expect(changes(document(smoke({ a: "other" })), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
    });
  });

  it("the same name in another target or another suite is another case", () => {
    const inOther = document(
      batch("nightly", { cases: [{ name: "a", status: "failed" }], verdict: "failed" }),
    );
    expect(changes(document(smoke({ a: "failed" })), inOther)).toMatchObject({ newFailures: 1, vanished: 1 });
    const grouped = (suite: string[]) =>
      document(batch("smoke", { verdict: "failed", cases: [{ name: "a", status: "failed", suite }] }));
    expect(changes(grouped(["x", "y"]), grouped(["xy"]))).toMatchObject({ newFailures: 1 });
  });

  it("of several cases of one name only the number that fails counts, not which", () => {
    const one = repeated("failed", "passed", "passed");
    expect(changes(one, repeated("passed", "passed", "failed"))).toEqual({ ...nothing, stillFailing: 1 });
    expect(changes(one, repeated("failed", "failed", "passed"))).toEqual({
      ...nothing,
      newFailures: 1,
      stillFailing: 1,
    });
    expect(changes(one, repeated("passed", "passed", "passed"))).toEqual({ ...nothing, fixed: 1 });
    expect(changes(one, repeated("passed", "failed"))).toEqual({ ...nothing, stillFailing: 1, vanished: 1 });
    expect(changes(one, repeated("failed", "passed", "passed", "passed"))).toMatchObject({ newCases: 1 });
  });

  it("a red target that lists no case is a failure too", () => {
    const green = document(batch("smoke"));
    const red = document(batch("smoke", { verdict: "failed" }));
    expect(changes(green, red)).toEqual({ ...nothing, newFailures: 1 });
    expect(changes(red, red)).toEqual({ ...nothing, stillFailing: 1 });
    expect(changes(red, green)).toEqual({ ...nothing, fixed: 1 });
  });

  it("a target that could not be run is not compared", () => {
    const failed = document({ kind: "batch", id: "smoke", raw: "", error: "Not found." });
    expect(changes(document(batch("smoke")), failed)).toEqual(nothing);
  });

  it("says of each case whether it failed anew or was fixed", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "failed" }));
    const { isNewFailure, isFixed } = compare(baseOf(before), now);
    const named = (picks: (test: ReportTest) => boolean) =>
      now.results.tests.filter(picks).map(test => test.name);
    expect(named(isNewFailure)).toEqual(["breaks", "comes"]);
    expect(named(isFixed)).toEqual(["heals"]);
  });
});
