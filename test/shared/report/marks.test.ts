import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { compare } from "../../../shared/report/compare.ts";
import {
  dataMark,
  parseDataMark,
  parseReportMark,
  type ReportMark,
  reportMark,
} from "../../../shared/report/marks.ts";
import {
  type Report,
  type ReviewDetail,
  reportCodec,
  type TargetResult,
  type TargetRun,
} from "../../../shared/report/model.ts";
import { arbitraryOf } from "../../support/codec.ts";
import { evidenceOn } from "./evidence.ts";
import { reading, reportFrom } from "./readings.ts";
import { baseOf, document, smoke } from "./support.ts";

const deflate = (bytes: Uint8Array) => deflateSync(bytes);

function carriedBy(body: string) {
  return parseDataMark(body, bytes => inflateSync(bytes, { maxOutputLength: 1_000_000 }));
}

const mark: fc.Arbitrary<ReportMark> = fc.record({
  key: fc.string({ unit: "binary" }),
  run: fc.record({ id: fc.nat(2 ** 31 - 1).map(id => id * 1000), attempt: fc.nat(1000) }),
  sha: fc.stringMatching(/^[0-9a-f]{40}$/),
});

describe("the first line", () => {
  test("has the fixed form", () => {
    expect(reportMark({ key: "CI/a job/0", run: { id: 17_000_000_001, attempt: 2 }, sha: "abc" })).toBe(
      "<!-- callboard:report key=CI%2Fa%20job%2F0 run=17000000001.2 sha=abc -->",
    );
  });

  test("is read back with any key", () => {
    fc.assert(
      fc.property(mark, fc.string(), (mark, rest) => {
        const line = reportMark(mark);
        expect(line).not.toMatch(/\n|-->.*-->/);
        expect(parseReportMark(`${line}\n${rest}`)).toEqual(mark);
        // GitHub returns text that was edited in its pages with these line ends.
        expect(parseReportMark(`${line}\r\n${rest}`)).toEqual(mark);
      }),
    );
  });

  test.each([
    ["later in the text", "Hello\n<!-- callboard:report key=a run=1.1 sha=abc -->"],
    ["quoted", "> <!-- callboard:report key=a run=1.1 sha=abc -->"],
    ["with more on its line", "<!-- callboard:report key=a run=1.1 sha=abc --> Hello"],
    ["without a run", "<!-- callboard:report key=a sha=abc -->"],
    ["with a key that is no encoding", "<!-- callboard:report key=%E0%A4%A run=1.1 sha=abc -->"],
    ["empty", ""],
  ])("is absent if it is %s", (_, body) => {
    expect(parseReportMark(body)).toBeUndefined();
  });
});

function reportOfMany(targets: number, cases: (target: number) => readonly Case[], reviews = 1): Report {
  const outcomes = Array.from({ length: targets }, (_, index): TargetRun => {
    const list = cases(index);
    return {
      kind: index % 2 === 0 ? "batch" : "channel",
      id: `${index}-${noise(index)}`,
      name: `TargetResult ${index}`,
      raw: `raw/${index}.json`,
      reading: reading({
        verdict: list.some(({ status }) => status === "failed") ? "failed" : "passed",
        evidence: evidenceOn(noise(index), "passed"),
        cases: list,
        links: [`https://service.example/runs/${index}`],
        reviews: Array.from({ length: reviews }, (_, review) => `rev_${index}_${review}`),
      }),
    };
  });
  return reportFrom(outcomes, { startedAt: 0, stoppedAt: 1000 });
}

/** A pseudo-random text that deflates badly, and is the same each time. */
function noise(seed: number, length = 20): string {
  const bytes = Math.ceil((length * 3) / 4);
  return createHash("shake256", { outputLength: bytes }).update(`${seed}`).digest("base64").slice(0, length);
}

