import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findMatchingFiles } from "../../../action/steps/matching-files.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { runStep } from "../step.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-matches-"));
  for (const name of ["1", "2", "10", "a", "b"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "report.json"), "");
  }
});
afterAll(() => rm(folder, { recursive: true }));

const matched = async (...patterns: string[]) =>
  (await findMatchingFiles(patterns.map(pattern => `  ${join(folder, pattern)}  `).join("\n\n"))).map(file =>
    file.slice(folder.length + 1, -"/report.json".length),
  );

test("files are found by lines of patterns, and sorted by number", async () => {
  expect(await matched("*/report.json")).toEqual(["1", "2", "10", "a", "b"]);
  expect(await matched("b/report.json", "{1,2}/report.json")).toEqual(["1", "2", "b"]);
  expect(await matched("{1..10}/report.json")).toEqual(["1", "2", "10"]);
  expect(await matched("{a..c}/report.json", "{a,{1,2}}/*.json")).toEqual(["1", "2", "a", "b"]);
  expect(await matched("nowhere/*")).toEqual([]);
});

describe("patterns that expand to too many are refused:", () => {
  test.each([
    ["braces in a row", "{a,b}".repeat(30)],
    ["braces within braces", `${"{a,b".repeat(40)}${"}".repeat(40)}`],
    ["numbers without an end", "{1..99999999999}"],
    ["numbers and letters in a row", "{0..9}{a..z}{A..Z}"],
    ["braces that are never closed", "{a,b".repeat(30)],
    ["lines without an end", Array(2000).fill("a").join("\n")],
    ["lines of braces", Array(400).fill("{a,b,c}").join("\n")],
  ])("%s", async (_, pattern) => {
    await expect(findMatchingFiles(pattern)).rejects.toThrow("It expands to more than 1000 patterns");
  });

  test("a thousand patterns are accepted", async () => {
    expect(await matched(...Array(1000).fill("1/report.json"))).toEqual(["1"]);
    expect(await matched("{1..250}/{report,b,c,d}.json")).toEqual(["1", "2", "10"]);
  });

  test("the step reports a mistake", async () => {
    await using github: LocalGitHub = await startGitHub();
    await runStep({ github, with: { merge: "{a,b}".repeat(30) } }, ({ annotations, exitCode }) => {
      expect(annotations.map(({ message }) => message)).toEqual([
        "`merge`: It expands to more than 1000 patterns; use fewer lines and braces, and `*` instead.",
      ]);
      expect(exitCode).toBe(1);
    });
  });
});

test("more files than the limit are refused", async () => {
  const many = join(folder, "many");
  await mkdir(many);
  const names = Array.from({ length: 10_001 }, (_, index) => join(many, `${index}.json`));
  for (const name of names) writeFileSync(name, "");
  await expect(findMatchingFiles(join(many, "*.json"))).rejects.toThrow("It matches more than 10000 files");
  await rm(names[0] ?? "");
  expect(await findMatchingFiles(join(many, "*.json"))).toHaveLength(10_000);
});
