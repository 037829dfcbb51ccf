import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { Evidence } from "../../../shared/reading/evidence.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Case, Verdict } from "../../../shared/reading/reading.ts";
import { comparePayloads } from "../../payloads/run.ts";

function onlyCase(response: JsonObject): Case | undefined {
  return readResponse(response).cases[0];
}

function evidenceOf(response: JsonObject): Evidence {
  return readResponse(response).evidence;
}

describe("the responses of comparable systems", () => {
  const all = comparePayloads();
  const right = (column: "verdict" | "totals" | "names"): number => {
    const stated = all.filter(one => one[column] !== "-");
    return stated.filter(one => one[column] !== "wrong").length / Math.max(1, stated.length);
  };

  it("never read as passed if a person reads otherwise", () => {
    expect(all.filter(one => one.falseGreen).map(({ name }) => name)).toEqual([]);
  });

  it("mostly read right", () => {
    expect(right("verdict")).toBeGreaterThanOrEqual(28 / 30);
    expect(right("totals")).toBeGreaterThanOrEqual(0.8);
    expect(right("names")).toBeGreaterThanOrEqual(0.8);
  });
});

describe("evidence", () => {
  it("is a path, a value and its meaning", () => {
    const response = {
      results: [
        { name: "a", status: "passed" },
        { name: "b", status: "failed" },
      ],
    };
    expect(evidenceOf(response)).toEqual({
      basis: {
        kind: "facts",
        facts: [{ path: "results[1].status", name: "status", value: "failed", status: "failed" }],
      },
      notes: [],
    });
  });

  it("has both sides of a contradiction, and the remedy", () => {
    expect(evidenceOf({ verdict: "passed", summary: { failed: 2, passed: 1 } })).toEqual({
      remedy: { by: "pass-when" },
      basis: {
        kind: "facts",
        facts: [{ path: "verdict", name: "verdict", value: "passed", status: "passed" }],
      },
      objection: {
        kind: "facts",
        facts: [{ path: "summary.failed", name: "failed", value: 2, status: "failed" }],
      },
      notes: [],
    });
  });

  it("cuts a long text", () => {
    const long = `fail ${"y".repeat(100_000)}`;
    const evidence = evidenceOf({ [long]: { status: "failed" }, verdict: "passed", error: long });
    expect(JSON.stringify(evidence).length).toBeLessThan(5000);
  });
});

describe("the details of a case", () => {
  it("takes the unit of its duration from the field's name", () => {
    const durations = [
      [{ durationMs: 1200 }, 1200],
      [{ duration_seconds: 1.2 }, 1200],
      [{ "elapsed-in-nanos": 1_200_000_000 }, 1200],
      [{ durationInMinutes: 2 }, 120_000],
      [{ duration: "1.2s" }, 1200],
      [{ duration: "1m 30s" }, 90_000],
      [{ duration: "00:01:03" }, 63_000],
      [{ duration: "PT3S" }, 3000],
      [{ duration: 1200 }, 1200],
      [{ run_time: 0.25 }, 250],
      [{ started_at: "2024-01-01T00:00:00Z", finished_at: "2024-01-01T00:00:02Z" }, 2000],
      [{ start: 1_700_000_000, end: 1_700_000_004 }, 4000],
      [{ duration: "a while" }, undefined],
      [{ duration: -1 }, undefined],
    ] as const;
    for (const [fields, milliseconds] of durations) {
      expect(onlyCase({ tests: [{ name: "a", status: "passed", ...fields }] })?.durationMs).toBe(
        milliseconds,
      );
    }
  });

  it("takes a fractional duration without a unit for seconds", () => {
    const { cases } = readResponse({
      tests: [
        { name: "a", status: "passed", duration: 2 },
        { name: "b", status: "passed", duration: 0.5 },
      ],
    });
    expect(cases.map(({ durationMs }) => durationMs)).toEqual([2000, 500]);
  });

  it("include the message of a case that did not pass, wherever it is", () => {
    const messages = [
      { error: "no" },
      { error: { message: "no", stack: "at x" } },
      { failureMessages: ["no"] },
      { err: { text: "no" } },
      { steps: [{ status: "passed" }, { status: "failed", error: { message: "no" } }] },
      { messages: [{ judge: { status: "fail", failureReason: "no" } }] },
    ];
    for (const fields of messages)
      expect(onlyCase({ tests: [{ name: "a", status: "failed", ...fields }] })?.message).toBe("no");
    expect(onlyCase({ tests: [{ name: "a", status: "passed", message: "fine" }] })).not.toHaveProperty(
      "message",
    );
  });

  it("include links to web addresses only", () => {
    const url = (value: string): string | undefined =>
      onlyCase({ tests: [{ name: "a", status: "passed", url: value }] })?.url;
    expect(url("https://service.invalid/1")).toBe("https://service.invalid/1");
    expect(url("javascript:alert(1)")).toBeUndefined();
    expect(url("file:///etc/passwd")).toBeUndefined();
  });

  it("include suites, file, line, retries and flakiness", () => {
    const response = {
      suites: [
        {
          name: "checkout",
          specs: [
            {
              title: "pays",
              file: "pay.ts",
              line: 7,
              status: "passed",
              attempts: [{ status: "failed" }, { status: "passed" }],
            },
          ],
        },
      ],
    };
    expect(onlyCase(response)).toEqual({
      name: "pays",
      status: "passed",
      rawStatus: "passed",
      suite: ["checkout"],
      file: "pay.ts",
      line: 7,
      retries: 1,
      flaky: true,
    });
  });
});

