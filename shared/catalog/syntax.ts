/** What is wrong with a text as YAML: the library's complaints, where a person would look, in plain words. */

import { type Document, type Node, visit, type YAMLError } from "yaml";
import type { Location, Problem } from "./catalog.ts";

export function syntaxProblems(
  document: Document<Node>,
  text: string,
  locate: (start: number, end: number) => Location,
): Problem[] {
  const problems: Problem[] = [];
  const tooDeep = document.errors.find(error => error.code === "RESOURCE_EXHAUSTION");
  for (const error of tooDeep === undefined ? document.errors : [tooDeep]) {
    const place = placeOf(error, document, text);
    problems.push({ ...locate(...place), severity: "error", message: inPlainWords(error) });
  }
  for (const warning of document.warnings) {
    // Tags are refused by `reader.ts`, known or not.
    if (warning.code === "TAG_RESOLVE_FAILED") continue;
    problems.push({ ...locate(...warning.pos), severity: "warning", message: `${warning.message}.` });
  }
  const { yaml } = document.directives ?? {};
  if (yaml?.explicit && yaml.version !== "1.2") {
    problems.push({
      ...locate(0, text.indexOf("\n")),
      severity: "error",
      message: `This is read as YAML 1.2: remove this \`%YAML ${yaml.version}\` line.`,
    });
  }
  // One slip makes the library complain several times about the same line; the first complaint is the telling one.
  const seen = new Set<number>();
  return problems.filter(({ line }) => !seen.has(line) && seen.add(line));
}

/** An open quote is noticed at its end; a person looks for its start. */
function placeOf(error: YAMLError, document: Document<Node>, text: string): [number, number] {
  let [start, end] = error.pos;
  if (error.code === "MISSING_CHAR" && error.message.startsWith("Missing closing")) {
    visit(document, {
      Scalar: (_, { range }) => {
        if (range && range[0] < start && range[1] >= start) {
          start = range[0];
          end = start + 1;
          return visit.BREAK;
        }
        return undefined;
      },
    });
  }
  // Never more than the rest of its line, or the whole file would be underlined.
  const newline = text.indexOf("\n", start);
  return [start, newline === -1 ? Math.max(end, start + 1) : Math.min(Math.max(end, start + 1), newline)];
}

function inPlainWords(error: YAMLError): string {
  return (
    plainWords.find(([pattern]) => pattern.test(`${error.code} ${error.message}`))?.[1] ??
    `This is not valid YAML: ${error.message}.`
  );
}

const plainWords: readonly (readonly [RegExp, string])[] = [
  [/^TAB_AS_INDENT/, "A tab indents this line; YAML wants spaces."],
  [
    /^MULTIPLE_DOCS/,
    "A second document starts here, and only one is read: move its entries up and remove the line between.",
  ],
  [/^RESOURCE_EXHAUSTION/, "This is nested too deeply to be read."],
  [/^BAD_INDENT Flow map/, "A `{` before this is never closed: add `}`."],
  [/^BAD_INDENT Flow seq/, "A `[` before this is never closed: add `]`."],
  [/^MISSING_CHAR Flow map/, "A `{` before this is never closed: add `}`."],
  [/^MISSING_CHAR Flow seq/, "A `[` before this is never closed: add `]`."],
  [/^BAD_INDENT/, "This line is not in line: entries that belong together start in the same column."],
  [
    /^BLOCK_AS_IMPLICIT_KEY/,
    "A second `: ` on one line: put quotes around a text that holds one, or start a new line for the entry inside.",
  ],
  [
    /^MULTILINE_IMPLICIT_KEY/,
    "A colon is missing here: an entry is written `key: value`, or `key:` above indented entries.",
  ],
  [/^MISSING_CHAR Implicit map keys/, "A colon is missing here: an entry is written `key: value`."],
  [/^MISSING_CHAR Missing closing/, "This quote is never closed: add the second one."],
  [/^MISSING_CHAR Missing space after :/, "A space is missing after the `:`."],
  [
    /^MISSING_CHAR Missing ,/,
    "A comma is missing before this, or quotes around a text that holds special characters.",
  ],
  [/^MISSING_CHAR Comments must/, "A space is missing before the `#`."],
  [/^BAD_SCALAR_START/, "A text that starts with this character needs quotes around it."],
  [
    /^BAD_DQ_ESCAPE/,
    "In double quotes a backslash starts an escape: write `\\\\` for a backslash, or use single quotes.",
  ],
  [
    /^UNEXPECTED_TOKEN Unexpected block-seq-ind/,
    "A list starts on a line of its own: break the line before the `-`.",
  ],
  [
    /^UNEXPECTED_TOKEN Unexpected flow-(map|seq)-end/,
    "A bracket is closed here that was never opened: remove it.",
  ],
  [/^UNEXPECTED_TOKEN Unexpected ,/, "There is a comma too many here."],
  [
    /^UNEXPECTED_TOKEN/,
    "This is out of place: quotes around the text, a comma or a line break before it may be missing.",
  ],
];
