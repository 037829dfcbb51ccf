import { describe, expect, test } from "vitest";
import * as vocabulary from "../../../shared/reading/vocabulary.ts";
import { entries, saysOf } from "../../../shared/reading/words.ts";

/** Every table of words, by the names that lead to it. */
function tablesOf(value: unknown, name: string): [name: string, table: string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([inner, table]) => tablesOf(table, `${name}.${inner}`));
}

// Single words, lists of them that are no tables, and signs, which have no letters.
const { saysFirst: _, pairedCounts: __, statusSigns, ...tables } = vocabulary;
const all = Object.entries(tables).flatMap(([name, value]) => tablesOf(value, name));

/** The words that stand in more than one of these tables, or in one of them twice. */
function repeatedIn(tables: readonly string[]): string[] {
  const words = tables.flatMap(entries);
  return words.filter((word, index) => words.indexOf(word) !== index);
}

describe("the vocabulary", () => {
  test.each(all)("%s has every word once, whatever its spelling, and none that is empty", (_, table) => {
    expect(repeatedIn([table])).toEqual([]);
    expect(entries(table)).not.toContain("");
  });

  test("has every status word under one meaning", () => {
    expect(repeatedIn(Object.values(vocabulary.statusWords))).toEqual([]);
  });

  test("has every sign under one meaning", () => {
    const signs = statusSigns.flatMap(([, all]) => all.split(" "));
    expect(new Set(signs).size).toBe(signs.length);
    expect(statusSigns.map(([, all]) => saysOf(all.split(" ")[0] ?? ""))).toEqual(
      statusSigns.map(([says]) => says),
    );
  });

  test("has every name that says that a list goes on in one table", () => {
    expect(repeatedIn(Object.values(vocabulary.moreToCome))).toEqual([]);
  });

  test("has every unit of time in one table, and every thing that is counted", () => {
    expect(repeatedIn(vocabulary.timeUnits.map(([, table]) => table))).toEqual([]);
    expect(repeatedIn(Object.values(vocabulary.units))).toEqual([]);
  });

  test("understands each status word as its table says, in any style", () => {
    for (const says of vocabulary.saysFirst) {
      for (const word of vocabulary.statusWords[says].split("|").map(text => text.trim())) {
        expect([word, saysOf(word)]).toEqual([word, says]);
        expect([word, saysOf(word.toUpperCase().replaceAll(" ", "_"))]).toEqual([word, says]);
      }
    }
  });
});

test.each(["todo", "to do", "TO_DO", "To-do"])("%s is a word for a case that isn't to be run now", word => {
  expect(saysOf(word)).toBe("planned");
});
