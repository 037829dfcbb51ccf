// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import {
  addRecord,
  CatalogEditError,
  removeRecord,
  setFields,
  setId,
  setRules,
} from "../../../shared/catalog/edit.ts";

const example = readFileSync(new URL("fixtures/callboard.yml", import.meta.url), "utf8");

/** The edit as a patch without context. */
function patch(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let same = 0;
  while (same < Math.min(old.length, now.length) - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  return [
    ...old.slice(start, old.length - same).map(line => `-${line}`),
    ...now.slice(start, now.length - same).map(line => `+${line}`),
  ];
}

describe("rules for reading", () => {
  const rules: ReadingRules = {
    cases: 'a.{ "name": b }',
    running: "c",
    words: { greenlit: "passed", "no go": "failed" },
  };

  test("are added to an empty catalog", () => {
    expect(setRules("", rules)).toBe(
      [
        "report:",
        "  words: { greenlit: passed, no go: failed }",
        "  cases: 'a.{ \"name\": b }'",
        "  running: c",
        "",
      ].join("\n"),
    );
  });

  test("change only what differs, and keep comments, order and style", () => {
    const text = [
      "tests: {} # none yet",
      "report:",
      "  # by the team",
      "  cases: old # changes",
      "  words:",
      "    greenlit: passed # as the service says",
      "    parked: undecided",
      "# the end",
      "",
    ].join("\r\n");
    const changed = setRules(text, { ...rules, passWhen: "d" });
    expect(changed.split("\r\n")).toEqual([
      "tests: {} # none yet",
      "report:",
      "  # by the team",
      "  cases: 'a.{ \"name\": b }' # changes",
      "  words:",
      "    greenlit: passed # as the service says",
      "    parked: undecided",
      "    no go: failed",
      "  pass-when: d",
      "  running: c",
      "# the end",
      "",
    ]);
    expect(setRules(changed, rules)).toBe(changed);
  });

  test("are refused in a catalog with an error", () => {
    expect(() => setRules("report: [", rules)).toThrow("cannot be changed until this error is fixed");
  });
});

describe("setId", () => {
  test.each<[string, Parameters<typeof setId>[1], string, string, string[]]>([
    [
      "changes the id that is there and keeps the comment behind it",
      "test",
      "pays-by-card",
      "tst_99",
      [
        "-    id: tst_12                     # kept from the pilot",
        "+    id: tst_99                     # kept from the pilot",
      ],
    ],
    ["keeps the quotes", "batch", "nightly", "bat_9", ['-    id: "bat_8"', '+    id: "bat_9"']],
    ["adds one line, before the others", "test", "declined-card", "tst_13", ["+    id: tst_13"]],
    [
      "quotes what would not be text",
      "batch",
      "smoke",
      "12",
      [
        "-  smoke: { id: bat_7, project: checkout }   # before each merge",
        '+  smoke: { id: "12", project: checkout }   # before each merge',
      ],
    ],
  ])("%s", (_, kind, key, id, expected) => {
    expect(patch(example, setId(example, kind, key, id))).toEqual(expected);
  });

  test.each([
    ["batches:\n  a:\n  b: {}\n", "batches:\n  a: { id: x }\n  b: {}\n"],
    ["batches:\n  a: ~ # soon\n", "batches:\n  a: { id: x } # soon\n"],
    ["batches:\n  a: {}\n", "batches:\n  a: { id: x }\n"],
    ["batches:\n  a: {name: n}\n", "batches:\n  a: {id: x, name: n}\n"],
    ["batches: {a}", "batches: {a: {id: x}}"],
    ["batches: {a: , b: }", "batches: {a: {id: x} , b: }"],
    ['{"batches":{"a":{"name":"n"}}}', '{"batches":{"a":{id: x, "name":"n"}}}'],
    [
      "batches:\n  a:\n    id:   # later\n    name: n\n",
      "batches:\n  a:\n    id: x   # later\n    name: n\n",
    ],
    [
      "batches:\n  a:   # why\n\n    # who\n    name: n\n",
      "batches:\n  a:   # why\n    id: x\n\n    # who\n    name: n\n",
    ],
    ["batches:\n  a: {\n    name: n,\n  }\n", "batches:\n  a: {\n    id: x, name: n,\n  }\n"],
    ["batches:\n  a:\n    id: 'it''s'", "batches:\n  a:\n    id: 'x'"],
    ["batches:\n  a:\n    id: |-\n      old\n    name: n\n", "batches:\n  a:\n    id: x\n    name: n\n"],
    ["batches:\n  a:\n    id: 12\n", "batches:\n  a:\n    id: x\n"],
    ["batches:\r\n  a:\r\n    name: n\r\n", "batches:\r\n  a:\r\n    id: x\r\n    name: n\r\n"],
    ["\uFEFFbatches:\n  a: { id: y }", "\uFEFFbatches:\n  a: { id: x }"],
  ])("in %j gives %j", (before, after) => {
    expect(setId(before, "batch", "a", "x")).toBe(after);
  });
});

describe("addRecord", () => {
  test.each<[string, string, Parameters<typeof addRecord>[3], string]>([
    ["", "", { id: "x" }, "batches:\n  new: { id: x }\n"],
    ["an unfinished last line", "# ours", { id: "x" }, "# ours\nbatches:\n  new: { id: x }"],
    [
      "an empty heading",
      "batches:   # none yet\ntests: {}\n",
      { id: "x" },
      "batches:   # none yet\n  new: { id: x }\ntests: {}\n",
    ],
    ["empty braces", "batches: {} # none yet\n", { id: "x" }, "batches: # none yet\n  new: { id: x }\n"],
    [
      "braces with a comment",
      "batches: {\n  # none yet\n}\n",
      { id: "x" },
      "batches: { new: { id: x }\n  # none yet\n}\n",
    ],
    [
      "no heading",
      "tests:\n    a: {id: y}\n",
      { id: "x" },
      "tests:\n    a: {id: y}\nbatches:\n    new: {id: x}\n",
    ],
    [
      "headings with blank lines between",
      "tests:\n  a: {}\n\nchannels: {}\n\n# end\n",
      { id: "x" },
      "tests:\n  a: {}\n\nchannels: {}\n\nbatches:\n  new: { id: x }\n\n# end\n",
    ],
    [
      "a record in braces",
      "batches:\n  a: { id: y }   # first\n",
      { id: "x", name: "N: n" },
      'batches:\n  a: { id: y }   # first\n  new: { id: x, name: "N: n" }\n',
    ],
    [
      "a record in lines",
      "batches:\n  a:\n    id: y\n    # about a\n# below\ntests: {}",
      { id: "x", name: "night" },
      "batches:\n  a:\n    id: y\n    # about a\n  new:\n    id: x\n    name: night\n# below\ntests: {}",
    ],
    ["braces on one line", "batches: {a: {id: y}}", { id: "x" }, "batches: {a: {id: y}, new: {id: x}}"],
    [
      "braces with a last comma",
      "batches: { a: { id: y }, }\n",
      { id: "x" },
      "batches: { a: { id: y }, new: { id: x }, }\n",
    ],
    [
      "braces over several lines",
      "batches: {\n  a: { id: y } # first\n}\n",
      { id: "x" },
      "batches: {\n  a: { id: y }, # first\n  new: { id: x }\n}\n",
    ],
    [
      "braces over several lines with a last comma",
      "batches: {\n  a: { id: y }, # first\n}\n",
      { id: "x" },
      "batches: {\n  a: { id: y }, # first\n  new: { id: x },\n}\n",
    ],
    ["everything in braces", "{}", { id: "x" }, "{ batches: { new: { id: x } } }"],
    [
      "Windows line ends",
      "batches:\r\n  a: { id: y }\r\n",
      { id: "x", fields: { text: "1\n2\n" } },
      "batches:\r\n  a: { id: y }\r\n  new:\r\n    id: x\r\n    fields:\r\n      text: |\r\n        1\r\n        2\r\n",
    ],
    [
      "a text that ends in blank lines",
      "batches:\n  a:\n    fields:\n      text: |+\n        1\n\n\ntests: {}\n",
      { id: "x", name: "night" },
      "batches:\n  a:\n    fields:\n      text: |+\n        1\n\n\n  new:\n    id: x\n    name: night\ntests: {}\n",
    ],
    [
      "fields that only look simple",
      "",
      { fields: { a: "no", b: "1e3", c: "", d: [], e: { f: null }, g: "2024-01-01" } },
      'batches:\n  new:\n    fields:\n      a: "no"\n      b: "1e3"\n      c: ""\n      d: []\n      e:\n        f: null\n      g: "2024-01-01"\n',
    ],
  ])("after %s", (_, before, record, after) => {
    expect(addRecord(before, "batch", "new", record)).toBe(after);
  });
});

describe("setFields", () => {
  const set = (text: string, fields: Parameters<typeof setFields>[3]) => setFields(text, "test", "t", fields);

  test("changes the entries that differ and nothing else", () => {
    const fields = {
      persona: "${{ personas.hurried-parent }}",
      steps: ["Asks for two labels", "Wants to know when the money arrives"],
      age: 30,
    };
    const edited = setFields(example, "test", "sends-it-back", fields);
    expect(patch(example, edited)).toEqual([
      "-        - Asks for a label     # by mail, not by phone",
      "-        - Wants to know when the money arrives",
      "+        - Asks for two labels     # by mail, not by phone",
      "+        - Wants to know when the money arrives",
      "+      age: 30",
    ]);
  });

  test.each<[string, string, Parameters<typeof setFields>[3], string]>([
    ["nothing", "tests: { t: { fields: { a: 1 } } }", { a: 1 }, "tests: { t: { fields: { a: 1 } } }"],
    [
      "fields where there were none",
      "tests:\n  t:\n    id: x\n",
      { a: 1 },
      "tests:\n  t:\n    id: x\n    fields:\n      a: 1\n",
    ],
    [
      "fields where there were none, in braces",
      "tests:\n  t: { id: x }\n",
      { a: [1, "b, c"] },
      'tests:\n  t: { id: x, fields: { a: [ 1, "b, c" ] } }\n',
    ],
    [
      "the only field away",
      "tests:\n  t:\n    fields: # none\n      a: 1\n",
      {},
      "tests:\n  t:\n    fields: {} # none\n",
    ],
    [
      "a text to entries",
      "tests:\n  t:\n    fields:\n      a: x # why\n      b: 1\n",
      { a: { c: [1] }, b: 1 },
      "tests:\n  t:\n    fields:\n      a: # why\n        c:\n          - 1\n      b: 1\n",
    ],
    [
      "entries to a text",
      "tests:\n  t:\n    fields:\n      a: # why\n        c: 1\n      b: 1\n",
      { a: "x", b: 1 },
      "tests:\n  t:\n    fields:\n      a: x # why\n      b: 1\n",
    ],
    [
      "a block of text",
      "tests:\n  t:\n    fields:\n      a: |- # why\n        1\n        2\n\n      b: 1\n",
      { a: "3\n4", b: 1 },
      "tests:\n  t:\n    fields:\n      a: |- # why\n        3\n        4\n\n      b: 1\n",
    ],
    [
      "entries inside of a list",
      "tests:\n  t:\n    fields:\n      a:\n        - x: 1 # one\n          y: 2\n        - x: 3\n",
      { a: [{ y: 4 }, { x: 3, z: true }] },
      "tests:\n  t:\n    fields:\n      a:\n        - y: 4\n        - x: 3\n          z: true\n",
    ],
    [
      "a list of another length",
      "tests:\n  t:\n    fields:\n      a: [1, 2] # few\n",
      { a: [1] },
      "tests:\n  t:\n    fields:\n      a: [ 1 ] # few\n",
    ],
  ])("changes %s", (_, before, fields, after) => {
    expect(set(before, fields)).toBe(after);
  });
});

describe("setFields removes a field", () => {
  /** The fields of a test before and after the removal of its field `a`. */
  test.each([
    [
      "with its own lines",
      "\n      a:\n        x: 1\n        # about a\n\n      # about b\n      b: 2\n",
      "\n\n      # about b\n      b: 2\n",
    ],
    ["on the last line of the file, which had no end", "\n      b: 2\n      a: 1", "\n      b: 2"],
    ["of which there is only one", " # ours\n      # about a\n      a: 1\n", " {} # ours\n      # about a\n"],
    ["from between two gaps", "\n      b: 2\n\n      a: 1\n\n      c: 3\n", "\n      b: 2\n\n      c: 3\n"],
    ["that is the first in braces", " { a: 1, b: 2 }", " { b: 2 }"],
    ["that is the last in braces", " { b: 2, a: 1 }", " { b: 2 }"],
    ["that is alone in braces", " { a: 1 }", " {}"],
    ["on a line of its own in braces", " {\n      a: 1, # a\n      b: 2\n    }\n", " {\n      b: 2\n    }\n"],
    ["from Windows lines", "\r\n      a: 1\r\n      b: 2\r\n", "\r\n      b: 2\r\n"],
  ])("%s", (_, before, after) => {
    const start = "tests:\n  t:\n    fields:".replaceAll("\n", before.includes("\r") ? "\r\n" : "\n");
    const left = { ...(after.includes("b: 2") && { b: 2 }), ...(after.includes("c: 3") && { c: 3 }) };
    expect(setFields(start + before, "test", "t", left)).toBe(start + after);
  });
});

describe("an edit is refused, and writes nothing,", () => {
  test.each<[string, () => string, RegExp]>([
    [
      "when there is no such record",
      () => setId("batches: {}", "batch", "a", "x"),
      /no readable record `batches\.a`/,
    ],
    [
      "when the key is taken",
      () => addRecord("batches:\n  a: {}", "batch", "a", {}),
      /`batches\.a` is already on line 2/,
    ],
    [
      "when the file is not YAML",
      () => setId("batches:\n  a: {}\n\tb: {}", "batch", "a", "x"),
      /until this error is fixed: callboard\.yml:3:1: A tab/,
    ],
    [
      "when the record is another one's alias",
      () => setId("batches:\n  a: *b\n  b: {}", "batch", "a", "x"),
      /no readable record/,
    ],
    [
      "when another record would change with it",
      () => setId("batches:\n  a: &a { name: n }\n  b: *a", "batch", "a", "x"),
      /edit the file by hand/,
    ],
    [
      "when the id could not be sent",
      () => setId("batches: { a: {} }", "batch", "a", ".."),
      /would cause an error on line 1: `batches\.a\.id` must be/,
    ],
    [
      "when another record has that id",
      () => setId("batches:\n  a: {}\n  b: { id: x }", "batch", "a", "x"),
      /already the id of/,
    ],
    [
      "when the project does not exist",
      () => addRecord("projects: { p: {} }", "test", "t", { project: "q" }),
      /Did you mean `p`|Add `q`/,
    ],
    ["when the key could not be named", () => addRecord("", "test", "a,b", {}), /without commas/],
    [
      "when fields refer to nothing",
      () => setFields("tests: { t: {} }", "test", "t", { p: "${{ personas.p }}" }),
      /leads nowhere/,
    ],
  ])("%s", (_, edit, message) => {
    expect(edit).toThrow(CatalogEditError);
    expect(edit).toThrow(message);
  });

  test("if another record already has the same mistake", () => {
    const text = 'tests:\n  s: { fields: { p: "${{ personas.p }}" } }\n  t: {}\n';
    expect(() => setFields(text, "test", "t", { p: "${{ personas.p }}" })).toThrow(/leads nowhere/);
  });

  test("if the text becomes too large to read", () => {
    const text = `batches:\n  a: { name: ${"n".repeat(1_000_000)} }\n`;
    expect(() => setId(text, "batch", "a", "x")).toThrow(/until this error is fixed: .* larger than 1 MB/);
    expect(() => addRecord(text, "batch", "b", {})).toThrow(/until this error is fixed: .* larger than 1 MB/);
  });

  test("but not for mistakes that were there before, even if they move", () => {
    expect(
      setId("batches:\n  a:\n    name: n\n  b: { id: y }\n  c: { id: y }\n", "batch", "a", "x"),
    ).toContain("    id: x\n");
    expect(setId("batches:\n  a: {}\n  b: oops\n", "batch", "a", "x")).toBe(
      "batches:\n  a: { id: x }\n  b: oops\n",
    );
  });
});

describe("removeRecord", () => {
  test("removes the record's lines and its comment", () => {
    const text = "batches:\n  smoke: { id: bat_7 } # nightly\n  # by hand\n  large:\n    id: bat_8\n";
    expect(removeRecord(text, "batch", "smoke")).toBe("batches:\n  # by hand\n  large:\n    id: bat_8\n");
    expect(removeRecord(text, "batch", "large")).toBe(
      "batches:\n  smoke: { id: bat_7 } # nightly\n  # by hand\n",
    );
  });

  test("removes the last record of a group and keeps the empty group, and refuses if another record refers to it", () => {
    expect(removeRecord("batches:\n  smoke: { id: bat_7 }\n", "batch", "smoke")).toBe("batches: {}\n");
    const text = "projects:\n  shop: {}\nbatches:\n  smoke: { project: shop }\n";
    expect(() => removeRecord(text, "project", "shop")).toThrow(CatalogEditError);
    expect(() => removeRecord(text, "batch", "nightly")).toThrow("no readable record `batches.nightly`");
  });
});
