/** Inverted evidence in a green response must show: after any single change it must not read as passed. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { changesOf, describeChange, type EvidenceChange, survivorsOf } from "../../payloads/mutate.ts";
import { comparePayloads } from "../../payloads/run.ts";
import { responses } from "./table.ts";

function survivorsIn(responses: readonly JsonObject[]): { tried: number; survivors: EvidenceChange[] } {
  const all = responses.map(survivorsOf);
  return {
    tried: all.reduce((sum, { tried }) => sum + tried, 0),
    survivors: all.flatMap(({ survivors }) => survivors),
  };
}

describe("no changed response still reads as passed:", () => {
  test("the responses of comparable systems", () => {
    const { tried, survivors } = survivorsIn(comparePayloads().map(({ response }) => response));
    expect(tried).toBeGreaterThan(150);
    expect(survivors.map(describeChange)).toEqual([]);
  });

  test("the rows of the table, except for fewer passes without a total", () => {
    const { tried, survivors } = survivorsIn(responses);
    expect(tried).toBeGreaterThan(400);
    const isSmaller = ({ from, to }: EvidenceChange) => typeof from === "number" && Number(to) < from;
    const described = survivors.filter(change => !isSmaller(change)).map(describeChange);
    expect(described.filter(change => !overlooked.some(known => known.test(change)))).toEqual([]);
  });
});

/**
 * These changes leave the verdict alone: the majority of votes decides, a list of events has no last state, a caller may
 * interrupt a turn, and what a person may choose is no result.
 */
const overlooked = [
  /\.votes\./,
  /\.(?:choices|allowed_verdicts)\.\d:/,
  /^tests\.0\.events\.2\.state:/,
  /\.turns\.\d\.status: .* -> "cancelled"/,
];

describe("a change", () => {
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
