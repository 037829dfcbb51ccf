/** The comment's head shows people's decisions, also if a later job replaces the head that a step has written. */

import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderComment } from "../../../action/publish/comment/text.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { renewHead } from "../../../shared/report/comment-head.ts";
import { compare } from "../../../shared/report/compare.ts";
import { type Decisions, decisionsOf } from "../../../shared/report/decisions.ts";
import { reportMark } from "../../../shared/report/marks.ts";
import type { TargetRun } from "../../../shared/report/model.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { startGitHub } from "../../github/github.ts";
import { hostileDocument, hostileText } from "../../shared/report/hostile.ts";
import { reportFrom } from "../../shared/report/readings.ts";
import { baseOf, runFacts as facts } from "../../shared/report/support.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { commentAndSettle, responseWithReviews, runReviewStep } from "../steps/reviews.ts";

const limits = {
  inflate: (bytes: Uint8Array) => inflateSync(bytes, { maxOutputLength: 10_000_000 }),
  most: 65_535,
};
const start = "<!-- callboard:head -->";
const end = "<!-- /callboard:head -->";

const decided = (states: Readonly<Record<string, "open" | Verdict>>): Decisions =>
  decisionsOf(Object.entries(states).map(([id, state]) => ({ id, state })));
const nothing = decided({});
const mark = { key: "CI/scenarios", run: { id: 17, attempt: 1 }, sha: "0".repeat(40) };

function bodyOf(view: ReportView, decisions = nothing): string {
  return renderComment(view, {
    frame: { top: reportMark(mark), footer: "" },
    wholeReport: "https://github.example/run",
    reviews: "",
    decisions,
  });
}

const waits = (id: string, message?: string) => ({
  name: `Case of ${id}`,
  status: "needs review",
  review: { id },
  ...(message !== undefined && { message }),
});
const passes = { name: "Books a table", status: "passed" };

function batch(id: string, tests: JsonObject[]): TargetRun {
  return { kind: "batch", id, raw: "", reading: readResponse({ status: "passed", tests }) };
}

const viewOf = (...runs: TargetRun[]): ReportView => ({ report: reportFrom(runs, facts) });
const two = viewOf(batch("smoke", [passes, waits("rev_1"), waits("rev_2")]));
const bothPassed = decided({ rev_1: "passed", rev_2: "passed" });

describe("a renewed head", () => {
  test("equals the head of a step that knows the decisions", () => {
    const body = bodyOf(two);
    expect(body).toContain("### 🟡 Unknown: left to 2 reviews — 1 passed, 2 undecided");
    const renewed = renewHead(body, bothPassed, limits);
    expect(renewed).toContain("### 🟢 Passed, 2 by people — 3 passed");
    expect(renewed).toContain(
      "| 🟢\u00a0Passed,\u00a02\u00a0by\u00a0people | batch: smoke | 3 passed<br>2 reviews passed. |",
    );
    expect(renewed).not.toContain("left to");
    expect(renewed).toBe(bodyOf(two, bothPassed));
  });

  test("comes between the first line and the sections, which don't change", () => {
    const body = bodyOf(two);
    const [first, mark] = body.split("\n");
    expect(first).toMatch(/^<!-- callboard:report /);
    expect(mark).toBe(start);
    const renewed = renewHead(body, bothPassed, limits);
    expect(renewed.split("\n")[0]).toBe(first);
    expect(renewed.slice(renewed.indexOf(end))).toBe(body.slice(body.indexOf(end)));
  });

  test("doesn't change if it is renewed twice, and follows a revised decision", () => {
    const body = bodyOf(two);
    const passed = renewHead(body, bothPassed, limits);
    expect(renewHead(passed, bothPassed, limits)).toBe(passed);
    const revised = renewHead(passed, decided({ rev_1: "failed", rev_2: "passed" }), limits);
    expect(revised).toContain("### 🔴 Failed: 1 of 2 reviews failed — 2 passed, 1 failed");
    expect(renewHead(revised, nothing, limits)).toBe(body);
  });

  test("keeps the comparison with the base", () => {
    const { report } = two;
    const before = reportFrom([batch("smoke", [passes, { name: "Is gone", status: "passed" }])], facts);
    const comparison = compare([baseOf(before)], report);
    const body = bodyOf({ report, comparison, base: "main at 1a2b3c4" });
    expect(body).toContain("Against `main at 1a2b3c4` — 2 new cases, 1 gone.");
    expect(renewHead(body, nothing, limits)).toBe(body);
  });

  test("is found in a body with the line ends of an edit on GitHub's pages", () => {
    const body = bodyOf(two).replaceAll("\n", "\r\n");
    const renewed = renewHead(body, bothPassed, limits);
    expect(renewed).toContain("### 🟢 Passed, 2 by people — 3 passed");
    expect(renewed.split(start)).toHaveLength(2);
    expect(renewed.split(end)).toHaveLength(2);
  });

  test("of hostile text stays in its place, and equals the head of a step", () => {
    const states = fc.constantFrom<"open" | Verdict>("open", "passed", "failed", "unknown");
    const waiting = fc
      .array(fc.record({ id: hostileText, name: hostileText, message: hostileText }), { maxLength: 3 })
      .map(cases => batch("smoke", [passes, ...cases.map(({ id, ...more }) => ({ ...waits(id), ...more }))]));
    let followed = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          hostileDocument,
          fc.array(waiting, { minLength: 1, maxLength: 2 }).map(runs => reportFrom(runs, facts)),
        ),
        hostileText,
        states,
        states,
        (report, base, one, other) => {
          const { targets } = report.results.extra.callboard;
          const view = { report, base, raw: targets.map(target => ({ target, text: base })) };
          const ids = targets.flatMap(({ reviews }) => reviews);
          const decisions = decisionsOf(
            ids.map((id, index) => ({ id, state: index % 2 === 0 ? one : other })),
          );
          const body = bodyOf(view);
          const renewed = renewHead(body, decisions, limits);
          followed += renewed === body ? 0 : 1;
          expect([body, bodyOf(view, decisions)]).toContain(renewed);
          for (const mark of [start, end]) expect(renewed.split(mark).length).toBe(body.split(mark).length);
          expect(renewed.split(start).length).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 100 },
    );
    expect(followed).toBeGreaterThan(10);
  });
});

