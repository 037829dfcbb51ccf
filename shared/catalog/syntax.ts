/** Turns the YAML library's errors into problems in plain words, at the locations where a person looks for them. */

import { type Document, type Node, visit, type YAMLError } from "yaml";
import type { CatalogProblem } from "./catalog.ts";
import type { Positions, Span } from "./positions.ts";
import { brief } from "./quote.ts";

export function syntaxProblems(document: Document<Node>, positions: Positions): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const add = (span: Span, severity: CatalogProblem["severity"], message: string) =>
    problems.push({ ...positions.locate(span), severity, message });

  const tooDeep = document.errors.find(error => error.code === "RESOURCE_EXHAUSTION");
  const quotes = startsOfOpenQuotes(document);
  for (const error of tooDeep === undefined ? document.errors : [tooDeep]) {
    const [start, end] = error.pos;
    // The library reports an unclosed quote at the end of the quoted text, but a person looks for the quote itself.
    const quote = isOpenQuote(error) ? quotes.get(start) : undefined;
    const span: Span = quote === undefined ? [start, Math.max(end, start + 1)] : [quote, quote + 1];
    add(positions.firstLineOf(span), "error", inPlainWords(error));
  }
  for (const warning of document.warnings) {
    // `yaml-reader.ts` reports each tag that JSON doesn't know.
    if (warning.code !== "TAG_RESOLVE_FAILED") add(warning.pos, "warning", `${brief(warning.message)}.`);
  }
  const { yaml } = document.directives ?? {};
  if (yaml?.explicit && yaml.version !== "1.2") {
    const message = `This is read as YAML 1.2: remove this \`%YAML ${yaml.version}\` line.`;
    add(positions.firstLineOf([0, Number.POSITIVE_INFINITY]), "error", message);
  }
  // Several problems on one line usually have the same cause, which the first one describes.
  const seen = new Set<number>();
  return problems.filter(({ line }) => !seen.has(line) && seen.add(line));
}

function isOpenQuote({ code, message }: YAMLError): boolean {
  return code === "MISSING_CHAR" && message.startsWith("Missing closing");
}

function startsOfOpenQuotes(document: Document<Node>): Map<number, number> {
  const starts = new Map<number, number>();
  if (!document.errors.some(isOpenQuote)) return starts;
  visit(document, {
    Scalar: (_, { range }) => {
      if (range) starts.set(range[1], range[0]);
    },
  });
  return starts;
}

function inPlainWords(error: YAMLError): string {
  return (
    plainWords.find(([pattern]) => pattern.test(`${error.code} ${error.message}`))?.[1] ??
    `This is not valid YAML: ${brief(error.message)}.`
  );
}

const plainWords: readonly (readonly [RegExp, string])[] = [
  [/^TAB_AS_INDENT/, "A tab indents this line; YAML wants spaces."],
  [
    /^MULTIPLE_DOCS/,
    "A second document starts here, and only one is read: move its entries up and remove the `---` line.",
  ],
  [/^RESOURCE_EXHAUSTION/, "This is nested too deeply to be read."],
  [
    /^(BAD_INDENT|MISSING_CHAR) Flow map/,
    "A `{` before this is not closed up to here: add `}`, or indent the lines that belong to it.",
  ],
  [
    /^(BAD_INDENT|MISSING_CHAR) Flow seq/,
    "A `[` before this is not closed up to here: add `]`, or indent the lines that belong to it.",
  ],
  [/^BAD_INDENT/, "This line is not aligned: entries that belong together start in the same column."],
  [
    /^BLOCK_AS_IMPLICIT_KEY/,
    "An entry can't start inside a text: put quotes around a text that contains `: `, or indent the entries on lines of their own.",
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
    "A comma is missing before this, or a text with special characters needs quotes.",
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
    "This bracket closes nothing: remove it, or open one before it.",
  ],
  [/^UNEXPECTED_TOKEN Unexpected ,/, "There is a comma too many here."],
  [
    /^UNEXPECTED_TOKEN/,
    "This is out of place: quotes around the text, a comma or a line break before it may be missing.",
  ],
];
