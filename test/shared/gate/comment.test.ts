import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../shared/gate/comment-commands.ts";

const line = "/callboard submit rev_7 verdict=pass";
const reviewsIn = (comment: string) =>
  parseCommands(comment).lines.flatMap(({ command }) => command?.review ?? []);
const mistakesIn = (comment: string) => parseCommands(comment).lines.flatMap(({ mistake }) => mistake ?? []);

describe("a line is a command", () => {
  it.each([
    ["at the start of the comment", line],
    ["after an empty line", `words\n\n${line}`],
    ["with text behind it", `${line}\nwords`],
    ["behind a fence", `\`\`\`\nx\n\`\`\`\n${line}`],
    ["behind a longer end of a fence", `\`\`\`\nx\n\`\`\`\`\`  \n${line}`],
    ["behind a tilde fence with a backtick", `~~~ \`\nx\n~~~\n${line}`],
    ["behind an indented fence", `    \`\`\`\n${line}`],
    ["behind a quoted fence", `> \`\`\`\n${line}`],
    ["behind a fence in a list", `- a\n  \`\`\`\n\n${line}`],
    ["behind a heading", `# A title\n${line}`],
    ["behind a comment on one line", `<!-- x -->\n${line}`],
    ["behind a comment with dashes", `<!--\n--- x ---\n-->\n\n${line}`],
    ["behind a long comment", `<!-- ${"words ".repeat(3000)} -->\n\n${line}`],
    ["behind what begins like a comment and is none", `A <!-- b\n\n${line}\n-->`],
    ["behind closed HTML", `<details>\n<summary>A log</summary>\n\nx\n\n</details>\n\n${line}`],
    ["behind a picture", `<img width="10" src="https://x.example/y.png">\n\n${line}`],
    ["behind HTML in backticks", `The \`<details>\` are long.\n\n${line}`],
    ["with code, emphasis and an address in it", `${line} a="\`x\` *y* https://x.example"`],
    ["with brackets that are no link", `${line} a="[1] (2)"`],
  ])("%s", (_, comment) => {
    expect(reviewsIn(comment)).toEqual(["rev_7"]);
  });

  it("after another command, which is known by its line", () => {
    const comment = "Both are good.\r\n\r\n/callboard submit a v=1\r\n/callboard submit b v=1\r\nThanks!\r\n";
    expect(parseCommands(comment).lines).toMatchObject([
      { line: 3, command: { review: "a" } },
      { line: 4, command: { review: "b" } },
    ]);
  });

  it("after a command with a mistake", () => {
    expect(reviewsIn(`/callboard submit\n${line}`)).toEqual(["rev_7"]);
  });
});

describe("a line inside other text is a mistake", () => {
  it.each([
    ["behind other text", `words\n${line}`],
    ["behind a command and other text", `words\n${line}`],
    ["behind what is no fence", `\`\`\`a\`b\n${line}`],
    ["in a list", `- words\n${line}`],
    ["in a quote", `> words\n${line}`],
    ["in a heading", `${line}\n===`],
    ["in a table", `| a |\n|---|\n${line}`],
    ["in a footnote that the text calls", `See[^1].\n\n[^1]: words\n${line}`],
    ["in the text of a link", `[words\n${line}\n](https://x.example)`],
    ["in the text of a link, behind a command", `/callboard submit [\n${line}\n](https://x.example)`],
    ["in a block of HTML", `<div>\n${line}\n</div>`],
    ["in folded text", `<details>\n\n${line}\n\n</details>`],
    ["in folded text that a cell does not close", `<details>\n\n|a|\n|-|\n|</details>|\n\n${line}`],
    ["in a quote of HTML", `words <blockquote> words\n\n${line}`],
    ["behind a tag that does not end", `<div x\n\n${line}`],
    ["behind what GitHub may not take for HTML", `<!x y>\n\n${line}`],
    ["behind an HTML comment that a browser ends earlier", `<!-- a --!> <details>\n-->\n\n${line}`],
    ["behind what GitHub may not take for a comment", `a <!-- -- <details> -->\n\n${line}`],
  ])("%s", (_, comment) => {
    expect(mistakesIn(comment)).toEqual([
      "A command has to be at the start of a comment, after an empty line or after another command, and not in a list, a " +
        "quote, a heading, a table or HTML.",
    ]);
  });

  it.each([
    ["HTML", `${line} a=<i>`],
    ["an attribute", `/callboard submit rev_7 a=<i verdict=pass title=b>`],
    ["an attribute that goes on", `${line} a=<i title="\n">`],
    ["an HTML comment", `/callboard submit rev_7 a="<!--" verdict=pass b="-->"`],
    ["the address of a link", `${line} a=[b](c)`],
    ["the label of a link", `${line} a=[b][c]\n\n[c]: d`],
    ["an image", `${line} a=![b](c)`],
    ["a footnote's number", `${line} a=[^1]\n\n[^1]: b`],
  ])("if a part of it is %s", (_, comment) => {
    expect(mistakesIn(comment)).toEqual([
      "GitHub does not show all of this line, because a part of it is HTML, a link, an image or a footnote. Write the " +
        "fields as JSON, with `\\u003c` for `<` and `\\u005b` for `[`.",
    ]);
  });
});

