/** What is wrong inside a green response shows: its evidence, turned around piece by piece, never reads as passed. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/json.ts";
import { changesOf, describeChange, survivorsOf } from "../../../payloads/mutate.ts";
import { comparePayloads } from "../../../payloads/run.ts";
import { shapes } from "./shapes.ts";
import { traps } from "./traps.ts";

function survivorsIn(responses: readonly JsonObject[]): { tried: number; survivors: string[] } {
  const all = responses.map(survivorsOf);
  return {
    tried: all.reduce((sum, { tried }) => sum + tried, 0),
    survivors: all.flatMap(({ survivors }) => survivors.map(describeChange)),
  };
}

describe("what still reads as passed, once its evidence is turned around:", () => {
  test("of comparable systems, nothing", () => {
    const { tried, survivors } = survivorsIn(comparePayloads().map(({ response }) => response));
    expect(tried).toBeGreaterThan(150);
    expect(survivors).toEqual([]);
  });

  test("of shapes and traps, fewer passes where nothing says of how many", () => {
    const responses = [...traps.map(({ response }) => response), ...shapes.map(([, response]) => response)];
    const { tried, survivors } = survivorsIn(responses);
    expect(tried).toBeGreaterThan(400);
    expect(survivors).toEqual([
      "passed_count: 4 -> 3",
      "data.countPassing: 3 -> 2",
      "passed_count: 3 -> 2",
      "successfulTestCount: 12 -> 11",
      "passCount: 5 -> 4",
    ]);
  });
});

describe("what is turned around", () => {
  test.each<[JsonObject, number]>([
    [{ status: "passed" }, 6],
    [{ verdict: { ok: true } }, 1],
    [{ summary: { passed: 3, failed: 0, total: 3 } }, 2],
    [{ tests: [{ status: "ok", steps: [{ result: "Success" }] }] }, 12],
    [{ name: "a", duration: 3, id: "passed-1", enabled: true }, 0],
    [{ passed_at: 1_700_000_000_000, total: 0 }, 0],
  ])("%j: %i changes", (response, changes) => {
    expect(changesOf(response)).toHaveLength(changes);
  });
});
