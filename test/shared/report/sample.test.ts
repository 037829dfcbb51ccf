import { expect, it } from "vitest";
import { sampled } from "../../../shared/report/sample.ts";
import { document, expectValidCtrf, smoke } from "./support.ts";

it("a sample keeps counts and targets, and no more of each group than asked for", () => {
  const report = document(
    smoke({ first: "failed", a: "passed", b: "passed", c: "other", d: "skipped", second: "failed" }),
  );
  const sample = sampled(report, { failed: 1, undecided: 1, flaky: 0, skipped: 0, passed: 1 });
  expect(sample.results.tests.map(test => test.name)).toEqual(["first", "c", "a"]);
  expect(sample.results.summary).toEqual(report.results.summary);
  expect(sample.results.extra).toEqual(report.results.extra);
  expectValidCtrf(sample);
});
