import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { baseCodec, digest, parseDigest } from "../../../shared/report/digest.ts";
import type { Report } from "../../../shared/report/model.ts";
import { expectRoundTrip } from "../../support/codec.ts";
import { batch, countsOfChanges, document, smoke } from "./support.ts";

function manyFailing(count: number): Report {
  const cases = Array.from(
    { length: count },
    (_, index): Case => ({ name: `case ${index}`, status: "failed" }),
  );
  return document(batch("smoke", { verdict: "failed", cases }));
}

describe("a digest", () => {
  it("fits 6,000 failing cases and more into 60,000 bytes, and recognises each of them", () => {
    for (const count of [6000, 7400]) {
      const report = manyFailing(count);
      const text = digest(report) ?? "";
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
      expect(countsOfChanges(report, report)).toMatchObject({ newFailures: 0, stillFailing: count });
    }
  });

  it("is not made if the failing cases do not fit, because half a base would call old failures new", () => {
    expect(digest(manyFailing(8000))).toBeUndefined();
  });

  it("drops other names first", () => {
    const cases = Array.from({ length: 9000 }, (_, index): Case => ({ name: `${index}`, status: "passed" }));
    const before = document(batch("smoke", { cases: [{ name: "a", status: "failed" }, ...cases] }));
    const result = countsOfChanges(before, document(smoke({ a: "passed", comes: "failed" })));
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

  it("is read back as written", () => {
    expectRoundTrip(baseCodec);
  });

  it("is read back, and any other text is not a base", () => {
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

  it("gives similar names different keys", () => {
    const names = new Set<string>();
    for (let index = 0; index < 7000; index++) names.add(`case ${index}`);
    const cases = [...names].map((name): Case => ({ name, status: "failed" }));
    const text = digest(document(batch("smoke", { verdict: "failed", cases }))) ?? "";
    const keys = (text.split(".")[1] ?? "").match(/.{8}/g) ?? [];
    expect(new Set(keys).size).toBe(7000);
    // Every one of the 48 bits is set about half of the time.
    for (let place = 0; place < 8; place++) {
      const letters = new Map<string, number>();
      for (const key of keys) letters.set(key[place] ?? "", (letters.get(key[place] ?? "") ?? 0) + 1);
      expect(letters.size).toBe(64);
      expect(Math.max(...letters.values())).toBeLessThan(180);
    }
  });
});
