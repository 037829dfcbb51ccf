import { expect, test } from "vitest";
import { decisionWords, statusWords } from "../../shared/reading/vocabulary.ts";
import { entries, squash } from "../../shared/reading/words.ts";
import { changesBetween, gridText, groups } from "./words.ts";

const grid = gridText();

test("the grid has every word of the vocabulary in one line, and every other word once", () => {
  const words = grid
    .split("\n")
    .filter(line => line !== "" && !line.startsWith("#"))
    .map(line => squash(line.slice(0, line.search(/ {2}|(?: [pfuro])+$/))));
  expect(new Set(words).size).toBe(words.length);
  const known = [...statusWords, ...decisionWords].flatMap(row => entries(row.words));
  expect(new Set(words)).toEqual(new Set([...known, ...(groups().at(-1)?.words ?? []).map(squash)]));
});

test("a verdict that changed is named with its word and its response", () => {
  expect(changesBetween(grid, grid)).toEqual([]);
  const line = grid.match(/^flagged .*$/m)?.[0] ?? "";
  const before = grid.replace(line, line.replace(" u u u p", " p u u p"));
  expect(changesBetween(before, grid)).toEqual(["flagged, status: passed -> unknown"]);
});

test("a word that came is named, and one that went", () => {
  const without = grid.replace(/^kaput .*\n/m, "");
  expect(changesBetween(without, grid)).toEqual(["kaput: new"]);
  expect(changesBetween(grid, without)).toEqual(["kaput: gone"]);
});
