import { expect, it } from "vitest";
import { inBackticks, listInWords, listUpTo } from "../../shared/wording.ts";

it.each([
  [[], ""],
  [["a"], "`a`"],
  [["a", "b"], "`a` and `b`"],
  [["a", "b", "c"], "`a`, `b` and `c`"],
])("%j is listed in words", (texts, words) => {
  expect(listInWords(texts)).toBe(words);
  expect(listInWords(texts, "or")).toBe(words.replace("and", "or"));
});

it("the first of many are named, with the number of the others", () => {
  expect(listUpTo(2, ["a", "b"])).toBe("a, b");
  expect(listUpTo(2, ["a", "b", "c", "d"], "; ")).toBe("a; b and 2 more");
});

it("a backtick can't end the code early", () => {
  expect(inBackticks("a`b")).toBe("`a'b`");
});
