import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { type Command, parseCommands, writeCommand } from "../../../shared/gate/commands.ts";
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

  it("stands in the first column of any line", () => {
    const comment =
      "I looked at both.\r\n/callboard submit a v=1\r\n  /callboard submit b v=1\r\nthen /callboard submit c\r\n/callboard submit d\r\n";
    expect(commandsIn(comment).map(({ review }) => review)).toEqual(["a", "d"]);
    expect(parseCommands(comment).lines.map(({ line }) => line)).toEqual([2, 5]);
  });

  it("is no other word, and no other case", () => {
    expect(parseCommands("/callboards submit a\n/callboard\n/Callboard submit a").lines).toEqual([]);
  });
});

describe("what is text and no command", () => {
  const line = "/callboard submit rev_7 verdict=pass";
  it.each([
    ["a quote", `> ${line}`],
    ["an indented line", `    ${line}`],
    ["a list", `- ${line}`],
    ["backticks", `\`${line}\``],
    ["a fence", `\`\`\`\n${line}\n\`\`\``],
    ["a fence of tildes", `~~~\n${line}\n~~~`],
    ["a fence with a language", `\`\`\`sh\n${line}\n\`\`\``],
    ["an indented fence", `   \`\`\`\n${line}\n   \`\`\``],
    ["a longer fence around a shorter", `\`\`\`\`\n\`\`\`\n${line}\n\`\`\`\n\`\`\`\``],
    ["a fence around tildes", `\`\`\`\n~~~\n${line}\n\`\`\``],
    ["a fence that never ends", `\`\`\`\nwords\n${line}`],
    ["a fence whose end has words behind it", `\`\`\`\n\`\`\` no end\n${line}\n\`\`\``],
    ["a fence with CRLF", `\`\`\`\r\n${line}\r\n\`\`\``],
    ["an HTML comment", `<!--\n${line}\n-->`],
    ["an HTML comment behind other text", `Well done. <!-- nobody sees\n${line}\n-->`],
    ["an HTML comment behind another", `<!-- a --> <!-- b\n${line}\n--> and <!-- c\n${line}\n-->`],
  ])("%s", (_, comment) => {
    expect(parseCommands(comment).lines).toEqual([]);
  });

  it.each([
    ["behind a fence", `\`\`\`\nx\n\`\`\`\n${line}`],
    ["behind a longer end", `\`\`\`\nx\n\`\`\`\`\`  \n${line}`],
    ["behind what is no fence", `\`\`\`a\`b\n${line}`],
    ["behind two backticks", `\`\`\n${line}`],
    ["behind an indented fence", `    \`\`\`\n${line}`],
    ["behind a quoted fence", `> \`\`\`\n${line}`],
    ["behind a comment on one line", `<!-- x -->\n${line}`],
    ["behind what begins like a comment and is none", `A <!-- b\n\n${line}\n-->`],
    ["behind a tilde fence with a backtick", `~~~ \`\nx\n~~~\n${line}`],
  ])("but %s it is one", (_, comment) => {
    expect(commandsIn(comment)).toHaveLength(1);
  });

  it("whatever is carried out, GitHub shows as no code", () => {
    const fragments = [
      line,
      "```",
      "````",
      "~~~",
      "~~~~ x",
      "```sh",
      "``` `",
      "  ```",
      "    ```",
      "> ```",
      "- ```",
      "-",
      "<!--",
      "-->",
      "<!-- x -->",
      "words <!-- x",
      "words --> words",
      "words --> <!-- x",
      "words",
      "",
      "   ~~~",
      "1. x",
      "\t```",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 12 }), parts => {
        const comment = parts.join("\n");
        const hidden = new Set<number>();
        const walk = (node: Nodes) => {
          if (node.type === "code" || node.type === "html") {
            const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0 } };
            for (let number = start.line; number <= end.line; number++) hidden.add(number);
          }
          if ("children" in node) node.children.forEach(walk);
        };
        walk(fromMarkdown(comment, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
        for (const { line: number } of parseCommands(comment).lines)
          expect([...hidden]).not.toContain(number);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a mistake says what is wrong with the line", () => {
  it.each([
    ["/callboard ", "It does not say what to do; there are `submit` and `reassign`."],
    ["/callboard sumbit rev_7", "There is no command `sumbit`; did you mean `submit`?"],
    ["/callboard merge rev_7", "There is no command `merge`; there are `submit` and `reassign`."],
    ["/callboard submit", "It names no review; write `/callboard submit REVIEW name=value`."],
    [
      "/callboard submit r verdict",
      '`verdict` is no `name=value`; a value with spaces stands in quotes, like `comment="a word"`.',
    ],
    [
      "/callboard submit r comment=a word",
      '`word` is no `name=value`; a value with spaces stands in quotes, like `comment="a word"`.',
    ],
    ["/callboard submit r a=1 a=2", "`a` is there twice."],
    ['/callboard submit r a="open', "The quotes around the value of `a` are not closed."],
    [
      '/callboard submit r a="b"c',
      'Behind the quotes around the value of `a` there must be a space; a quote inside is written \\".',
    ],
    ["/callboard submit r a=“b”", 'The value of `a` stands in curly quotes; write straight ones (").'],
    ["/callboard submit r again=yes", "`again` is `true`, or left out."],
  ])("%s", (line, mistake) => {
    expect(mistakesIn(line)).toEqual([mistake]);
  });

  it.each(['{"a": 1', "{a: 1}", '{"a": 1} b=2'])("%s", json => {
    expect(mistakesIn(`/callboard submit r ${json}`)).toEqual([
      expect.stringMatching(/^What is in braces is not JSON \(/),
    ]);
  });

  it("and leaves the other lines alone", () => {
    const { lines } = parseCommands("/callboard submit a v=1\n/callboard submit\n/callboard submit c v=1");
    expect(lines.map(({ command, mistake }) => command?.review ?? mistake?.slice(0, 8))).toEqual([
      "a",
      "It names",
      "c",
    ]);
  });
});

describe("too much", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `/callboard submit r${index} v=1`).join("\n");

  it("20 commands are carried out, and of 21 none", () => {
    expect(parseCommands(lines(20)).lines).toHaveLength(20);
    expect(parseCommands(lines(21))).toEqual({
      lines: [],
      refusal:
        "A comment may hold 20 commands, and this one has 21: nothing was done. Write several comments.",
    });
  });

  it("a line is no longer than a person writes", () => {
    expect(mistakesIn(`/callboard submit r a=${"x".repeat(65_000)}`)).toEqual([
      expect.stringMatching(/has 6\d{4} characters/),
    ]);
  });

  it("a comment of nothing but openings is read at once", () => {
    expect(
      parseCommands(`${"```\n".repeat(15_000)}/callboard submit r a="${"\\\\".repeat(3_000)}`).lines,
    ).toHaveLength(1);
  });
});

describe("what is written is read as it was meant", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'"\\ ={}“”\n\r\u2028`/ab') }));
  const json = fc.jsonValue().map(value => JSON.parse(JSON.stringify(value)));
  const fields = fc.oneof(fc.dictionary(text, text), fc.dictionary(text, json)) as fc.Arbitrary<JsonObject>;

  it("for any review and any fields", () => {
    fc.assert(
      fc.property(
        fc.record({
          verb: fc.constantFrom("submit" as const, "reassign" as const),
          review: text.filter(id => id !== "" && !/[\r\n]/.test(id)),
          fields: fields.filter(given => !Object.hasOwn(given, "again")),
          again: fc.boolean(),
        }),
        command => {
          const line = writeCommand(command);
          expect(line.split(/\r\n|\r|\n/)).toHaveLength(1);
          expect(commandsIn(line)).toEqual([command]);
        },
      ),
      { numRuns: 1000 },
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
  ])("%o", (command, line) => {
    expect(writeCommand(command)).toBe(line);
  });
});
