import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, digest, parseDigest } from "../../../../shared/report/comparison.ts";
import type { Case, Report } from "../../../../shared/report/model.ts";
import { batch, document, smoke } from "./support.ts";

function changes(before: Report, now: Report) {
  const base = parseDigest(digest(before) ?? "none");
  if (base === undefined) throw new Error("no base");
  const { newFailures, fixed, stillFailing, newCases, vanished } = compare(base, now);
  return { newFailures, fixed, stillFailing, newCases, vanished };
}

/** Cases of one name, as a parameterised test makes them. */
function repeated(...statuses: Case["status"][]): Report {
  const cases = statuses.map(status => ({ name: "pays", status }));
  return document(batch("smoke", { verdict: statuses.includes("failed") ? "failed" : "passed", cases }));
}

function manyFailing(count: number): Report {
  const cases = Array.from(
    { length: count },
    (_, index): Case => ({ name: `case ${index}`, status: "failed" }),
  );
  return document(batch("smoke", { verdict: "failed", cases }));
}

const nothing = { newFailures: 0, fixed: 0, stillFailing: 0, newCases: 0, vanished: 0 };

describe("against a base", () => {
  it("failures are new, fixed or still there, and cases new or gone", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed", goes: "passed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "passed" }));
    expect(changes(before, now)).toEqual({
      newFailures: 1,
      fixed: 1,
      stillFailing: 1,
      newCases: 1,
      vanished: 1,
    });
    expect(changes(now, now)).toEqual({ ...nothing, stillFailing: 2 });
  });

  it("a new case that fails is a new failure, and a skipped one is not fixed", () => {
    expect(changes(document(smoke({})), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
      newCases: 1,
    });
    expect(changes(document(smoke({ a: "failed" })), document(smoke({ a: "skipped" })))).toEqual(nothing);
    expect(changes(document(smoke({ a: "other" })), document(smoke({ a: "failed" })))).toMatchObject({
      newFailures: 1,
    });
  });

  it("the same name in another target or another suite is another case", () => {
    const inOther = document(
      batch("nightly", { cases: [{ name: "a", status: "failed" }], verdict: "failed" }),
    );
    expect(changes(document(smoke({ a: "failed" })), inOther)).toMatchObject({ newFailures: 1, vanished: 1 });
    const grouped = (suite: string[]) =>
      document(batch("smoke", { verdict: "failed", cases: [{ name: "a", status: "failed", suite }] }));
    expect(changes(grouped(["x", "y"]), grouped(["xy"]))).toMatchObject({ newFailures: 1 });
  });

  it("of several cases of one name only the number that fails counts, not which", () => {
    const one = repeated("failed", "passed", "passed");
    expect(changes(one, repeated("passed", "passed", "failed"))).toEqual({ ...nothing, stillFailing: 1 });
    expect(changes(one, repeated("failed", "failed", "passed"))).toEqual({
      ...nothing,
      newFailures: 1,
      stillFailing: 1,
    });
    expect(changes(one, repeated("passed", "passed", "passed"))).toEqual({ ...nothing, fixed: 1 });
    expect(changes(one, repeated("passed", "failed"))).toEqual({ ...nothing, stillFailing: 1, vanished: 1 });
    expect(changes(one, repeated("failed", "passed", "passed", "passed"))).toMatchObject({ newCases: 1 });
  });

  it("a red target that lists no case is a failure too", () => {
    const green = document(batch("smoke"));
    const red = document(batch("smoke", { verdict: "failed" }));
    expect(changes(green, red)).toEqual({ ...nothing, newFailures: 1 });
    expect(changes(red, red)).toEqual({ ...nothing, stillFailing: 1 });
    expect(changes(red, green)).toEqual({ ...nothing, fixed: 1 });
  });

  it("a target that could not be run is not compared", () => {
    const failed = document({ kind: "batch", id: "smoke", raw: "", error: "Not found." });
    expect(changes(document(batch("smoke")), failed)).toEqual(nothing);
  });

  it("says of each case whether it failed anew or was fixed", () => {
    const before = document(smoke({ breaks: "passed", heals: "failed", stays: "failed" }));
    const now = document(smoke({ breaks: "failed", heals: "passed", stays: "failed", comes: "failed" }));
    const base = parseDigest(digest(before) ?? "");
    const comparison = base && compare(base, now);
    const named = (picks: ((test: (typeof now.results.tests)[number]) => boolean) | undefined) =>
      now.results.tests.filter(test => picks?.(test)).map(test => test.name);
    expect(named(comparison?.isNewFailure)).toEqual(["breaks", "comes"]);
    expect(named(comparison?.isFixed)).toEqual(["heals"]);
  });
});

describe("a digest", () => {
  it("fits in 60,000 bytes with 6,000 failing cases and more, and knows each of them again", () => {
    for (const count of [6000, 7400]) {
      const report = manyFailing(count);
      const text = digest(report) ?? "";
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
      expect(changes(report, report)).toMatchObject({ newFailures: 0, stillFailing: count });
    }
  });

  it("is not made when the failing cases do not fit: half a base would call old failures new", () => {
    expect(digest(manyFailing(8000))).toBeUndefined();
  });

  it("gives up the other names first", () => {
    const cases = Array.from({ length: 9000 }, (_, index): Case => ({ name: `${index}`, status: "passed" }));
    const before = document(batch("smoke", { cases: [{ name: "a", status: "failed" }, ...cases] }));
    const result = changes(before, document(smoke({ a: "passed", comes: "failed" })));
    expect(result).toEqual({
      newFailures: 1,
      fixed: 1,
      stillFailing: 0,
      newCases: undefined,
      vanished: undefined,
    });
  });

  it("stays as it is in any text", () => {
    expect(digest(document(smoke({ a: "failed", b: "passed" })))).toMatch(/^1\.[\w-]{8}\.[\w-]{8}$/);
  });

  it("is read back, and anything else is no base", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.json(),
          fc.string().map(text => `1.${text}.-`),
        ),
        text => {
          const base = parseDigest(text);
          if (base !== undefined) expect(text).toMatch(/^\s*1\./);
        },
      ),
    );
    expect(parseDigest("1.abc.-")).toBeUndefined();
    expect(parseDigest("2.abcdefgh.-")).toBeUndefined();
    expect(parseDigest(" 1..- \n")).toEqual({ failed: new Set() });
    expect(parseDigest(`1.${"abcdefgh".repeat(1_000_000)}.-`)).toBeUndefined();
  });

  it("gives names that differ little keys that differ", () => {
    const names = new Set<string>();
    for (let index = 0; index < 7000; index++) names.add(`case ${index}`);
    const cases = [...names].map((name): Case => ({ name, status: "failed" }));
    const text = digest(document(batch("smoke", { verdict: "failed", cases }))) ?? "";
    const keys = (text.split(".")[1] ?? "").match(/.{8}/g) ?? [];
    expect(new Set(keys).size).toBe(7000);
    // Every one of the 48 bits is set about as often as not.
    for (let place = 0; place < 8; place++) {
      const letters = new Map<string, number>();
      for (const key of keys) letters.set(key[place] ?? "", (letters.get(key[place] ?? "") ?? 0) + 1);
      expect(letters.size).toBe(64);
      expect(Math.max(...letters.values())).toBeLessThan(180);
    }
  });
});
