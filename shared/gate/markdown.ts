/**
 * Splits a comment into the blocks of GitHub's Markdown and the spans in them. Code blocks and link definitions are left
 * out, because commands in them are ignored.
 */

import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";

export interface MarkdownBlock {
  readonly type: "paragraph" | "heading" | "cell" | "html";
  readonly line: number;
  /** The source text without the containers' prefixes, such as `> `. */
  readonly text: string;
  /** The quotes, lists and footnotes around the block, the innermost last. */
  readonly containers: readonly MarkdownContainer[];
  /** Absent if the block was not parsed for spans. */
  readonly spans?: readonly MarkdownSpan[];
}

export interface MarkdownContainer {
  readonly type: string;
  /** The label of a footnote; empty for a second footnote with the same label. */
  readonly label?: string;
}

/** Inline Markdown or HTML, such as a link, code or a tag. */
export interface MarkdownSpan {
  readonly type: string;
  readonly start: MarkdownPoint;
  readonly end: MarkdownPoint;
  readonly text: string;
}

export interface MarkdownPoint {
  /** The line in the comment, and the column in that line of the block's text. Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** Longer blocks are not parsed for spans, because many starts of links or tags take quadratic time. */
export const longestBlock = 8_000;

/** The parser takes quadratic time for many lists or headings, and for deep nesting. */
export function isTooComplex(comment: string): boolean {
  const isDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){100}/m.test(comment);
  return isDeep || (comment.match(/\r\n|\n|\r/g)?.length ?? 0) > 3_000;
}

const { document, flow, text } = gfm();
const emphasis = ["attention", "strikethrough"];
const inText = [
  ...emphasis,
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];
/** Inline syntax is left out, because it takes quadratic time in long blocks. */
const blockSyntax = { document, flow, disable: { null: [...inText, "htmlText"] } };
/** Emphasis is left out, because it hides no text and takes quadratic time. */
const textSyntax = { text, disable: { null: emphasis } };
const htmlSyntax = { disable: { null: inText } };

type Parser = ReturnType<typeof parse>;
type Events = ReturnType<typeof postprocess>;

export function blocksOf(comment: string, needsSpans: (block: MarkdownBlock) => boolean): MarkdownBlock[] {
  const parser = parse({ extensions: [blockSyntax] });
  const blocks = blocksIn(postprocess(parser.document().write(preprocess()(comment, undefined, true))));
  const textParser = parse({ extensions: [textSyntax] });
  // A label in brackets is a link or a footnote only if the comment defines it, possibly in another block.
  Object.assign(textParser, { defined: parser.defined, gfmFootnotes: parser.gfmFootnotes });
  const htmlParser = parse({ extensions: [htmlSyntax] });
  return blocks.map(block => {
    if (block.text.length > longestBlock || !needsSpans(block)) return block;
    return { ...block, spans: spansIn(block, block.type === "html" ? htmlParser : textParser) };
  });
}

const blockTypes: Readonly<Record<string, MarkdownBlock["type"]>> = {
  atxHeadingText: "heading",
  htmlFlow: "html",
  paragraph: "paragraph",
  setextHeadingText: "heading",
  tableContent: "cell",
};
const containerTypes = new Set(["blockQuote", "gfmFootnoteDefinition", "listOrdered", "listUnordered"]);
const writtenTypes = new Set(["data", "hardBreakTrailing", "htmlFlowData", "lineEnding", "lineSuffix"]);

function blocksIn(events: Events): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const containers: { type: string; label?: string }[] = [];
  const labels = new Set<string>();
  let open: (MarkdownBlock & { text: string }) | undefined;
  for (const [what, token, context] of events) {
    const isEnter = what === "enter";
    const type = blockTypes[token.type];
    if (containerTypes.has(token.type)) {
      if (isEnter) containers.push({ type: token.type });
      else containers.pop();
    } else if (type !== undefined) {
      if (open) blocks.push(open);
      open = isEnter ? { type, line: token.start.line, text: "", containers: [...containers] } : undefined;
    } else if (isEnter && open && writtenTypes.has(token.type)) {
      open.text += token.type === "lineEnding" ? "\n" : context.sliceSerialize(token);
    } else if (isEnter && token.type === "gfmFootnoteDefinitionLabelString") {
      const label = normalizeLabel(context.sliceSerialize(token));
      const footnote = containers.at(-1);
      // GitHub doesn't show a second footnote with the same label.
      if (footnote) footnote.label = labels.has(label) ? "" : label;
      labels.add(label);
    }
  }
  return blocks;
}

export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

const spanTypes = new Set([
  "codeText",
  "gfmFootnoteCall",
  "htmlText",
  "image",
  "link",
  "reference",
  "resource",
]);

/** The spans of an HTML block are its tags and comments. An unclosed tag or comment has the type `torn`. */
function spansIn({ type, line, text }: MarkdownBlock, parser: Parser): MarkdownSpan[] {
  // The inline parser doesn't expect a byte-order mark or an empty line.
  const input = text.replace(/^\uFEFF/, " ").replace(/^[ \t]*$/gm, ".");
  const from = { line, column: 1, offset: 0 };
  const events = postprocess(parser.text(from).write(preprocess()(input, undefined, true)));
  return events.flatMap(([what, token]) => {
    if (what === "exit") return [];
    const { start, end } = token;
    const written = input.slice(start.offset, end.offset);
    if (spanTypes.has(token.type)) return { type: token.type, start, end, text: written };
    const torn = type === "html" && token.type === "data" ? written.search(/<[a-z/!?]/i) : -1;
    return torn < 0 ? [] : { type: "torn", start, end, text: input.slice(start.offset + torn) };
  });
}
