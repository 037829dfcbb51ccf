import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { KnownRecord } from "../../../shared/reading/records.ts";
import { kinds, operation, operationNames, pluralOf } from "../../../shared/service/operations.ts";
import { readRecordsIn } from "../reading/by-operation.ts";

describe("recordsIn", () => {
  test.each(operationNames)("%s: a top-level id belongs to the operation's own record", name => {
    expect(readRecordsIn(name, { id: "x1", name: "One" })).toEqual([
      { kind: operation(name).kind, id: "x1", label: "One" },
    ]);
  });

  test.each(kinds)("finds a %s in every promised form, at any depth", kind => {
    const response = {
      outcome: {
        [kind]: { id: "a", name: "A" },
        deeper: [{ [pluralOf[kind]]: [{ id: "b", title: "B" }, { id: "c" }] }],
        [`${kind}Id`]: "d",
        [`${kind}_id`]: "e",
        [`${kind}Ids`]: ["f", "g"],
        [`${kind}_ids`]: ["h"],
      },
    };
    const mentioned = readRecordsIn("getIntegration", response);
    expect(mentioned.every(record => record.kind === kind)).toBe(true);
    expect(mentioned.map(({ id, label }) => label ?? id)).toEqual(["A", "B", "c", "d", "e", "f", "g", "h"]);
  });

  test.each<[string, JsonObject]>([
    ["an id that is no string", { batch: { id: 7 }, testId: 12, reviewIds: [1, null, { id: "x" }] }],
    ["an empty id", { batch: { id: "" }, testId: "", reviewIds: [""], id: "" }],
    ["an id below the top without a resource's name", { data: { id: "x" }, items: [{ id: "y" }] }],
    ["an array under a singular name, an object under a plural", { test: [{ id: "x" }], tests: { id: "y" } }],
    [
      "a plain string under a resource's name",
      { project: "x", batches: ["y"], reviewIds: "z", testId: ["w"] },
    ],
    ["names in other spellings", { Batch: { id: "x" }, batchID: "y", "batch-id": "z", batchesIds: ["w"] }],
    ["arrays within arrays", { tests: [[{ id: "x" }]], testIds: [["y"]] }],
    ["nothing", {}],
  ])("takes nothing from %s", (_, response) => {
    expect(readRecordsIn("runBatch", response)).toEqual([]);
  });

  test("an element with its id under the name of its kind is the record, but a case in the response to a run", () => {
    const response = { tests: [{ testId: "t1", displayName: "Pays by card" }] };
    expect(readRecordsIn("importDemoProject", response)).toEqual([
      { kind: "test", id: "t1", label: "Pays by card" },
    ]);
    expect(readRecordsIn("runBatch", response)).toEqual([{ kind: "test", id: "t1" }]);
  });

  test.each([
    ["in its envelope", { data: { id: "int_1", name: "Chat" } }],
    [
      "in its envelope, with its id under the name of its kind",
      { data: { integrationId: "int_1", name: "Chat" } },
    ],
    ["with its id under the name of its kind", { integration_id: "int_1", name: "Chat" }],
  ])("takes the requested record %s", (_, response) => {
    expect(readRecordsIn("getIntegration", response, "int_1")).toEqual([
      { kind: "integration", id: "int_1", label: "Chat" },
    ]);
    // The response to a run describes the run.
    const [named] = readRecordsIn("runBatch", { data: { id: "bat_1", name: "Run 9" } }, "bat_1");
    expect(named).toBeUndefined();
  });

  test("names a record once, at its first mention, with any label that it has", () => {
    const response = {
      testIds: ["t2", "t1"],
      tests: [{ id: "t1", name: "Pays by card" }, { id: "t2" }],
      failed: { test: { id: "t1", title: "Renamed" } },
    };
    expect(readRecordsIn("runBatch", response)).toEqual([
      { kind: "test", id: "t2" },
      { kind: "test", id: "t1", label: "Pays by card" },
    ]);
  });

  test("prefers `name` to `title`, and ignores both unless they are text", () => {
    const response = {
      tests: [
        { id: "a", title: "Title", name: "Name" },
        { id: "b", title: "Title", name: "" },
        { id: "c", name: { en: "Name" }, title: 3 },
      ],
    };
    expect(readRecordsIn("runBatch", response).map(({ label }) => label)).toEqual([
      "Name",
      "Title",
      undefined,
    ]);
  });

  test("ignores an id as a label if a better one exists", () => {
    const response = {
      batch: { id: "returns", name: "returns" },
      tests: [{ id: "a", name: "a", title: "Title" }],
      deeper: { batch: { id: "returns", name: "Returns and refunds" } },
    };
    expect(readRecordsIn("runBatch", response)).toEqual([
      { kind: "batch", id: "returns", label: "Returns and refunds" },
      { kind: "test", id: "a", label: "Title" },
    ]);
  });

  test("ignores a top-level id other than the requested one", () => {
    const run = { id: "run_9", name: "Run 9", projectId: "p1", review: { id: "r1" } };
    const others = [
      { kind: "project", id: "p1" },
      { kind: "review", id: "r1", project: "p1" },
    ];
    expect(readRecordsIn("runBatch", run, "smoke")).toEqual(others);
    expect(readRecordsIn("runBatch", { ...run, id: "smoke" }, "smoke")).toEqual([
      { kind: "batch", id: "smoke", label: "Run 9", project: "p1" },
      ...others,
    ]);
    expect(readRecordsIn("createBatch", { id: "b1" })).toEqual([{ kind: "batch", id: "b1" }]);
  });

  test("distinguishes records of different kinds with the same id", () => {
    expect(
      readRecordsIn("runBatch", { id: "1", testId: "1", review: { id: "1" } }).map(({ kind }) => kind),
    ).toEqual(["batch", "test", "review"]);
  });

  test("finds a record's project in its object or in the one around it", () => {
    const response = {
      project: { id: "p1", name: "Checkout", batches: [{ id: "b1" }] },
      tests: [{ id: "t1" }, { id: "t2", projectId: "p2" }, { id: "t3", project: { id: "p3" } }],
      elsewhere: { project_id: "p4", review_ids: ["r1"] },
    };
    const projects = readRecordsIn("runBatch", response).map(({ id, project }) => [id, project]);
    expect(Object.fromEntries(projects)).toEqual({
      p1: undefined,
      b1: "p1",
      t1: "p1",
      t2: "p2",
      t3: "p3",
      p2: undefined,
      p3: undefined,
      p4: undefined,
      r1: "p4",
    });
  });

  test("assigns records of an imported project to it", () => {
    expect(readRecordsIn("importDemoProject", { id: "p1", channels: [{ id: "c1" }] })).toEqual([
      { kind: "project", id: "p1" },
      { kind: "channel", id: "c1", project: "p1" },
    ]);
  });

  test("handles ten thousand levels, and names of JavaScript's object members", () => {
    let deep: JsonValue = { reviewId: "r1" };
    for (let level = 0; level < 10_000; level++) deep = level % 2 ? [deep] : { down: deep };
    const hostile = JSON.parse(
      '{"__proto__": {"batchId": "b1"}, "constructor": {"id": "x"}, "toString": [{"hasOwnProperty": 1}]}',
    ) as JsonObject;
    expect(readRecordsIn("runBatch", { deep, hostile })).toEqual([
      { kind: "review", id: "r1" },
      { kind: "batch", id: "b1" },
    ]);
  });

  test("agrees with a literal reading of the promised forms", () => {
    const names = kinds.flatMap(kind => [
      kind,
      pluralOf[kind],
      `${kind}Id`,
      `${kind}_id`,
      `${kind}Ids`,
      `${kind}_ids`,
    ]);
    const response = fc.letrec<{ value: JsonValue; object: JsonObject }>(tie => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("i1", "i2", "i3", ""),
        fc.constantFrom(null, true, 1),
        fc.array(tie("value"), { maxLength: 3 }),
        tie("object"),
      ),
      object: fc.dictionary(fc.constantFrom(...names, "id", "name", "title", "data"), tie("value"), {
        maxKeys: 5,
      }),
    })).object;
    fc.assert(
      fc.property(response, fc.constantFrom(...operationNames), (object, name) => {
        const found = readRecordsIn(name, object);
        expect(found.map(nameOf)).toEqual([...new Set(byTheBook(name, object))]);
        expect(readRecordsIn(name, JSON.parse(JSON.stringify(object)) as JsonObject)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });
});

function nameOf({ kind, id }: KnownRecord): string {
  return `${kind} ${id}`;
}

/** A slow implementation of the promised forms, sentence by sentence. */
function byTheBook(name: (typeof operationNames)[number], response: JsonObject): string[] {
  const inOrder: string[] = [];
  const say = (kind: string, id: JsonValue | undefined) => {
    if (typeof id === "string" && id !== "") inOrder.push(`${kind} ${id}`);
  };
  const walk = (value: JsonValue | undefined, say_: () => void = () => {}) => {
    say_();
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isJsonObject(value)) for (const [key, child] of Object.entries(value)) entry(key, child);
  };
  const entry = (key: string, child: JsonValue) => {
    for (const kind of kinds) {
      if (key === kind && isJsonObject(child)) return walk(child, () => say(kind, child["id"]));
      if (key === pluralOf[kind] && Array.isArray(child)) {
        for (const item of child) walk(item, () => isJsonObject(item) && say(kind, item["id"]));
        return;
      }
      if (key === `${kind}Id` || key === `${kind}_id`) say(kind, child);
      if ((key === `${kind}Ids` || key === `${kind}_ids`) && Array.isArray(child)) {
        for (const item of child) walk(item, () => say(kind, item));
        return;
      }
    }
    walk(child);
  };
  walk(response, () => say(operation(name).kind, response["id"]));
  return inOrder;
}
