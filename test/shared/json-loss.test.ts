/** Finds numbers and names that JSON.parse would change silently. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonLoss } from "../../shared/json-loss.ts";

test.each([
  ['{"big": 12345678901234567890}', { what: "digits", written: "12345678901234567890", line: 1 }],
  ["[\n1,\n-9007199254740993]", { what: "digits", written: "-9007199254740993", line: 3 }],
  ['{"far": 1e400}', { what: "number", written: "1e400", line: 1 }],
  ['{"a": {"b": 1, "c": {"b": 2},\n "b": 3}}', { what: "entry", written: "b", line: 2 }],
  ['{"a": 1, "\\u0061": 2}', { what: "entry", written: "a", line: 1 }],
  ['{"a:\\"": 1, "a:\\"" : 2}', { what: "entry", written: 'a:"', line: 1 }],
])("%s", (json, loss) => {
  expect(findJsonLoss(json)).toEqual(loss);
});

test.each([
  '{"a": "12345678901234567890", "b": "{\\"a\\": 1, \\"a\\": 2}"}',
  '[{"a": 1}, {"a": 2}, ["a", "a"], {"a": {"a": 1}}]',
  '{"a": 9007199254740992, "b": 100000000000000000000, "c": 1.5e100, "d": 0.1234567890123456789}',
  "",
])("nothing is lost in %s", json => {
  expect(findJsonLoss(json)).toBeUndefined();
});

test("a text of 300 KB that is not JSON is read once, whatever its quotes", () => {
  for (const part of ['"', '\\"', '"\\', '\\"\\"\n'])
    expect(findJsonLoss(part.repeat(150_000))).toBeUndefined();
});

test("the output of JSON.stringify loses nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(findJsonLoss(JSON.stringify(value, null, indent))).toBeUndefined();
    }),
  );
});
