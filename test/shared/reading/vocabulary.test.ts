import { describe, expect, test } from "vitest";
import * as vocabulary from "../../../shared/reading/vocabulary.ts";
import {
  appliesToParts,
  decisionMeaningOf,
  squashedWords,
  statusOfText,
} from "../../../shared/reading/words.ts";

interface Row {
  readonly words: string;
}

function isRow(value: object): value is Row {
  return "words" in value;
}

/** Every table of words, by the names that lead to it; in a row only its words are one. */
function tablesOf(value: unknown, name: string): [name: string, table: string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  if (isRow(value)) return [[`${name} (${wordsOf(value)[0]} …)`, value.words]];
  return Object.entries(value).flatMap(([inner, table]) => tablesOf(table, `${name}.${inner}`));
}

// Single words, lists of them that are no tables, and signs, which have no letters.
const { pairedCounts: _, statusSigns, ...tables } = vocabulary;
const all = Object.entries(tables).flatMap(([name, value]) => tablesOf(value, name));

/** The words that stand in more than one of these tables, or in one of them twice. */
function repeatedIn(tables: readonly string[]): string[] {
  const words = tables.flatMap(squashedWords);
  return words.filter((word, index) => words.indexOf(word) !== index);
}

function wordsOf(row: Row): string[] {
  return row.words.split("|").map(word => word.trim());
}

const { statusWords, decisionWords } = vocabulary;

describe("the vocabulary", () => {
  test.each(all)("%s has every word once, whatever its spelling, and none that is empty", (_, table) => {
    expect(repeatedIn([table])).toEqual([]);
    expect(squashedWords(table)).not.toContain("");
  });

  test.each([
    ["status word", statusWords],
    ["word of a decision", decisionWords],
  ])("has every %s in one row", (_, rows) => {
    expect(repeatedIn(rows.map(({ words }) => words))).toEqual([]);
  });

  test("has every sign under one meaning", () => {
    const signs = statusSigns.flatMap(([, all]) => all.split(" "));
    expect(new Set(signs).size).toBe(signs.length);
    expect(statusSigns.map(([, all]) => statusOfText(all.split(" ")[0] ?? ""))).toEqual(
      statusSigns.map(([says]) => says),
    );
  });

  test("has every name that says that a list goes on in one table", () => {
    expect(repeatedIn(Object.values(vocabulary.paginationFields))).toEqual([]);
  });

  test("has every unit of time in one table, and every thing that is counted", () => {
    expect(repeatedIn(vocabulary.timeUnits.map(([, table]) => table))).toEqual([]);
    expect(repeatedIn(Object.values(vocabulary.unitWords))).toEqual([]);
  });

  test("understands each status word as its row says, in any style", () => {
    for (const row of statusWords) {
      for (const word of wordsOf(row)) {
        expect([word, statusOfText(word)]).toEqual([word, row.status]);
        expect([word, statusOfText(word.toUpperCase().replaceAll(" ", "_"))]).toEqual([word, row.status]);
      }
    }
  });

  test("counts a status word of a part where its row has that use", () => {
    for (const row of statusWords) {
      for (const word of wordsOf(row))
        expect([word, appliesToParts(word)]).toEqual([word, row.uses.includes("part")]);
    }
  });

  test("understands each word of a decision as its row says, in any style", () => {
    for (const row of decisionWords) {
      for (const word of wordsOf(row)) {
        expect([word, decisionMeaningOf(word, true)]).toEqual([word, row.meaning]);
        expect([word, decisionMeaningOf(word.toUpperCase().replaceAll(" ", "_"), true)]).toEqual([
          word,
          row.meaning,
        ]);
        expect([word, decisionMeaningOf(word, false)]).toEqual([
          word,
          row.onlyAsVerdict ? null : row.meaning,
        ]);
      }
    }
  });
});

test.each(["todo", "to do", "TO_DO", "To-do"])("%s is a word for a case that isn't to be run now", word => {
  expect(statusOfText(word)).toBe("planned");
});
