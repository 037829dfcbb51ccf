import fc from "fast-check";
import { expect, test } from "vitest";
import { indentJson } from "../../../action/steps/indent-json.ts";

test("any JSON is indented as `JSON.stringify` does", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("", " ", "\t", "\n\n"), (value, indent) => {
      const expected = JSON.stringify(value, null, 2);
      const { text, isWhole } = indentJson(JSON.stringify(value, null, indent), 1_000_000);
      expect(text).toBe(expected);
      expect(isWhole).toBe(true);
    }),
  );
});

test("values that JavaScript would change stay unchanged", () => {
  expect(indentJson('{"n":12345678901234567890,"a":1.0,"a":"\\u00fc"}', 1000).text).toBe(
    '{\n  "n": 12345678901234567890,\n  "a": 1.0,\n  "a": "\\u00fc"\n}',
  );
});

test.each([
  ["deep", `${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}`],
  ["deep and wide", `${"[".repeat(40_000)}${"1,".repeat(40_000)}1${"]".repeat(40_000)}`],
  ["long", JSON.stringify({ text: "\\\n".repeat(5_000_000) })],
  ["wide", JSON.stringify(Array(1_000_000).fill({}))],
  ["deeper than there is room for", "[".repeat(1000) + "]".repeat(1000)],
])("JSON that is %s is cut to the limit", (_, json) => {
  const { text, isWhole } = indentJson(json, 100_000);
  expect(text).toHaveLength(100_000);
  expect(text.endsWith("…")).toBe(true);
  expect(isWhole).toBe(false);
});
