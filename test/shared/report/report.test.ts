import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostSevereVerdict } from "../../../shared/reading/severity.ts";
import type { TargetRun } from "../../../shared/report/model.ts";
import { targetResult } from "../../../shared/report/report.ts";
import { isOriginalId } from "../../../shared/report/text.ts";
import { hostileText } from "./hostile.ts";
import { nothingStated, reading } from "./readings.ts";
import { batch, document, expectValidCtrf, smoke } from "./support.ts";

const notFound: TargetRun = {
  kind: "channel",
  id: "ch_5",
  raw: "",
  error: "The service responded with 404.",
};

function targetOf(outcome: TargetRun) {
  const [target] = document(outcome).results.extra.callboard.targets;
  if (target === undefined) throw new Error("no target");
  return target;
}

describe("the ids of reviews", () => {
  const idsOf = (...reviews: string[]) => targetOf(batch("smoke", { reviews })).reviews;

  it.each([
    ["an invisible character", "rev_\u200B1"],
    ["half a character", "rev_1\uD800"],
    ["a control character", "rev_1\0"],
    ["a line break of another kind", "rev\r\n1"],
    ["a character that stands for an unreadable one", "rev_1\uFFFD"],
  ])("with %s are unique, and can't be used to decide", (_, odd) => {
    const ids = idsOf("rev_1", odd, "rev\n1");
    expect(new Set(ids).size).toBe(3);
    expect(ids.map(isOriginalId)).toEqual([true, false, true]);
  });

  it("with a secret in them can't be written", () => {
    const tidy = (text: string) => text.replaceAll("key", "***");
    const { reviews, reviewDetails } = targetResult(
      batch("smoke", { reviews: ["rev_key", "rev_***"] }),
      tidy,
    );
    expect(reviews).toEqual(["rev_***\uFFFD", "rev_***"]);
    expect(reviewDetails?.map(({ id }) => id)).toEqual(reviews);
    expect(reviews.map(isOriginalId)).toEqual([false, true]);
  });

  it("are written as they were, or can't be decided", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, other) => {
        const [first = "", second = ""] = idsOf(one, other);
        expect(isOriginalId(first)).toBe(first === one && !one.includes("\uFFFD"));
        if (one !== other && isOriginalId(first)) expect(second).not.toBe(first);
        const stored = new TextDecoder().decode(new TextEncoder().encode(JSON.stringify([first])));
        expect(JSON.parse(stored)).toEqual([first]);
      }),
    );
  });
});

describe("a report", () => {
  const full = document(
    {
      kind: "channel",
      id: "ch_2",
      name: "hotline",
      raw: "raw/channel-ch_2.json",
      durationMs: 1500.4,
      reading: reading({
        verdict: "failed",
        reviews: ["rev_1"],
        links: ["https://voice.example.com/1"],
        cases: [
          {
            name: "Late parcel",
            status: "failed",
            rawStatus: "FAIL",
            durationMs: 12.6,
            message: "No refund",
            url: "https://voice.example.com/1/1",
            suite: ["Refunds", "Late"],
            file: "refunds.yml",
            line: 4,
            retries: 2,
            persona: "Angry customer",
            scenario: "Late parcel",
            metrics: [{ name: "Tone", value: 0.2, threshold: 0.5, passed: false, reason: "Rude" }],
            attachments: [{ name: "recording", url: "https://voice.example.com/1.mp3", type: "audio/mpeg" }],
            transcript: [{ speaker: "Caller", text: "Where is my parcel?" }],
          },
          { name: "", status: "pending" },
          { name: "Card", status: "passed", flaky: true },
        ],
      }),
    },
    notFound,
  );

  it("is valid CTRF, and so is an empty one", () => {
    expectValidCtrf(full);
    expectValidCtrf(document());
    expect(full.results.tool.name).toBe("callboard");
  });

  it("keeps everything known of a case, with its target as the first suite", () => {
    expect(full.results.tests[0]).toEqual({
      name: "Late parcel",
      status: "failed",
      rawStatus: "FAIL",
      duration: 13,
      message: "No refund",
      suite: ["channel: hotline", "Refunds", "Late"],
      filePath: "refunds.yml",
      line: 4,
      retries: 2,
      attachments: [
        { name: "recording", contentType: "audio/mpeg", path: "https://voice.example.com/1.mp3" },
      ],
      extra: {
        url: "https://voice.example.com/1/1",
        persona: "Angry customer",
        scenario: "Late parcel",
        metrics: [{ name: "Tone", value: 0.2, threshold: 0.5, passed: false, reason: "Rude" }],
        transcript: [{ speaker: "Caller", text: "Where is my parcel?" }],
      },
    });
    expect(full.results.tests[1]).toEqual({
      name: "(no name)",
      status: "pending",
      duration: 0,
      suite: ["channel: hotline"],
    });
  });

  it("contains for each target the fields that readers of report.json look for", () => {
    expect(full.results.extra.callboard).toEqual({
      version: 1,
      verdict: "failed",
      targets: [
        {
          kind: "channel",
          id: "ch_2",
          name: "hotline",
          verdict: "failed",
          evidence: "`status` is `passed`.",
          total: 3,
          passed: 1,
          failed: 1,
          skipped: 0,
          other: 1,
          durationMs: 1500,
          reviews: ["rev_1"],
          reviewDetails: [{ id: "rev_1", state: "open" }],
          links: ["https://voice.example.com/1"],
          raw: "raw/channel-ch_2.json",
        },
        {
          kind: "channel",
          id: "ch_5",
          verdict: "unknown",
          evidence: "There is no response to read.",
          total: 0,
          passed: 0,
          failed: 0,
          skipped: 0,
          other: 0,
          reviews: [],
          error: "The service responded with 404.",
          raw: "",
        },
      ],
    });
  });

  it("has consistent counts", () => {
    expect(full.results.summary).toEqual({
      tests: 3,
      passed: 1,
      failed: 1,
      skipped: 0,
      pending: 1,
      other: 0,
      flaky: 1,
      start: 1773050400000,
      stop: 1773050584000,
      duration: 184000,
    });
  });
});

