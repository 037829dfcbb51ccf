import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { compare } from "../../../shared/report/compare.ts";
import {
  type Decisions,
  decisionsOf,
  withDecidedCases,
  withDecisions,
} from "../../../shared/report/decisions.ts";
import { headline } from "../../../shared/report/markdown/headline.ts";
import { renderHead, renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { reportFrom } from "./readings.ts";
import { baseOf, runFacts } from "./support.ts";

type State = "open" | Verdict;

const passes = { name: "Books a table", status: "passed" };
const fails = { name: "Asks for a refund", status: "failed" };
const waits = (id: string, name = `Case of ${id}`) => ({ name, status: "needs review", review: { id } });

function batch(id: string, ...tests: JsonObject[]): TargetRun {
  const status = tests.some(test => test["status"] === "failed") ? "failed" : "passed";
  return { kind: "batch", id, raw: "", reading: readResponse({ status, tests }) };
}

function without(id: string): TargetRun {
  return { kind: "batch", id, raw: "", reading: readResponse({ note: "It went on." }) };
}

const reportOf = (...runs: TargetRun[]) => reportFrom(runs, runFacts);
const decided = (states: Readonly<Record<string, State>>): Decisions =>
  decisionsOf(Object.entries(states).map(([id, state]) => ({ id, state })));
const headlineOf = (report: Report, states: Readonly<Record<string, State>>) =>
  headline(withDecisions({ report }, decided(states)));

function rowsOf(report: Report, states: Readonly<Record<string, State>>): string[] {
  const lines = renderHead(withDecisions({ report }, decided(states))).split("\n");
  return lines.filter(line => line.startsWith("| ")).slice(2);
}

describe("a review", () => {
  const report = reportOf(
    batch("smoke", passes, { ...waits("rev_1"), review: { id: "rev_1", status: "pending" } }),
  );
  const evidence = (state: State) => {
    const [target] = withDecisions({ report }, decided({ rev_1: state })).report.results.extra.callboard
      .targets;
    return target?.reviewDetails?.[0]?.evidence;
  };

  it("keeps the report's evidence only if its state is the report's", () => {
    expect(evidence("open")).toContain("pending");
    expect(evidence("passed")).toBeUndefined();
  });
});

describe("a run whose cases name reviews in a list of their own", () => {
  const response = {
    status: "needs_review",
    cases: [
      { name: "Greets", status: "needs_review", review_id: "rev_1" },
      { name: "Says the price", status: "needs_review", review_id: "rev_2" },
    ],
    reviews: [
      { id: "rev_1", title: "Was it kind?", status: "pending" },
      { id: "rev_2", title: "Was the price right?", status: "pending" },
    ],
  };
  const report = reportOf({ kind: "batch", id: "smoke", raw: "", reading: readResponse(response) });

  it("is as they were decided", () => {
    expect(headlineOf(report, { rev_1: "passed" })).toContain("Unknown: left to 1 review");
    expect(headlineOf(report, { rev_1: "passed", rev_2: "passed" })).toContain("Passed");
    expect(headlineOf(report, { rev_1: "passed", rev_2: "failed" })).toContain("Failed");
  });
});

describe("the cases of a target that only waited for reviews", () => {
  const report = reportOf(
    batch("smoke", passes, waits("rev_1"), waits("rev_2")),
    batch("other", waits("rev_3", "Case of rev_1")),
  );
  const statuses = (states: Readonly<Record<string, State>>) =>
    withDecidedCases(withDecisions({ report }, decided(states))).report.results.tests.map(
      ({ status }) => status,
    );

  it.each<[Record<string, State>, string[]]>([
    [{ rev_1: "passed" }, ["passed", "other", "other", "other"]],
    [{ rev_1: "passed", rev_2: "passed" }, ["passed", "passed", "passed", "other"]],
    [{ rev_1: "passed", rev_2: "failed" }, ["passed", "passed", "failed", "other"]],
    [{ rev_1: "unknown", rev_2: "failed" }, ["passed", "other", "failed", "other"]],
    [{ rev_3: "failed" }, ["passed", "other", "other", "failed"]],
  ])("have the decisions %o once all of its reviews are decided", (states, expected) => {
    expect(statuses(states)).toEqual(expected);
  });
});

describe("a target that only waits for reviews", () => {
  const report = reportOf(batch("smoke", passes, waits("rev_1"), waits("rev_2")));

  it.each<[Record<string, State>, string, string]>([
    [{}, "🟡 Unknown: left to 2 reviews — 1 passed, 2 undecided", "🟡 Left to reviews"],
    [{ rev_1: "passed" }, "🟡 Unknown: left to 1 review — 1 passed, 2 undecided", "🟡 Left to reviews"],
    [
      { rev_1: "failed", rev_2: "open" },
      "🟡 Unknown: left to 1 review — 1 passed, 2 undecided",
      "🟡 Left to reviews",
    ],
    [{ rev_1: "passed", rev_2: "passed" }, "🟢 Passed, 2 by people — 3 passed", "🟢 Passed, 2 by people"],
    [
      { rev_1: "passed", rev_2: "failed" },
      "🔴 Failed: 1 of 2 reviews failed — 2 passed, 1 failed",
      "🔴 Failed",
    ],
    [
      { rev_1: "unknown", rev_2: "failed" },
      "🔴 Failed: 1 of 2 reviews failed — 1 passed, 1 failed, 1 undecided",
      "🔴 Failed",
    ],
    [
      { rev_1: "unknown", rev_2: "passed" },
      "🟡 Unknown: 1 of 2 reviews was decided neither as passed nor as failed — 2 passed, 1 undecided",
      "🟡 Unknown",
    ],
    [
      { rev_1: "unknown", rev_2: "unknown" },
      "🟡 Unknown: 2 of 2 reviews were decided neither as passed nor as failed — 1 passed, 2 undecided",
      "🟡 Unknown",
    ],
  ])("follows %o", (states, title, result) => {
    expect(headlineOf(report, states)).toBe(title);
    expect(rowsOf(report, states)).toEqual([
      expect.stringContaining(`| ${result.replaceAll(" ", "\u00a0")} |`),
    ]);
  });

  it("shows its decisions in its row, in place of the response's words about a missing decision", () => {
    expect(rowsOf(report, {})[0]).toContain("To get a verdict, decide the review");
    expect(rowsOf(report, { rev_1: "passed", rev_2: "failed" })).toEqual([
      "| 🔴\u00a0Failed | batch: smoke | 2 passed, 1 failed<br>1 of 2 reviews failed. |",
    ]);
  });

  it("counts the response's own state of a review next to the decisions", () => {
    const settled = { id: "rev_3", status: "passed" };
    const both = reportOf(batch("smoke", waits("rev_1"), { ...passes, review: settled }));
    expect(headlineOf(both, {})).toBe("🟡 Unknown: left to 1 review — 1 passed, 1 undecided");
    expect(headlineOf(both, { rev_1: "passed" })).toBe("🟢 Passed, 2 by people — 2 passed");
    expect(headlineOf(both, { rev_1: "passed", rev_3: "open" })).toContain("left to 1 review");
  });

  it("with two reviews of one case has an undecided case unless both passed", () => {
    const reviews = [{ id: "rev_1" }, { id: "rev_2" }];
    const twice = reportOf(batch("smoke", passes, { name: "Waits", status: "needs review", reviews }));
    expect(headlineOf(twice, { rev_1: "passed", rev_2: "passed" })).toBe("🟢 Passed, 2 by people — 2 passed");
    expect(headlineOf(twice, { rev_1: "passed", rev_2: "failed" })).toBe(
      "🔴 Failed: 1 of 2 reviews failed — 1 passed, 1 undecided",
    );
  });
});

describe("a report with decided reviews", () => {
  it("counts a review once, even if two targets mention it", () => {
    const report = reportOf(batch("smoke", waits("rev_1")), batch("voice", waits("rev_1"), waits("rev_2")));
    expect(headlineOf(report, { rev_1: "passed", rev_2: "open" })).toBe(
      "🟡 Unknown: left to 1 review — 1 passed, 2 undecided",
    );
    expect(rowsOf(report, { rev_1: "passed", rev_2: "open" })).toEqual([
      expect.stringContaining("Left\u00a0to\u00a0reviews | batch: voice"),
      expect.stringContaining("Passed,\u00a01\u00a0by\u00a0people | batch: smoke"),
    ]);
    expect(headlineOf(report, { rev_1: "passed", rev_2: "passed" })).toBe(
      "🟢 Passed, 2 by people — 3 passed",
    );
  });

  it("is compared with the base as the run was", () => {
    const report = reportOf(batch("smoke", waits("rev_1"), passes));
    const comparison = compare([baseOf(reportOf(batch("smoke", fails, passes)))], report);
    const view = withDecisions({ report, comparison, base: "main" }, decided({ rev_1: "passed" }));
    expect(headline(view)).toBe("🟢 Passed, 1 by people — 2 passed");
    expect(renderHead(view)).toContain("Against main — 1 new case, 1 gone.");
  });

  it.each<[string, Report, string]>([
    [
      "failed",
      reportOf(batch("smoke", waits("rev_1")), batch("voice", fails)),
      "🔴 Failed — 1 passed, 1 failed",
    ],
    [
      "has no verdict",
      reportOf(batch("smoke", waits("rev_1")), without("voice")),
      "🟡 Unknown: no verdict from 1 target — 1 passed",
    ],
    [
      "could not be run to the end",
      reportOf(batch("smoke", waits("rev_1")), {
        kind: "batch",
        id: "voice",
        raw: "",
        error: "Nothing answers.",
      }),
      "🟡 Unknown: 1 target could not be run to the end — 1 passed",
    ],
    [
      "was cancelled",
      reportFrom([batch("smoke", waits("rev_1"))], { ...runFacts, cancelled: true }),
      "🟡 Unknown: cancelled before its end — 1 passed",
    ],
    [
      "passed and leaves another review open",
      reportOf(batch("smoke", waits("rev_1")), {
        kind: "batch",
        id: "voice",
        raw: "",
        reading: readResponse({ status: "passed", tests: [passes], review: { id: "rev_9" } }),
      }),
      "🟡 Unknown: left to 1 review — 2 passed",
    ],
  ])("is not green if another part of it %s", (_, report, title) => {
    expect(headlineOf(report, { rev_1: "passed" })).toBe(title);
  });

  it("is not green if its own verdict is worse than its targets'", () => {
    const report = reportOf(batch("smoke", waits("rev_1")));
    const { callboard } = report.results.extra;
    const graver = {
      ...report,
      results: { ...report.results, extra: { callboard: { ...callboard, verdict: "failed" as const } } },
    };
    expect(headlineOf(graver, { rev_1: "passed" })).toBe("🔴 Failed — 1 passed");
  });

  it("keeps its sections as read; only its head follows decisions", () => {
    const report = reportOf(batch("smoke", passes, waits("rev_1")));
    const below = (text: string) => text.slice(text.indexOf("#### "));
    const head = withDecisions({ report }, decided({ rev_1: "failed" }));
    expect(below(renderMarkdown({ report }, { head }))).toBe(below(renderMarkdown({ report })));
    expect(renderMarkdown({ report }, { head })).toContain("### 🔴 Failed: 1 of 1 review failed");
  });
});

it("for any run and decisions, it is green only if all else passed and no review is open", () => {
  const kinds = ["passes", "fails", "no verdict", "not run", "waits"] as const;
  const target = fc.record({
    kind: fc.constantFrom(...kinds),
    reviews: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 3 }),
  });
  const states = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d"),
    fc.constantFrom<State>("open", "passed", "failed", "unknown"),
  );
  fc.assert(
    fc.property(
      fc.array(target, { minLength: 1, maxLength: 4 }),
      states,
      fc.boolean(),
      (targets, said, cancelled) => {
        const runs = targets.map(({ kind, reviews }, index): TargetRun => {
          const id = `batch ${index}`;
          if (kind === "not run") return { kind: "batch", id, raw: "", error: "Nothing answers." };
          if (kind === "no verdict") return without(id);
          return batch(
            id,
            kind === "fails" ? fails : passes,
            ...(kind === "waits" ? reviews.map(name => waits(name)) : []),
          );
        });
        const report = reportFrom(runs, { ...runFacts, cancelled });
        const before = structuredClone(report);
        const { results } = withDecisions({ report }, decided(said)).report;

        const open = targets.flatMap(({ kind, reviews }) => (kind === "waits" ? reviews : []));
        const allPassed = open.every(id => said[id] === "passed");
        const mayPass = !cancelled && targets.every(({ kind }) => kind === "passes" || kind === "waits");
        expect(results.extra.callboard.verdict === "passed").toBe(mayPass && allPassed);
        const sum = ({ tests, passed, failed, skipped, pending, other }: typeof results.summary) =>
          tests - passed - failed - skipped - pending - other;
        expect(sum(results.summary)).toBe(0);
        for (const { total, passed, failed, skipped, other } of results.extra.callboard.targets) {
          expect(total).toBe(passed + failed + skipped + other);
        }
        expect(report).toEqual(before);
      },
    ),
  );
});
