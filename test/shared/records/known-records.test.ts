import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { read } from "../../../shared/codec.ts";
import type { KnownRecord } from "../../../shared/reading/records.ts";
import {
  forgetRecords,
  knownRecordsCodec,
  learnRecords,
  restoreRecords,
} from "../../../shared/records/known-records.ts";
import { kinds } from "../../../shared/service/operations.ts";

const knownFrom = (stored: unknown) => read(knownRecordsCodec, stored);

const smoke: KnownRecord = { kind: "batch", id: "b1", label: "Smoke", project: "p1" };
const voice: KnownRecord = { kind: "channel", id: "c1" };

const record: fc.Arbitrary<KnownRecord> = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    id: fc.constantFrom("1", "2", "__proto__", "a b"),
    label: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ["kind", "id"] },
);

describe("learned records", () => {
  test("are appended, and keep label and project if a later mention has none", () => {
    expect(learnRecords([smoke], [voice, { kind: "batch", id: "b1" }])).toEqual([smoke, voice]);
  });

  test("take the latest label", () => {
    expect(learnRecords([smoke], [{ kind: "batch", id: "b1", label: "Smoke test" }])).toEqual([
      { ...smoke, label: "Smoke test" },
    ]);
  });

  test("keep their label if a later mention has only their id, or no label", () => {
    for (const label of ["b1", " b1 ", "", "  "]) {
      expect(learnRecords([smoke], [{ kind: "batch", id: "b1", label }])).toEqual([smoke]);
    }
    expect(learnRecords([], [{ kind: "batch", id: "b1", label: "b1" }])).toEqual([
      { kind: "batch", id: "b1" },
    ]);
  });

  const namesake: KnownRecord = { kind: "test", id: "b1" };

  test("can be forgotten one by one, by kind and id", () => {
    expect(forgetRecords([smoke, namesake, voice], [smoke])).toEqual([namesake, voice]);
    expect(forgetRecords([smoke], [{ kind: "batch", id: "b2" }])).toEqual([smoke]);
  });

  test("restoring puts records back in their places, and keeps what was learned and forgotten meanwhile", () => {
    const before = [smoke, namesake, voice];
    const renamed = { ...smoke, label: "Smoke 2" };
    expect(restoreRecords(before, [smoke, namesake], [voice, renamed])).toEqual([renamed, namesake, voice]);
    expect(restoreRecords(before, [smoke], [namesake])).toEqual([smoke, namesake]);
  });

  test("that are learned twice or stored stay the same", () => {
    fc.assert(
      fc.property(fc.array(record), fc.array(record), (known, mentioned) => {
        const once = learnRecords(learnRecords([], known), mentioned);
        expect(learnRecords(once, mentioned)).toEqual(once);
        expect(knownFrom(JSON.parse(JSON.stringify(once)))).toEqual(once);
        expect(new Set(once.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(once.length);
      }),
    );
  });

  test.each<[string, unknown]>([
    ["no list", { kind: "batch", id: "b1" }],
    ["nothing", undefined],
    ["text", "[]"],
    [
      "entries other than records",
      [null, 3, "x", [], {}, { kind: "batch" }, { id: "b1" }, { kind: "batches", id: "b1" }],
    ],
    [
      "malformed ids",
      [
        { kind: "batch", id: 3 },
        { kind: "batch", id: "" },
      ],
    ],
  ])("are empty after a storage with %s", (_, stored) => {
    expect(knownFrom(stored)).toEqual([]);
  });

  test("are kept beside corrupt ones", () => {
    const stored = [null, { ...smoke, label: 7, project: {}, extra: true }, voice, voice];
    expect(knownFrom(stored)).toEqual([{ kind: "batch", id: "b1" }, voice]);
  });

  test("contain only records, whatever was stored", () => {
    fc.assert(
      fc.property(fc.anything(), stored => {
        for (const { kind, id } of knownFrom([stored])) {
          expect(kinds).toContain(kind);
          expect(id).not.toBe("");
        }
      }),
    );
  });
});
