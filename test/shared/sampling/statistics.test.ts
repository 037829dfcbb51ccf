import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasSignificantlyFewerPasses,
  passInterval,
  probabilityOfFewerPasses,
} from "../../../shared/sampling/statistics.ts";

const count = (passes: number, failures: number) => ({ passes, failures });

/** Passes and failures of now and before, and `fisher_exact(…, alternative="less")` of SciPy 1.17.1. */
const table: [number, number, number, number, number][] = JSON.parse(
  readFileSync(new URL("fisher.json", import.meta.url), "utf8"),
);

/** The number of ways to choose, exactly. */
function choices(all: number, chosen: number): bigint {
  if (chosen < 0 || chosen > all) return 0n;
  let ways = 1n;
  for (let each = 1; each <= chosen; each++) ways = (ways * BigInt(all - chosen + each)) / BigInt(each);
  return ways;
}

function exactly(passes: number, failures: number, passesBefore: number, failuresBefore: number): number {
  const runs = passes + failures;
  let few = 0n;
  for (let each = 0; each <= passes; each++)
    few += choices(passes + passesBefore, each) * choices(failures + failuresBefore, runs - each);
  const all = choices(runs + passesBefore + failuresBefore, runs);
  return Number((few * 10n ** 15n) / all) / 1e15;
}

describe("Fisher's exact test", () => {
  it("gives the probabilities of SciPy", () => {
    expect(table.length).toBeGreaterThan(200);
    for (const [passes, failures, before, failuresBefore, wanted] of table) {
      const found = probabilityOfFewerPasses(count(passes, failures), count(before, failuresBefore));
      expect(Math.abs(found - wanted), `${passes} ${failures} ${before} ${failuresBefore}`).toBeLessThan(
        1e-9,
      );
    }
  });

  it("gives the published probabilities of the lady tasting tea and of the studying students", () => {
    // Fisher's eight cups: all four, and at least three of four, found by chance.
    expect(probabilityOfFewerPasses(count(0, 4), count(4, 0))).toBeCloseTo(1 / 70, 12);
    expect(probabilityOfFewerPasses(count(1, 3), count(3, 1))).toBeCloseTo(17 / 70, 12);
    expect(probabilityOfFewerPasses(count(1, 9), count(11, 3))).toBeCloseTo(0.00137973, 8);
  });

  it("agrees with exact fractions, for any counts of 20 runs and 20 digests", () => {
    const passes = fc.nat({ max: 20 });
    const before = fc.nat({ max: 400 });
    fc.assert(
      fc.property(passes, passes, before, before, (a, b, c, d) => {
        expect(probabilityOfFewerPasses(count(a, b), count(c, d))).toBeCloseTo(exactly(a, b, c, d), 9);
      }),
    );
  });

  it("is less probable with fewer passes, and never with more failures before", () => {
    const some = fc.nat({ max: 30 });
    fc.assert(
      fc.property(some, some, some, some, (a, b, c, d) => {
        const probability = probabilityOfFewerPasses(count(a, b), count(c, d));
        expect(probabilityOfFewerPasses(count(a, b + 1), count(c, d))).toBeLessThanOrEqual(
          probability + 1e-12,
        );
        expect(probabilityOfFewerPasses(count(a, b), count(c, d + 1))).toBeGreaterThanOrEqual(
          probability - 1e-12,
        );
      }),
    );
  });

  it("is significant at exactly 5 %", () => {
    expect(exactly(0, 1, 19, 0)).toBe(0.05);
    expect(hasSignificantlyFewerPasses(count(0, 1), count(19, 0))).toBe(true);
    expect(hasSignificantlyFewerPasses(count(0, 1), count(18, 0))).toBe(false);
    expect(hasSignificantlyFewerPasses(count(0, 0), count(0, 0))).toBe(false);
  });
});

describe("the interval of a pass rate", () => {
  it("is Wilson's", () => {
    expect(passInterval(count(3, 0)).low).toBeCloseTo(0.4385, 4);
    expect(passInterval(count(5, 1)).low).toBeCloseTo(0.4365, 4);
    expect(passInterval(count(5, 1)).high).toBeCloseTo(0.9699, 4);
    // Newcombe (1998), table I.
    expect(passInterval(count(81, 182)).low).toBeCloseTo(0.2553, 4);
    expect(passInterval(count(81, 182)).high).toBeCloseTo(0.3662, 4);
    expect(passInterval(count(0, 20)).high).toBeCloseTo(0.1611, 4);
    expect(passInterval(count(0, 0))).toEqual({ low: 0, high: 1 });
  });

  it("contains the rate, and mirrors that of failures", () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.nat({ max: 400 }), (passes, failures) => {
        fc.pre(passes + failures > 0);
        const { low, high } = passInterval(count(passes, failures));
        const rate = passes / (passes + failures);
        expect(low).toBeLessThanOrEqual(rate + 1e-12);
        expect(high).toBeGreaterThanOrEqual(rate - 1e-12);
        expect(passInterval(count(failures, passes)).low).toBeCloseTo(1 - high, 12);
      }),
    );
  });
});
