import { expect, it } from "vitest";
import { inBackticks, listInWords, listUpTo } from "../../shared/wording.ts";

it.each([
  [[], ""],
  [["a"], "`a`"],
  [["a", "b"], "`a` and `b`"],
  [["a", "b", "c"], "`a`, `b` and `c`"],
])("lists %j in words", (texts, words) => {
  expect(listInWords(texts)).toBe(words);
  expect(listInWords(texts, "or")).toBe(words.replace("and", "or"));
});

it("names the first of many, and says how many more there are", () => {
  expect(listUpTo(2, ["a", "b"])).toBe("a, b");
  expect(listUpTo(2, ["a", "b", "c", "d"], "; ")).toBe("a; b and 2 more");
});

it("lets no backtick end the code too early", () => {
  expect(inBackticks("a`b")).toBe("`a'b`");
});