describe("counts", () => {
  const stated = (totals: Partial<typeof nothingStated | Record<string, number>>) => ({
    totals: { ...nothingStated, ...totals },
  });
  const counts = (outcome: TargetRun) => {
    const { total, passed, failed, skipped, other } = targetOf(outcome);
    return { total, passed, failed, skipped, other };
  };

  it("are those of the listed cases", () => {
    expect(counts(smoke({ a: "passed", b: "failed", c: "pending", d: "other", e: "skipped" }))).toEqual({
      total: 5,
      passed: 1,
      failed: 1,
      skipped: 1,
      other: 2,
    });
  });

  it("are the stated ones if not every case is listed", () => {
    const totals = stated({ total: 10, passed: 7, failed: 3 });
    expect(counts(batch("a", { verdict: "failed", ...totals }))).toEqual({
      total: 10,
      passed: 7,
      failed: 3,
      skipped: 0,
      other: 0,
    });
    const cases = [{ name: "only this", status: "skipped" }] as const;
    expect(counts(batch("a", { verdict: "failed", cases, ...totals })).total).toBe(11);
  });

  it("include unlisted cases as passed only if the target passed", () => {
    const totals = stated({ total: 10, failed: 2 });
    expect(counts(batch("a", { verdict: "failed", ...totals }))).toMatchObject({ passed: 0, other: 8 });
    expect(counts(batch("a", stated({ total: 10 })))).toMatchObject({ passed: 10, other: 0 });
    expect(counts(batch("a", { verdict: "unknown", ...stated({ total: 10 }) }))).toMatchObject({ other: 10 });
  });

  it("ignore numbers that count no cases", () => {
    const odd = stated({ total: Number.NaN, passed: -3, failed: 1.5, skipped: Number.POSITIVE_INFINITY });
    expect(counts(batch("a", odd))).toEqual({ total: 0, passed: 0, failed: 0, skipped: 0, other: 0 });
  });
});

describe("the verdict", () => {
  it("is the worst of the targets", () => {
    const of = (...verdicts: ("passed" | "failed" | "unknown")[]) => mostSevereVerdict(verdicts);
    expect(of("passed", "passed")).toBe("passed");
    expect(of("passed", "unknown", "passed")).toBe("unknown");
    expect(of("unknown", "failed", "passed")).toBe("failed");
    expect(of()).toBe("unknown");
  });

  it("of an incomplete run is not passed, but may be failed", () => {
    const error = "The run was cancelled.";
    expect(targetOf({ ...smoke({ a: "passed" }), error }).verdict).toBe("unknown");
    expect(targetOf({ ...smoke({ a: "failed" }), error }).verdict).toBe("failed");
    expect(targetOf(batch("a", { verdict: "passed", isRunning: true })).verdict).toBe("unknown");
  });
});
