import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SectionOutput } from "../../../action/publish/check/output.ts";
import { replaceSection } from "../../../action/publish/check/sections.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";

interface Section extends SectionOutput {
  readonly key: string;
}

/** A step's section whose summary begins with a heading. */
function section(verdict: Verdict, key: string = verdict, title = `Nightly: ${verdict}`): Section {
  return { key, verdict, title, summary: `### ${title}\n\nThe report of ${key}.\n` };
}

/** The check run after the steps have published one after the other. */
function checkRunWith(...sections: readonly Section[]) {
  return sections.reduce(
    ({ summary }, next) => replaceSection(summary, next),
    replaceSection("", sections[0] ?? section("passed")),
  );
}

describe("a check run of several steps has the title of the worst step", () => {
  test.each([
    [["failed", "passed"]],
    [["passed", "failed"]],
    [["unknown", "failed", "passed"]],
    [["passed", "unknown", "failed"]],
  ] as const)("in any order: %s", verdicts => {
    const { title, summary } = checkRunWith(...verdicts.map(verdict => section(verdict)));
    expect(title).toBe(`Nightly: failed (of ${verdicts.length} reports here)`);
    expect(summary.indexOf("The report of failed.")).toBeLessThan(summary.indexOf("The report of passed."));
  });

  test("an unknown verdict is worse than a green one", () => {
    expect(checkRunWith(section("unknown"), section("passed")).title).toBe(
      "Nightly: unknown (of 2 reports here)",
    );
  });

  test("for any beginning of the titles", () => {
    const sections = fc.uniqueArray(
      fc.record({
        key: fc.string({ unit: "grapheme", maxLength: 20 }),
        verdict: fc.constantFrom<Verdict>("passed", "failed", "unknown"),
        title: fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 30 }),
          fc.constantFrom("🟢 Passed", "🔴 Failed", "🟡 Unknown", "--> verdict=passed"),
        ),
      }),
      { selector: ({ key }) => key, minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(sections, sections => {
        const { title } = checkRunWith(...sections.map(each => section(each.verdict, each.key, each.title)));
        const worst = (["failed", "unknown", "passed"] as const).find(verdict =>
          sections.some(each => each.verdict === verdict),
        );
        const titles = sections.filter(({ verdict }) => verdict === worst).map(each => each.title);
        expect(titles.map(each => `${each} (of ${sections.length} reports here)`)).toContain(title);
      }),
    );
  });

  test("after a step's later section has replaced its earlier one", () => {
    const { title, summary } = checkRunWith(
      section("failed", "calls"),
      section("passed", "chats"),
      section("passed", "calls"),
    );
    expect(title).toBe("Nightly: passed (of 2 reports here)");
    expect(summary).not.toContain("failed");
  });
});

describe("a text of another tool is dropped", () => {
  test.each([
    ["another tool's", "### 🔴 Failed\n"],
    ["a mark without a verdict", "<!-- callboard:check key=calls title=Failed -->\n### 🔴 Failed\n"],
    ["a mark with another verdict", "<!-- callboard:check key=a verdict=green title=b -->\n### 🔴 Failed\n"],
    [
      "a mark that is only quoted",
      "> <!-- callboard:check key=a verdict=failed title=b -->\n### 🔴 Failed\n",
    ],
  ])("%s", (_, text) => {
    const own = section("passed");
    expect(replaceSection(text, own)).toEqual(replaceSection("", own));
  });
});
