/** Keeps the key out of reports, because jobs that read, merge and show a report have no key to search for. */

import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { annotations } from "../../../shared/report/annotations.ts";
import { junit } from "../../../shared/report/junit.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { testsOf } from "../../../shared/report/report.ts";
import { parseReport, reportJson } from "../../../shared/report/report-json.ts";
import { clean } from "../../../shared/report/text.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { reading, reportFrom } from "./readings.ts";
import { batch, runFacts } from "./support.ts";

/** The key contains the separators of addresses and paths. */
const key = "sk/4f.a8&b_c:4217";
const redact = redactor(key);
const tidy = (text: string) => redact(clean(text));

function reportOf(...outcomes: TargetRun[]): Report {
  const written = reportFrom(outcomes, runFacts, tidy);
  return parseReport([...reportJson(written)].join(""));
}

function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(textsIn);
}

function textsInXml(xml: string): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on("text", text => void texts.push(text));
  parser.on("opentag", ({ attributes }) => void texts.push(...Object.values(attributes).map(String)));
  parser.write(xml).close();
  return texts;
}

/** The visible lines, and the targets of links. */
function textsInMarkdown(markdown: string): string[] {
  const texts: string[] = [markdown];
  const seen = (node: Nodes): string => {
    if (node.type === "link") texts.push(node.url);
    if (node.type === "html") return "\n";
    if ("value" in node) return node.value;
    return "children" in node ? node.children.map(seen).join(isLine(node) ? "" : "\n") : "";
  };
  const isLine = ({ type }: Nodes) => ["paragraph", "heading", "tableCell", "strong", "link"].includes(type);
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  texts.push(...seen(root).split("\n"));
  return texts;
}

function everythingOf(report: Report): string[] {
  return [
    ...textsIn(report),
    ...textsInXml([...junit(report)].join("")),
    ...textsInMarkdown(renderMarkdown({ report })),
    ...textsIn([...annotations(report)]),
  ];
}

function expectNowhere(secret: string, report: Report): void {
  for (const text of everythingOf(report)) {
    for (const shown of [text, clean(text), text.replaceAll("`", "")]) expect(shown).not.toContain(secret);
  }
}

const failed = (more: Partial<Case>): TargetRun =>
  batch("smoke", { verdict: "failed", cases: [{ name: "Refund", status: "failed", ...more }] });
const halves = (joint: string) => key.slice(0, 6) + joint + key.slice(6);

