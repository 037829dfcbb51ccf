/** Makes arbitrary values for property tests from a codec's description. */

import fc from "fast-check";
import { expect } from "vitest";
import { type Codec, type Form, read, readOrNothing, write } from "../../shared/codec.ts";

export function arbitraryOf<T>(codec: Codec<T>): fc.Arbitrary<T> {
  return arbitrary(codec) as fc.Arbitrary<T>;
}

/** Turns -0 into 0, because JSON has one zero. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

const most = Number.MAX_SAFE_INTEGER;
const anyText = fc.string({ unit: "binary" });

function arbitrary(form: Form): fc.Arbitrary<unknown> {
  switch (form.is) {
    case "text":
      return form.pattern.source === "(?:)" ? anyText : fc.stringMatching(form.pattern);
    case "number":
      return fc.double({ min: -most, max: most, noNaN: true }).map(asJson);
    case "whole number":
      return fc.integer({ min: form.least, max: Math.min(form.most, most) });
    case "one of":
      return fc.constantFrom(...form.words);
    case "JSON":
      return fc.jsonValue().map(asJson);
    case "JSON object":
      return fc.dictionary(anyText, fc.jsonValue()).map(asJson);
    case "list":
      return fc.array(arbitrary(form.of), { maxLength: 4 });
    case "map":
      return fc
        .array(fc.tuple(anyText, arbitrary(form.of)), { maxLength: 4 })
        .map(entries => new Map(entries));
    case "object": {
      const fields = Object.entries(form.fields);
      const requiredKeys = fields.flatMap(([name, field]) => (isOptional(field) ? [] : [name]));
      const arbitraries: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        fields.map(([name, field]) => [name, arbitrary(field)]),
      );
      return fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
    }
    case "union":
      return fc.oneof(...[...form.of.values()].map(arbitrary));
    case "or else":
      return arbitrary(form.of);
    case "such that":
      return arbitrary(form.of).filter(value => form.test(value as never));
    case "mapped":
      return arbitrary(form.of).map(inner => form.read(inner as never));
  }
}

function isOptional(form: Form): boolean {
  return form.is === "or else" && form.fallback() === undefined;
}

/** Expects that a written value is read back the same, and that any other value is either read or refused. */
export function expectReadBack<T>(codec: Codec<T>, values: fc.Arbitrary<T> = arbitraryOf(codec)): void {
  fc.assert(
    fc.property(values, value => {
      expect(read(codec, JSON.parse(JSON.stringify(write(codec, value))))).toEqual(value);
    }),
  );
  fc.assert(fc.property(fc.anything(), stored => void readOrNothing(codec, stored)));
}
