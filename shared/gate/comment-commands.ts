/**
 * Finds the commands in a comment. A command counts only if GitHub shows its whole line as text, at the start of a
 * paragraph or after another command, so that a comment can't hide a command from readers. A command that is shown only
 * in part or at another place is a mistake. A command in code or in hidden text is ignored.
 */

import { type CommandLine, commandPrefix, parseCommand } from "./command.ts";
import {
  blocksOf,
  isTooComplex,
  longestBlock,
  type MarkdownBlock,
  type MarkdownContainer,
  type MarkdownPoint,
  type MarkdownSpan,
  normalizeLabel,
} from "./markdown.ts";

export interface CommentCommands {
  readonly lines: readonly CommandLine[];
  readonly refusal?: string;
}

const mostCommands = 20;

export function parseCommands(comment: string): CommentCommands {
  const lines = comment.split(/\r\n|\n|\r/);
  const candidates = new Set(
    lines.flatMap((line, index) => (line.startsWith(commandPrefix) ? index + 1 : [])),
  );
  if (candidates.size === 0) return { lines: [] };
  if (isTooComplex(comment)) {
    return refused(
      "This comment has too many lines, or too many nested quotes and lists, to find its commands",
    );
  }
  const found = positionsOf(candidates, comment);
  if (found.size > mostCommands) {
    return refused(`A comment may contain ${mostCommands} commands, and this one has ${found.size}`);
  }
  return {
    lines: [...found].map(([number, position]) => ({
      line: number,
      ...parseCandidate(lines[number - 1] ?? "", position),
    })),
  };
}

function parseCandidate(line: string, position: Position): ReturnType<typeof parseCommand> {
  if (position === "alone") return parseCommand(line);
  if (line.length <= longestBlock) return { mistake: mistakes[position] };
  return { mistake: `The line has ${line.length} characters; a command has ${longestBlock} at most.` };
}

function refused(why: string): CommentCommands {
  return { lines: [], refusal: `${why}: nothing was done. Write several comments.` };
}

type Position = "alone" | "amid text" | "partly hidden" | "in a long text";

const mistakes: Record<Exclude<Position, "alone">, string> = {
  "amid text":
    "A command has to be at the start of a comment, after an empty line or after another command, and not in a list, a " +
    "quote, a heading, a table or HTML.",
  "partly hidden":
    "GitHub does not show all of this line, because a part of it is HTML, a link, an image or a footnote. Write the fields " +
    "as JSON, with `\\u003c` for `<` and `\\u005b` for `[`.",
  "in a long text": `The paragraph of a command has ${longestBlock} characters at most. Put empty lines around the command.`,
};

