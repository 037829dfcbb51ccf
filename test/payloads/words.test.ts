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
    "list",
  ],
  flag: ["value", "true", "false", "case's true", "list", "answered true"],
  news: ["true", "false", "case's true", "list", "answered true"],
  count: ["count", "list"],
  list: ["list"],
  part: ["step", "value", "list"],
};
const statuses = [
  ...(["running", "failed", "undecided", "interrupted", "unrun"] as const),
  ...(["skipped", "passed", "success", "finished", "neutral"] as const),
] satisfies Status[];

afterAll(() => {
  vi.doUnmock("../../shared/reading/vocabulary.ts");
  vi.resetModules();
});

const uses = Object.keys(columnsOf) as WordUse[];
/** Two uses share a grid, because building one takes most of the time. */
const pairs = [uses.slice(0, 2), uses.slice(2, 4), uses.slice(4)] as const;

test("a word changes verdicts only in the columns of its uses, and no verdict of another word", async () => {
  const seen = new Set<string>();
  const unexpected: string[] = [];
  for (const pair of pairs) {
    const useOf = new Map<string, WordUse>();
    const rows = pair.flatMap(use =>
      statuses.map((status): StatusWordRow => {
        const word = unknownWords[useOf.size] ?? "";
        useOf.set(word, use);
        return { status, uses: [use], words: word };
      }),
    );
    for (const change of changesBetween(grid, await gridWith(rows))) {
      const [word = "", column = ""] = change.split(/, |: /);
      const use = useOf.get(word);
      if (use === undefined || !columnsOf[use].includes(column)) unexpected.push(change);
      seen.add(column);
    }
  }
  expect(unexpected).toEqual([]);
  // A new word affects all columns, so this test would notice a word in a wrong one.
  expect(seen).toEqual(new Set(Object.values(columnsOf).flat()));
});

/** Builds the grid of a vocabulary with more rows. */
async function gridWith(rows: readonly StatusWordRow[]): Promise<string> {
  vi.resetModules();
  vi.doMock("../../shared/reading/vocabulary.ts", async load => ({
    ...(await load<typeof import("../../shared/reading/vocabulary.ts")>()),
    statusWords: [...statusWords, ...rows],
  }));
  return (await import("./words.ts")).gridText();
}
