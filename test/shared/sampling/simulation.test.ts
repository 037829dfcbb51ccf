import { describe, expect, it } from "vitest";
import { simulate } from "../../bench/simulation.ts";

describe("simulated pull requests whose cases pass 95 times in 100", () => {
  const rounds = 400;

  it("in batches of their own are seldom red with 4 of 7, and a broken case is still caught", () => {
    const policy = { runs: 7, passes: 4, runAgain: "failed" } as const;
    const found = simulate({ policy, layout: "own batches", rounds, seed: 1 });
    expect(found.falseReds).toBeLessThan(0.05);
    expect(found.calledNew).toBeLessThan(0.03);
    expect(found.runsPerTarget).toBeLessThan(1.35);
    expect(found.caught.get(0)).toBe(1);
    expect(found.caught.get(0.2)).toBeGreaterThan(0.7);
  });

  it("in one batch are seldom red with 2 of 5, and a broken case is still caught", () => {
    const policy = { runs: 5, passes: 2, runAgain: "failed" } as const;
    const found = simulate({ policy, layout: "one batch", rounds, seed: 1 });
    expect(found.falseReds).toBeLessThan(0.03);
    expect(found.calledNew).toBeLessThan(0.03);
    expect(found.runsPerTarget).toBeLessThan(3.8);
    expect(found.caught.get(0)).toBe(1);
    expect(found.caught.get(0.2)).toBeGreaterThan(0.64);
  });

  it("are almost always red with one run", () => {
    const policy = { runs: 1, passes: 1, runAgain: "failed" } as const;
    const found = simulate({ policy, layout: "one batch", rounds, seed: 1 });
    expect(found.falseReds).toBeGreaterThan(0.98);
    expect(found.runsPerTarget).toBe(1);
  });
});
