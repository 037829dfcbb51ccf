import { expect, it } from "vitest";
import { compare } from "../../../shared/report/compare.ts";
import { sampleReport } from "../../../shared/report/sample.ts";
import { baseOf, document, expectValidCtrf, smoke } from "./support.ts";

const most = { failed: 1, undecided: 1, flaky: 0, skipped: 0, passed: 1 };

it("a sample keeps counts and targets, puts new failures first, and limits each group", () => {
  const report = document(
    smoke({ old: "failed", a: "passed", b: "passed", c: "other", d: "skipped", fresh: "failed" }),
  );
  const comparison = compare([baseOf(document(smoke({ old: "failed" })))], report);
  const sample = sampleReport({ report, comparison }, most);
  expect(sample.results.tests.map(test => test.name)).toEqual(["fresh", "c", "a"]);
  expect(sample.results.summary).toEqual(report.results.summary);
  expect(sample.results.extra).toEqual(report.results.extra);
  expectValidCtrf(sample);
  expect(sampleReport({ report }, most).results.tests.map(test => test.name)).toEqual(["old", "c", "a"]);
});
