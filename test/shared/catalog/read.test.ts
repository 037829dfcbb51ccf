// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allRecords, type Location, recordAt, renderProblem } from "../../../shared/catalog/catalog.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";

const example = readFileSync(new URL("fixtures/callboard.yml", import.meta.url), "utf8");

function problemsOf(text: string): string[] {
  return readCatalog(text, "callboard.yml").problems.map(renderProblem);
}

describe("a catalog without mistakes", () => {
  const { catalog, problems } = readCatalog(example, "callboard.yml");

  test("has no problems", () => {
    expect(problems).toEqual([]);
  });

  test("contains every record, in the order of the file", () => {
    expect(allRecords(catalog).map(({ kind, key, id }) => `${kind} ${key} ${id ?? "-"}`)).toEqual([
      "project checkout prj_81",
      "project returns prj_82",
      "persona hurried-parent per_3",
      "persona first-timer per_4",
      "scenario card-declined scn_15",
      "test pays-by-card tst_12",
      "test declined-card -",
      "test sends-it-back -",
      "batch smoke bat_7",
      "batch nightly bat_8",
      "integration crm int_2",
      "review autumn-calibration rev_40",
    ]);
  });

  test("takes a record's label from its `name`, else from its key, never from its fields", () => {
    expect(recordAt(catalog, "batch", "nightly")?.name).toBe("Everything, nightly");
    expect(recordAt(catalog, "persona", "hurried-parent")?.name).toBe("hurried-parent");
  });

  test("keeps fields as written", () => {
    expect(recordAt(catalog, "integration", "crm")?.fields).toEqual({ retries: 3, active: true });
    expect(recordAt(catalog, "test", "declined-card")?.fields).toMatchObject({
      persona: "${{ personas.first-timer }}",
      after: ["${{ tests.pays-by-card }}"],
    });
    expect(recordAt(catalog, "batch", "smoke")).not.toHaveProperty("fields");
  });

  test("contains the expressions and the forms", () => {
    expect(catalog.report).toEqual({
      cases: 'results.{ "name": scenario.name, "status": verdict }',
      passWhen: "summary.failed = 0",
    });
    expect([...catalog.forms]).toEqual([
      ["reassignReview", [{ field: "assignee", type: "text", optional: false }]],
      [
        "submitReview",
        [
          { field: "verdict", type: "choice", choices: ["pass", "fail"], optional: false },
          { field: "comment", type: "text", optional: true },
        ],
      ],
    ]);
  });

  test("knows the position of each key and each reference", () => {
    const at = (location: Location | undefined) => {
      const { line, column, endColumn } = location ?? { line: 0, column: 0, endColumn: 0 };
      return example.split("\n")[line - 1]?.slice(column - 1, endColumn - 1);
    };
    for (const record of allRecords(catalog)) {
      expect(at(record.at)).toBe(record.key);
      for (const reference of record.references) expect(at(reference.at)).toMatch(`.${reference.key} }}`);
    }
    expect(recordAt(catalog, "test", "declined-card")?.references.map(({ key }) => key)).toEqual([
      "first-timer",
      "card-declined",
      "first-timer",
      "pays-by-card",
    ]);
  });

  test("reads the same from a file with a byte order mark and Windows line ends", () => {
    const windows = readCatalog(`\uFEFF${example.replaceAll("\n", "\r\n")}`, "callboard.yml");
    expect(windows.problems).toEqual([]);
    expect(allRecords(windows.catalog)).toEqual(allRecords(catalog));
  });

  test.each(["", "# nothing yet\n", "---\n", "{}", "batches:\nchannels: {}\nreport:\nforms:\n"])(
    "may be empty: %j",
    text => {
      const empty = readCatalog(text, "callboard.yml");
      expect(empty.problems).toEqual([]);
      expect(allRecords(empty.catalog)).toEqual([]);
    },
  );

  test("accepts numbers and booleans as keys", () => {
    const numbers = readCatalog(
      "batches:\n  10: { id: x }\n  2: { id: y }\n  no: { id: z }\n",
      "callboard.yml",
    );
    expect(numbers.problems).toEqual([]);
    expect(allRecords(numbers.catalog).map(({ key }) => key)).toEqual(["10", "2", "no"]);
  });

  test("may share values by anchors", () => {
    const text = "tests:\n  a: { fields: &shared { tries: 3 } }\n  b: { fields: *shared }\n";
    const { catalog, problems } = readCatalog(text, "callboard.yml");
    expect(problems).toEqual([]);
    expect(recordAt(catalog, "test", "b")?.fields).toEqual({ tries: 3 });
  });
});

