import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import { merge } from "../../../shared/report/merge.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { targetResult } from "../../../shared/report/report.ts";
import { parseReport, ReportError, reportJson } from "../../../shared/report/report-json.ts";
import { responses } from "../reading/table.ts";
import { hostileDocument } from "./hostile.ts";
import { batch, document, smoke } from "./support.ts";

/** Any field of a report, for a test to change. */
type Fields = { [name: string]: Fields & Fields[] & JsonValue };

const green = document(smoke({ a: "passed", b: "passed" }), batch("nightly"));
const red = document(smoke({ a: "passed", b: "failed" }), batch("nightly"));

function changed(report: Report, change: (results: Fields) => void): string {
  const copy = JSON.parse([...reportJson(report)].join(""));
  change(copy.results);
  return JSON.stringify(copy);
}

/** The report as the merge job reads it, beside a passed one. */
function merged(part: string): Report["results"]["extra"]["callboard"] {
  const report = merge([parseReport(part), document(batch("other"))]);
  if (report === undefined) throw new Error("Nothing was merged.");
  return report.results.extra.callboard;
}

function verdictOf(part: string): string {
  try {
    return merged(part).verdict;
  } catch (error) {
    if (error instanceof ReportError) return "refused";
    throw error;
  }
}

const asked = { name: "Asks for a refund", status: "needs review" };

function outcomeOf(more: { readonly tests: JsonObject[] }): TargetRun {
  const response = { status: "passed", ...more };
  return { kind: "batch", id: "smoke", raw: "", reading: readResponse(response) };
}

it("cases of one name wait for reviews only if each has its own review", () => {
  const waits = (...tests: JsonObject[]) => targetResult(outcomeOf({ tests })).waitsForReviews;
  const [one, other] = ["one", "other"].map(id => ({ ...asked, review: { id } }));
  expect(waits({ ...asked, review: { id: "one" } })).toBe(true);
  expect(waits({ ...one, ...asked }, { ...other, ...asked })).toBe(true);
  expect(waits({ ...one, ...asked }, asked)).toBeUndefined();
});

it.each([
  ["undecided", true],
  ["needs review", true],
  ["completed", true],
  ["cancelled", undefined],
  ["completed partially", undefined],
  ["timed out", undefined],
])("a run that is %j waits for the reviews of its cases: %j", (status, waits) => {
  const waiting = { ...asked, review: { id: "r" } };
  for (const tests of [[waiting], [waiting, { name: "Pays by card", status: "passed" }]]) {
    const outcome = {
      kind: "batch",
      id: "smoke",
      raw: "",
      reading: readResponse({ status, tests }),
    } as const;
    expect(targetResult(outcome).waitsForReviews).toBe(waits);
  }
});

const target = (results: Fields) => results["extra"]?.["callboard"]?.["targets"]?.[0] as Fields;
const summary = (results: Fields) => results["summary"] as Fields;

