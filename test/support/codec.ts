/** Makes arbitrary values for property tests from a codec's description. */

import fc from "fast-check";
import { expect } from "vitest";
import { type Codec, read, readOrNothing, type UntypedCodec, write } from "../../shared/codec.ts";

export function arbitraryOf<T>(codec: Codec<T>): fc.Arbitrary<T> {
  return arbitrary(codec) as fc.Arbitrary<T>;
}

/** Turns -0 into 0, because JSON has one zero. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

const most = Number.MAX_SAFE_INTEGER;
const anyText = fc.string({ unit: "binary" });

function arbitrary(codec: UntypedCodec): fc.Arbitrary<unknown> {
  switch (codec.is) {
    case "text":
      return codec.pattern.source === "(?:)" ? anyText : fc.stringMatching(codec.pattern);
    case "number":
      return fc.double({ min: -most, max: most, noNaN: true }).map(asJson);
    case "whole number":
      return fc.integer({ min: codec.least, max: Math.min(codec.most, most) });
    case "one of":
      return fc.constantFrom(...codec.words);
    case "JSON":
      return fc.jsonValue().map(asJson);
    case "JSON object":
      return fc.dictionary(anyText, fc.jsonValue()).map(asJson);
    case "list":
      return fc.array(arbitrary(codec.of), { maxLength: 4 });
    case "map":
      return fc
        .array(fc.tuple(anyText, arbitrary(codec.of)), { maxLength: 4 })
        .map(entries => new Map(entries));
    case "object": {
      const fields = Object.entries(codec.fields);
      const requiredKeys = fields.flatMap(([name, field]) => (isOptional(field) ? [] : [name]));
      const arbitraries: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        fields.map(([name, field]) => [name, arbitrary(field)]),
      );
      return fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
    }
    case "union":
      return fc.oneof(...[...codec.of.values()].map(arbitrary));
    case "default":
      return arbitrary(codec.of);
    case "check":
      return arbitrary(codec.of).filter(value => codec.test(value as never));
    case "transform":
      return arbitrary(codec.of).map(inner => codec.read(inner as never));
  }
}

function isOptional(codec: UntypedCodec): boolean {
  return codec.is === "default" && codec.fallback() === undefined;
}

/** Expects that a written value is read back the same, and that any other value is either read or refused. */
export function expectRoundTrip<T>(codec: Codec<T>, values: fc.Arbitrary<T> = arbitraryOf(codec)): void {
  fc.assert(
    fc.property(values, value => {
      expect(read(codec, JSON.parse(JSON.stringify(write(codec, value))))).toEqual(value);
    }),
  );
  fc.assert(fc.property(fc.anything(), stored => void readOrNothing(codec, stored)));
}
