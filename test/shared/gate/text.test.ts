import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { applyChange } from "../../../shared/gate/change.ts";
import { addReport } from "../../../shared/gate/join.ts";
import { reviewsPartIn, writeGateMark } from "../../../shared/gate/mark.ts";
import type { Gate } from "../../../shared/gate/state.ts";
import { checkSummary, commandMistakesText, refusalText, reviewsPart } from "../../../shared/gate/text.ts";
import { reportLink, reviewLink } from "../../../shared/github/links.ts";
import { byteLength } from "../../../shared/report/text.ts";
import { hostileText } from "../report/hostile.ts";
import { decidedAt, deflateForTest, gateOf, gateStep, reviewInReport, sha } from "./gates.ts";

const place = { repository: "octocat/shop", pull: 12 };
const ways = { pullRequest: place, acceptsCommands: true };
const partOf = (gate: Gate, characters = 60_000) => {
  const { line } = writeGateMark({ gate, check: { id: 1, name: "Reviews" } }, deflateForTest, 12_000);
  return reviewsPart(gate, line, ways, { characters });
};
const begun = (gate: Gate, id: string) =>
  applyChange(gate, {
    what: "begin",
    id,
    begun: { verb: "submit", by: "octocat", at: decidedAt, command: "1:1" },
  });

describe("the gate's part of a comment", () => {
  it("lists waiting reviews first between its marks, with their questions and commands", () => {
    const gate = applyChange(
      applyChange(
        gateOf(
          reviewInReport("rev_1", { case: "Pays by card", label: "Was it kind?" }),
          reviewInReport("rev_2", {
            label: "Was a refund promised?",
            evidence: "`status` is `needs review`",
          }),
          reviewInReport("rev_3", { assignee: "jo" }),
          reviewInReport("rev_4", { assignee: "@jo`" }),
        ),
        {
          what: "decide",
          id: "rev_1",
          command: "1:1",
          state: "passed",
          evidence: "`octocat` sent `verdict` = `pass`",
          by: "octocat",
          at: decidedAt,
        },
      ),
      {
        what: "reassign",
        id: "rev_3",
        command: "1:2",
        reassigned: { by: "octocat", at: decidedAt, to: "kim" },
      },
    );
    const [mark, ...lines] = partOf(gate).split("\n");
    expect(mark).toMatch(/^<!-- callboard:reviews [\w-]+ -->$/);
    expect(lines).toEqual([
      "#### 🟡 3 of 4 reviews wait for a person",
      "",
      "- 🟡 Waits: **Was a refund promised?**<br>",
      "  <sub>`rev_2` · batch: smoke</sub><br>",
      "  `status` is `needs review`<br>",
      `  [Decide in the editor](${reviewLink(place, "rev_2")}), or comment \`/callboard submit rev_2 name=value\``,
      "- 🟡 Waits: **`rev_3`** · batch: smoke<br>",
      "  `octocat` reassigned it to `kim`, 2026-03-09 10:03 UTC<br>",
      `  [Decide in the editor](${reviewLink(place, "rev_3")}), or comment \`/callboard submit rev_3 name=value\``,
      "- 🟡 Waits: **`rev_4`** · batch: smoke · assigned to `` @jo` ``<br>",
      `  [Decide in the editor](${reviewLink(place, "rev_4")}), or comment \`/callboard submit rev_4 name=value\``,
      "- 🟢 Passed: **Pays by card** — Was it kind?<br>",
      "  <sub>`rev_1` · batch: smoke</sub><br>",
      "  passed: `octocat` sent `verdict` = `pass`, 2026-03-09 10:03 UTC",
      "<!-- /callboard:reviews -->",
    ]);
  });

  it("reports an unfinished submission as uncertain", () => {
    expect(partOf(begun(gateOf("rev_1"), "rev_1"))).toMatch(/`octocat` began to submit it, .*`again=true`/);
  });

  it("lists some of many reviews, and reports how many are left out", () => {
    const ids = Array.from({ length: 300 }, (_, index) => `rev_${index}`);
    const gate = gateOf(...ids);
    const part = reviewsPart(gate, "<!-- callboard:reviews A -->", ways, { characters: 5_000 });
    expect(part.length).toBeLessThanOrEqual(5_000);
    expect(part).toMatch(/- … and \d+ more/);
    expect(reviewsPartIn(part)).toMatchObject({ start: 0, end: part.length });
  });
});

