import { describe, expect, it } from "vitest";
import type { Inputs } from "../../../action/inputs/inputs.ts";
import { reasonsToFail } from "../../../action/report/reason-to-fail.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { CaseStatus } from "../../../shared/reading/reading.ts";
import { compare } from "../../../shared/report/compare.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { nothingStated, reportFrom } from "../../shared/report/readings.ts";
import { baseOf, batch, document, runFacts, smoke } from "../../shared/report/support.ts";

const failedCases = (...names: string[]) => names.map(name => ({ name, status: "failed" as CaseStatus }));

function reasonsAgainst(before: Report, report: Report) {
  return reasonsToFail("new", { report, comparison: compare([baseOf(before)], report) });
}

describe("the targets that fail the step, and why", () => {
  const refund = { name: "Asks for a refund", status: "failed", message: "Promised 89\ninstead of 59." };
  const late = ["a", "b", "c", "d"].map(name => ({ name, status: "failed", message: "Too late" }));
  const responses: Record<string, JsonObject> = {
    green: { status: "passed", tests: [{ name: "Books a table", status: "passed" }] },
    listed: { status: "failed", tests: [refund, { name: "Books a table", status: "passed" }] },
    many: { status: "failed", tests: late },
    counted: { status: "failed", summary: { total: 40, passed: 37, failed: 3 } },
    stated: { status: "failed" },
    nothing: { hello: "world" },
    contradictory: { status: "passed", tests: [refund, { name: "Books a table", status: "passed" }] },
  };
  const refused: TargetRun = {
    kind: "batch",
    id: "refused",
    raw: "",
    error: "The service responded with 404.",
  };
  const runOf = (id: string): TargetRun => {
    const response = responses[id];
    return response === undefined ? refused : batch(id, readResponse(response));
  };
  const said = {
    contradictory:
      "batch: contradictory (1 of 2 cases failed: Asks for a refund — Promised 89 instead of 59)",
    listed: "batch: listed (1 of 2 cases failed: Asks for a refund — Promised 89 instead of 59)",
    many: "batch: many (4 of 4 cases failed: a — Too late, b, c and 1 more)",
    counted: "batch: counted (3 of 40 cases failed: `status` is `failed`)",
    stated: "batch: stated (`status` is `failed`)",
  };
  const notRun = "1 of 1 target could not be run to the end: batch: refused (The service responded with 404)";
  const noVerdict = /^1 of 1 target gave no verdict: batch: nothing \((?!.*fail-on).*\)$/;

  it.each<[string, Inputs["failOn"], (string | RegExp)[]]>([
    ["green, listed", "unknown", [`1 of 2 targets failed: ${said.listed}`]],
    [
      "green, listed, many, counted, stated",
      "failed",
      [`4 of 5 targets failed: ${[said.listed, said.many, said.counted, said.stated].join("; ")}`],
    ],
    ["green, nothing", "unknown", [/^1 of 2 targets gave no verdict: batch: nothing \((?!.*fail-on).*\)$/]],
    ["nothing", "unknown", [noVerdict]],
    [
      "listed, nothing",
      "unknown",
      [
        `1 of 2 targets failed: ${said.listed}`,
        /^1 of 2 targets gave no verdict: batch: nothing \((?!.*fail-on).*\)$/,
      ],
    ],
    ["nothing", "failed", []],
    ["nothing", "new", []],
    ["nothing", "never", []],
    // A case failed, whatever the run says of itself.
    ["contradictory", "failed", [`1 of 1 target failed: ${said.contradictory}`]],
    [
      "contradictory",
      "new",
      [`1 of 1 target failed, and without a base all failures count as new: ${said.contradictory}`],
    ],
    ["contradictory", "unknown", [/^1 of 1 target gave no verdict: batch: contradictory /]],
    ["refused", "never", [notRun]],
    [
      "refused, stated",
      "failed",
      [
        /^1 of 2 targets could not be run to the end: batch: refused /,
        `1 of 2 targets failed: ${said.stated}`,
      ],
    ],
    ["stated", "failed", [`1 of 1 target failed: ${said.stated}`]],
    ["stated", "new", [`1 of 1 target failed, and without a base all failures count as new: ${said.stated}`]],
    ["stated", "never", []],
  ])("%s, with `fail-on: %s`", (ids, failOn, expected) => {
    const report = document(...ids.split(", ").map(runOf));
    const reasons = reasonsToFail(failOn, { report }).map(({ brief, details }) => `${brief}: ${details}`);
    expect(reasons).toEqual(
      expected.map(text => (typeof text === "string" ? text : expect.stringMatching(text))),
    );
  });
});

