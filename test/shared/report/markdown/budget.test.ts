import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Case } from "../../../../shared/reading/reading.ts";
import { renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import type { Report } from "../../../../shared/report/model.ts";
import { sampleReport } from "../../../../shared/report/sample.ts";
import { hostileDocument, hostileText } from "../hostile.ts";
import { batch, document, expectClosed } from "../support.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A report of `failed` failing cases with a message, and twice as many passed ones. */
function large(
  failed: number,
  message = "Promised a refund without looking up the order. ".repeat(4),
): Report {
  const failing = Array.from({ length: failed }, (_, index): Case => {
    return { name: `Failing case ${index}`, status: "failed", message, suite: ["Refunds"] };
  });
  const passing = Array.from({ length: failed * 2 }, (_, index): Case => {
    return { name: `Passing case ${index}`, status: "passed", durationMs: 1200 };
  });
  const undecided: Case = { name: "Undecided case", status: "other", message: "The judges disagree." };
  return document(
    batch("smoke", { verdict: "failed", cases: [...failing, ...passing, undecided], reviews: ["rev_1"] }),
  );
}

const whole = "https://github.com/o/r/actions/runs/1";
const raw = [
  { target: { kind: "batch", id: "smoke" }, text: JSON.stringify({ x: "y".repeat(50_000) }) },
] as const;

describe("a budget", () => {
  it("is kept in bytes and in characters, with every element closed, for any report", () => {
    fc.assert(
      fc.property(
        hostileDocument,
        hostileText,
        fc.integer({ min: 300, max: 8000 }),
        fc.boolean(),
        (report, text, size, inBytes) => {
          const { targets } = report.results.extra.callboard;
          const raw = targets.map(target => ({ target, text: text.repeat(20) }));
          const budget = inBytes ? { bytes: size } : { characters: size };
          const markdown = renderMarkdown({ report, raw }, { budget, whole });
          expect(inBytes ? bytes(markdown) : markdown.length).toBeLessThanOrEqual(size);
          expectClosed(markdown);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("of GitHub's comment, check and summary fits thousands of failing cases", () => {
    const report = large(6000);
    for (const budget of [{ characters: 65_536 }, { bytes: 65_535 }, { bytes: 1_048_576 }]) {
      const markdown = renderMarkdown({ report, raw }, { budget, whole });
      expect(markdown.length).toBeLessThanOrEqual(budget.characters ?? Number.POSITIVE_INFINITY);
      expect(bytes(markdown)).toBeLessThanOrEqual(budget.bytes ?? Number.POSITIVE_INFINITY);
      // The renderer uses most of the budget.
      expect(markdown.length).toBeGreaterThan(0.85 * (budget.characters ?? budget.bytes ?? 0));
      expect(markdown).toContain("> Promised a refund");
      // The parser takes seconds for a summary of a megabyte; the comment and the check come from the same code.
      if (markdown.length < 100_000) expectClosed(markdown);
    }
  });

  it("drops the least valuable part first, and reports what is missing and where the whole report is", () => {
    const report = large(40);
    const worthless = ["raw", "passed", "undecided", "review", "messages", "failed cases"];
    let least = 0;
    for (let characters = 30_000; characters > 1500; characters -= 250) {
      const markdown = renderMarkdown({ report, raw }, { budget: { characters }, whole });
      expect(markdown.endsWith(`[The whole report](${whole})</sub>\n`)).toBe(true);
      const leftOut = /<sub>Left out here: (.*?)\. \[/.exec(markdown)?.[1]?.split("; ") ?? [];
      const isLeftOut = worthless.map(word =>
        leftOut.some(part => part.includes(word) && (word === "messages" || !part.includes("messages"))),
      );
      // Nothing is dropped before everything less valuable.
      const count = isLeftOut.lastIndexOf(true) + 1;
      expect(isLeftOut.slice(0, count)).not.toContain(false);
      expect(count).toBeGreaterThanOrEqual(least);
      least = count;
    }
    expect(least).toBe(worthless.length);
  });

  it("of nothing leaves the headline", () => {
    expect(renderMarkdown({ report: large(3) }, { budget: { bytes: 10 } })).toBe(
      "### 🔴 Failed — 6 passed, 3 failed, 1 undecided\n",
    );
  });

  it("applies to a sample of the cases with the counts of all", () => {
    const small = sampleReport(
      { report: large(500) },
      { failed: 3, undecided: 5, flaky: 5, skipped: 5, passed: 2 },
    );
    const markdown = renderMarkdown({ report: small });
    expect(markdown).toContain("### 🔴 Failed — 1,000 passed, 500 failed, 1 undecided");
    expect(markdown).toContain("#### Failed: 500\n");
    expect(markdown).toContain("- … and 497 more\n");
    expect(markdown).toContain("<summary>Passed: 1,000</summary>\n\n- Passing case 0");
    expect(markdown).toContain("- … and 998 more\n\n</details>");
  });
});
