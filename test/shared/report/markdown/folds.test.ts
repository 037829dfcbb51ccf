/** A long report has folds, and looks as before if it is short. */

import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import type { Case, CaseStatus } from "../../../../shared/reading/reading.ts";
import { compare } from "../../../../shared/report/compare.ts";
import { renderHead, renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import { dataMark, parseDataMark } from "../../../../shared/report/marks.ts";
import type { TargetRun } from "../../../../shared/report/model.ts";
import { githubHtml } from "../../../pictures/page.ts";
import { baseOf, batch, document, expectClosed } from "../support.ts";

function cases(count: number, status: CaseStatus, word = "Case"): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${word} ${index + 1}`,
    status,
    message: `Message ${index + 1}.`,
  }));
}

function failing(id: string, count: number): TargetRun {
  return batch(id, { verdict: "failed", cases: cases(count, "failed") });
}

/** The summaries of the folds, without those of the cases that did not fail. */
function foldsIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/<details><summary>(.*)<\/summary>/g), ([, summary = ""]) => summary);
}

/** The part of the Markdown that a reader sees without opening a fold. */
function openPart(markdown: string): string {
  return markdown.replace(/<details>[\s\S]*?<\/details>/g, "");
}

describe("failures", () => {
  it("are all open up to twenty", () => {
    const markdown = renderMarkdown({ report: document(failing("smoke", 20)) });
    expect(foldsIn(markdown)).toEqual([]);
  });

  it("beyond twenty are folded by target, with their messages", () => {
    const report = document(failing("smoke", 50), failing("checkout", 50), failing("voice", 1));
    const markdown = renderMarkdown({ report });
    expect(foldsIn(markdown)).toEqual([
      "<code>batch: smoke</code>: 40 more failed cases",
      "<code>batch: checkout</code>: 41 more failed cases",
    ]);
    expect(markdown.match(/> Message \d+\./g)).toHaveLength(101);
    expect(openPart(markdown).match(/> Message \d+\./g)).toHaveLength(20);
  });

  it("of each target are shown if there is room for some of them only", () => {
    const ids = Array.from({ length: 10 }, (_, index) => `target-${index}`);
    const report = document(...ids.map(id => failing(id, 200)));
    const markdown = renderMarkdown({ report }, { budget: { characters: 60_000 } });
    const folds = markdown.split("<details>");
    const shownIn = (text: string | undefined, id: string) =>
      text?.match(new RegExp(`^🔴 .*batch: ${id}<`, "gm"))?.length ?? 0;
    for (const [index, id] of ids.entries()) {
      expect(shownIn(folds[0], id), id).toBe(2);
      expect(folds[index + 1]).toContain(`<code>batch: ${id}</code>: 198 more failed cases`);
      expect(shownIn(folds[index + 1], id), id).toBeGreaterThan(10);
    }
    expectClosed(markdown);
    const inMark = parseDataMark(`\n${dataMark({ report }, deflateSync)}`, bytes =>
      inflateSync(bytes),
    )?.report;
    for (const id of ids) {
      const kept = inMark?.results.tests.filter(({ suite }) => suite[0] === `batch: ${id}`);
      expect(kept?.length, id).toBeGreaterThan(1);
    }
  });

  it("are open first if they are new", () => {
    const before = document(failing("smoke", 30), batch("fresh"));
    const now = document(failing("smoke", 30), failing("fresh", 5));
    const open = openPart(renderMarkdown({ report: now, comparison: compare([baseOf(before)], now) }));
    expect(open.match(/— new failure/g)).toHaveLength(5);
    expect(open.match(/— still failing/g)).toHaveLength(15);
    expect(open.lastIndexOf("— new failure")).toBeLessThan(open.indexOf("— still failing"));
  });

  it("that a budget leaves out are counted outside the folds", () => {
    const report = document(failing("smoke", 50), failing("checkout", 50));
    for (let characters = 1000; characters < 12_000; characters += 100) {
      const markdown = renderMarkdown({ report }, { budget: { characters } });
      expect(markdown.length).toBeLessThanOrEqual(characters);
      expect(markdown.match(/<details>/g)?.length).toBe(markdown.match(/<\/details>/g)?.length);
      const shown = markdown.match(/^🔴 \*\*Case/gm)?.length ?? 0;
      if (shown > 0 && shown < 100) expect(openPart(markdown)).toContain(`- … and ${100 - shown} more\n`);
    }
  });
});

test("undecided and flaky cases beyond twenty are folded by target", () => {
  const flaky = cases(22, "passed", "Flaky").map(each => ({ ...each, flaky: true }));
  const markdown = renderMarkdown({
    report: document(batch("smoke", { verdict: "unknown", cases: [...cases(25, "other"), ...flaky] })),
  });
  expect(foldsIn(markdown)).toEqual([
    "<code>batch: smoke</code>: 5 more undecided cases",
    "<code>batch: smoke</code>: 2 more flaky cases",
  ]);
  expect(openPart(markdown).match(/^🟡 \*\*Case/gm)).toHaveLength(20);
  expect(openPart(markdown).match(/^- Flaky/gm)).toHaveLength(20);
});

describe("targets", () => {
  const green = (count: number) =>
    Array.from({ length: count }, (_, index) => batch(`green ${index}`, { cases: cases(22, "passed") }));

  it("have a row each up to ten", () => {
    const head = renderHead({ report: document(...green(9), failing("smoke", 1)) });
    expect(head.match(/^\| .*batch: /gm)).toHaveLength(10);
    expect(head).not.toContain("<details>");
  });

  it("that passed are folded in a longer table, and all others keep their rows", () => {
    const undecided = batch("later", { verdict: "unknown", cases: cases(1, "other") });
    const gone = { kind: "channel", id: "gone", raw: "", error: "Not found." } as const;
    const head = renderHead({ report: document(...green(37), failing("smoke", 2), undecided, gone) });
    expect(foldsIn(head)).toEqual(["🟢 37 targets passed: 814 cases"]);
    const rows = openPart(head).match(/^\| [^|]*\| (?:batch|channel): \w+/gm);
    expect(rows?.map(row => row.split(": ")[1])).toEqual(["gone", "smoke", "later"]);
    expect(head.match(/batch: green/g)).toHaveLength(37);
  });

  it("that all passed are one line with the skipped cases", () => {
    const head = renderHead({ report: document(...green(11), batch("a", { cases: cases(3, "skipped") })) });
    expect(foldsIn(head)).toEqual(["🟢 12 targets passed: 245 cases, 3 skipped"]);
    expect(openPart(head)).not.toContain("|");
  });

  it("that passed by an expression although a case failed keep their rows", () => {
    const odd = batch("odd", { verdict: "passed", cases: cases(1, "failed") });
    expect(openPart(renderHead({ report: document(...green(12), odd) }))).toContain("batch: odd");
  });

  it("that a budget leaves out are named in the footer", () => {
    const report = document(...green(40), failing("smoke", 1));
    const markdown = renderMarkdown({ report }, { budget: { characters: 4000 } });
    const shown = markdown.match(/^\| .*batch: /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1);
    expect(markdown).toContain(`Left out here: ${41 - shown} of 41 targets;`);
  });
});

test("the anchor of a folded case is in its fold, and no other case has one", () => {
  const report = document(failing("smoke", 40), failing("checkout", 40));
  const chosen = report.results.tests[60];
  if (chosen === undefined) throw new Error("The report has too few cases.");
  const html = githubHtml(renderMarkdown({ report }, { anchors: new Map([[chosen, "MARK"]]) }));
  const [before = "", ...after] = html.split("MARK");
  expect(after).toHaveLength(1);
  const fold = before.slice(before.lastIndexOf("<details>"));
  expect(fold).toMatch(
    /^<details>\n?<summary><code>batch: checkout<\/code>: 30 more failed cases<\/summary>/,
  );
  expect(fold).not.toContain("</details>");
});
