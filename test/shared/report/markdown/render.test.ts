import { describe, expect, it } from "vitest";
import { compare } from "../../../../shared/report/compare.ts";
import { headline } from "../../../../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import { formatDuration } from "../../../../shared/report/markdown/words.ts";
import type { Report, TargetRun } from "../../../../shared/report/model.ts";
import type { ReportView } from "../../../../shared/report/view.ts";
import { evidenceOn } from "../evidence.ts";
import { nothingStated, reportFrom } from "../readings.ts";
import { baseOf, batch, document, runFacts, smoke } from "../support.ts";

function shown(...outcomes: TargetRun[]): ReportView {
  return { report: document(...outcomes) };
}

function against(before: Report, report: Report): ReportView {
  return { report, comparison: compare([baseOf(before)], report) };
}

describe("the headline", () => {
  it("contains the verdict and the counts", () => {
    expect(headline(shown(smoke({ a: "passed", b: "passed" })))).toBe("🟢 Passed — 2 passed");
    expect(headline(shown(smoke({ a: "passed", b: "failed", c: "other", d: "skipped" })))).toBe(
      "🔴 Failed — 1 passed, 1 failed, 1 undecided, 1 skipped",
    );
    expect(headline(shown(batch("a")))).toBe("🟢 Passed — no cases");
  });

  it("contains the changes against the base", () => {
    const before = document(smoke({ a: "passed", b: "failed", c: "passed", d: "failed" }));
    const now = document(smoke({ a: "failed", b: "passed", c: "failed", d: "failed" }));
    expect(headline(against(before, now))).toBe("🔴 Failed: 2 new failures, 1 fixed — 1 passed, 3 failed");
    expect(headline(against(now, now))).toBe("🔴 Failed: no new failures — 1 passed, 3 failed");
    const green = document(smoke({ a: "passed" }));
    expect(headline(against(green, green))).toBe("🟢 Passed — 1 passed");
  });

  it("is never green for an incomplete run", () => {
    const notFound = { kind: "channel", id: "voice", raw: "", error: "Not found." } as const;
    expect(headline(shown(smoke({ a: "passed" }), notFound))).toBe(
      "🟡 Unknown: 1 target could not be run to the end — 1 passed",
    );
    // As in the target's row.
    expect(headline(shown(notFound))).toBe(
      "🔴 Not finished: 1 target could not be run to the end — no cases",
    );
    expect(headline(shown(batch("a", { verdict: "unknown" })))).toBe(
      "🟡 Unknown: no verdict from 1 target — no cases",
    );
    expect(headline({ report: reportFrom([smoke({ a: "passed" })], { ...runFacts, cancelled: true }) })).toBe(
      "🟡 Unknown: cancelled before its end — 1 passed",
    );
  });

  it("stays under 300 characters", () => {
    const huge = { total: 9e15, passed: 2e15, failed: 2e15, skipped: 2e15, other: 3e15 };
    const failed = batch("a", { verdict: "failed", totals: huge });
    const report = reportFrom([failed, { kind: "batch", id: "b", raw: "", error: "x" }], {
      ...runFacts,
      cancelled: true,
    });
    const comparison = {
      newFailures: 9e15,
      fixed: 9e15,
      stillFailing: 9e15,
      asFlakyAsBefore: 9e15,
      changeOf: () => "new" as const,
      beforeOf: () => undefined,
    };
    expect(headline({ report, comparison }).length).toBeLessThan(300);
  });
});

describe("an error of many targets", () => {
  const error = (id: string) =>
    `Run batch (POST /v1/batches/${id}/run): the service responded with 401: the API key is not valid.`;
  const notRun = (id: string, text = error(id)): TargetRun => ({ kind: "batch", id, raw: "", error: text });

  it("is one paragraph that names the first five", () => {
    const ids = Array.from({ length: 12 }, (_, index) => `b${index}`);
    const markdown = renderMarkdown(shown(...ids.map(id => notRun(id))));
    expect(markdown.match(/could not be run to the end\.\*\*.*/g)).toEqual([
      "could not be run to the end.** Run batch (POST /v1/batches/{id}/run): the service responded with 401: the API key is not valid.",
    ]);
    expect(markdown).toContain("🔴 **batch: b0, batch: b1, batch: b2, batch: b3, batch: b4 and 7 more could");
    expect(markdown.match(/^\| 🔴\u00a0Not\u00a0finished \|/gm)).toHaveLength(12);
  });

  it("stays apart from other errors, and keeps the id where it is of one target", () => {
    const markdown = renderMarkdown(shown(notRun("a"), notRun("b", 'Check that the batch "b" exists.')));
    expect(markdown).toContain(
      "**batch: a could not be run to the end.** Run batch (POST /v1/batches/a/run)",
    );
    expect(markdown).toContain('**batch: b could not be run to the end.** Check that the batch "b" exists.');
  });
});

