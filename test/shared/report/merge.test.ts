import { describe, expect, it } from "vitest";
import { merge, withRawPathsUnder } from "../../../shared/report/merge.ts";
import { reportFrom } from "./readings.ts";
import { batch, expectValidCtrf, runFacts, smoke } from "./support.ts";

describe("merged reports", () => {
  const first = reportFrom([smoke({ a: "passed", b: "pending" })], { startedAt: 1000, stoppedAt: 5000 });
  const second = reportFrom([batch("nightly", { verdict: "failed" })], { startedAt: 3000, stoppedAt: 9000 });

  it("become one, in their order, over their whole time", () => {
    const merged = merge([withRawPathsUnder(first, "shard-1"), withRawPathsUnder(second, "shard-2")]);
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

  it("are cancelled if one of them was", () => {
    const cancelled = reportFrom([smoke({ a: "passed" })], { ...runFacts, cancelled: true });
    expect(cancelled.results.extra.callboard.verdict).toBe("unknown");
    const merged = merge([first, cancelled]);
    expect(merged?.results.extra.callboard).toMatchObject({ cancelled: true, verdict: "unknown" });
    expectValidCtrf(merged);
  });

  it("differ from a set with a missing report, which could be the red one", () => {
    const shard = (shard: string, id: string) => reportFrom([batch(id)], { ...runFacts, shard });
    const merged = merge([shard("1/3", "a"), shard("3/3", "c")]);
    expect(merged?.results.extra.callboard).toMatchObject({
      verdict: "unknown",
      targets: [
        { id: "a", verdict: "passed" },
        { id: "c", verdict: "passed" },
        { id: "shard 2/3", verdict: "unknown", error: expect.stringContaining("No report of this shard") },
      ],
    });
    expectValidCtrf(merged);
    expect(merge([shard("1/2", "a"), shard("2/2", "b")])?.results.extra.callboard.verdict).toBe("passed");
  });

  it("count a report that can't be read once, although its shard is missing, too", () => {
    const shard = (shard: string, id: string) => reportFrom([batch(id)], { ...runFacts, shard });
    const notRun = (refused: readonly string[], ...shards: string[]) =>
      merge(
        shards.map(each => shard(each, each)),
        refused.map(file => ({ file, reason: "It is not JSON." })),
      )?.results.extra.callboard.targets.flatMap(({ id, error }) =>
        error === undefined ? [] : [[id, error]],
      );
    expect(notRun(["b.json"], "1/3", "3/3")).toEqual([
      ["b.json", "It is not JSON. It may be the missing report of shard 2/3."],
    ]);
    const error =
      "No report of this shard was merged: look into the shard's job for the reason. It may be in b.json: It is not JSON.";
    expect(notRun(["b.json"], "1/3")).toEqual([
      ["shard 2/3", error],
      ["shard 3/3", error],
    ]);
    expect(notRun(["b.json"], "1/2", "2/2")).toEqual([["b.json", "It is not JSON."]]);
  });

  it("have the worst verdict of them", () => {
    const { callboard } = first.results.extra;
    const stated = { ...first.results, extra: { callboard: { ...callboard, verdict: "failed" as const } } };
    expect(merge([first, { ...first, results: stated }])?.results.extra.callboard.verdict).toBe("failed");
  });

  it("may include one without targets, but not only such", () => {
    const empty = reportFrom([], { ...runFacts, shard: "1/2" });
    const full = reportFrom([batch("a")], { ...runFacts, shard: "2/2" });
    expect(merge([empty, full])?.results.extra.callboard).toMatchObject({
      verdict: "passed",
      targets: [{ id: "a" }],
    });
    expect(merge([empty])).toBeUndefined();
    expect(merge([])).toBeUndefined();
  });

  it("find their raw responses again, and no others", () => {
    const notRun = reportFrom([{ kind: "batch", id: "a", raw: "", error: "Not found." }], runFacts);
    expect(withRawPathsUnder(notRun, "shards/1").results.extra.callboard.targets).toMatchObject([
      { raw: "" },
    ]);
  });
});