describe("the key enters the report nowhere:", () => {
  const outcomes: Readonly<Record<string, TargetRun>> = {
    "as a name": failed({ name: `Refund ${key}` }),
    "with what cannot be seen in it": failed({ name: halves("\u200b"), message: halves("\u2060\u00ad") }),
    "with colours in it": failed({ message: `Was ${halves("\u001b[31m")}.`, suite: [halves("\u001b[0m")] }),
    "as a word for a status": { ...failed({ rawStatus: halves("\u200d") }) },
    "between code marks": failed({ message: `It says ${halves("`")}\`, or ${[...key].join("``")}` }),
    "as an address": failed({ url: `https://a.example/${key}` }),
    "as an address that is read without its tabs": failed({ url: `https://a.example/${halves("\t")}` }),
    "as one that is read without dots": failed({ url: "https://a.example/sk/./4f.a8&b_c:4217" }),
    "as one that is read without what was left": failed({ url: "https://a.example/sk/x/../4f.a8&b_c:4217" }),
    "as one with the dots in code": failed({ url: "https://a.example/sk/%2e/4f.a8&b_c:4217" }),
    "as one with other slashes": failed({ url: "https:\\\\a.example\\sk\\4f.a8&b_c:4217" }),
    "as a file and its line": failed({ file: "sk/4f.a8&b_c", line: 4217 }),
    "as a file with its separators doubled": failed({ file: "sk//4f.a8&b_c:4217" }),
    "as a file in a file": failed({ file: "./sk/.\\4f.a8&b_c:4217" }),
    "as a link": batch("smoke", { verdict: "failed", links: [`https://a.example/?${halves("\n")}`] }),
    "as names that a path puts together": batch("smoke", {
      verdict: "failed",
      evidence: {
        basis: {
          kind: "facts",
          facts: [
            { path: `${"a.".repeat(72)}${key}`, name: "x", value: `${"x".repeat(70)}${key}`, status: null },
          ],
        },
        notes: [],
      },
    }),
    "as what an expression says": batch("smoke", {
      evidence: {
        notes: [
          {
            kind: "pass-when-undecided",
            yields: { type: "value", value: `${"x".repeat(60)}${halves("\u200b")}` },
          },
          { kind: "expression-failed", expression: "cases", line: key, problem: `no number: ${key}` },
        ],
      },
    }),
    "as what an expression calls a case": batch("smoke", {
      evidence: {
        basis: {
          kind: "facts",
          facts: [
            { path: `${"a.".repeat(72)}${key}`, name: "x", value: "failed", status: "failed", byCases: true },
          ],
        },
        notes: [],
      },
    }),
    "as an error": { kind: "batch", id: "smoke", error: `It said: ${halves("\u200b")}`, raw: "" },
    "as an id that somebody mistook": { kind: "channel", id: key, name: halves("\u202e"), raw: "" },
    "as a review": batch("smoke", { reviews: [key, `r-${halves("\u200b")}`] }),
  };

  test.each(Object.entries(outcomes))("%s", (_, outcome) => {
    const most = key.slice(0, -3);
    expectNowhere(most, reportOf(outcome));
    // Without the redaction, the key would be in the report.
    const unseen = reportFrom([outcome], runFacts, text => text);
    expect(() => expectNowhere(most, unseen)).toThrow();
  });

  test("for any key, at any place", () => {
    const joints = [
      "",
      "",
      "\u200b",
      "\u00ad",
      "\u001b[1m",
      "\u001b]0;x\u0007",
      "`",
      "\\",
      "\n",
      "\t",
      "/",
      "/./",
      "//",
      " ",
    ];
    const pieces = fc
      .tuple(fc.nat(key.length), fc.nat(key.length), fc.constantFrom(...joints), fc.constantFrom(...joints))
      .map(([a, b, one, other]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        return key.slice(0, from) + one + key.slice(from, to) + other + key.slice(to);
      });
    const text = fc.oneof(
      pieces,
      fc
        .tuple(fc.string({ maxLength: 12 }), pieces, fc.string({ maxLength: 12 }))
        .map(parts => parts.join("")),
      fc.nat(key.length).map(end => key.slice(0, end)),
    );
    const outcome = fc
      .record({
        name: text,
        message: text,
        rawStatus: text,
        suite: fc.array(text, { maxLength: 2 }),
        file: text,
        line: fc.constantFrom(4217, 17, 1),
        url: text.map(path => `https://a.example/${path}`),
        error: text,
        id: text,
        persona: text,
        scenario: text,
        metrics: fc.array(fc.record({ name: text, value: text, threshold: text, reason: text }), {
          maxLength: 2,
        }),
        attachments: fc.array(
          fc.record({ name: text, url: text.map(path => `https://a.example/${path}`), type: text }),
          { maxLength: 2 },
        ),
        transcript: fc.array(fc.record({ speaker: text, text }), { maxLength: 2 }),
      })
      .map(({ error, id, ...fields }): TargetRun => {
        const cases: Case[] = [{ status: "failed", ...fields }];
        return {
          kind: "batch",
          id,
          error,
          raw: "",
          reading: reading({ verdict: "failed", cases, links: [fields.url] }),
        };
      });
    fc.assert(
      fc.property(outcome, outcome => expectNowhere(key, reportOf(outcome))),
      { numRuns: 100 },
    );
  });

  test("and everything else is unchanged", () => {
    const fields = {
      name: "Überweisung 👩‍👧 – “ok”",
      message: "line\n\tline",
      suite: ["a", "b"],
      file: "src\\a//b.ts",
      line: 4217,
      url: "http://a.example:8080/./ä?b=c#d",
      rawStatus: "FAILED",
    };
    const { name, message, suite, file, line, url, rawStatus } = fields;
    expect(testsOf(failed(fields), tidy)).toEqual([
      {
        name,
        message,
        rawStatus,
        status: "failed",
        duration: 0,
        suite: ["batch: smoke", ...suite],
        filePath: file,
        line,
        extra: { url },
      },
    ]);
  });
});
