import { describe, expect, test } from "vitest";
import { excessIn } from "../../../shared/service/excess.ts";

const excess = (json: string) => excessIn(new TextEncoder().encode(json));

describe("excess in a JSON text", () => {
  test("is absent from a real response of a million cases", () => {
    const one = `{"id":"case-1","name":"Refund {[1]}","ok":true,"ms":7,"tags":["a",[1,2]],"a":1,"b":2,"c":3}`;
    expect(excess(`{"status":"passed","tests":[${`${one},`.repeat(999_999)}${one}]}`)).toBeUndefined();
  });

  test("is a number of objects and lists that can't be built", () => {
    const most = 4_000_000;
    // Nested lists, because one list of all would itself be too long.
    const lists = (count: number) =>
      `[${Array(1000)
        .fill(`[${"{},".repeat(count - 1)}{}]`)
        .join(",")}]`;
    expect(excess(lists(most / 1000 - 2))).toBeUndefined();
    expect(excess(lists(most / 1000))).toBe("more than 4,000,000 objects and lists");
  });

  test("is more entries than one list or object can have, of any type", () => {
    const most = 4_000_000;
    expect(excess(`{"a":[${"1,".repeat(most - 1)}1],"b":[${"1,".repeat(most - 1)}1]}`)).toBeUndefined();
    const tooMany = "more than 4,000,000 entries in one object or list";
    expect(excess(`[${"1,".repeat(most)}1]`)).toBe(tooMany);
    expect(excess(`{"a":{${'"":0,'.repeat(most)}"":0}}`)).toBe(tooMany);
    expect(excess(`["${",".repeat(most)}"]`)).toBeUndefined();
  });

  test("is not counted inside strings, nor by depth alone", () => {
    const texts = [
      '"[{[{"',
      String.raw`"\"[{"`,
      String.raw`"\\\"[{"`,
      String.raw`{"\"[":"]\\"}`,
      String.raw`"\u005b\\","[{"`,
    ];
    for (const text of texts) expect(excess(`[${`${text},`.repeat(900_000)}${text}]`)).toBeUndefined();
    expect(excess("[".repeat(2_100_000) + "]".repeat(2_100_000))).toBeUndefined();
  });

  test("in a text that is not JSON is left to the parser", () => {
    for (const text of ["]", '"', "\\"]) expect(excess(text.repeat(4_100_001))).toBeUndefined();
  });
});
