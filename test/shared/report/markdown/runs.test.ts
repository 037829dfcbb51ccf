import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaseStatus } from "../../../../shared/reading/reading.ts";
import type { Comparison } from "../../../../shared/report/compare.ts";
import type { CaseChange } from "../../../../shared/report/history.ts";
import { headline } from "../../../../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import type { Report, ReportTest, TargetResult } from "../../../../shared/report/model.ts";
import type { RunCounts } from "../../../../shared/sampling/decide-case.ts";
import { hostileDocument } from "../hostile.ts";
import { document, expectClosed, smoke } from "../support.ts";

const statusOfSign: Record<string, CaseStatus> = { p: "passed", f: "failed", "-": "other" };

/** Adds the runs of each case, such as "fp-", and whatever else several runs change. */
function sampled(
  report: Report,
  runsOf: (test: ReportTest) => string,
  target: Partial<TargetResult> = {},
): Report {
  const { results } = report;
  const tests = results.tests.map((test): ReportTest => {
    const runs = [...runsOf(test)].map(sign => statusOfSign[sign] ?? "other");
    const flaky = test.status === "passed" && runs.includes("failed");
    return { ...test, flaky, extra: { ...test.extra, runs } };
  });
  const { callboard } = results.extra;
  const targets = callboard.targets.map(each => ({ ...each, ...target }));
  return { ...report, results: { ...results, tests, extra: { callboard: { ...callboard, targets } } } };
}

function rendered(statuses: Record<string, CaseStatus>, runs: Record<string, string>, message?: string) {
  const report = sampled(document(smoke(statuses)), ({ name }) => runs[name] ?? "");
  const tests = report.results.tests.map(test => ({ ...test, ...(message && { message }) }));
  return renderMarkdown({ report: { ...report, results: { ...report.results, tests } } });
}

describe("a case of several runs", () => {
  it("shows a square for each run in order, and how often it passed", () => {
    const markdown = rendered({ Refund: "failed", Greeting: "passed" }, { Refund: "fp-f", Greeting: "ppp" });
    expect(markdown).toContain("🔴 **Refund** — passed 1 of 3 🟥🟩⬜🟥\n");
    expect(markdown).toContain("- Greeting · passed 3 of 3 🟩🟩🟩\n");
  });

  it("shows nothing of its runs if there was one, or if no run decided it", () => {
    const one = rendered({ a: "failed", b: "passed" }, { a: "f", b: "p" });
    expect(one).toBe(renderMarkdown({ report: document(smoke({ a: "failed", b: "passed" })) }));
    expect(rendered({ a: "other" }, { a: "--" })).not.toContain(" of ");
  });

  it("shows the interval of its rate in its fold, rounded outward", () => {
    const intervalOf = (runs: string) =>
      /- Passes (.*?) of the time/.exec(rendered({ Refund: "failed" }, { Refund: runs }))?.[1];
    expect(intervalOf("fppppp")).toBe("43 to 97 %");
    expect(intervalOf("ppp")).toBe("43 to 100 %");
    expect(intervalOf("fff")).toBe("0 to 57 %");
    expect(intervalOf("f")).toBeUndefined();
    const markdown = rendered({ Refund: "failed" }, { Refund: "fpp" });
    expect(markdown).toMatch(
      /<details><summary>How often it passes<\/summary>\n\n- Passes .* with 95 % confidence\.\n\n<\/details>/,
    );
  });

  it("that passed, but not every time, is in a section of its own with the message of its failed run", () => {
    const markdown = rendered({ Refund: "passed" }, { Refund: "fpp" }, "No refund was made.");
    expect(markdown).toContain(
      "#### Flaky: 1 passed, but not every time\n\n🟢 **Refund** — passed 2 of 3 🟥🟩🟩",
    );
    expect(markdown).toContain("> No refund was made.\n");
  });

  it("that is not certain is undecided, with its runs", () => {
    const markdown = rendered({ Refund: "other" }, { Refund: "fp" }, "Not certain after 2 runs.");
    expect(markdown).toContain("#### Undecided: 1\n\n🟡 **Refund** — passed 1 of 2 🟥🟩");
  });

  it("is called the run itself if it is no case of the service", () => {
    const report = document(smoke({ "batch: smoke": "failed" }));
    const tests = report.results.tests.map(test => ({ ...test, extra: { isRun: true as const } }));
    const markdown = renderMarkdown({ report: { ...report, results: { ...report.results, tests } } });
    expect(markdown).toContain("**batch: smoke**<br><sub>the run itself</sub>");
  });
});

