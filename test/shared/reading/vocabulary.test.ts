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

/** Lists every table of words by its path of names. Only the words of a row count as a table. */
function tablesOf(value: unknown, name: string): [name: string, table: string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  if (isRow(value)) return [[`${name} (${wordsOf(value)[0]} …)`, value.words]];
  return Object.entries(value).flatMap(([inner, table]) => tablesOf(table, `${name}.${inner}`));
}

// Leaves out single words, lists that are not tables, and signs.
const { pairedCounts: _, statusSigns, ...tables } = vocabulary;
const all = Object.entries(tables).flatMap(([name, value]) => tablesOf(value, name));

function repeatedIn(tables: readonly string[]): string[] {
  const words = tables.flatMap(squashedWords);
  return words.filter((word, index) => words.indexOf(word) !== index);
}

function wordsOf(row: Row): string[] {
  return row.words.split("|").map(word => word.trim());
}

const { statusWords, decisionWords } = vocabulary;

describe("the vocabulary", () => {
  test.each(all)("%s has each word once in any spelling, and no empty word", (_, table) => {
    expect(repeatedIn([table])).toEqual([]);
    expect(squashedWords(table)).not.toContain("");
  });

  test.each([
    ["status word", statusWords],
    ["word of a decision", decisionWords],
  ])("has each %s in one row", (_, rows) => {
    expect(repeatedIn(rows.map(({ words }) => words))).toEqual([]);
  });

  test("gives each sign one meaning", () => {
    const signs = statusSigns.flatMap(([, all]) => all.split(" "));
    expect(new Set(signs).size).toBe(signs.length);
    expect(statusSigns.map(([, all]) => statusOfText(all.split(" ")[0] ?? ""))).toEqual(
      statusSigns.map(([says]) => says),
    );
  });

  test("has each name for a continued list in one table", () => {
    expect(repeatedIn(Object.values(vocabulary.paginationFields))).toEqual([]);
  });

  test("has each unit of time, and each countable thing, in one table", () => {
    expect(repeatedIn(vocabulary.timeUnits.map(([, table]) => table))).toEqual([]);
    expect(repeatedIn(Object.values(vocabulary.unitWords))).toEqual([]);
  });

  test("understands each status word by its row, in any style", () => {
    for (const row of statusWords) {
      for (const word of wordsOf(row)) {
        expect([word, statusOfText(word)]).toEqual([word, row.status]);
        expect([word, statusOfText(word.toUpperCase().replaceAll(" ", "_"))]).toEqual([word, row.status]);
      }
    }
  });

  test("counts a part's status word if its row has that use", () => {
    for (const row of statusWords) {
      for (const word of wordsOf(row))
        expect([word, appliesToParts(word)]).toEqual([word, row.uses.includes("part")]);
    }
  });

  test("understands each decision word by its row, in any style", () => {
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

test.each(["todo", "to do", "TO_DO", "To-do"])("%s is a word for a case that is not to be run now", word => {
  expect(statusOfText(word)).toBe("planned");
});