describe("with `fail-on: new`", () => {
  const old = batch("old", { verdict: "failed", cases: failedCases("Known") });

  it("only the targets with new failures are named, with these failures", () => {
    const before = document(old, batch("both", { verdict: "failed", cases: failedCases("Late") }));
    const now = document(old, batch("both", { verdict: "failed", cases: failedCases("Late", "Fresh") }));
    expect(reasonsAgainst(before, now)).toEqual([
      {
        brief: "1 failure that the base does not have",
        details: "batch: both (2 of 2 cases failed: Fresh)",
      },
    ]);
    expect(reasonsAgainst(now, now)).toEqual([]);
  });

  it("targets whose new failures are only counted are named, too", () => {
    const totals = { ...nothingStated, total: 40, failed: 3 };
    const counted = batch("counted", { verdict: "failed", totals });
    const [reason] = reasonsAgainst(document(old, batch("counted")), document(old, counted));
    expect(reason?.brief).toBe("3 failures that the base does not have");
    expect(reason?.details).toContain("batch: counted (3 of 40 cases failed");
  });
});

it("names five targets, and counts the others", () => {
  const targets = ["a", "b", "c", "d", "e", "f", "g"].map(id =>
    batch(id, { verdict: "failed", cases: failedCases("Late") }),
  );
  const [reason] = reasonsToFail("failed", { report: document(...targets) });
  expect(reason?.brief).toBe("7 of 7 targets failed");
  expect(reason?.details).toBe(
    "batch: a, batch: b, batch: c, batch: d, batch: e and 2 more (1 of 1 case failed: Late)",
  );
});

it("stays short, whatever the service says", () => {
  const long = "x".repeat(100_000);
  const targets = [..."abcdefg"].map(id =>
    batch(id + long, {
      verdict: "failed",
      cases: [1, 2, 3, 4].map(() => ({ name: long, status: "failed", message: long })),
    }),
  );
  const [reason] = reasonsToFail("failed", { report: document(...targets) });
  // GitHub's annotations have 4 KB for a message.
  expect(reason?.details?.length).toBeLessThan(4000);
});

it("explains a report that is worse than its targets", () => {
  const { results, ...report } = document(smoke({ a: "passed" }));
  const callboard = { ...results.extra.callboard, verdict: "failed" as const };
  expect(
    reasonsToFail("failed", { report: { ...report, results: { ...results, extra: { callboard } } } }),
  ).toEqual([{ brief: "the report's verdict is failed, although none of its targets failed" }]);
});

it("says of a cancelled run only that it was cancelled", () => {
  const report = reportFrom([smoke({ a: "failed" })], { ...runFacts, cancelled: true });
  expect(reasonsToFail("failed", { report })).toEqual([
    { brief: "the workflow run was cancelled before its end" },
  ]);
});

describe("a case that failed in a run and is not certain", () => {
  const target = smoke({ Refund: "other", Greets: "passed" });
  const { results, ...rest } = document(target);
  const tests = results.tests.map(test => ({
    ...test,
    extra: {
      runs: test.name === "Refund" ? (["failed", "passed"] as const) : (["passed", "passed"] as const),
    },
  }));
  const report = { ...rest, results: { ...results, tests } };

  it("fails the step with `fail-on: failed` and `new`", () => {
    const comparison = compare([baseOf(document(smoke({ Refund: "passed" })))], report);
    const details = "batch: smoke (1 failed in a run and did not end passed: Refund)";
    expect(reasonsToFail("failed", { report })).toEqual([{ brief: "1 of 1 target failed", details }]);
    expect(reasonsToFail("new", { report, comparison })).toEqual([
      { brief: "1 failure that the base does not have", details },
    ]);
    expect(reasonsToFail("never", { report })).toEqual([]);
  });

  it("does not fail the step with `fail-on: new` if it is as flaky as before", () => {
    const flaky = baseOf(report);
    const comparison = compare([flaky], report);
    expect(comparison).toMatchObject({ newFailures: 0, asFlakyAsBefore: 1 });
    expect(reasonsToFail("new", { report, comparison })).toEqual([]);
  });
});

describe("an open review of a run that passed", () => {
  const passing = batch("smoke", {
    cases: [{ name: "a", status: "passed" }],
    reviews: [{ id: "rev_1", state: "open" }],
  });
  const settled = batch("smoke", { reviews: [{ id: "rev_1", state: "settled", verdict: "passed" }] });
  const reasons = (failOn: "unknown" | "failed", isReviewCheckMissing: boolean, target = passing) =>
    reasonsToFail(failOn, { report: document(target) }, { reviewsAreAwaited: false, isReviewCheckMissing });

  it("fails the step if a review check was asked for and could not be made, as with a fork's token", () => {
    expect(reasons("unknown", true)).toEqual([
      {
        brief: "1 review is open, and the review check could not be made",
        details: expect.stringContaining("`checks: write`"),
      },
    ]);
  });

  it("fails no other step", () => {
    expect(reasons("unknown", false)).toEqual([]);
    expect(reasons("failed", true)).toEqual([]);
    expect(reasons("unknown", true, settled)).toEqual([]);
  });
});
