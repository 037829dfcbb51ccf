import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostSevereVerdict } from "../../../shared/reading/severity.ts";
import { type Report, reportCodec } from "../../../shared/report/model.ts";
import { withTests } from "../../../shared/report/report.ts";
import { parseReport, ReportError, reportJson } from "../../../shared/report/report-json.ts";
import { arbitraryOf } from "../../support/codec.ts";
import { hostileDocument } from "./hostile.ts";
import { nothingStated } from "./readings.ts";
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

/** Changes one part of a valid report and returns its text. */
function broken(change: (report: { results: Record<string, never> }) => void): string {
  const report = JSON.parse(text(document(smoke({ a: "passed", b: "failed" }))));
  change(report);
  return JSON.stringify(report);
}

describe("a report", () => {
  it("is read back as written", () => {
    const report = document(
      smoke({ a: "passed", b: "failed", c: "pending" }),
      { kind: "channel", id: "voice", name: "Hotline", raw: "", error: "Not found.", durationMs: 10 },
      batch("nightly", { reviews: ["rev_1"], links: ["https://example.com/"] }),
    );
    expect(parseReport(text(report))).toEqual(report);
    expect(parseReport(`\uFEFF${text(report)}`)).toEqual(report);
  });

  it("is valid CTRF and is read back as written, for any content", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        const written = text(report);
        expectValidCtrf(JSON.parse(written));
        expect(parseReport(written)).toEqual(report);
      }),
    );
  });

  it("says in its summary's `extra` when the summary counts more cases than are listed, and only then", () => {
    const summaryOf = (report: Report) => {
      const written = JSON.parse(text(report));
      expectValidCtrf(written);
      return written.results.summary;
    };
    const totals = { ...nothingStated, total: 40, passed: 37, failed: 3 };
    const cases = [{ name: "Refund", status: "failed" }] as const;
    const counted = document(smoke({ a: "passed" }), batch("b", { verdict: "failed", totals, cases }));
    expect(summaryOf(counted)).toMatchObject({
      ...{ tests: 41, passed: 38, failed: 3 },
      extra: { callboard: { listed: 2, reason: expect.stringMatching(/^The summary counts all cases/) } },
    });
    expect(parseReport(text(counted))).toEqual(counted);
    // The report in a comment's data mark keeps only some of the cases.
    expect(
      summaryOf(withTests(document(smoke({ a: "passed", b: "failed" })), [])).extra.callboard.listed,
    ).toBe(0);
    expect(summaryOf(document(smoke({ a: "passed", b: "failed" })))).not.toHaveProperty("extra");
  });

  it("has a summary that counts its tests, or says why not, for any content", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        const { summary, tests } = JSON.parse(text(report)).results;
        const { passed, failed, skipped, pending, other } = summary;
        // Sums of larger counts are not exact.
        if (summary.tests <= Number.MAX_SAFE_INTEGER) {
          expect(passed + failed + skipped + pending + other).toBe(summary.tests);
        }
        const listed = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
        for (const test of tests as Report["results"]["tests"]) listed[test.status] += 1;
        if (summary.extra === undefined) expect(summary).toMatchObject({ ...listed, tests: tests.length });
        else expect(summary.extra.callboard.listed).toBe(tests.length);
      }),
    );
  });

  it("has every field of its codec", () => {
    fc.assert(
      fc.property(arbitraryOf(reportCodec), ({ results, ...report }) => {
        const { callboard } = results.extra;
        const verdict = mostSevereVerdict([
          callboard.verdict,
          ...callboard.targets.map(target => target.verdict),
        ]);
        const whole = { ...report, results: { ...results, extra: { callboard: { ...callboard, verdict } } } };
        expect(parseReport(text(whole))).toStrictEqual(whole);
      }),
    );
  });

  it("is read in any layout", () => {
    const report = document(smoke({ a: "passed", b: "failed" }));
    for (const laidOut of [
      JSON.stringify(report),
      JSON.stringify(report, null, 2),
      text(report).replaceAll("\n", "\r\n"),
    ]) {
      expect(parseReport(laidOut)).toEqual(report);
    }
  });

  it("may lack fields that an earlier version did not write", () => {
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

  it("is never read with a better verdict than it was written with", () => {
    const passed = text(document(smoke({ a: "passed" })));
    const statedFailed = passed.replace('"verdict": "passed"', '"verdict": "failed"');
    expect(parseReport(statedFailed).results.extra.callboard.verdict).toBe("failed");
    const failed = text(document(smoke({ a: "failed" })));
    const statedPassed = failed.replace('"verdict": "failed"', '"verdict": "passed"');
    expect(parseReport(statedPassed).results.extra.callboard.verdict).toBe("failed");
  });

  it("is refused with the position of the mistake and the expected value", () => {
    expect(complaint("")).toMatch(/^It is not JSON .*Was the file written completely\?$/);
    expect(complaint(text(document()).slice(0, 100))).toMatch(/^It is not JSON/);
    expect(complaint("[]")).toMatch(/`reportFormat` is missing; expected CTRF/);
    expect(complaint('{"reportFormat":"CTRF","results":{}}')).toMatch(/not one that Callboard wrote/);
    const results = (report: { results: unknown }) => report.results as Record<string, never>;
    expect(
      complaint(broken(report => Object.assign(results(report)["tests"]?.[1] ?? {}, { status: "green" }))),
    ).toBe(
      '`results.tests[1].status` is "green"; expected passed, failed, skipped, pending, other. ' +
        "Was the file changed after it was written?",
    );
    expect(complaint(broken(report => Object.assign(results(report), { tests: null })))).toMatch(
      /`results.tests` is missing; expected a list/,
    );
    const newer = text(document()).replace('"version": 1', '"version": 2');
    expect(complaint(newer)).toMatch(/written by a newer Callboard \(version 2/);
  });

  it("is read or refused, for any text", () => {
    fc.assert(
      fc.property(fc.json(), anything => {
        expect(complaint(anything)).not.toBe("none");
      }),
      { numRuns: 300 },
    );
  });
});