describe("a report that contradicts itself has not passed", () => {
  it.each<[string, (results: Fields) => void, RegExp]>([
    [
      "failed cases of a target that has passed",
      results => {
        Object.assign(target(results), { passed: 0, failed: 2 });
        Object.assign(summary(results), { passed: 0, failed: 2 });
        for (const test of results["tests"] ?? []) Object.assign(test, { status: "failed" });
      },
      /^The report contradicts itself: this target passed, but 2 of its cases failed\. Was the file changed/,
    ],
    [
      "undecided cases",
      results => {
        Object.assign(target(results), { passed: 1, other: 1 });
        Object.assign(summary(results), { passed: 1, pending: 1 });
        Object.assign(results["tests"]?.[0] as object, { status: "pending" });
      },
      /1 of its cases is undecided/,
    ],
    [
      "cases none of which has passed",
      results => {
        Object.assign(target(results), { passed: 0, skipped: 2 });
        Object.assign(summary(results), { passed: 0, skipped: 2 });
        for (const test of results["tests"] ?? []) Object.assign(test, { status: "skipped" });
      },
      /none of its cases did/,
    ],
    ["counts that do not add up", results => Object.assign(target(results), { total: 5 }), /do not add up/],
    [
      "an error",
      results => Object.assign(target(results), { error: "Not found." }),
      /could not be run to the end/,
    ],
    [
      "a failed case among those that it counts as passed",
      results => Object.assign(results["tests"]?.[1] as object, { status: "failed" }),
      /counts 0 failed cases, but lists 1/,
    ],
    [
      "more cases than it counts",
      results => results["tests"]?.push(results["tests"][0] as never),
      /counts 2 cases, but lists 3/,
    ],
    ["failures in its summary", results => Object.assign(summary(results), { failed: 3 }), /counts differ/],
    [
      "a verdict that none of its targets explains",
      results => Object.assign(results["extra"]?.["callboard"] as object, { verdict: "unknown" }),
      /all of its targets passed, but the report did not/,
    ],
    [
      "one target less",
      results => results["extra"]?.["callboard"]?.["targets"]?.shift(),
      /none of its targets/,
    ],
    [
      "one target and its cases less",
      results => {
        results["extra"]?.["callboard"]?.["targets"]?.shift();
        results["tests"]?.splice(0);
      },
      /its counts differ from the sums of its targets' counts/,
    ],
  ])("%s", (_, change, says) => {
    expect(verdictOf(changed(green, () => {}))).toBe("passed");
    const { verdict, targets } = merged(changed(green, change));
    expect(verdict).toBe("unknown");
    const doubted = targets.filter(target => target.verdict === "unknown");
    expect(doubted.length).toBeGreaterThan(0);
    expect(doubted.map(({ evidence }) => evidence).join("\n")).toMatch(says);
  });

  it.each<[string, (results: Fields) => void]>([
    ["has no review", results => Object.assign(target(results), { reviews: [], reviewDetails: [] })],
    [
      "has one that is settled",
      results => Object.assign(target(results)["reviewDetails"]?.[0] as object, { state: "settled" }),
    ],
    ["has more undecided cases", results => Object.assign(target(results), { other: 2 })],
    ["has failed", results => Object.assign(target(results), { verdict: "failed" })],
    ["could not be run to the end", results => Object.assign(target(results), { error: "Not found." })],
  ])("and does not wait for reviews if it %s", (_, change) => {
    const waiting = changed(document(outcomeOf({ tests: [{ ...asked, review: { id: "r" } }] })), () => {});
    expect(merged(waiting).targets[0]?.waitsForReviews).toBe(true);
    expect(merged(changed(parseReport(waiting), change)).targets[0]?.waitsForReviews).toBeUndefined();
  });

  it("even without its targets", () => {
    const without = (report: Report, ...more: string[]) =>
      changed(report, results => {
        Object.assign(results["extra"]?.["callboard"] as object, { targets: [] });
        for (const name of more) results[name]?.splice(0);
      });
    const lost = merged(without(green));
    expect(lost.verdict).toBe("unknown");
    expect(lost.targets.map(({ id, error }) => [id, error])).toEqual([
      ["other", undefined],
      [
        "report 1",
        "This report has a verdict or cases, but no target: was the file changed after it was written?",
      ],
    ]);
    expect(verdictOf(without(green, "tests"))).toBe("unknown");
    expect(verdictOf(without(red, "tests"))).toBe("failed");
  });

  it("an unknown verdict, count or answer is refused", () => {
    const callboard = (results: Fields) => results["extra"]?.["callboard"] as Fields;
    for (const cancelled of ["true", "yes", 1, {}, []]) {
      expect(verdictOf(changed(green, results => Object.assign(callboard(results), { cancelled })))).toBe(
        "refused",
      );
    }
    const stopped = changed(green, results => Object.assign(callboard(results), { cancelled: true }));
    expect(merged(stopped)).toMatchObject({ verdict: "unknown", cancelled: true });
    for (const passed of [1e308, 1.5, -1, "2", null, Number.MAX_VALUE]) {
      expect(verdictOf(changed(green, results => Object.assign(target(results), { passed })))).toBe(
        "refused",
      );
    }
    const huge = changed(green, results => Object.assign(target(results), { passed: "huge" }));
    expect(verdictOf(huge.replace('"huge"', "1e999"))).toBe("refused");
  });
});

it("no single change to a red report makes it green", () => {
  const paths: (string | number)[][] = [];
  const collect = (value: unknown, path: (string | number)[]): void => {
    if (path.length > 0) paths.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  collect(JSON.parse(changed(red, () => {})).results, []);
  const instead = [
    undefined,
    null,
    "passed",
    "",
    "x",
    0,
    1,
    2,
    1e17,
    true,
    false,
    [],
    {},
    "skipped",
    "other",
  ] as const;
  for (const path of paths) {
    for (const value of instead) {
      const part = changed(red, results => {
        const holder = path
          .slice(0, -1)
          .reduce<unknown>((at, name) => Reflect.get(Object(at), name), results);
        Object.assign(Object(holder), { [path.at(-1) ?? ""]: value });
      });
      expect(verdictOf(part), `${path.join(".")}: ${value}`).not.toBe("passed");
    }
  }
});

describe("a report that Callboard wrote does not contradict itself:", () => {
  it("a passed reading stays passed", () => {
    let passed = 0;
    for (const response of responses) {
      const reading = readResponse(response);
      const part = [...reportJson(document(batch("b", reading)))].join("");
      expect(verdictOf(part), JSON.stringify(response)).toBe(reading.verdict);
      if (reading.verdict === "passed") passed += 1;
    }
    expect(passed).toBeGreaterThan(20);
  });

  it("a failed or unknown reading stays so, whatever it contains", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        const { verdict } = report.results.extra.callboard;
        const after = verdictOf([...reportJson(report)].join(""));
        expect(after).toBe(verdict === "passed" && after !== "passed" ? "unknown" : verdict);
      }),
    );
  });

  it("`pass-when` may pass a target with failures, which is its purpose", () => {
    const evidence = {
      basis: { kind: "pass-when", isPass: true },
      notes: [],
    } as const;
    const cases = [
      { name: "a", status: "failed" },
      { name: "b", status: "other" },
    ] as const;
    const report = document(batch("smoke", { verdict: "passed", evidence, cases }));
    const part = [...reportJson(report)].join("");
    expect(merged(part)).toMatchObject({ verdict: "passed", targets: [{ passWhen: true, failed: 1 }, {}] });
    // An expression's pass applies to its own target only.
    const another = part.replace('"passWhen": true', '"passWhen": "true"');
    expect(verdictOf(another)).toBe("unknown");
    const more = changed(report, results => Object.assign(target(results), { failed: 5 }));
    expect(verdictOf(more)).toBe("unknown");
  });
});
