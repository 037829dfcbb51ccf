import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaseStore } from "../../action/case-store.ts";
import type { CtrfTest } from "../../shared/report/model.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-cases-"));
  vi.stubEnv("RUNNER_TEMP", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const cases = (target: number, count: number, message = ""): CtrfTest[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Case ${index} of ${target} – ü`,
    status: "passed",
    duration: index,
    suite: [`batch: ${target}`],
    message,
  }));

test.each([
  ["a few need no file", 3, 0],
  ["many are on disk", 3000, 1],
])("%s; they come in the order of their targets, again and again", (_, count, files) => {
  const of = (target: number) => cases(target, count, "m".repeat(500));
  {
    using store = new CaseStore();
    for (const position of [4, 0, 2]) store.add(position, of(position));
    store.add(3, []);
    expect(readdirSync(folder)).toHaveLength(files);
    const expected = [...of(0), ...of(2), ...of(4)];
    expect([...store]).toEqual(expected);
    expect([...store.texts()].map(text => JSON.parse(text))).toEqual(expected);
  }
  expect(readdirSync(folder)).toEqual([]);
});