describe("a catalog with mistakes", () => {
  test("has all its mistakes reported at once, in order, each with its position and the remedy", () => {
    const text = [
      "bathces:",
      "  smoke: { id: bat_7 }",
      "projects:",
      "  checkout: { id: 81 }",
      "tests:",
      "  pays: { project: chekout, titel: x }",
      "  declines: tst_2",
      "channels:",
      "  - voice",
    ].join("\n");
    expect(problemsOf(text)).toEqual([
      "callboard.yml:1:1: `bathces` is not known in the catalog. Did you mean `batches`?",
      'callboard.yml:4:19: `projects.checkout.id` is `81`, but must be text: put quotes around it, "81".',
      "callboard.yml:6:20: `chekout` is not a key under `projects`. Did you mean `checkout`?",
      expect.stringMatching(/^callboard\.yml:6:29: `titel` is not known in `tests\.pays`\. It can be `id`, /),
      "callboard.yml:7:13: `tests.declines` is the text `tst_2`, but must be entries, each written `key: value`.",
      "callboard.yml:9:3: `channels` is a list, but must be entries, each written `key: value`.",
    ]);
  });

  test("still returns everything that can be read", () => {
    const text =
      "batches:\n  a: { id: 12, nmae: x }\n  b: oops\n  c: { id: bat_3 }\nreport: { cases: 1, pass-when: ok }\n";
    const { catalog } = readCatalog(text, "callboard.yml");
    expect(allRecords(catalog).map(({ key, id }) => [key, id])).toEqual([
      // A record with a malformed id must not look like a record without one, which would be created.
      ["a", "12"],
      ["c", "bat_3"],
    ]);
    expect(catalog.report.passWhen).toBe("ok");
  });

  test("marks the whole wrong value", () => {
    const [problem] = readCatalog("batches:\n  smoke: { id: bat_7, projetc: x }\n", "c.yml").problems;
    expect(problem).toMatchObject({ severity: "error", line: 2, column: 23, endLine: 2, endColumn: 30 });
  });

  test.each([
    [
      "base-url: https://example.test",
      /checked-in file must not be able to send anyone's key anywhere.*`base-url`/,
    ],
    ["BASE_URL: https://example.test", /anyone's key/],
    ["api-key: abc", /never goes into a checked-in file.*replaced if it was a real one/],
    ["batches: { smoke: { id: x, url: y } }", /anyone's key/],
    ["service: https://example.test", /not an address/],
    ["service: user@host", /not an address/],
  ])("refuses an address or a key, and explains why: %s", (text, reason) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(reason)]);
  });

  test("leaves the names of fields to the service", () => {
    expect(problemsOf("personas: { p: { fields: { url: x, token: y, id: z } } }")).toEqual([]);
  });

  test.each<[string, string, RegExp | string]>([
    [
      "a key twice",
      "batches:\n  a: { id: x }\n  a: { id: y }\n",
      "3:3: `a` is here twice in `batches`; the first is on line 2",
    ],
    [
      "a heading twice",
      "tests: {}\nbatches: {}\ntests: {}\n",
      "3:1: `tests` is here twice; the first is on line 1",
    ],
    [
      "a field twice",
      "tests: { a: { fields: { x: 1, x: 2 } } }",
      "1:31: `x` is here twice in `tests.a.fields`",
    ],
    [
      "an id twice",
      "batches:\n  a: { id: x }\n  b: { id: x }\n",
      "3:12: `x` is already the id of `batches.a` on line 2",
    ],
    [
      "a choice twice",
      "forms:\n  submitReview:\n    - { field: x, type: choice, choices: [pass, fail, pass] }\n",
      "3:55: `pass` is here twice in `forms.submitReview[0].choices`",
    ],
    [
      "a form's field twice",
      "forms:\n  submitReview:\n    - { field: x, type: text }\n    - { field: x, type: number }\n",
      "4:7: `x` is here twice in `forms.submitReview`",
    ],
    [
      "more passes than runs",
      "batches:\n  a: { id: x, runs: 2, passes: 3 }\n",
      "2:32: `batches.a`: a case can't pass 3 times when `runs` is 2.",
    ],
    [
      "an empty id",
      "batches:\n  a: { id: }\n",
      "2:8: `batches.a.id` is empty, but must be text; remove the line",
    ],
    [
      "an id that is a path",
      'batches: { a: { id: ".." } }',
      "1:21: `batches.a.id` must be an id as the service gave it",
    ],
    [
      "a key that a list would split",
      'batches: { "a,b": {} }',
      "1:12: `a,b` in `batches` must be a key without commas",
    ],
    [
      "the id of a project for its key",
      "projects: { p: { id: q } }\ntests: { a: { project: q } }",
      "2:24: `q` is not a key under `projects`. Did you mean `p`?",
    ],
    [
      "merging",
      "tests:\n  a: &a { id: x }\n  b: { <<: *a, id: y }\n",
      "3:8: `<<` (merging) is not part of YAML 1.2",
    ],
    ["an alias of nothing", "tests: *gone\n", "1:8: `*gone` stands for nothing"],
    [
      "an alias inside of itself",
      "tests: { a: { fields: &f { x: *f } } }",
      "1:31: `*f` is inside the value that it stands for",
    ],
    ["a tag", "tests: { a: { fields: { x: !secret y } } }", "1:36: `!secret` is not a type that JSON knows"],
    ["no number", "tests: { a: { fields: { x: .inf } } }", "1:28: `.inf` is not a number that JSON knows"],
    [
      "a number too long",
      "tests: { a: { fields: { x: 12345678901234567890 } } }",
      "1:28: `12345678901234567890` has too many digits",
    ],
    [
      "a list as a key",
      "tests: { a: { fields: { ? [x] : 1 } } }",
      "1:27: A key is missing or is not text in `tests.a.fields`",
    ],
    ["no colon and space", "tests:a", "1:1: The catalog is the text `tests:a`, but must be entries"],
    ["a blank expression", "report:\n  cases: ' '\n", "2:10: `report.cases` must be text that is not blank"],
    [
      "an unknown operation",
      "forms: { submitReveiw: [] }",
      "1:10: `submitReveiw` is not known in `forms`. Did you mean `submitReview`?",
    ],
    [
      "a form without fields to send",
      "forms: { getIntegration: [] }",
      "1:10: `getIntegration` sends no fields",
    ],
    ["a form without steps", "forms: { submitReview: [] }", "1:24: `forms.submitReview` is an empty list"],
    [
      "an unknown type of step",
      "forms: { submitReview: [{ field: x, type: choise }] }",
      "1:43: `forms.submitReview[0].type` is the text `choise`, but must be `text`, `number`, `boolean` or `choice`. Did you mean `choice`?",
    ],
    [
      "a choice without choices",
      "forms: { submitReview: [{ field: x, type: choice }] }",
      "1:25: `type: choice` needs `choices`",
    ],
    [
      "choices without a choice",
      "forms: { submitReview: [{ field: x, type: text, choices: [a] }] }",
      "1:49: `choices` is allowed only with `type: choice`",
    ],
    [
      "a step without a field",
      "forms: { submitReview: [{ type: text }] }",
      "1:25: `field` is missing in `forms.submitReview[0]`",
    ],
  ])("explains the mistake in %s", (_, text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(`callboard.yml:${message}`)]);
  });

  test.each<[string, string, string]>([
    ["a tab", "batches:\n\tsmoke: { id: x }\n", "2:1: A tab indents this line; YAML wants spaces."],
    [
      "an open brace",
      "batches:\n  a: { id: x\nchannels: {}\n",
      "3:1: A `{` before this is not closed up to here",
    ],
    ["an open quote", "batches:\n  a: { id: x }\nservice: 'x\n", "3:10: This quote is never closed"],
    ["a missing colon", "batches\n  a: { id: x }\n", "1:1: A colon is missing here"],
    ["two colons", "service: a: b\n", "1:10: An entry can't start inside a text"],
    ["crooked entries", "batches:\n  a: { id: x }\n b: { id: y }\n", "3:1: This line is not aligned"],
    [
      "a second document",
      "batches: {}\n---\nchannels: {}\n",
      "2:1: A second document starts here, and only one is read",
    ],
    ["a special character", "service: @home\n", "1:10: A text that starts with this character needs quotes"],
    [
      "a Windows path in double quotes",
      'service: "a\\qb"\n',
      "1:12: In double quotes a backslash starts an escape",
    ],
    ["an older YAML", "%YAML 1.1\n---\nbatches: {}\n", "1:1: This is read as YAML 1.2"],
    [
      "a reference without quotes in braces",
      "batches: { a: { fields: { x: ${{ tests.t }}, y: ${{ tests.t }} } } }\ntests: { t: { id: u } }",
      "1:30: Inside `{ }` and `[ ]` a reference needs quotes",
    ],
  ])("rewrites YAML's own message about %s in plain words", (_, text, message) => {
    expect(problemsOf(text)[0]).toContain(`callboard.yml:${message}`);
  });

  test("is read on after a reference without quotes, the most likely slip", () => {
    const text =
      "tests:\n  t: { id: u }\n  a: { fields: { x: ${{ tests.t }}, y: [${{ tests.t }}] } }\n  b: { id: 3 }\n";
    expect(problemsOf(text).map(problem => problem.slice(0, 40))).toEqual([
      "callboard.yml:3:21: Inside `{ }` and `[ ",
      "callboard.yml:3:41: Inside `{ }` and `[ ",
      "callboard.yml:4:12: `tests.b.id` is `3`,",
    ]);
  });

  test("counts columns like an editor that hides the byte order mark", () => {
    expect(problemsOf("\uFEFFbathces: {}")).toEqual([expect.stringMatching(/^callboard\.yml:1:1:/)]);
  });

  test("warns about a key that hides another record's id", () => {
    const { problems } = readCatalog("batches:\n  a: { id: b }\n  b: { id: c }\n", "c.yml");
    expect(problems).toEqual([expect.objectContaining({ severity: "warning", line: 2, column: 12 })]);
  });

  test("warns about a record without an id that nothing can create", () => {
    const { problems } = readCatalog("scenarios:\n  s: {}\npersonas:\n  p: {}\n", "c.yml");
    expect(problems).toEqual([expect.objectContaining({ severity: "warning", line: 2, column: 3 })]);
  });

  test("cannot grow through aliases", () => {
    const bomb = Array.from(
      { length: 40 },
      (_, i) => `  a${i}: { fields: &a${i} { x: ${i ? `*a${i - 1}, y: *a${i - 1}` : "1"} } }`,
    );
    expect(problemsOf(`tests:\n${bomb.join("\n")}\n`)).toEqual([
      expect.stringContaining("Aliases repeat more than"),
    ]);
  });

  test.each([
    ["brackets", "[".repeat(10_000)],
    ["dashes", "- ".repeat(10_000)],
    ["closed brackets", `tests: { a: { fields: { x: ${"[".repeat(200)}${"]".repeat(200)} } } }`],
  ])("cannot exhaust the stack by nested %s", (_, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/nested/)]);
  });

  test("may use the names of JavaScript's object members", () => {
    const text =
      "tests:\n  __proto__: { id: x, fields: { __proto__: 3, constructor: 4 } }\nconstructor: {}\n";
    const { catalog, problems } = readCatalog(text, "c.yml");
    expect(problems.map(({ line }) => line)).toEqual([3]);
    expect(Object.entries(recordAt(catalog, "test", "__proto__")?.fields ?? {})).toEqual([
      ["__proto__", 3],
      ["constructor", 4],
    ]);
  });

  test("never makes reading throw, and every problem's position is in the file", () => {
    const piece = fc.constantFrom(
      ..."batches:|  smoke: |{ id: x }|{|}|[|]|- |: |\t|\n|\n  |\n    |'|\"|#|&a |*a|!t |id: 7|fields:|${{ tests.a }}|${{|---|\r\n|? |, |\\|\uFEFF|é".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const text = pieces.join("");
        const lines = text.replace(/^\uFEFF/, "").split("\n");
        for (const problem of readCatalog(text, "c.yml").problems) {
          expect(problem.line).toBeGreaterThan(0);
          expect(problem.line).toBeLessThanOrEqual(lines.length);
          expect(problem.column).toBeLessThanOrEqual((lines[problem.line - 1]?.length ?? 0) + 1);
          expect([problem.endLine, problem.endColumn]).not.toEqual([0, 0]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
