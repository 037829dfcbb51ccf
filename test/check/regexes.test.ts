import { expect, test } from "vitest";
import { findSlowRegexes, regexesOf, regexProblems } from "./regexes.ts";

const of = (source: string, flags = "") => ({ place: `a.ts:${source}`, source, flags });

test("expressions are collected from the code alone, and those that are put together by their places", () => {
  const text = [
    "const word = /\\w+/gu; // not /this/",
    'const inText = "/nor this/";',
    'export const all: RegExp[] = [new RegExp("a/b", "i"), RegExp(`c`)];',
    "const either = new RegExp(`(?:$" + '{words.join("|")})`);',
    "const flagged = new RegExp(word, flags);",
  ].join("\n");
  expect(regexesOf("a.ts", text)).toEqual({
    written: [
      { place: "a.ts:1", source: "\\w+", flags: "gu" },
      { place: "a.ts:3", source: "a/b", flags: "i" },
      { place: "a.ts:3", source: "c", flags: "" },
    ],
    composed: ["a.ts:4", "a.ts:5"],
  });
});

test("an expression that backtracks is found, also with lookarounds, and a linear one is not", async () => {
  const slow = [of("\\s+$"), of("^(a|a)*$"), of("^(?!x)\\s*\\d*\\s*$"), of("^[^\\S\\n]*:(?=:)", "m")];
  const linear = [of("^\\s*\\d+$"), of("(?<!/)/+$"), of("^[^\\S\\n]*:(?=:)"), of("\\p{L}+", "u")];
  const found = await findSlowRegexes([...slow, ...linear]);
  expect([...found.keys()].sort()).toEqual(slow.map(({ source, flags }) => `/${source}/${flags}`).sort());
  expect(found.get("/^(a|a)*$/")).toMatch(/^exponential, for instance on '/);
});

test("a slow expression needs an allowance, and an allowance needs a slow expression", () => {
  const slow = new Map([["/a+$/", "2nd degree polynomial"]]);
  expect(regexProblems([of("a+$"), of("b")], slow, {})).toEqual([
    "a.ts:a+$: /a+$/ is not linear: 2nd degree polynomial",
  ]);
  expect(regexProblems([of("a+$"), of("b")], slow, { "a+$": "it is short" })).toEqual([]);
  expect(regexProblems([of("b")], slow, { "a+$": "it is short", b: "it is short" })).toHaveLength(2);
});