/** Maps candidates' line numbers to their positions. Candidates in code or in hidden text are left out. */
function positionsOf(candidates: ReadonlySet<number>, comment: string): Map<number, Position> {
  const candidatesIn = ({ line, text }: MarkdownBlock) =>
    text.split("\n").flatMap((_, index) => (candidates.has(line + index) ? line + index : []));
  const blocks = blocksOf(comment, block => /<|\[\^/.test(block.text) || candidatesIn(block).length > 0);
  const calls = blocks.flatMap(({ spans = [] }) => spans.filter(({ type }) => type === "gfmFootnoteCall"));
  const called = new Set(calls.map(({ text }) => normalizeLabel(text.slice(2, -1))));
  const html = new OpenHtml();
  const positions = new Map<number, Position>();
  for (const block of blocks) {
    const { containers, spans = [] } = block;
    let taken = 0;
    for (const line of candidatesIn(block)) {
      for (let span = spans[taken]; span && span.start.line < line; span = spans[++taken])
        html.take(span, block);
      const isCalled = containers.every(({ label }) => label === undefined || called.has(label));
      const isAfterCommand = isCommand(positions.get(line - 1));
      const position = isCalled && !html.hides(block) ? positionIn(block, line, isAfterCommand) : undefined;
      if (position !== undefined)
        positions.set(line, position === "alone" && html.isOpen ? "amid text" : position);
    }
    for (const span of spans.slice(taken)) html.take(span, block);
    if (block.spans === undefined) html.takeUnread(block);
  }
  return positions;
}

/**
 * Undefined for a candidate in code, in hidden text or in an HTML block that is too long to parse. `OpenHtml` tracks
 * the HTML elements that are open at the line.
 */
function positionIn(block: MarkdownBlock, line: number, isAfterCommand: boolean): Position | undefined {
  const { type, containers, spans } = block;
  if (spans === undefined) return type === "html" ? undefined : "in a long text";
  const around = spans.filter(({ start, end }) => start.line < line && isAfterStartOf(end, line));
  if (around.some(hides)) return undefined;
  const begins = line === block.line || isAfterCommand;
  if (type !== "paragraph" || containers.length > 0 || around.length > 0 || !begins) return "amid text";
  const within = spans.filter(({ start }) => start.line === line);
  return within.some(span => hides(span) && span.type !== "codeText") ? "partly hidden" : "alone";
}

function isCommand(position: Position | undefined): boolean {
  return position === "alone" || position === "partly hidden";
}

function isAfterStartOf({ line, column }: MarkdownPoint, start: number): boolean {
  return line > start || (line === start && column > 1);
}

/** True for every span but a link, because GitHub shows a link's text. Its address and title are separate spans. */
function hides({ type }: MarkdownSpan): boolean {
  return type !== "link";
}

const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/**
 * True for an HTML comment only if browsers and GitHub find the same end. In an HTML block, browsers also end a comment
 * at `--!>`. In other blocks, GitHub accepts no comment that contains another `--`.
 */
function isComment(text: string, { type }: MarkdownBlock): boolean {
  const end = text.slice(4).search(type === "html" ? /--!?>/ : /--/) + 4;
  return text.startsWith("<!--") && text.slice(end) === "-->";
}

/** Tracks the open HTML elements, because text inside them can be folded or hidden. */
class OpenHtml {
  /** An end tag counts only in the parent of its start tag, because GitHub may ignore the end tag elsewhere. */
  readonly #elements: {
    readonly name: string;
    readonly parent: MarkdownBlock | MarkdownContainer | undefined;
  }[] = [];
  #isLost = false;
  #hidden: MarkdownBlock | "everything" | undefined;

  get isOpen(): boolean {
    return this.#isLost || this.#elements.length > 0;
  }

  hides(block: MarkdownBlock): boolean {
    return this.#hidden === "everything" || this.#hidden === block;
  }

  take({ type, text }: MarkdownSpan, block: MarkdownBlock): void {
    if (type === "torn") this.#lose(block, text);
    if (type !== "htmlText" || isComment(text, block)) return;
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z\d-]*)/.exec(text.toLowerCase()) ?? [];
    const parent = block.type === "html" ? block.containers.at(-1) : block;
    const last = this.#elements.at(-1);
    if (name === "") this.#isLost = true;
    else if (slash === "") {
      if (!voidElements.has(name)) this.#elements.push({ name, parent });
    } else if (last?.name === name && last.parent === parent) this.#elements.pop();
  }

  takeUnread(block: MarkdownBlock): void {
    const text = block.text.trim();
    if (block.type !== "html") this.#isLost ||= /<[a-z/!?]/i.test(text);
    else if (!isComment(text, block)) this.#lose(block, text);
  }

  /**
   * An unclosed quotation mark or HTML comment can hide all that follows. Any other unclosed tag hides at most its own
   * block, because the next tag ends it.
   */
  #lose(block: MarkdownBlock, text: string): void {
    this.#isLost = true;
    const goesOn = /["']|^<[!?]/.test(text);
    if (this.#hidden !== "everything") this.#hidden = goesOn ? "everything" : block;
  }
}
