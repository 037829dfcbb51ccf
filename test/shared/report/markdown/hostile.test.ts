/** A service's text stays inert in its place in the Markdown, and stays legible. */

import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it, test } from "vitest";
import {
  code,
  escapeForCell,
  fence,
  htmlCode,
  inlineName,
  link,
  prose,
} from "../../../../shared/report/markdown/inline.ts";
import { renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import { clean, oneLine } from "../../../../shared/report/text.ts";
import { cut } from "../../../../shared/wording.ts";
import { hostileDocument, hostileText } from "../hostile.ts";
import { batch, document } from "../support.ts";

function nodesOf(markdown: string): Nodes[] {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const nodes: Nodes[] = [];
  const walk = (node: Nodes): void => {
    nodes.push(node);
    if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(root);
  return nodes;
}

function visible(nodes: readonly Nodes[]): string {
  return squeezed(
    nodes
      .map(node =>
        node.type === "text" || node.type === "inlineCode" || node.type === "code" ? node.value : "",
      )
      .join(""),
  );
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The service's text as a reader should see it. */
function expected(text: string): string {
  return squeezed(clean(text).replace(/<!--(?=\s*\/?callboard:)/gi, "<!--"));
}

const ourHtml = [
  /^<br>$/,
  /^<\/?sub>$/,
  /^<\/details>$/,
  /^<details><summary>(?:Fixed|Skipped|Passed): [\d,]+<\/summary>$/,
  /^<details><summary>(?:Metrics: \d+(?:, \d+ failed)?)?(?: · )?(?:Transcript: \d+ turns?)?<\/summary>$/,
  /^<details><summary>Response of <code>[^<>]*<\/code><\/summary>$/,
  /^<details><summary><code>[^<>]*<\/code>: \d+ more failed cases?<\/summary>$/,
  /^<details><summary>🟢 \d+ targets passed: \d+ cases<\/summary>$/,
];
const ourNodes = new Set([
  "root",
  "heading",
  "paragraph",
  "text",
  "strong",
  "inlineCode",
  "code",
  "blockquote",
  "list",
  "listItem",
  "table",
  "tableRow",
  "tableCell",
  "link",
  "html",
]);
const ourHeadings =
  /^(?:(?:🟢|🔴|🟡) (?:Passed|Failed|Unknown|Not finished)|Failed: |Undecided: |For a person to review: |Reviews: |Flaky: )/;

/** Patterns that GitHub makes active in text outside code and links. */
const alive = /@[a-z0-9]|#\d|\bgh-\d|\$|:\/\/|www\.|:[a-z0-9_+-]+:|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;

function expectHarmless(markdown: string): Nodes[] {
  expect(markdown).not.toMatch(/<!--\s*\/?callboard:/i);
  expect(markdown).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u);
  const nodes = nodesOf(markdown);
  let inLink: readonly Nodes[] = [];
  for (const node of nodes) {
    // An assertion takes longer than the parsing of a node, so only a finding is asserted.
    if (!ourNodes.has(node.type)) expect.fail(`a node of type ${node.type}`);
    if (node.type === "html" && !ourHtml.some(html => html.test(node.value))) expect.fail(node.value);
    if (node.type === "link") {
      expect(node.url).toMatch(/^https?:\/\//);
      expect(visible(nodesOfChildren(node))).toMatch(/^(?:open|recording|Thewholereport)$/);
      inLink = node.children;
    }
    if (node.type === "text" && alive.test(node.value) && !inLink.includes(node)) expect.fail(node.value);
    if (node.type === "listItem") expect(node.checked ?? null).toBeNull();
    if (node.type === "tableRow") expect(node.children).toHaveLength(3);
  }
  return nodes;
}

function nodesOfChildren(node: Nodes): Nodes[] {
  return "children" in node ? node.children.flatMap(child => [child, ...nodesOfChildren(child)]) : [];
}

describe("a report of hostile text", () => {
  it("contains nothing but the renderer's own elements and the service's text", () => {
    fc.assert(
      fc.property(hostileDocument, hostileText, hostileText, (report, base, raw) => {
        const target = report.results.extra.callboard.targets[0];
        const comparison = {
          newFailures: 1,
          fixed: 1,
          stillFailing: 0,
          asFlakyAsBefore: 0,
          changeOf: ({ status, duration }: { status: string; duration: number }) =>
            status === "failed" ? "new" : duration % 2 === 0 ? "fixed" : undefined,
          beforeOf: () => undefined,
        };
        const view = { report, comparison, base, raw: target ? [{ target, text: raw }] : [] };
        const markdown = renderMarkdown(view, { whole: raw });
        const nodes = expectHarmless(markdown);
        const headings = nodes.filter(node => node.type === "heading");
        expect(headings.filter(heading => heading.depth === 3)).toHaveLength(1);
        for (const heading of headings) {
          expect(visible(nodesOfChildren(heading)).length).toBeGreaterThan(0);
          expect(ourHeadings.test(textOf(heading)), textOf(heading)).toBe(true);
        }
        const html = nodes.filter(node => node.type === "html").map(node => node.value);
        const count = (start: string) => html.filter(value => value.startsWith(start)).length;
        expect(count("<details")).toBe(count("</details"));
        expect(count("<sub")).toBe(count("</sub"));

        const seen = visible(nodes);
        for (const test of report.results.tests) {
          expect(seen).toContain(expected(cut(oneLine(test.name), 300)));
          // Backticks in a message mark code, and disappear with it.
          if (test.status === "failed") {
            const texts = [
              test.message,
              cut(test.extra?.persona ?? "", 120),
              ...(test.extra?.transcript ?? []).map(({ text }) => text),
            ];
            for (const text of texts.slice(0, 4))
              expect(seen.replaceAll("`", "")).toContain(expected(text ?? "").replaceAll("`", ""));
          }
        }
        expect(nodes.filter(node => node.type === "table")).toHaveLength(1);
      }),
      { numRuns: 80 },
    );
  });
});

test("hostile names stay harmless in the folds of a long report", () => {
  fc.assert(
    fc.property(hostileText, name => {
      const failures = Array.from({ length: 21 }, () => ({ name, status: "failed", message: name }) as const);
      const green = Array.from({ length: 11 }, () => batch(name));
      const nodes = expectHarmless(
        renderMarkdown({ report: document(batch(name, { verdict: "failed", cases: failures }), ...green) }),
      );
      expect(nodes.filter(node => node.type === "html" && node.value.startsWith("<details>"))).toHaveLength(
        2,
      );
      expect(nodes.filter(node => node.type === "html" && node.value === "</details>")).toHaveLength(2);
      expect(nodes.filter(node => node.type === "table")).toHaveLength(2);
    }),
    { numRuns: 20 },
  );
});

function textOf(node: Nodes): string {
  return nodesOfChildren(node)
    .map(child => ("value" in child ? child.value : ""))
    .join("");
}

describe("hostile text in one place", () => {
  const around = {
    "a name in bold": (text: string) => `- **${inlineName(text)}** — new\n`,
    "a name in a table": (text: string) =>
      `| a | b | c |\n| - | - | - |\n| x | ${escapeForCell(inlineName(text))} | y |\n`,
    "code in a table": (text: string) =>
      `| a | b | c |\n| - | - | - |\n| x | ${escapeForCell(code(text))} | y |\n`,
    "prose in a table": (text: string) =>
      `| a | b | c |\n| - | - | - |\n| x | ${escapeForCell(prose(text))} | y |\n`,
    "prose in a quote": (text: string) => `> ${prose(text)}\n`,
    "prose in a paragraph": (text: string) => `${prose(text)}\n`,
    "a fence": (text: string) => `${fence(text)}\n`,
  };

  for (const [place, write] of Object.entries(around)) {
    it(`stays in it and stays legible: ${place}`, () => {
      fc.assert(
        fc.property(hostileText, text => {
          const markdown = write(text);
          const nodes = expectHarmless(markdown);
          const wanted = expected(text).replaceAll("`", "");
          expect(visible(nodes).replaceAll("`", "")).toContain(wanted);
          const blocks = nodes[0] && "children" in nodes[0] ? nodes[0].children.length : 0;
          expect(blocks).toBeLessThanOrEqual(1);
        }),
        { numRuns: 80 },
      );
    });
  }

  it("is set as code as a whole if GitHub would make a part of it active", () => {
    expect(inlineName("Late parcel, angry customer")).toBe("Late parcel, angry customer");
    expect(inlineName("pays [card] *now*")).toBe("pays \\[card\\] \\*now\\*");
    expect(inlineName("refund for #123")).toBe("`refund for #123`");
    expect(inlineName("a `b` @c")).toBe("``a `b` @c``");
    expect(inlineName(" \u200B ")).toBe("(no name)");
    expect(prose("Ask @jo (see #12), `now`!\nSecond line")).toBe(
      "Ask `@jo` (see `#12`), `now`!<br>Second line",
    );
    expect(prose("it's `@jo")).toBe("it's `` `@jo ``");
  });

  // Quadratic work would take minutes here.
  it("is rendered in linear time", () => {
    const lines = `${"\n".repeat(300_000)}x`;
    expect(fence(lines)).toBe(`\`\`\`\n${lines}\n\`\`\``);
    const word = `@${".".repeat(300_000)}x!`;
    expect(prose(word, word.length)).toBe(`\`${word.slice(0, -1)}\`!`);
  });

  it("is a link only to the web, under our own words", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), address => {
        const nodes = expectHarmless(`- ${link("open", address)} after\n`);
        const written = nodes.find(node => node.type === "link");
        expect(new URL(written?.url ?? "").host).toBe(new URL(address).host);
      }),
    );
    fc.assert(
      fc.property(hostileText, text => {
        expectHarmless(`- ${link("open", text)} ${link("open", `https://example.com/${text}`)} after\n`);
      }),
    );
    expect(link("open", "https://example.com/a(b)?c=1&copy;=2")).toBe(
      "[open](https://example.com/a%28b%29?c=1&amp;copy;=2)",
    );
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "https://github.com@evil.example/",
      "x",
      "",
    ]) {
      expect(link("open", bad)).toBe("");
    }
  });

  it("is text inside our HTML", () => {
    fc.assert(
      fc.property(hostileText, text => {
        const written = htmlCode(text);
        expect(written.replace(/^<code>|<\/code>$/g, "")).not.toMatch(/[<>"\n]|&(?!(?:amp|lt|gt|quot);)/);
      }),
    );
  });
});
