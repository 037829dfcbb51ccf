import { describe, expect, it } from "vitest";
import { inFolder, merge } from "../../../shared/report/merge.ts";
import { reportFrom } from "./outcomes.ts";
import { batch, expectValidCtrf, run, smoke } from "./support.ts";

describe("reports that are merged", () => {
  const first = reportFrom([smoke({ a: "passed", b: "pending" })], { startedAt: 1000, stoppedAt: 5000 });
  const second = reportFrom([batch("nightly", { verdict: "failed" })], { startedAt: 3000, stoppedAt: 9000 });

  it("become one, in their order, over the whole time", () => {
    const merged = merge([inFolder(first, "shard-1"), inFolder(second, "shard-2")]);
    expectValidCtrf(merged);
    expect(merged?.results.extra.callboard.verdict).toBe("failed");
    expect(merged?.results.extra.callboard.targets.map(target => target.raw)).toEqual([
      "shard-1/raw/batch-smoke.json",
      "shard-2/raw/batch-nightly.json",
    ]);
    expect(merged?.results.summary).toMatchObject({
      tests: 2,
      passed: 1,
      pending: 1,
      other: 0,
      start: 1000,
      stop: 9000,
    });
  });

  it("count a target twice that ran twice, and its pending cases once each", () => {
    const merged = merge([first, first]);
    expect(merged?.results.summary).toMatchObject({ tests: 4, pending: 2, other: 0 });
  });

  it("are cancelled when one of them was", () => {
    const cancelled = reportFrom([smoke({ a: "passed" })], { ...run, cancelled: true });
    expect(cancelled.results.extra.callboard.verdict).toBe("unknown");
    const merged = merge([first, cancelled]);
    expect(merged?.results.extra.callboard).toMatchObject({ cancelled: true, verdict: "unknown" });
    expectValidCtrf(merged);
  });
});