describe("the run itself", () => {
  const passed = { name: "Pays by card", status: "passed" };
  const failed = { name: "Asks for a refund", status: "failed" };
  const undecided = { name: "Spells her name", status: "needs review" };
  const missed = [{ name: "p95", passed: false }];

  it.each<[string, JsonObject, Verdict, Verdict | null]>([
    ["failed where it says so and lists no case", { status: "failed" }, "failed", null],
    ["is unknown where it ended and says no more", { status: "completed" }, "unknown", null],
    ["passed where both did", { status: "passed", tests: [passed] }, "passed", "passed"],
    ["failed where all cases passed", { status: "failed", tests: [passed] }, "failed", "passed"],
    ["passed where only a case failed", { tests: [passed, failed] }, "passed", "failed"],
    ["passed where it failed with a case", { status: "failed", tests: [passed, failed] }, "passed", "failed"],
    ["passed where it counts the failed case", { failed: 1, tests: [passed, failed] }, "passed", "failed"],
    ["failed where it counts further failures", { failed: 3, tests: [passed, failed] }, "failed", "failed"],
    [
      "failed where it missed a threshold, too",
      { tests: [passed, failed], thresholds: missed },
      "failed",
      "failed",
    ],
    [
      "failed beside an undecided case",
      { status: "failed", tests: [passed, undecided] },
      "failed",
      "unknown",
    ],
    [
      "is unknown where a case contradicts it",
      { status: "passed", tests: [passed, failed] },
      "unknown",
      "failed",
    ],
    [
      "is unknown where it contradicts itself",
      { status: "passed", failed: 1, tests: [passed] },
      "unknown",
      "passed",
    ],
    ["is unknown where cases are on another page", { tests: [passed], has_more: true }, "unknown", "passed"],
    [
      "is unknown where a case failed and others are on another page",
      { tests: [passed, failed], has_more: true },
      "unknown",
      "failed",
    ],
    [
      "is unknown while it runs, whatever failed",
      { status: "running", tests: [passed, failed] },
      "unknown",
      "failed",
    ],
    ["passed beside an undecided case", { tests: [passed, undecided] }, "passed", "unknown"],
    [
      "passed beside an undecided case that it counts",
      { total: 2, passed: 1, failed: 0, inconclusive: 1, tests: [passed, undecided] },
      "passed",
      "unknown",
    ],
    [
      "passed beside an undecided case and a failed one",
      { tests: [passed, undecided, failed] },
      "passed",
      "failed",
    ],
  ])("%s", (_, response, runVerdict, casesVerdict) => {
    expect(readResponse(response)).toMatchObject({ runVerdict, casesVerdict });
  });
});

describe("next to verdict and cases", () => {
  it("has links and a duration", () => {
    const response = {
      report_url: "https://service.invalid/r/1",
      duration_ms: 1500,
      status: "passed",
      results: [{ name: "a", status: "passed" }],
    };
    expect(readResponse(response)).toMatchObject({
      links: ["https://service.invalid/r/1"],
      durationMs: 1500,
    });
  });
});