describe("a report", () => {
  it("has this form", () => {
    const before = document(
      batch("smoke", {
        verdict: "failed",
        cases: [
          { name: "Late parcel", status: "passed", suite: ["Refunds"] },
          { name: "Card declined", status: "failed" },
          { name: "Says hello", status: "passed" },
        ],
      }),
    );
    const now = document(
      batch("smoke", {
        verdict: "failed",
        evidence: evidenceOn("results[0].status", "failed"),
        durationMs: 92_000,
        links: ["https://voice.example.com/runs/1"],
        reviews: [{ id: "rev_1", case: "Accent", label: "Is the name right?", assignee: "@kim" }, "rev_2"],
        cases: [
          {
            name: "Late parcel",
            status: "failed",
            message: "Promised a refund for `A-1` to @jo.",
            durationMs: 41_800,
            suite: ["Refunds"],
            file: "refunds.yml",
            line: 48,
            url: "https://voice.example.com/runs/1/late",
          },
          { name: "Interrupts", status: "failed", message: "agent: hello\n  caller: wait" },
          { name: "Accent", status: "other", message: "The judges disagree." },
          { name: "Dialect", status: "other", rawStatus: "needs review" },
          { name: "Card declined", status: "passed", durationMs: 1200 },
          { name: "Says hello", status: "passed", flaky: true, retries: 2 },
          { name: "Says goodbye", status: "passed", durationMs: 800 },
          { name: "From abroad", status: "skipped" },
        ],
      }),
    );
    const raw = [{ target: { kind: "batch", id: "smoke" }, text: '{"id":"run_1"}' }] as const;
    const view = { ...against(before, now), base: "main", raw };
    const markdown = renderMarkdown(view, { whole: "callboard-report/report.json" });
    expect(
      markdown.replaceAll("\u00a0", " "),
    ).toBe(`### 🔴 Failed: 2 new failures, 1 fixed — 3 passed, 2 failed, 2 undecided, 1 skipped

1 batch · Against main — 2 new failures, 1 fixed, 5 new cases.

| Result | Target | Cases |
| :-- | :-- | :-- |
| 🔴 Failed<br>took 1 m 32 s | batch: smoke ([open](https://voice.example.com/runs/1)) | 3 passed, 2 failed, 2 undecided, 1 skipped<br>\`results[0].status\` is \`failed\`. |

#### Failed: 2

🔴 **Late parcel** — new failure<br><sub>Refunds · 42 s · \`refunds.yml:48\` · [open](https://voice.example.com/runs/1/late)</sub>

> Promised a refund for \`A-1\` to \`@jo\`.

🔴 **Interrupts** — new failure

\`\`\`
agent: hello
  caller: wait
\`\`\`

#### For a person to review: 2

- 🟡 Waits: **Accent** — Is the name right?<br>
  <sub>\`rev_1\` · batch: smoke · assigned to \`@kim\`</sub><br>
  The judges disagree.
- 🟡 Waits: **\`rev_2\`** · batch: smoke

#### Undecided: 1

🟡 **Dialect**

> Its status is \`needs review\`.

#### Flaky: 1 passed only after a retry

- Says hello · 2 retries

<details><summary>Fixed: 1</summary>

- Card declined · 1.2 s

</details>

<details><summary>Skipped: 1</summary>

- From abroad

</details>

<details><summary>Passed: 1</summary>

- Says goodbye · 800 ms

</details>

<details><summary>Response of <code>batch: smoke</code></summary>

\`\`\`json
{"id":"run_1"}
\`\`\`

</details>

<sub>The whole report: \`callboard-report/report.json\`</sub>
`);
  });

  it("lists new failures before known ones, and undecided cases before passed ones", () => {
    const before = document(smoke({ old: "failed" }));
    const now = document(batch("nightly"), smoke({ old: "failed", fresh: "failed" }));
    const markdown = renderMarkdown(against(before, now));
    expect(markdown.indexOf("**fresh**")).toBeLessThan(markdown.indexOf("**old** — still failing"));
    expect(markdown.indexOf("batch: smoke")).toBeLessThan(markdown.indexOf("batch: nightly"));
  });

  it("starts with the targets that could not be run to the end, and the advice", () => {
    const markdown = renderMarkdown(
      shown(smoke({ a: "passed" }), {
        kind: "channel",
        id: "ch_5",
        raw: "",
        error: "The service responded with 404. Is the id `ch_5` still right?",
      }),
    );
    expect(markdown).toMatch(
      /^### .*\n\n.*\n\n🔴 \*\*channel: ch_5 could not be run to the end\.\*\* The service responded with 404\. Is the id `ch_5` still right\?\n/,
    );
    expect(markdown).toContain("| 🔴\u00a0Not\u00a0finished | channel: ch_5 | Not finished, see above. |");
  });

  it("mentions a cancel", () => {
    const markdown = renderMarkdown({
      report: reportFrom([smoke({ a: "passed" })], { ...runFacts, cancelled: true }),
    });
    expect(markdown).toContain("**The run was cancelled before its end.**");
    expect(markdown).not.toContain("### 🟢");
  });

  it("mentions failures that are counted but not listed", () => {
    const totals = { ...nothingStated, total: 5, failed: 2 };
    const markdown = renderMarkdown(shown(batch("a", { verdict: "failed", totals })));
    expect(markdown).toContain("#### Failed: 2\n\nThe response counts these cases but does not list them.\n");
  });

  it("explains why a case is undecided, as well as it can", () => {
    const cases = [
      { name: "a", status: "other", message: "The judges disagree.", rawStatus: "mixed" },
      { name: "b", status: "other", rawStatus: "needs_review" },
      { name: "c", status: "pending" },
    ] as const;
    const markdown = renderMarkdown(shown(batch("smoke", { verdict: "unknown", cases })));
    expect(markdown).toContain("🟡 **a**\n\n> The judges disagree.\n");
    expect(markdown).toContain("🟡 **b**\n\n> Its status is `needs_review`.\n");
    expect(markdown).toContain("🟡 **c**\n\n> The case was not run.\n");
  });
});

describe("a duration", () => {
  it("is written as a person says it", () => {
    const said = [80, 999, 1000, 1234, 9949, 9950, 59_400, 59_600, 184_000, 3_599_600, 7_500_000];
    expect(said.map(formatDuration)).toEqual([
      "80 ms",
      "999 ms",
      "1.0 s",
      "1.2 s",
      "9.9 s",
      "10 s",
      "59 s",
      "1 m 00 s",
      "3 m 04 s",
      "1 h 00 m",
      "2 h 05 m",
    ]);
  });
});