describe("a body doesn't change", () => {
  const body = bodyOf(two);
  const long = "x".repeat(600);

  test.each<[string, string]>([
    ["without marks, as an earlier version wrote it", body.replace(`${start}\n`, "").replace(`${end}\n`, "")],
    ["without the end of the head", body.replace(`${end}\n`, "")],
    ["with marks in other places", body.replace(start, "Hello").replace("\n\n", `\n\n${start}\n`)],
    ["without data", body.split("\n").slice(0, -1).join("\n")],
    ["with data that can't be read", body.replace(/(?<=callboard:data )[\w-]{20}/, "A".repeat(20))],
  ])("%s", (_, given) => {
    expect(given).not.toBe(body);
    expect(renewHead(given, bothPassed, limits)).toBe(given);
  });

  test("if the comment would be too long", () => {
    expect(renewHead(body, bothPassed, { ...limits, most: body.length - 200 })).toBe(body);
  });

  test.each<[string, ReportView]>([
    [
      "more targets than the data has room for",
      viewOf(
        ...Array.from({ length: 1000 }, (_, index) => batch(`${Math.sin(index)}`, [passes, waits("rev_1")])),
      ),
    ],
    [
      "an id of a review that the data leaves out",
      viewOf(batch("smoke", [passes, waits("rev_1"), waits(long)])),
    ],
    [
      "more reviews than the data has room for",
      viewOf(
        batch(
          "smoke",
          Array.from({ length: 1500 }, (_, index) => waits(`rev_${Math.sin(index)}`)),
        ),
      ),
    ],
    [
      "an error that the data cuts",
      viewOf(batch("smoke", [waits("rev_1")]), {
        kind: "batch",
        id: "voice",
        raw: "",
        error: `${long} and more.`,
      }),
    ],
  ])("for a report with %s", (_, view) => {
    const lessened = bodyOf(view);
    expect(lessened).not.toContain(start);
    const ids = view.report.results.extra.callboard.targets.flatMap(({ reviews }) => reviews);
    const all = decisionsOf(ids.map(id => ({ id, state: "passed" })));
    expect(renewHead(lessened, all, limits)).toBe(lessened);
  });
});

test("the head also follows for many reviews with long messages", () => {
  const ids = Array.from({ length: 60 }, (_, index) => `rev_${index}`);
  const message = (id: string) =>
    Array.from({ length: 60 }, (_, index) => Math.sin(index * id.length)).join(" ");
  const view = viewOf(batch("smoke", [passes, ...ids.map(id => waits(id, `${id} ${message(id)}`))]));
  const renewed = renewHead(bodyOf(view), decisionsOf(ids.map(id => ({ id, state: "passed" }))), limits);
  expect(renewed).toContain("### 🟢 Passed, 60 by people — 61 passed");
});

test("a report at a later commit shows the decisions from an earlier commit", async () => {
  await using github = await startGitHub();
  await using service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews("rev_1") : { ...fields },
  );
  const pull = await github.createPullRequest();
  const place = { github, pull, url: service.url };
  const head = async () => {
    const [report] = await github.comments(pull.number);
    return /^### .*$/m.exec(report?.body ?? "")?.[0];
  };
  await runReviewStep(place);
  expect(await head()).toBe("### 🟡 Unknown: left to 1 review — 1 passed, 1 undecided");
  await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  const { sha } = await github.push(pull.headRef);
  const { outputs } = await runReviewStep({ ...place, pull: { ...pull, headSha: sha } });
  expect(await head()).toBe("### 🟢 Passed, 1 by people — 2 passed");
  expect(outputs["verdict"]).toBe("unknown");
});
