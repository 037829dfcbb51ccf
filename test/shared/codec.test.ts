import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  boolean,
  json,
  jsonObject,
  list,
  map,
  nonEmptyText,
  number,
  object,
  oneOf,
  optional,
  read,
  readOrNothing,
  text,
  textLike,
  transform,
  UnreadableError,
  union,
  type ValueOf,
  wholeNumber,
  withCheck,
  withFallback,
  write,
} from "../../shared/codec.ts";
import { mapTexts } from "../../shared/codec-texts.ts";
import { arbitraryOf, expectRoundTrip } from "../support/codec.ts";

const pet = object({
  name: nonEmptyText,
  legs: withFallback(wholeNumber, () => 4),
  tame: optional(boolean, "null"),
  weight: optional(number, "unreadable"),
});
const codec = object({
  code: textLike(/^[A-F]{2,4}$/, "two to four letters"),
  pets: list(pet),
  size: oneOf(["small", "large", 3]),
  end: union("why", { sold: { price: wholeNumber }, "gone away": {} }),
  names: map(optional(nonEmptyText, "unreadable")),
  sorted: withCheck(list(number), "numbers in order", all =>
    all.every((each, at) => each >= (all[at - 1] ?? each)),
  ),
  upper: transform(
    text,
    lower => [lower] as const,
    ([lower]) => lower,
  ),
  fields: jsonObject,
  anything: json,
});

const stored = {
  code: "ABC",
  pets: [{ name: "Rex", legs: 3 }],
  size: "small",
  end: { why: "sold", price: 1 },
  names: { a: "x" },
  sorted: [1, 2],
  upper: "u",
  fields: {},
  anything: null,
};

function problem(change: object): string {
  try {
    read(codec, { ...stored, ...change });
    return "none";
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return `${error.path}: ${error.expected}`;
  }
}

test("a value of any codec is read back as written", () => {
  expectRoundTrip(codec);
});

test("mapTexts changes texts from outside, and leaves Callboard's own words alone", () => {
  const value = read(codec, { ...stored, fields: { small: ["x", 1] }, anything: "sold" });
  expect(
    write(
      codec,
      mapTexts(codec, value, each => `<${each}>`),
    ),
  ).toEqual({
    ...stored,
    pets: [{ name: "<Rex>", legs: 3 }],
    names: { "<a>": "<x>" },
    upper: "<u>",
    fields: { "<small>": ["<x>", 1] },
    anything: "<sold>",
  });
  fc.assert(
    fc.property(arbitraryOf(codec), any => {
      expect(mapTexts(codec, any, each => each)).toEqual(any);
    }),
  );
});

test("the type follows from the codec", () => {
  expectTypeOf<ValueOf<typeof pet>>().toEqualTypeOf<{
    readonly name: string;
    readonly legs: number;
    readonly tame?: boolean;
    readonly weight?: number;
  }>();
  expectTypeOf<ValueOf<typeof codec>["end"]>().toEqualTypeOf<
    { readonly why: "sold"; readonly price: number } | { readonly why: "gone away" }
  >();
});

describe("reading", () => {
  test.each<[object, string]>([
    [{}, "none"],
    [{ unheardOf: 1 }, "none"],
    [{ code: "ABCDE" }, "code: two to four letters"],
    [{ pets: {} }, "pets: a list"],
    [{ pets: [{ name: "Rex" }, { name: "" }] }, "pets[1].name: text that is not empty"],
    [{ pets: [[]] }, "pets[0]: an object"],
    [{ pets: [{ name: "Rex", legs: 1.5 }] }, "pets[0].legs: a whole number"],
    [{ pets: [{ name: "Rex", legs: null }] }, "pets[0].legs: a whole number"],
    [{ pets: [{ name: "Rex", tame: 1 }] }, "pets[0].tame: true or false"],
    [{ size: "3" }, "size: small, large, 3"],
    [{ end: { why: "sold" } }, "end.price: a whole number"],
    [{ end: { why: "toString" } }, "end: sold, gone away"],
    [{ sorted: [2, 1] }, "sorted: numbers in order"],
    [{ anything: undefined }, "anything: JSON"],
  ])("of %j finds %s", (change, expected) => {
    expect(problem(change)).toBe(expected);
  });

  test("leaves out an optional part that is missing, null or unreadable", () => {
    expect(read(pet, { name: "Rex", tame: null, weight: "much" })).toEqual({ name: "Rex", legs: 4 });
    expect(read(map(optional(nonEmptyText, "unreadable")), { a: "x", b: "", c: 3 })).toEqual(
      new Map([["a", "x"]]),
    );
    expect(read(list(optional(pet, "unreadable")), [{}, { name: "Rex" }, 3])).toEqual([
      { name: "Rex", legs: 4 },
    ]);
  });

  test("returns undefined instead of an error", () => {
    expect(readOrNothing(pet, { name: 3 })).toBeUndefined();
    expect(readOrNothing(pet, { name: "Rex" })).toEqual({ name: "Rex", legs: 4 });
  });
});

test("fields outside the codec are not written", () => {
  const rex = { name: "Rex", legs: 4, owner: "Kim" };
  expect(write(pet, rex)).toEqual({ name: "Rex", legs: 4 });
});