describe("the last line", () => {
  test("contains a small report whole, without passed cases", () => {
    const report = reportOfMany(2, target => [
      { name: "Pays", status: "passed" },
      { name: "Refunds", status: "failed", message: `Promised ${target}`, url: "https://service.example/1" },
      { name: "Waits", status: "pending" },
    ]);

    const read = carriedBy(`Text\n\n${dataMark({ report }, deflate)}\n`)?.report;

    expect(read?.results.summary).toEqual(report.results.summary);
    expect(read?.results.extra.callboard).toEqual({
      ...report.results.extra.callboard,
      targets: report.results.extra.callboard.targets.map(target => ({ ...target, raw: "" })),
    });
    expect(read?.results.tests.map(({ name, message }) => [name, message])).toEqual([
      ["Refunds", "Promised 0"],
      ["Refunds", "Promised 1"],
      ["Waits", undefined],
      ["Waits", undefined],
    ]);
  });

  test("explains cases only as far as there is room", () => {
    const explained = (count: number) =>
      reportOfMany(1, () =>
        failures(count).map((each, index) => ({
          ...each,
          persona: "Tourist",
          metrics: [{ name: "Tone", passed: false, reason: noise(index, 200) }],
          transcript: [{ speaker: "Caller", text: noise(index, 900) }],
        })),
      );
    const read = (count: number) => {
      const mark = dataMark({ report: explained(count) }, deflate);
      expect(mark.length).toBeLessThanOrEqual(12 * 1024);
      return carriedBy(mark)?.report.results.tests ?? [];
    };
    const [first] = read(3);
    expect(first?.extra).toEqual({
      persona: "Tourist",
      metrics: [{ name: "Tone", passed: false, reason: noise(0, 200) }],
    });
    expect(read(200)).toHaveLength(200);
    expect(read(200)[0]?.extra).toBeUndefined();
  });

  test("keeps every field of a target, a case and a review if it has room", () => {
    fc.assert(
      fc.property(arbitraryOf(reportCodec), ({ results, ...rest }) => {
        const tests = results.tests.map(test => ({ ...test, status: "failed" as const }));
        const report = { ...rest, results: { ...results, tests } };
        const read = carriedBy(dataMark({ report }, deflate))?.report;
        const { targets } = report.results.extra.callboard;
        expect(read?.results.tests.map(namesOf)).toEqual(tests.map(namesOf));
        expect(read?.results.extra.callboard.targets.map(namesOf)).toEqual(targets.map(namesOf));
        expect(read?.results.extra.callboard.targets.flatMap(reviewsOf).map(namesOf)).toEqual(
          targets.flatMap(reviewsOf).map(namesOf),
        );
      }),
    );
  });

  test.each([
    ["many failures", reportOfMany(1, () => failures(5000))],
    ["long messages that deflate badly", reportOfMany(3, () => failures(300, 20_000))],
    ["many targets", reportOfMany(1000, target => (target > 990 ? failures(1) : []))],
    ["many reviews", reportOfMany(20, () => [], 5000)],
    ["everything", reportOfMany(1000, () => failures(20, 2000), 50)],
  ])("takes 12 KB at most with %s, and still contains their number", (_, report) => {
    const line = dataMark({ report }, deflate);

    expect(line.length).toBeLessThanOrEqual(12 * 1024);
    const read = carriedBy(line)?.report;
    expect(read?.results.summary).toEqual(report.results.summary);
    expect(read?.results.extra.callboard.verdict).toBe(report.results.extra.callboard.verdict);
    const targets = read?.results.extra.callboard.targets ?? [];
    expect(targets.length).toBeGreaterThan(0);
    // Cases that did not pass are dropped last.
    expect(targets.some(({ verdict }) => verdict === "failed")).toBe(
      report.results.extra.callboard.targets.some(({ verdict }) => verdict === "failed"),
    );
  });

  test("still marks a comment as a report when it has room for nothing else", () => {
    const report = reportOfMany(8, () => []);
    for (const [index, target] of report.results.extra.callboard.targets.entries()) {
      const letter = (_: unknown, at: number) => 0x4e00 + (Math.imul(at * 7 + index, 2_654_435_761) >>> 18);
      const name = (part: number) =>
        String.fromCharCode(...Array.from({ length: 200 }, (_, at) => letter(_, part * 200 + at)));
      Object.assign(target, { id: name(0), name: name(1), reviews: [2, 3, 4, 5, 6].map(name) });
    }
    const line = dataMark({ report }, deflate);
    expect(line.length).toBeLessThanOrEqual(12 * 1024);
    expect(carriedBy(line)?.report.results.summary).toEqual(report.results.summary);
  });

  test("keeps new failures before known ones", () => {
    const report = reportOfMany(1, () => failures(5000));
    const fresh = new Set(report.results.tests.slice(-3).map(({ name }) => name));
    const comparison = {
      newFailures: 3,
      fixed: 0,
      stillFailing: 4997,
      asFlakyAsBefore: 0,
      changeOf: ({ name }: { name: string }) => (fresh.has(name) ? "new" : "still-failing"),
      beforeOf: () => undefined,
    };

    const view = carriedBy(dataMark({ report, comparison, base: "main at 1a2b3c4" }, deflate));
    const read = view?.report;

    expect(new Set(read?.results.tests.slice(0, 3).map(({ name }) => name))).toEqual(fresh);
    expect(view).toMatchObject({
      base: "main at 1a2b3c4",
      comparison: { newFailures: 3, fixed: 0, stillFailing: 4997 },
    });
    expect(read?.results.tests.filter(test => view?.comparison?.changeOf(test) === "new").length).toBe(3);
  });

  test("keeps the change and the history of each case, also if its name is cut", () => {
    const long = (name: string) => name + "x".repeat(400);
    const before = document(smoke({ [long("old")]: "failed", [long("new")]: "passed" }));
    const report = document(smoke({ [long("old")]: "failed", [long("new")]: "failed" }));
    const comparison = compare([baseOf(before)], report);
    const view = carriedBy(dataMark({ report, comparison }, deflate));
    const read = view?.report.results.tests.map(test => [
      test.name.slice(0, 3),
      view.comparison?.changeOf(test),
      view.comparison?.beforeOf(test),
    ]);
    expect(read).toEqual([
      ["new", "new", { passes: 1, failures: 0 }],
      ["old", "still-failing", { passes: 0, failures: 1 }],
    ]);
  });

  test("keeps why there is no base", () => {
    const report = document(smoke({ a: "failed" }));
    expect(carriedBy(dataMark({ report, whyNoBase: "no report at main" }, deflate))).toMatchObject({
      whyNoBase: "no report at main",
    });
  });

  test("records that a target was not compared", () => {
    const view = carriedBy(dataMark({ report: reportOfMany(1, () => failures(2)) }, deflate));
    expect(view).toBeDefined();
    expect(view?.comparison).toBeUndefined();
  });

  test("uses its room", () => {
    const line = dataMark({ report: reportOfMany(1, () => failures(5000)) }, deflate);
    expect(line.length).toBeGreaterThan(6 * 1024);
    expect(carriedBy(line)?.report.results.tests.length).toBeGreaterThan(100);
  });

  test("is read as a report or not at all", () => {
    const bomb = deflateSync(Buffer.alloc(5_000_000, " ")).toString("base64url");
    const foreign = deflateSync(JSON.stringify({ results: { tests: [] } })).toString("base64url");
    for (const text of [bomb, foreign, "AAAA", "AAAAA", "not base64!", ""]) {
      expect(carriedBy(`<!-- callboard:data ${text} -->`)).toBeUndefined();
    }
    expect(carriedBy("No line at all")).toBeUndefined();
    const line = dataMark({ report: reportOfMany(1, () => []) }, deflate);
    expect(carriedBy(`${line}\nand more`)).toBeUndefined();
  });
});

/** A list that is left out when it is empty counts as absent. */
function namesOf(value: object): string[] {
  return Object.entries(value)
    .flatMap(([name, field]) => (Array.isArray(field) && field.length === 0 ? [] : [name]))
    .sort();
}

function reviewsOf({ reviewDetails = [] }: TargetResult): readonly ReviewDetail[] {
  return reviewDetails;
}

function failures(count: number, length = 40): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Case ${noise(index)}`,
    status: "failed",
    message: noise(index, length),
  }));
}
