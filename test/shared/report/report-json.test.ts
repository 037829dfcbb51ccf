import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gravestVerdict } from "../../../shared/reading/gravity.ts";
import { type Report, reportCodec } from "../../../shared/report/model.ts";
import { parseReport, ReportError, reportJson } from "../../../shared/report/report-json.ts";
import { arbitraryOf } from "../../support/codec.ts";
import { hostileDocument } from "./hostile.ts";
import { batch, document, expectValidCtrf, smoke } from "./support.ts";

function text(report: Report): string {
  return [...reportJson(report)].join("");
}

function complaint(report: string): string {
  try {
    parseReport(report);
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
  return "none";
}

/** The text of a good report with one thing about it changed. */
function broken(change: (report: { results: Record<string, never> }) => void): string {
  const report = JSON.parse(text(document(smoke({ a: "passed", b: "failed" }))));
  change(report);
  return JSON.stringify(report);
}

describe("a report that is read back", () => {
  it("is the report that was written", () => {
    const report = document(
      smoke({ a: "passed", b: "failed", c: "pending" }),
      { kind: "channel", id: "voice", name: "Hotline", raw: "", error: "Not found.", durationMs: 10 },
      batch("nightly", { reviews: ["rev_1"], links: ["https://example.com/"] }),
    );
    expect(parseReport(text(report))).toEqual(report);
    expect(parseReport(`\uFEFF${text(report)}`)).toEqual(report);
  });

  it("is valid CTRF and comes back as it was, whatever is in it", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        const written = text(report);
        expectValidCtrf(JSON.parse(written));
        expect(parseReport(written)).toEqual(report);
      }),
    );
  });

  it("has every field that its codec has", () => {
    fc.assert(
      fc.property(arbitraryOf(reportCodec), ({ results, ...report }) => {
        const { callboard } = results.extra;
        const verdict = gravestVerdict([
          callboard.verdict,
          ...callboard.targets.map(target => target.verdict),
        ]);
        const whole = { ...report, results: { ...results, extra: { callboard: { ...callboard, verdict } } } };
        expect(parseReport(text(whole))).toStrictEqual(whole);
      }),
    );
  });

  it("is read however it is laid out", () => {
    const report = document(smoke({ a: "passed", b: "failed" }));
    for (const laidOut of [
      JSON.stringify(report),
      JSON.stringify(report, null, 2),
      text(report).replaceAll("\n", "\r\n"),
    ]) {
      expect(parseReport(laidOut)).toEqual(report);
    }
  });

  it("may lack what an earlier version did not write", () => {
    const old = broken(report => {
      const results = report.results as unknown as Report["results"];
      const [target] = results.extra.callboard.targets as unknown as Record<string, unknown>[];
      delete target?.["reviews"];
      delete target?.["evidence"];
      delete target?.["raw"];
      delete (results.tool as { version?: string }).version;
    });
    expect(parseReport(old).results.extra.callboard.targets[0]).toMatchObject({ reviews: [], raw: "" });
  });

  it("never comes back better than it was written", () => {
    const passed = text(document(smoke({ a: "passed" })));
    const statedFailed = passed.replace('"verdict": "passed"', '"verdict": "failed"');
    expect(parseReport(statedFailed).results.extra.callboard.verdict).toBe("failed");
    const failed = text(document(smoke({ a: "failed" })));
    const statedPassed = failed.replace('"verdict": "failed"', '"verdict": "passed"');
    expect(parseReport(statedPassed).results.extra.callboard.verdict).toBe("failed");
  });

  it("is refused with the place and what was expected", () => {
    expect(complaint("")).toMatch(/^It is not JSON .*Was it written to its end\?$/);
    expect(complaint(text(document()).slice(0, 100))).toMatch(/^It is not JSON/);
    expect(complaint("[]")).toMatch(/`reportFormat` is missing; expected CTRF/);
    expect(complaint('{"reportFormat":"CTRF","results":{}}')).toMatch(/not one that Callboard wrote/);
    const results = (report: { results: unknown }) => report.results as Record<string, never>;
    expect(
      complaint(broken(report => Object.assign(results(report)["tests"]?.[1] ?? {}, { status: "green" }))),
    ).toBe(
      '`results.tests[1].status` is "green"; expected passed, failed, skipped, pending, other. ' +
        "Was it changed after it was written?",
    );
    expect(complaint(broken(report => Object.assign(results(report), { tests: null })))).toMatch(
      /`results.tests` is missing; expected a list/,
    );
    const newer = text(document()).replace('"version": 1', '"version": 2');
    expect(complaint(newer)).toMatch(/written by a newer Callboard \(version 2/);
  });

  it("is read or refused, whatever it is", () => {
    fc.assert(
      fc.property(fc.json(), anything => {
        expect(complaint(anything)).not.toBe("none");
      }),
      { numRuns: 300 },
    );
  });
});
