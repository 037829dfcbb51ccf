import { afterAll, expect, test, vi } from "vitest";
import {
  decisionWords,
  type Status,
  type StatusWordRow,
  statusWords,
  type WordUse,
} from "../../shared/reading/vocabulary.ts";
import { squash, squashedWords } from "../../shared/reading/words.ts";
import { changesBetween, gridText, groups } from "./words.ts";

const grid = gridText();
const unknownWords = groups().at(-1)?.words ?? [];
const [unknownWord = ""] = unknownWords;

test("the grid has one line for each word of the vocabulary, and each other word once", () => {
  const words = grid
    .split("\n")
    .filter(line => line !== "" && !line.startsWith("#"))
    .map(line => squash(line.slice(0, line.search(/ {2}|(?: [pfuro])+$/))));
  expect(new Set(words).size).toBe(words.length);
  const known = [...statusWords, ...decisionWords].flatMap(row => squashedWords(row.words));
  expect(new Set(words)).toEqual(new Set([...known, ...unknownWords.map(squash)]));
});

test("a changed verdict is reported with its word and its response", () => {
  expect(changesBetween(grid, grid)).toEqual([]);
  const line = grid.match(new RegExp(`^${unknownWord} .*$`, "m"))?.[0] ?? "";
  const before = grid.replace(line, line.replace(" u u u p", " p u u p"));
  expect(changesBetween(before, grid)).toEqual([`${unknownWord}, status: passed -> unknown`]);
});

test("added and removed words are reported", () => {
  const without = grid.replace(new RegExp(`^${unknownWord} .*\n`, "m"), "");
  expect(changesBetween(without, grid)).toEqual([`${unknownWord}: new`]);
  expect(changesBetween(grid, without)).toEqual([`${unknownWord}: gone`]);
});

const columnsOf: Readonly<Record<WordUse, readonly string[]>> = {
  value: [
    "status",
    "status beside cases",
    "case",
    "step",
    "value",
    "false",
    "sent verdict",
    "answered status",
  ],
  flag: ["value", "true", "false", "case's true", "list", "answered true"],
  news: ["true", "false", "case's true", "list", "answered true"],
  count: ["count"],
  list: ["list"],
  part: ["step", "value"],
};
const statuses = [
  ...(["running", "failed", "undecided", "interrupted", "unrun"] as const),
  ...(["skipped", "passed", "success", "finished", "neutral"] as const),
] satisfies Status[];

afterAll(() => {
  vi.doUnmock("../../shared/reading/vocabulary.ts");
  vi.resetModules();
});

test.each(Object.entries(columnsOf))(
  "a word whose only use is %s changes no verdict of another word",
  async (use, columns) => {
    const changed = changesBetween(grid, await gridWithNewWords([use as WordUse]));
    const others = changed.filter(change => !columns.some(column => change.includes(`, ${column}: `)));
    expect(others).toEqual([]);
  },
);

test("a new word affects verdicts, so these tests would notice a word in a wrong column", async () => {
  const changed = changesBetween(grid, await gridWithNewWords(Object.keys(columnsOf) as WordUse[]));
  const seen = Object.values(columnsOf)
    .flat()
    .filter(column => changed.some(change => change.includes(`, ${column}: `)));
  expect(new Set(seen)).toEqual(new Set(Object.values(columnsOf).flat()));
});

/** Builds the grid of a vocabulary with one more word for each status. */
async function gridWithNewWords(uses: readonly WordUse[]): Promise<string> {
  vi.resetModules();
  vi.doMock("../../shared/reading/vocabulary.ts", async load => ({
    ...(await load<typeof import("../../shared/reading/vocabulary.ts")>()),
    statusWords: [
      ...statusWords,
      ...statuses.map((status, index): StatusWordRow => ({ status, uses, words: unknownWords[index] ?? "" })),
    ],
  }));
  return (await import("./words.ts")).gridText();
}