describe("a hidden line is ignored", () => {
  it.each([
    ["a quote's own line", `> ${line}`],
    ["an indented line", `    ${line}`],
    ["a list's own line", `- ${line}`],
    ["backticks", `\`${line}\``],
    ["backticks around the line", `a \`b\n${line}\nc\``],
    ["a fence", `\`\`\`\n${line}\n\`\`\``],
    ["a fence of tildes", `~~~\n${line}\n~~~`],
    ["a fence with a language", `\`\`\`sh\n${line}\n\`\`\``],
    ["an indented fence", `   \`\`\`\n${line}\n   \`\`\``],
    ["a longer fence around a shorter", `\`\`\`\`\n\`\`\`\n${line}\n\`\`\`\n\`\`\`\``],
    ["a fence around tildes", `\`\`\`\n~~~\n${line}\n\`\`\``],
    ["a fence that never ends", `\`\`\`\nwords\n${line}`],
    ["a fence whose end has words behind it", `\`\`\`\n\`\`\` no end\n${line}\n\`\`\``],
    ["a fence behind one in a list", `- a\n  \`\`\`\n\n\`\`\`\n${line}\n\`\`\``],
    ["a fence with CRLF", `\`\`\`\r\n${line}\r\n\`\`\``],
    ["an HTML comment", `<!--\n${line}\n-->`],
    ["an HTML comment of several paragraphs", `<!--\n\n${line}\n\n-->`],
    ["a long HTML comment", `<!--\n${"words ".repeat(3000)}\n\n${line}\n\n-->`],
    ["an HTML comment behind other text", `Well done. <!-- nobody sees\n${line}\n-->`],
    ["an HTML comment behind another", `<!-- a --> <!-- b\n${line}\n--> and <!-- c\n${line}\n-->`],
    ["an HTML comment that a tag's block begins", `<div><!--\n\n${line}\n\n--></div>`],
    ["the title of a link", `[a](b "\n${line}\n")`],
    ["the title of an image", `![a](b '\n${line}\n')`],
    ["the text of an image", `![a\n${line}\n](b)`],
    ["the label of a link", `[a][b\n${line}\nc]\n\n[b\n${line}\nc]: d`],
    ["the label of a definition", `[a\n${line}\nb]: c`],
    ["the title of a definition", `[a]: b "\n${line}\n"`],
    ["an attribute", `words <a title="\n${line}\n">`],
    ["an attribute of a block", `<div title="\n${line}\n">`],
    ["an attribute of several paragraphs", `<div title="\n\n${line}\n\n<b title="">`],
    ["attributes without quotes", `<div\n${line}\n>`],
    ["a processing instruction", `<?\n${line}\n?>`],
    ["a processing instruction in text", `words <?\n${line}\n?>`],
    ["a declaration", `<!X\n${line}\n>`],
    ["a declaration in text", `words <!X\n${line}\nx>`],
    ["CDATA", `<![CDATA[\n${line}\n]]>`],
    ["CDATA in text", `words <![CDATA[\n${line}\n]]>`],
    ["a footnote that nothing calls", `[^1]: words\n${line}`],
  ])("%s", (_, comment) => {
    expect(parseCommands(comment)).toEqual({ lines: [] });
  });
});

describe("a command hides no other command", () => {
  it.each([
    ["in backticks", `/callboard submit a b=\`\n${line}\n\``],
    ["in an HTML comment", `/callboard submit a b=<!--\n${line}\n-->`],
    ["in the title of a link", `/callboard submit a b=[c](d "\n${line}\n")`],
    ["in the label of a link", `/callboard submit a b=[c][d\n${line}\n]\n\n[d\n${line}\n]: e`],
    ["in an attribute", `/callboard submit a b=<i c="\n${line}\n">`],
  ])("%s", (_, comment) => {
    expect(reviewsIn(comment)).not.toContain("rev_7");
    expect(parseCommands(comment).lines.map(each => each.line)).toEqual([1]);
  });
});

