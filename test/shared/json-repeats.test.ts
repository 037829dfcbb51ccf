import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRepeatedName } from "../../shared/json-repeats.ts";

function repeatedIn(json: string): string | undefined {
  return findRepeatedName(new TextEncoder().encode(json));
}

describe("a name that occurs twice in one object", () => {
  test.each([
    ['{"verdict":"failed","verdict":"passed"}', "verdict"],
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}],"a":3}', "a"],
    ['{"results":[{"a":1,"a":2}]}', "a"],
    ['{"verd\\u0069ct":1, "verdict" : 2}', "verdict"],
    ['{"":1,"":2}', ""],
    ['{"ä\\"":1,"ä\\"":2}', 'ä"'],
  ])("is found: %s", (json, name) => {
    expect(repeatedIn(json)).toBe(name);
  });

  test.each([
    "{}",
    '{"a":"a","b":["a","a"],"c":{"a":1},"d":{"a":1}}',
    '{"a":"x,\\"a\\":1,","b":"{","c":"\\\\"}',
    '{"a\\\\":1,"a":2}',
  ])("is absent: %s", json => {
    expect(repeatedIn(json)).toBeUndefined();
  });

  test("is found in an object of any size", () => {
    const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(names, fc.nat(), fc.jsonValue(), (all, at, value) => {
        const again = all[at % all.length] ?? "";
        const object = (each: readonly string[]) =>
          `{${each.map(name => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(" , ")}}`;
        expect(repeatedIn(`[1, ${object(all)}]`)).toBeUndefined();
        expect(repeatedIn(`{"x": ${object([...all, again])}}`)).toBe(again);
      }),
    );
  });
});
