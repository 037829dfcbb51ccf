import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/json.ts";
import type { Case, Reading } from "../../../../shared/report/model.ts";
import { read } from "../../../../shared/report/read.ts";
import { comparePayloads, payloadsFolder } from "../../../payloads/run.ts";
import { shapes } from "./shapes.ts";
import { traps } from "./traps.ts";

function reading(response: JsonObject): Reading {
  return read(response, { operation: "createChannelReport" });
}

function onlyCase(response: JsonObject): Case | undefined {
  return reading(response).cases[0];
}

describe("each trap is read as a person reads it", () => {
  it.each(traps.map(trap => [trap.trap, trap] as const))(
    "%s",
    (_, { response, verdict, running, totals, cases }) => {
      const found = reading(response);
      expect([found.verdict, found.evidence]).toEqual([verdict, expect.any(String)]);
      expect(found.running).toBe(running ?? false);
      if (totals !== undefined) expect(found.totals).toMatchObject(totals);
      if (cases !== undefined) {
        expect(found.cases.map(({ name, status }) => [name, status]).sort()).toEqual([...cases].sort());
      }
    },
  );
});

describe("other shapes get an honest verdict", () => {
  it.each(
    shapes.map(
      ([verdicts, response]) => [JSON.stringify(response).slice(0, 120), verdicts, response] as const,
    ),
  )("%s: %s", (_, verdicts, response) => {
    const { verdict, evidence } = reading(response);
    expect(verdicts.split("|"), evidence).toContain(verdict);
  });
});

describe.skipIf(payloadsFolder === null)("the responses of comparable systems", () => {
  const all = payloadsFolder === null ? [] : comparePayloads(payloadsFolder);
  const right = (column: "verdict" | "totals" | "names"): number => {
    const stated = all.filter(one => one[column] !== "-");
    return stated.filter(one => one[column] !== "wrong").length / Math.max(1, stated.length);
  };

  it("are never read as passed when they are not", () => {
    expect(all.filter(one => one.falseGreen).map(({ name }) => name)).toEqual([]);
  });

  it("are mostly read right", () => {
    expect(right("verdict")).toBeGreaterThanOrEqual(28 / 30);
    expect(right("totals")).toBeGreaterThanOrEqual(0.8);
    expect(right("names")).toBeGreaterThanOrEqual(0.8);
  });
});

describe("the evidence", () => {
  it("names the path and the value", () => {
    const response = {
      results: [
        { name: "a", status: "passed" },
        { name: "b", status: "failed" },
      ],
    };
    expect(reading(response).evidence).toBe("`results[1].status` is `failed`.");
  });

  it("names both sides of a contradiction", () => {
    const { evidence } = reading({ verdict: "passed", summary: { failed: 2, passed: 1 } });
    expect(evidence).toBe("`verdict` is `passed`, but `summary.failed` is `2`.");
  });

  it("says what was looked for when there is nothing", () => {
    expect(reading({ id: "x" }).evidence).toMatch(/no verdict, no count .* no list of cases/);
  });

  it("says what the call's success may mean", () => {
    expect(reading({ status: "success" }).evidence).toMatch(
      /`status` is `success`, which may only say that the call/,
    );
  });

  it("stays one short line whatever the response holds", () => {
    const hostile = `fail\n\`x\` ${"y".repeat(5000)}`;
    const { evidence } = reading({ [hostile]: { status: "failed" }, verdict: "passed", error: hostile });
    expect(evidence.length).toBeLessThan(700);
    expect(evidence).not.toContain("\n");
    expect((evidence.match(/`/g) ?? []).length % 2).toBe(0);
  });
});

describe("the details of a case", () => {
  it("takes the duration's unit from its name", () => {
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

  it("takes a name without a unit for seconds where a fraction shows it", () => {
    const { cases } = reading({
      tests: [
        { name: "a", status: "passed", duration: 2 },
        { name: "b", status: "passed", duration: 0.5 },
      ],
    });
    expect(cases.map(({ durationMs }) => durationMs)).toEqual([2000, 500]);
  });

  it("gives the message of what did not pass, from wherever it is", () => {
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

  it("links to web addresses only", () => {
    const url = (value: string): string | undefined =>
      onlyCase({ tests: [{ name: "a", status: "passed", url: value }] })?.url;
    expect(url("https://service.invalid/1")).toBe("https://service.invalid/1");
    expect(url("javascript:alert(1)")).toBeUndefined();
    expect(url("file:///etc/passwd")).toBeUndefined();
  });

  it("tells suites, file, line, retries and flakiness", () => {
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

  it("names a case by what explains its id, or by its place", () => {
    const { cases } = reading({
      results: [{ scenario_id: "s1", status: "passed" }, { status: "passed" }],
      scenarios: [{ id: "s1", name: "Pays by card" }],
    });
    expect(cases.map(({ name }) => name)).toEqual(["Pays by card", "results[1]"]);
  });
});

describe("beside verdict and cases", () => {
  it("finds the run's links, duration and reviews", () => {
    const response = {
      report_url: "https://service.invalid/r/1",
      duration_ms: 1500,
      status: "passed",
      results: [{ name: "a", status: "passed", reviewId: "rev_1" }],
      config: { reviews: [{ id: "rev_2" }] },
    };
    expect(reading(response)).toMatchObject({
      links: ["https://service.invalid/r/1"],
      durationMs: 1500,
      reviews: ["rev_1", "rev_2"],
    });
  });
});
