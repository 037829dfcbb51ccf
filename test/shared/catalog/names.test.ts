import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createUniqueKey, resolveName } from "../../../shared/catalog/names.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { nearest } from "../../../shared/nearest.ts";

const { catalog } = readCatalog(
  "batches:\n  smoke: { id: bat_7 }\n  nightly: {}\nchannels:\n  voice: { id: chn_1 }\n",
  "callboard.yml",
);

describe("findTarget", () => {
  test("takes a key of the catalog for its record's id", () => {
    expect(resolveName(catalog, "batch", "smoke")).toMatchObject({ id: "bat_7", record: { key: "smoke" } });
  });

  test("takes any other name as an id, with its record if the catalog has one", () => {
    expect(resolveName(catalog, "batch", "bat_7")).toMatchObject({ id: "bat_7", record: { key: "smoke" } });
    expect(resolveName(catalog, "batch", "bat_99")).toEqual({ id: "bat_99" });
    expect(resolveName(catalog, "batch", "voice")).toEqual({ id: "voice" });
  });

  test("adds the key that an unknown name resembles", () => {
    expect(resolveName(catalog, "batch", "Smokee")).toEqual({ id: "Smokee", didYouMean: "smoke" });
  });

  test("explains what to do about a record without an id", () => {
    expect(resolveName(catalog, "batch", "nightly")).toEqual({
      mistake:
        "`batches.nightly` (callboard.yml:3) has no `id` yet: create the batch in the service, then add the `id` to the catalog.",
    });
  });
});

describe("freeKey", () => {
  test.each([
    ["Pays by card", "pays-by-card"],
    ["  Überraschung: 50 % (neu!) ", "überraschung-50-neu"],
    ["Smoke", "smoke-2"],
    ["***", "batch"],
    ["", "batch"],
  ])("makes a key of %j", (label, key) => {
    expect(createUniqueKey(catalog, "batch", label)).toBe(key);
  });

  test("always returns a key that the catalog accepts and does not have", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), label => {
        const key = createUniqueKey(catalog, "batch", label);
        expect(catalog.records.get("batch")?.has(key)).toBe(false);
        expect(readCatalog(`batches: { ${JSON.stringify(key)}: { id: x } }`, "c.yml").problems).toEqual([]);
      }),
    );
  });
});

describe("nearest", () => {
  const words = ["projects", "tests", "batches", "channels", "pass-when"];

  test.each([
    ["bathces", "batches"],
    ["batch", "batches"],
    ["test", "tests"],
    ["PassWhen", "pass-when"],
    ["chanel", "channels"],
    ["reports", undefined],
    ["x", undefined],
    ["", undefined],
  ])("of %j is %j", (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });

  test("is the first of several equally near words, and undefined without words", () => {
    expect(nearest("tast", ["test", "task"])).toBe("test");
    expect(nearest("tast", [])).toBeUndefined();
  });

  test("finds a word with one letter changed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.nat(4), fc.constantFrom("x", "Z", ""), (word, at, letter) => {
        expect(nearest(word.slice(0, at) + letter + word.slice(at + 1), words)).toBe(word);
      }),
    );
  });
});
