/**
 * A comment as GitHub's Markdown has it: its texts, and the parts of them that are more than text. What is in none of
 * its texts, such as code and definitions of links, is of no interest here.
 */

import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";

/** A paragraph, a heading, a cell of a table or a block of HTML. */
export interface Block {
  readonly type: "paragraph" | "heading" | "cell" | "html";
  /** Its first line in the comment, from 1. */
  readonly line: number;
  /** The text as it is written, without what its containers put before each line. */
  readonly text: string;
  /** The quotes, lists and footnotes around it, the innermost last. */
  readonly containers: readonly Container[];
  /** Absent where nobody has looked for them. */
  readonly spans?: readonly Span[];
}

export interface Container {
  readonly type: string;
  /** The label of a footnote, empty where nothing can call it. */
  readonly label?: string;
}

/** A part of a text that is more than text. */
export interface Span {
  readonly type: string;
  readonly start: Point;
  /** Behind the last character. */
  readonly end: Point;
  readonly text: string;
}

export interface Point {
  /** In the comment, from 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** The parser takes quadratic time for texts that begin many links or tags, so it looks into no longer ones. */
export const longestText = 8_000;

/** The parser takes quadratic time for many lists or headings, and for what stands in many quotes or lists. */
export function isTooIntricate(comment: string): boolean {
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
/** Blocks alone are found in linear time. */
const blockSyntax = { document, flow, disable: { null: [...inText, "htmlText"] } };
/** Emphasis hides nothing, and takes quadratic time. */
const textSyntax = { text, disable: { null: emphasis } };
const htmlSyntax = { disable: { null: inText } };

type Parser = ReturnType<typeof parse>;
type Events = ReturnType<typeof postprocess>;

/** All blocks, with the spans of those that are worth it. */
export function blocksOf(comment: string, isWorthIt: (block: Block) => boolean): Block[] {
  const parser = parse({ extensions: [blockSyntax] });
  const blocks = textsIn(postprocess(parser.document().write(preprocess()(comment, undefined, true))));
  const textParser = parse({ extensions: [textSyntax] });
  // Labels are links only where they are defined, which may be anywhere in the comment.
  Object.assign(textParser, { defined: parser.defined, gfmFootnotes: parser.gfmFootnotes });
  const htmlParser = parse({ extensions: [htmlSyntax] });
  return blocks.map(block => {
    if (block.text.length > longestText || !isWorthIt(block)) return block;
    return { ...block, spans: spansIn(block, block.type === "html" ? htmlParser : textParser) };
  });
}

const blockTypes: Readonly<Record<string, Block["type"]>> = {
  atxHeadingText: "heading",
  htmlFlow: "html",
  paragraph: "paragraph",
  setextHeadingText: "heading",
  tableContent: "cell",
};
const containerTypes = new Set(["blockQuote", "gfmFootnoteDefinition", "listOrdered", "listUnordered"]);
const writtenTypes = new Set(["data", "hardBreakTrailing", "htmlFlowData", "lineEnding", "lineSuffix"]);

function textsIn(events: Events): Block[] {
  const blocks: Block[] = [];
  const containers: { type: string; label?: string }[] = [];
  const labels = new Set<string>();
  let open: (Block & { text: string }) | undefined;
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
      const label = normalLabel(context.sliceSerialize(token));
      const footnote = containers.at(-1);
      // A second footnote of the same label is not shown.
      if (footnote) footnote.label = labels.has(label) ? "" : label;
      labels.add(label);
    }
  }
  return blocks;
}

/** Labels are the same whatever their case and the spaces within them. */
export function normalLabel(label: string): string {
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

/** In a block of HTML these are its tags and comments, and `unfinished` where one does not end. */
function spansIn({ type, line, text }: Block, parser: Parser): Span[] {
  // The parser knows no byte-order mark and no empty line within a text.
  const input = text.replace(/^\uFEFF/, " ").replace(/^[ \t]*$/gm, ".");
  const from = { line, column: 1, offset: 0 };
  const events = postprocess(parser.text(from).write(preprocess()(input, undefined, true)));
  return events.flatMap(([what, token]) => {
    if (what === "exit") return [];
    const { start, end } = token;
    const written = input.slice(start.offset, end.offset);
    if (spanTypes.has(token.type)) return { type: token.type, start, end, text: written };
    const unfinished = type === "html" && token.type === "data" ? written.search(/<[a-z/!?]/i) : -1;
    return unfinished < 0
      ? []
      : { type: "unfinished", start, end, text: input.slice(start.offset + unfinished) };
  });
}