describe("the row of a target", () => {
  const rowOf = (target: Partial<TargetResult>) =>
    /^\| (?!Result|:--)(.*?) \|/m.exec(
      renderMarkdown({ report: sampled(document(smoke({ a: "passed" })), () => "", target) }),
    )?.[1];

  it("shows how many runs it took", () => {
    expect(rowOf({ runs: 3, mostRuns: 5, passes: 3 })).toBe("🟢\u00a0Passed<br>3\u00a0runs");
    expect(rowOf({ runs: 1, mostRuns: 5, passes: 3 })).toBe("🟢\u00a0Passed");
  });

  it("shows how many passes a case needs if these are at most half of the runs", () => {
    expect(rowOf({ runs: 3, mostRuns: 4, passes: 2 })).toBe(
      "🟢\u00a0Passed<br>3\u00a0runs,\u00a02\u00a0of\u00a04\u00a0needed",
    );
    expect(rowOf({ runs: 2, mostRuns: 5, passes: 1 })).toContain("1\u00a0of\u00a05\u00a0needed");
  });
});

describe("against a history", () => {
  const changes: Record<string, CaseChange> = {
    Breaks: "new",
    Broken: "still-failing",
    Wobbles: "as-flaky-as-before",
  };
  const history: Record<string, RunCounts> = {
    Breaks: { passes: 20, failures: 0 },
    Broken: { passes: 0, failures: 1 },
    Wobbles: { passes: 18, failures: 2 },
    Recovers: { passes: 5, failures: 15 },
  };
  const comparison: Comparison = {
    newFailures: 1,
    stillFailing: 1,
    asFlakyAsBefore: 1,
    fixed: 0,
    changeOf: ({ name }) => changes[name],
    beforeOf: ({ name }) => history[name],
  };
  const statuses = { Wobbles: "failed", Broken: "failed", Breaks: "failed", Recovers: "passed" } as const;
  const report = sampled(document(smoke(statuses)), ({ status }) => (status === "failed" ? "pff" : "fpp"));
  const view = { report, comparison, base: "release at 1a2b3c4" };

  it("says whether a failure is new, old or as flaky as before, and how often the case passed there", () => {
    const failures = renderMarkdown(view).match(/^🔴 \*\*.*$/gm);
    expect(failures).toEqual([
      "🔴 **Breaks** — new failure (20 of 20 on release) · passed 1 of 3 🟩🟥🟥",
      "🔴 **Wobbles** — as flaky as before (18 of 20 on release) · passed 1 of 3 🟩🟥🟥",
      "🔴 **Broken** — still failing · passed 1 of 3 🟩🟥🟥",
    ]);
    expect(renderMarkdown(view)).toContain("🟢 **Recovers** — passed 2 of 3 🟥🟩🟩 · 5 of 20 on release");
  });

  it("counts what is as flaky as before, which is not new", () => {
    expect(renderMarkdown(view)).toContain("1 new failure, 1 still failing, 1 as flaky as before.");
    const none = { ...comparison, newFailures: 0, stillFailing: 0 };
    expect(headline({ ...view, comparison: none })).toContain("no new failures");
  });
});

it("keeps the budget for any report of many runs", () => {
  fc.assert(
    fc.property(
      hostileDocument,
      fc.array(fc.constantFrom("p", "f", "-"), { minLength: 2, maxLength: 20 }),
      fc.integer({ min: 300, max: 8000 }),
      (document, runs, characters) => {
        const report = sampled(document, () => runs.join(""), { runs: 20, mostRuns: 20, passes: 2 });
        const markdown = renderMarkdown({ report }, { budget: { characters }, whole: "report.json" });
        expect(markdown.length).toBeLessThanOrEqual(characters);
        expectClosed(markdown);
      },
    ),
    { numRuns: 200 },
  );
});