describe("in any comment", () => {
  const ends = ["", " a=<b>", " a=[", " a=![b](c)", " a=`", " a=*", " a=](b)", " a=[^1]"];
  const whole = [
    ...ends.flatMap(end => [`COMMAND${end}`, "COMMAND"]),
    ..."```|````|~~~|~~~ x|``` `|  ```|    ```|> ```|- ```|\t```|`|a `b".split("|"),
    ..."<!--|-->|<!-- x -->|words --> words".split("|"),
    ...'[a](b "|")|[a]: /u "|[a]: /u|[a]|[a][|]|![|](x)|[x|[|[^1]: x|see [^1] x|[^2]: y'.split("|"),
    ..."<div>|</div>|<p>|<br>|<img src=x>|<span>a|</span>|<b>x</b>".split("|"),
    ..."<details>|</details>|text <details> x|<table><td>|</td></table>".split("|"),
    ..."words|- a|-|1. x|* b\n  c|===|---|# h|> q|  a|    code|\\|&lt;b&gt;".split("|"),
    ...["| a |\n|---|", "|", "", "", "", ""],
  ];
  /** Fragments that change which part of an HTML block is visible. */
  const torn = [
    ..."words <!-- x|words --> <!-- x|COMMAND a=<!--|<?|?>|<!X|>|<![CDATA[|]]>".split("|"),
    ...'COMMAND a=<i b="|<b t="|">|<div t="|<div|<pre>|</pre>|<script>|</script>'.split("|"),
  ];

  /** Each command names another review. */
  const comments = (fragments: readonly string[]) =>
    fc.array(fc.constantFrom(...fragments), { maxLength: 9 }).map(parts => {
      let number = 0;
      return parts.join("\n").replaceAll("COMMAND", () => `/callboard submit rev${++number}. v=1`);
    });

  type Node = DefaultTreeAdapterTypes.Node;
  interface ShownText {
    readonly text: string;
    readonly within: readonly string[];
  }
  const textsIn = (node: Node, within: readonly string[] = []): ShownText[] => {
    if ("value" in node) return [{ text: node.value, within }];
    const children = "childNodes" in node ? node.childNodes : [];
    return children.flatMap(child =>
      textsIn(child, "tagName" in child ? [...within, child.tagName] : within),
    );
  };
  /** The text that a browser shows of a comment, without code. */
  const shownOf = (comment: string) => {
    const html = micromark(comment, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    return textsIn(parseFragment(html)).filter(({ within }) => !within.includes("code"));
  };
  const beginnings = (comment: string) =>
    comment.split("\n").flatMap((text, index) => {
      const [beginning] = /^\/callboard submit rev\d+\. v=1/.exec(text) ?? [];
      return beginning === undefined ? [] : { beginning, line: index + 1 };
    });

  it("a carried-out command is visible in a paragraph, behind other commands only", () => {
    fc.assert(
      fc.property(comments([...whole, ...torn]), comment => {
        const paragraphs = shownOf(comment).filter(({ within }) => within.join() === "p");
        const { lines } = parseCommands(comment);
        for (const { beginning, line: number } of beginnings(comment)) {
          if (lines.find(each => each.line === number)?.command === undefined) continue;
          const { text } = paragraphs.find(each => each.text.includes(beginning)) ?? { text: "nothing" };
          const linesBefore = text.slice(0, text.indexOf(beginning)).split("\n");
          expect(linesBefore.pop()).toBe("");
          for (const each of linesBefore.slice(1)) expect(each).toMatch(/^\/callboard /);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("a browser shows every line that gets an answer, and only these", () => {
    fc.assert(
      fc.property(comments(whole), comment => {
        const shown = shownOf(comment).map(({ text }) => text);
        const answered = parseCommands(comment).lines.map(each => each.line);
        const seen = beginnings(comment).filter(({ beginning }) =>
          shown.some(text => text.includes(beginning)),
        );
        expect(answered).toEqual(seen.map(each => each.line));
      }),
      { numRuns: 100 },
    );
  });
});

describe("limits", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `/callboard submit r${index} v=1`).join("\n");

  it("20 commands are carried out, but none of 21", () => {
    expect(parseCommands(lines(20)).lines).toHaveLength(20);
    expect(parseCommands(lines(21))).toEqual({
      lines: [],
      refusal:
        "A comment may contain 20 commands, and this one has 21: nothing was done. Write several comments.",
    });
  });

  it("a command is no longer than a person would write", () => {
    expect(mistakesIn(`/callboard submit r a=${"x".repeat(65_000)}`)).toEqual([
      "The line has 65022 characters; a command has 8000 at most.",
    ]);
    expect(mistakesIn(`${line}\n${"x ".repeat(5000)}`)).toEqual([
      "The paragraph of a command has 8000 characters at most. Put empty lines around the command.",
    ]);
    expect(reviewsIn(`${line}\n\n${"x ".repeat(20_000)}`)).toEqual(["rev_7"]);
  });

  it.each([
    ["openings of fences", "```\n"],
    ["quotes in quotes", "> "],
    ["lists in lists", "- a\n  - b\n"],
    ["headings", "a\n=\n"],
  ])("a comment of nothing but %s is refused", (_, text) => {
    const comment = `${line}\n\n${text.repeat(65_000 / text.length)}`;
    expect(parseCommands(comment)).toEqual({
      lines: [],
      refusal:
        "This comment has too many lines, or too many nested quotes and lists, to find its commands: " +
        "nothing was done. Write several comments.",
    });
    expect(parseCommands(comment.slice(line.length))).toEqual({ lines: [] });
  });

  it.each([
    "[",
    "]",
    "![",
    "[a](b ",
    "[a][b]",
    "<a ",
    "a <!--",
    "x<!A",
    "`` ` ",
    "*a_ ",
    "&",
    "~a~",
    "www.a ",
  ])("a comment of nothing but %s is read at once", text => {
    const comment = `${line}\n\n${text.repeat(65_000 / text.length)}`;
    expect(reviewsIn(comment)).toEqual(["rev_7"]);
    const pieces = text.repeat(2000 / text.length);
    expect(parseCommands(`${line}\n${pieces}\n\n`.repeat(10)).lines).toHaveLength(10);
  });
});
