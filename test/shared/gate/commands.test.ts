import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, writeCommand } from "../../../shared/gate/command.ts";
import { parseCommands } from "../../../shared/gate/comment-commands.ts";
import type { JsonObject } from "../../../shared/json.ts";

const commandsIn = (comment: string) => parseCommands(comment).lines.flatMap(({ command }) => command ?? []);
const mistakesIn = (comment: string) => parseCommands(comment).lines.flatMap(({ mistake }) => mistake ?? []);

describe("a command", () => {
  it.each<[string, Partial<Command>]>([
    ["/callboard submit rev_7", { verb: "submit", review: "rev_7", fields: {}, again: false }],
    ["/callboard submit rev_7 verdict=pass", { fields: { verdict: "pass" } }],
    [
      '/callboard submit rev_7 verdict=pass comment="a value"',
      { fields: { verdict: "pass", comment: "a value" } },
    ],
    ["/callboard reassign rev_7 to=kim", { verb: "reassign", fields: { to: "kim" } }],
    ["/callboard record rev_7 verdict=pass", { verb: "record", fields: { verdict: "pass" }, again: false }],
    ["/callboard record rev_7 verdict=fail again=true", { verb: "record", again: true }],
    ["/callboard   submit\trev_7   verdict=pass  ", { review: "rev_7", fields: { verdict: "pass" } }],
    ['/callboard submit "an id" a=1', { review: "an id", fields: { a: "1" } }],
    ['/callboard submit r a="say \\"no\\" \\\\ now"', { fields: { a: 'say "no" \\ now' } }],
    ['/callboard submit r a="" b=', { fields: { a: "", b: "" } }],
    ["/callboard submit r a=b=c", { fields: { a: "b=c" } }],
    [
      '/callboard submit r {"verdict": "pass", "score": 3, "of": [1, null]}',
      { fields: { verdict: "pass", score: 3, of: [1, null] } },
    ],
    ["/callboard submit r again=true verdict=pass", { again: true, fields: { verdict: "pass" } }],
    ['/callboard submit r {"again": true, "verdict": "pass"}', { again: true, fields: { verdict: "pass" } }],
    ["/callboard submit r __proto__=x", { fields: Object.fromEntries([["__proto__", "x"]]) }],
  ])("%s", (line, expected) => {
    expect(commandsIn(line)).toMatchObject([expected]);
  });

  it("is matched by its exact word and case", () => {
    expect(parseCommands("/callboards submit a\n/callboard\n/Callboard submit a").lines).toEqual([]);
  });
});

describe("a mistake is reported with its line", () => {
  it.each([
    ["/callboard ", "The command's verb is missing; there are `submit`, `reassign` and `record`."],
    ["/callboard sumbit rev_7", "There is no command `sumbit`; did you mean `submit`?"],
    ["/callboard recrod rev_7", "There is no command `recrod`; did you mean `record`?"],
    ["/callboard record", "The command names no review; write `/callboard record REVIEW name=value`."],
    ["/callboard merge rev_7", "There is no command `merge`; there are `submit`, `reassign` and `record`."],
    ["/callboard submit", "The command names no review; write `/callboard submit REVIEW name=value`."],
    [
      "/callboard submit r verdict",
      '`verdict` is not `name=value`; put a value with spaces in quotes, like `comment="a word"`.',
    ],
    [
      "/callboard submit r comment=a word",
      '`word` is not `name=value`; put a value with spaces in quotes, like `comment="a word"`.',
    ],
    ["/callboard submit r a=1 a=2", "`a` is given twice."],
    ['/callboard submit r a="open', "The quotes around the value of `a` are not closed."],
    [
      '/callboard submit r a="b"c',
      'After the quotes around the value of `a` there must be a space; write a quote inside them as \\".',
    ],
    ["/callboard submit r a=“b”", 'The value of `a` is in curly quotes; write straight ones (").'],
    ["/callboard submit r again=yes", "`again` can only be `true`; leave it out otherwise."],
  ])("%s", (line, mistake) => {
    expect(mistakesIn(line)).toEqual([mistake]);
  });

  it.each(['{"a": 1', "{a: 1}", '{"a": 1} b=2'])("%s", json => {
    expect(mistakesIn(`/callboard submit r ${json}`)).toEqual([
      expect.stringMatching(/^The text in braces is not JSON \(/),
    ]);
  });

  it("and leaves the other lines alone", () => {
    const { lines } = parseCommands("/callboard submit a v=1\n/callboard submit\n/callboard submit c v=1");
    expect(lines.map(({ command, mistake }) => command?.review ?? mistake?.slice(0, 8))).toEqual([
      "a",
      "The comm",
      "c",
    ]);
  });
});

describe("a written command is read back with the same meaning", () => {
  const units = [...'"\\ ={}“”\n\r\u2028`/ab', "<i>", "[b](c)", "![", "](", "<!--", "-->", "&lt;", "*", "~~"];
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...units) }));
  const json = fc.jsonValue().map(value => JSON.parse(JSON.stringify(value)));
  const fields = fc.oneof(fc.dictionary(text, text), fc.dictionary(text, json)) as fc.Arbitrary<JsonObject>;

  it("for any review and any fields", () => {
    fc.assert(
      fc.property(
        fc.record({
          verb: fc.constantFrom("submit" as const, "reassign" as const, "record" as const),
          // GitHub takes some ids for HTML or a link, and hides them.
          review: text.filter(id => id !== "" && !/[\r\n<[\]]/.test(id)),
          fields: fields.filter(given => !Object.hasOwn(given, "again")),
          again: fc.boolean(),
        }),
        command => {
          const line = writeCommand(command);
          expect(line.split(/\r\n|\r|\n/)).toHaveLength(1);
          expect(commandsIn(line)).toEqual([command]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[Command, string]>([
    [
      { verb: "submit", review: "rev_7", fields: { verdict: "pass" }, again: false },
      "/callboard submit rev_7 verdict=pass",
    ],
    [
      { verb: "submit", review: "rev_7", fields: { comment: "a value" }, again: true },
      '/callboard submit rev_7 comment="a value" again=true',
    ],
    [
      { verb: "submit", review: "rev_7", fields: { score: 3 }, again: false },
      '/callboard submit rev_7 {"score":3}',
    ],
    [{ verb: "reassign", review: "an id", fields: {}, again: false }, '/callboard reassign "an id"'],
    [
      { verb: "record", review: "rev_7", fields: { verdict: "pass" }, again: true },
      "/callboard record rev_7 verdict=pass again=true",
    ],
    [
      { verb: "submit", review: "rev_7", fields: { comment: "a List<String> [is](x)" }, again: false },
      '/callboard submit rev_7 {"comment":"a List\\u003cString> [is]\\u0028x)"}',
    ],
  ])("%o", (command, line) => {
    expect(writeCommand(command)).toBe(line);
  });
});
