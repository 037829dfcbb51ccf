/** The catalog as code: places, references, renaming, completion, new records, the order of creation, differences. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordAt } from "../../../shared/catalog/catalog.ts";
import { completionPlaceAt, knownKeys, knownWords } from "../../../shared/catalog/completion.ts";
import { differingFields } from "../../../shared/catalog/differences.ts";
import { startRecord } from "../../../shared/catalog/new-record.ts";
import { mentionsOf, outlineCatalog, placeAt } from "../../../shared/catalog/outline.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { applyReplacements, renameRecord } from "../../../shared/catalog/rename.ts";
import { sendOrder } from "../../../shared/catalog/send-order.ts";
import { type Kind, kinds, pluralOf } from "../../../shared/service/operations.ts";
import { arbitraryCatalogs } from "./styles.ts";

const catalog = `# ours
projects:
  shop: { id: prj_1 } # the shop
personas:
  parent: &parent
    id: per_1
    fields: &shared { patience: low } # shared
  "big boss": { fields: *shared }
tests:
  pays:
    project: shop # here
    fields:
      persona: \${{ personas.parent }}
      also: [ "\${{personas.parent}}", '\${{ personas.big boss }}' ]
      note: >-
        as \${{ personas.parent }}
        says
`;

const files = [
  ["LF", catalog],
  ["CRLF", catalog.replaceAll("\n", "\r\n")],
] as const;

/** The place where `|` is in the text. */
function at(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

describe.each(files)("in a file with anchors, comments, both styles and %s", (_, text) => {
  const outline = outlineCatalog(text);
  const place = (source: string, shift = 1) => {
    const found = placeAt(outline, text.indexOf(source) + shift);
    return (
      found &&
      `${found.type} ${"key" in found ? `${found.kind} ${found.key}` : found.name} ${text.slice(...found.span)}`
    );
  };

  test("keys, references, projects and fields are found at their places", () => {
    expect(place("parent: &")).toBe("record persona parent parent");
    expect(place('"big boss"')).toBe('record persona big boss "big boss"');
    expect(place("parent }}")).toBe("reference persona parent parent");
    expect(place("parent}}")).toBe("reference persona parent parent");
    expect(place("shop # here")).toBe("project project shop shop");
    expect(place("patience")).toBe("field patience patience");
    expect(place("also")).toBe("field also also");
    expect(place("# shared", 3)).toBeUndefined();
  });

  test("all references to a record are found, also in a folded text", () => {
    expect(mentionsOf(outline, "persona", "parent")).toHaveLength(3);
    expect(mentionsOf(outline, "project", "shop")).toHaveLength(1);
    expect(mentionsOf(outline, "persona", "big boss")).toHaveLength(1);
  });

  test("renaming changes the key and its references, and nothing else", () => {
    const renamed = applyReplacements(text, renameRecord(text, "persona", "parent", "hurried-parent"));
    expect(renamed).toBe(
      text
        .replace("  parent: &", "  hurried-parent: &")
        .replace(/personas\.parent/g, "personas.hurried-parent"),
    );
    const quoted = applyReplacements(text, renameRecord(text, "persona", "big boss", "it's"));
    expect(quoted).toContain(`"it's": { fields`);
    expect(quoted).toContain(`'\${{ personas.it''s }}'`);
    expect(readCatalog(quoted, "").problems).toEqual([]);
  });
});

test("renaming is refused where it would break the file", () => {
  expect(() => renameRecord(catalog, "persona", "parent", "big boss")).toThrow(
    /already the key of another persona/,
  );
  expect(() => renameRecord(catalog, "persona", "parent", "a,b")).toThrow(/without commas/);
  expect(() => renameRecord(catalog, "persona", "parent", "a: b")).toThrow(
    /can't be written in all of its places/,
  );
  const escaped = catalog.replace("${{personas.parent}}", "${{personas.p\\u0061rent}}");
  expect(() => renameRecord(escaped, "persona", "parent", "x")).toThrow(/written with escapes/);
});

test("in every style of file renaming keeps all comments, ids and fields, and renames back to the same text", () => {
  fc.assert(
    fc.property(
      arbitraryCatalogs,
      fc.nat(99),
      fc.constantFrom("new", "new key", "né-2"),
      (written, number, newKey) => {
        const text = written.text.replace("\uFEFF", "");
        const all = kinds.flatMap(kind =>
          Object.keys(written.content[pluralOf[kind]] ?? {}).map(key => [kind, key] as const),
        );
        const [kind, key] = all[number % all.length] ?? [];
        fc.pre(kind !== undefined && key !== undefined);
        const renamed = applyReplacements(text, renameRecord(text, kind as Kind, key as string, newKey));
        const [before, after] = [text, renamed].map(each => readCatalog(each, "").catalog);
        const {
          at: _,
          key: __,
          name: ___,
          ...old
        } = recordAt(before as never, kind as Kind, key as string) as never as Record<string, unknown>;
        expect(recordAt(after as never, kind as Kind, newKey)).toMatchObject(old);
        expect(renamed.split("\n").length).toBe(text.split("\n").length);
        const back = applyReplacements(renamed, renameRecord(renamed, kind as Kind, newKey, key as string));
        expect(readCatalog(back, "").catalog.records).toEqual((before as { records: unknown }).records);
      },
    ),
    { numRuns: 50 },
  );
});

describe("at the cursor is offered", () => {
  const placeIn = (marked: string) => {
    const { text, offset } = at(marked);
    const found = completionPlaceAt(text, offset);
    if (found === undefined) return undefined;
    const { span, ...place } = found;
    return { ...place, replaces: text.slice(...span) };
  };

  test.each([
    ["pro|", [], []],
    ["tests:\n  pays:\n    fie|", ["tests", "pays"], []],
    ["tests:\n  pays:\n    fie|\n    id: x", ["tests", "pays"], ["id"]],
    ["tests:\r\n  pays:\r\n    id: x\r\n    |\r\n", ["tests", "pays"], ["id"]],
    ["tests:\n  pays: { id: x, fie| }", ["tests", "pays"], ["id"]],
    ["tests:\n  pays:\n    fields:\n      |", ["tests", "pays", "fields"], []],
    ["tests:\n  pays:\n    fields: { |}", ["tests", "pays", "fields"], []],
    ["tests:\n  pays:\n    fields:\n      deep:\n        - na|", ["tests", "pays", "fields", "deep", 0], []],
    ["report:\n  pa|", ["report"], []],
  ])("a key in %j", (marked, path, present) => {
    expect(placeIn(marked)).toMatchObject({ type: "key", path, present, colon: ": " });
  });

  test.each([
    ["tests:\n  pays:\n    project: sh|", ["tests", "pays", "project"], false],
    ["tests:\n  pays:\n    project: |\n    id: x", ["tests", "pays", "project"], false],
    ["tests:\n  pays: { project: | }", ["tests", "pays", "project"], true],
    ["tests:\n  pays:\n    fields:\n      tags: [ a, | ]", ["tests", "pays", "fields", "tags", 1], true],
    ["report:\n  words: { greenlit: | }", ["report", "words", "greenlit"], true],
  ])("a value in %j", (marked, path, inFlow) => {
    expect(placeIn(marked)).toMatchObject({ type: "value", path, inFlow });
  });

  test("a reference's heading and key, closed if it is open", () => {
    expect(placeIn("a: ${{ per|")).toEqual({ type: "heading", closing: " }}", replaces: "per" });
    expect(placeIn("a: ${{ personas.pa|r }}")).toEqual({
      type: "reference",
      heading: "personas",
      closing: "",
      replaces: "par",
    });
    expect(placeIn("a: ${{ personas.p }} |")).not.toMatchObject({ type: "reference" });
  });

  test("nothing in a comment; a key with a colon gets no second one", () => {
    expect(placeIn("# pro|")).toBeUndefined();
    expect(placeIn("tes|: {}")).toMatchObject({ type: "key", path: [], colon: "" });
  });

  test("what the catalog's shape knows", () => {
    expect([...knownKeys([]).keys()]).toEqual(
      expect.arrayContaining(["tests", "report", "forms", "service"]),
    );
    expect([...knownKeys(["batches", "smoke"]).keys()]).toEqual([
      "id",
      "name",
      "project",
      "runs",
      "passes",
      "fields",
    ]);
    expect([...knownKeys(["tests", "pays", "fields"]).keys()]).toEqual([]);
    expect(knownWords(["report", "words", "x"])).toContain("undecided");
  });
});

test.each([
  ["tests:\n  a: {}\n", "tests:\n  a: {}\n  new:\n    name: New\n    fields:\n      |\n"],
  ["", "tests:\n  new:\n    name: New\n    fields:\n      |\n"],
  ["tests: { a: {} }\n", "tests: { a: {}, new: { name: New, fields: {|} } }\n"],
  [
    "tests:\r\n    a:\r\n        id: x\r\n",
    "tests:\r\n    a:\r\n        id: x\r\n    new:\r\n        name: New\r\n        fields:\r\n            |\r\n",
  ],
])("a new record in %j has the cursor in its fields", (source, marked) => {
  const { text, offset } = at(marked);
  expect(startRecord(source, "test", "new", { name: "New" })).toEqual({ text, cursor: offset });
});

test.each([
  ["tests:\n  a: {}\n", "tests:\n  a: {}\n  new:\n    fields:\n      title: New\n      |\n"],
  ["tests: { a: {} }\n", "tests: { a: {}, new: { fields: { title: New, | } } }\n"],
])("a new record in %j has the cursor behind its first field", (source, marked) => {
  const { text, offset } = at(marked);
  const started = startRecord(source, "test", "new", { fields: { title: "New" } });
  expect(started).toEqual({ text, cursor: offset });
});

test("records without an id are created before those that refer to them, each once", () => {
  const { catalog: read } = readCatalog(
    `personas:
  made: { id: per_1 }
  parent: { fields: { team: "\${{ projects.shop }}" } }
projects: { shop: {} }
tests:
  pays: { fields: { a: "\${{ personas.parent }} \${{ personas.made }}", b: "\${{ projects.shop }}" } }
batches:
  smoke: { fields: { tests: ["\${{ tests.pays }}", "\${{ personas.parent }}"] } }
`,
    "",
  );
  const smoke = recordAt(read, "batch", "smoke");
  expect(smoke && sendOrder(read, smoke).map(({ key }) => key)).toEqual(["shop", "parent", "pays", "smoke"]);
});

test("a chain of thousands of records is ordered, and a circle ends", () => {
  const lines = Array.from(
    { length: 5000 },
    (_, number) => `  t${number}: { fields: { next: "\${{ tests.t${number + 1} }}" } }`,
  );
  const { catalog: long } = readCatalog(`tests:\n${lines.join("\n")}\n  t5000: {}\n`, "");
  const first = recordAt(long, "test", "t0");
  expect(
    first &&
      sendOrder(long, first)
        .slice(0, 2)
        .map(({ key }) => key),
  ).toEqual(["t5000", "t4999"]);
  const { catalog: round } = readCatalog(
    'tests: { a: { fields: { x: "${{ tests.b }}" } }, b: { fields: { x: "${{ tests.a }}" } } }',
    "",
  );
  const a = recordAt(round, "test", "a");
  expect(a && sendOrder(round, a)).toHaveLength(2);
});

test.each([
  ["nothing known", {}, undefined],
  ["as sent", { sent: { a: 1, deep: { y: 2, x: 1 } } }, []],
  ["another value", { sent: { a: 2, deep: { x: 1, y: 2 } } }, ["a"]],
  ["a field more than sent", { sent: { a: 1 } }, ["deep"]],
  ["a field less than sent", { sent: { a: 1, deep: { x: 1, y: 2 }, gone: null } }, ["gone"]],
  ["sent by a colleague meanwhile", { sent: { a: 2, deep: { x: 1, y: 2 } }, answered: { a: 1 } }, []],
  [
    "written by the service in another way",
    { sent: { a: 1, deep: { x: 1, y: 2 } }, answered: { a: "1" } },
    [],
  ],
  ["never sent, as answered", { answered: { a: 1, deep: { x: 1, y: 2 }, id: "x" } }, []],
  ["never sent, and the response leaves out a field", { answered: { a: 1, id: "x" } }, undefined],
  ["never sent, not as answered", { answered: { a: 3, id: "x" } }, ["a"]],
])("fields differ: %s", (_, known, names) => {
  expect(differingFields({ a: 1, deep: { x: 1, y: 2 } }, known)).toEqual(names);
});

test("frequent problems say what is probably meant, and which record is missing", () => {
  const { problems } = readCatalog(
    'projets: {}\nprojects: { shop: {} }\ntests:\n  pays: { project: shp, fields: { a: "${{ personas.x }}" } }\n',
    "",
  );
  expect(problems.map(({ suggestion, missing }) => [suggestion, missing])).toEqual([
    ["projects", undefined],
    ["shop", { kind: "project", key: "shp" }],
    [undefined, { kind: "persona", key: "x" }],
  ]);
});