describe("the check run's summary", () => {
  it("lists the reviews within its limit of bytes", () => {
    const gate = gateOf(
      ...Array.from({ length: 500 }, (_, index) =>
        reviewInReport(`rev_${index}`, { label: "日本".repeat(20) }),
      ),
    );
    const text = checkSummary(gate, place, { bytes: 20_000 });
    expect(byteLength(text)).toBeLessThanOrEqual(20_000);
    expect(text).toContain("500 of 500 reviews wait");
  });

  it("reports that there are no reviews, and lists targets that were not run", () => {
    expect(checkSummary(addReport({ sha, step: gateStep, reviews: [] }, undefined, []), place, {})).toContain(
      "No report at this commit",
    );
    const incomplete = { ...gateStep, incomplete: { why: "not run", targets: 1 } } as const;
    expect(
      checkSummary(addReport({ sha, step: incomplete, reviews: [] }, undefined, []), place, {}),
    ).toContain("1 target could not be run to the end.");
  });
});

describe("the reply to a comment", () => {
  it("lists the mistake in each line, and the commands carried out", () => {
    const answered = [
      { line: 2, mistakes: ["`verdict` is missing; it is `pass` or `fail`."] },
      { line: 5, mistakes: ["No report on this pull request contains a review `rev_9`."] },
    ];
    expect(commandMistakesText("octocat", answered, 1)).toBe(
      "`octocat`: 1 command was carried out, 2 were not.\n\n" +
        "- Line 2: `verdict` is missing; it is `pass` or `fail`.\n" +
        "- Line 5: No report on this pull request contains a review `rev_9`.\n",
    );
  });

  it("is short, even with many mistakes", () => {
    const answered = Array.from({ length: 20 }, (_, line) => ({
      line,
      mistakes: Array(50).fill("@x ".repeat(5000)),
    }));
    expect(commandMistakesText("octocat", answered, 0).length).toBeLessThan(60_000);
  });
});

describe("links open the editor", () => {
  it("at a review, and at the report", () => {
    expect(reviewLink(place, "rev 1&x=/é")).toBe(
      `https://vscode.dev/redirect?url=${encodeURIComponent("vscode://callboard.callboard-vscode/review?repository=octocat%2Fshop&pull=12&id=rev%201%26x%3D%2F%C3%A9")}`,
    );
    expect(reportLink(place, "CI/a b")).toBe(
      `https://vscode.dev/redirect?url=${encodeURIComponent("vscode://callboard.callboard-vscode/report?repository=octocat%2Fshop&pull=12&key=CI%2Fa%20b")}`,
    );
  });
});

describe("hostile text", () => {
  const alive = /@[a-z0-9]|#\d|\bgh-\d|\$|:\/\/|www\.|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;
  const ourNodes = new Set([
    "root",
    "heading",
    "paragraph",
    "text",
    "strong",
    "inlineCode",
    "list",
    "listItem",
    "link",
    "html",
  ]);
  const ourHtml = /^(?:<br>|<\/?sub>|<!-- callboard:reviews [\w-]+ -->|<!-- \/callboard:reviews -->)$/;

  function expectHarmless(markdown: string): void {
    const walk = (node: Nodes, inLink: boolean): void => {
      expect([...ourNodes]).toContain(node.type);
      if (node.type === "html") expect(node.value.trim()).toMatch(ourHtml);
      if (node.type === "link") expect(node.url).toMatch(/^https:\/\/vscode\.dev\/redirect\?url=vscode%3A/);
      if (node.type === "text" && !inLink) expect(node.value).not.toMatch(alive);
      if ("children" in node) for (const child of node.children) walk(child, inLink || node.type === "link");
    };
    walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), false);
  }

  it("stays inert in ids, names, labels, fields and logins", () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, hostileText, (id, label, value, login) => {
        const open = gateOf(
          reviewInReport(id || "x", { label, case: value, target: label, evidence: value }),
        );
        const reassigned = { by: login, at: decidedAt, to: value };
        const gate = applyChange(begun(open, id || "x"), {
          what: "reassign",
          id: id || "x",
          command: "2:1",
          reassigned,
        });
        const decided = applyChange(open, {
          what: "decide",
          id: id || "x",
          command: "1:1",
          state: "failed",
          evidence: `\`${login}\` sent ${value}`,
          by: login,
          at: decidedAt,
        });
        for (const each of [gate, decided]) {
          const part = partOf(each);
          expectHarmless(part);
          expect(reviewsPartIn(part)?.end).toBe(part.length);
          expectHarmless(checkSummary(each, place, {}));
        }
        expectHarmless(
          commandMistakesText(
            login,
            [{ line: 1, mistakes: [`There is no command \`${value}\`.`, value] }],
            0,
          ),
        );
        expectHarmless(refusalText(login, value));
      }),
      { numRuns: 40 },
    );
  });
});
