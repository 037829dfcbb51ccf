import { readFileSync } from "node:fs";
import fc from "fast-check";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junit } from "../../../shared/report/junit.ts";
import type { Report } from "../../../shared/report/model.ts";
import { withTests } from "../../../shared/report/report.ts";
import { clean } from "../../../shared/report/text.ts";
import { evidenceOn } from "./evidence.ts";
import { hostileDocument } from "./hostile.ts";
import { batch, document, smoke } from "./support.ts";

const schema = readFileSync(new URL("junit.xsd", import.meta.url), "utf8");

function xmlOf(report: Report): string {
  return [...junit(report)].join("");
}

async function complaints(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema });
  return errors.map(error => error.message);
}

interface Read {
  readonly tags: SaxesTagPlain[];
  readonly text: string;
}

/** Parses XML strictly: throws at the first error. */
function read(xml: string): Read {
  const tags: SaxesTagPlain[] = [];
  let text = "";
  const parser = new SaxesParser();
  parser.on("error", error => {
    throw error;
  });
  parser.on("opentag", tag => tags.push(tag));
  parser.on("text", part => {
    text += part;
  });
  parser.write(xml).close();
  return { tags, text };
}

function named(xml: string, name: string): Record<string, string>[] {
  return read(xml)
    .tags.filter(tag => tag.name === name)
    .map(tag => tag.attributes);
}

describe("JUnit", () => {
  it("gives the failed metrics in a failure's text", async () => {
    const metrics = [
      { name: "Tone", value: 0.2, threshold: 0.5, passed: false, reason: "Rude <b>" },
      { name: "Relevancy", value: 0.9, passed: true },
    ];
    const xml = xmlOf(
      document(batch("smoke", { verdict: "failed", cases: [{ name: "a", status: "failed", metrics }] })),
    );
    expect(await complaints(xml)).toEqual([]);
    expect(read(xml).text).toContain("failed\n\nTone failed: 0.2 (threshold 0.5) — Rude <b>");
    expect(xml).not.toContain("Relevancy");
  });

  it("has this form, and is valid by the schemas", async () => {
    const xml = xmlOf(
      document(
        batch("smoke", {
          verdict: "failed",
          evidence: evidenceOn("failed", 1),
          durationMs: 92_000,
          cases: [
            {
              name: "Late parcel",
              status: "failed",
              message: 'No "refund"\n<b>&',
              suite: ["Refunds"],
              file: "refunds.yml",
              line: 4,
              url: "https://voice.example.com/1",
              durationMs: 1234,
            },
            { name: "Accent", status: "other", rawStatus: "needs_review" },
            { name: "Hello", status: "passed", durationMs: 800 },
            { name: "Abroad", status: "skipped" },
          ],
        }),
        { kind: "channel", id: "voice", raw: "", error: "The service responded with 404." },
      ),
    );
    expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="batch: smoke" package="callboard" id="0" hostname="localhost" timestamp="2026-03-09T10:00:00" tests="4" failures="1" errors="0" skipped="2" time="92.000">
    <properties>
      <property name="kind" value="batch"/>
      <property name="id" value="smoke"/>
      <property name="verdict" value="failed"/>
      <property name="evidence" value="\`failed\` is \`1\`."/>
      <property name="raw" value="raw/batch-smoke.json"/>
    </properties>
    <testcase classname="batch: smoke / Refunds" name="Late parcel" time="1.234"><failure message="No &quot;refund&quot; &lt;b&gt;&amp;" type="failed">No &quot;refund&quot;&#10;&lt;b&gt;&amp;&#10;&#10;refunds.yml:4&#10;&#10;https://voice.example.com/1</failure></testcase>
    <testcase classname="batch: smoke" name="Accent" time="0.000"><skipped message="No verdict: needs_review"/></testcase>
    <testcase classname="batch: smoke" name="Hello" time="0.800"/>
    <testcase classname="batch: smoke" name="Abroad" time="0.000"><skipped message="skipped"/></testcase>
    <system-out/>
    <system-err/>
  </testsuite>
  <testsuite name="channel: voice" package="callboard" id="1" hostname="localhost" timestamp="2026-03-09T10:00:00" tests="1" failures="0" errors="1" skipped="0" time="0.000">
    <properties>
      <property name="kind" value="channel"/>
      <property name="id" value="voice"/>
      <property name="verdict" value="unknown"/>
      <property name="evidence" value="There is no response to read."/>
    </properties>
    <testcase classname="channel: voice" name="verdict" time="0.000"><error message="The service responded with 404." type="not-run">The service responded with 404.</error></testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>
`);
    expect(await complaints(xml)).toEqual([]);
    expect(await complaints(xml.replace('type="failed"', ""))).toHaveLength(1);
  });

  it("never shows a red or undecided target as green", () => {
    const numbers = (report: Report) =>
      named(xmlOf(report), "testsuite").map(({ tests, failures, errors }) => ({ tests, failures, errors }));
    expect(numbers(document(batch("a", { verdict: "failed" })))).toEqual([
      { tests: "1", failures: "1", errors: "0" },
    ]);
    expect(numbers(document(batch("a", { verdict: "unknown" })))).toEqual([
      { tests: "1", failures: "0", errors: "1" },
    ]);
    expect(numbers(document(smoke({ a: "passed", b: "pending" })))).toEqual([
      { tests: "3", failures: "0", errors: "1" },
    ]);
    expect(numbers(document(batch("a")))).toEqual([{ tests: "1", failures: "0", errors: "0" }]);
  });

  it("keeps cases without a target", () => {
    const report = document(
      smoke({ a: "passed", b: "failed" }),
      batch("empty"),
      batch("last", { cases: [{ name: "c", status: "passed" }] }),
    );
    const stray = { name: "stray", status: "failed", duration: 0, suite: ["batch: other"] } as const;
    expect(named(xmlOf(withTests(report, [...report.results.tests, stray])), "testcase")).toHaveLength(5);
  });

  it("has each case once, even if its target ran twice", () => {
    const xml = xmlOf(document(smoke({ a: "passed" }), smoke({ b: "passed" })));
    expect(named(xml, "testsuite")).toHaveLength(2);
    expect(named(xml, "testcase").map(({ name }) => name)).toEqual(["a", "b", "verdict"]);
  });

  it("is well-formed and contains every message, for any report", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        const xml = xmlOf(report);
        const { tags, text } = read(xml);
        const known = new Set([
          ...["testsuites", "testsuite", "properties", "property", "testcase"],
          ...["failure", "error", "skipped", "system-out", "system-err"],
        ]);
        for (const tag of tags) expect(known).toContain(tag.name);
        expect(xml).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u);
        for (const test of report.results.tests) {
          if (test.status === "failed") expect(text).toContain(clean(test.message ?? "").trim());
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is valid by the schemas, for any report", async () => {
    for (const report of fc.sample(hostileDocument, 12)) expect(await complaints(xmlOf(report))).toEqual([]);
  });
});
