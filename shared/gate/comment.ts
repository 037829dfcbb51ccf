/**
 * The commands in a comment. A line is one only where GitHub shows all of it as text at the start of a paragraph, so that
 * nobody carries out what they have not seen. In other text it is a mistake, and where nobody sees it, it is nothing.
 */

import { type CommandLine, commandPrefix, parseCommand } from "./commands.ts";
import {
  type Block,
  blocksOf,
  type Container,
  isTooIntricate,
  longestText,
  normalLabel,
  type Point,
  type Span,
} from "./markdown.ts";

export interface Commands {
  readonly lines: readonly CommandLine[];
  /** Why none of them is carried out. */
  readonly refusal?: string;
}

const mostCommands = 20;

export function parseCommands(comment: string): Commands {
  const lines = comment.split(/\r\n|\n|\r/);
  const candidates = new Set(
    lines.flatMap((line, index) => (line.startsWith(commandPrefix) ? index + 1 : [])),
  );
  if (candidates.size === 0) return { lines: [] };
  if (isTooIntricate(comment)) {
    const much = "too many lines, or too many quotes and lists in each other";
    return refused(`This comment has ${much}, for its commands to be found`);
  }
  const found = placesOf(candidates, comment);
  if (found.size > mostCommands) {
    return refused(`A comment may hold ${mostCommands} commands, and this one has ${found.size}`);
  }
  return {
    lines: [...found].map(([number, place]) => ({ line: number, ...parsed(lines[number - 1] ?? "", place) })),
  };
}

function parsed(line: string, place: Place): ReturnType<typeof parseCommand> {
  if (place === "right") return parseCommand(line);
  if (line.length <= longestText) return { mistake: mistakes[place] };
  return { mistake: `The line has ${line.length} characters; a command has ${longestText} at most.` };
}

function refused(why: string): Commands {
  return { lines: [], refusal: `${why}: nothing was done. Write several comments.` };
}

/** Where a candidate stands that a reader sees. */
type Place = "right" | "amid text" | "partly hidden" | "in a long text";

const mistakes: Record<Exclude<Place, "right">, string> = {
  "amid text":
    "A command stands at the start of a comment, after an empty line or after another command, and not in a list, a " +
    "quote, a heading, a table or HTML.",
  "partly hidden":
    "GitHub does not show all of this line, because a part of it is HTML, a link, an image or a footnote. Write the fields " +
    "as JSON, with `\\u003c` for `<` and `\\u005b` for `[`.",
  "in a long text": `The paragraph of a command has ${longestText} characters at most. Put empty lines around the command.`,
};

/** By their lines; those that nobody sees are left out. */
function placesOf(candidates: ReadonlySet<number>, comment: string): Map<number, Place> {
  const candidatesIn = ({ line, text }: Block) =>
    text.split("\n").flatMap((_, index) => (candidates.has(line + index) ? line + index : []));
  const blocks = blocksOf(comment, block => /<|\[\^/.test(block.text) || candidatesIn(block).length > 0);
  const calls = blocks.flatMap(({ spans = [] }) => spans.filter(({ type }) => type === "gfmFootnoteCall"));
  const called = new Set(calls.map(({ text }) => normalLabel(text.slice(2, -1))));
  const html = new OpenHtml();
  const places = new Map<number, Place>();
  for (const block of blocks) {
    const { containers, spans = [] } = block;
    let taken = 0;
    for (const line of candidatesIn(block)) {
      for (let span = spans[taken]; span && span.start.line < line; span = spans[++taken])
        html.take(span, block);
      const isCalled = containers.every(({ label }) => label === undefined || called.has(label));
      const isAfterCommand = isCommand(places.get(line - 1));
      const place = isCalled && !html.hides(block) ? placeIn(block, line, isAfterCommand) : undefined;
      if (place !== undefined) places.set(line, place === "right" && html.isOpen ? "amid text" : place);
    }
    for (const span of spans.slice(taken)) html.take(span, block);
    if (block.spans === undefined) html.takeUnread(block);
  }
  return places;
}

/** As far as the block itself tells. */
function placeIn(block: Block, line: number, isAfterCommand: boolean): Place | undefined {
  const { type, containers, spans } = block;
  if (spans === undefined) return type === "html" ? undefined : "in a long text";
  const around = spans.filter(({ start, end }) => start.line < line && isBehind(end, line));
  if (around.some(hides)) return undefined;
  const begins = line === block.line || isAfterCommand;
  if (type !== "paragraph" || containers.length > 0 || around.length > 0 || !begins) return "amid text";
  const within = spans.filter(({ start }) => start.line === line);
  return within.some(span => hides(span) && span.type !== "codeText") ? "partly hidden" : "right";
}

function isCommand(place: Place | undefined): boolean {
  return place === "right" || place === "partly hidden";
}

/** Whether a span ends behind the beginning of the line. */
function isBehind({ line, column }: Point, start: number): boolean {
  return line > start || (line === start && column > 1);
}

/** The text of a link is shown, and its address and title are spans of their own. */
function hides({ type }: Span): boolean {
  return type !== "link";
}

const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** All agree that it is a comment: a browser also ends one at `--!>`, and GitHub takes none with `--` in a line of text. */
function isComment(text: string, { type }: Block): boolean {
  const end = text.slice(4).search(type === "html" ? /--!?>/ : /--/) + 4;
  return text.startsWith("<!--") && text.slice(end) === "-->";
}

/** The HTML that was opened so far: what stands in it may be folded or not shown at all. */
class OpenHtml {
  /** The place is that in which an element has to be closed, because GitHub may not close it elsewhere. */
  readonly #elements: { readonly name: string; readonly place: Block | Container | undefined }[] = [];
  /** Nobody can tell where the HTML ends. */
  #isLost = false;
  #hidden: Block | "everything" | undefined;

  get isOpen(): boolean {
    return this.#isLost || this.#elements.length > 0;
  }

  hides(block: Block): boolean {
    return this.#hidden === "everything" || this.#hidden === block;
  }

  take({ type, text }: Span, block: Block): void {
    if (type === "unfinished") this.#lose(block, text);
    if (type !== "htmlText" || isComment(text, block)) return;
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z\d-]*)/.exec(text.toLowerCase()) ?? [];
    const place = block.type === "html" ? block.containers.at(-1) : block;
    const last = this.#elements.at(-1);
    if (name === "") this.#isLost = true;
    else if (slash === "") {
      if (!voidElements.has(name)) this.#elements.push({ name, place });
    } else if (last?.name === name && last.place === place) this.#elements.pop();
  }

  takeUnread(block: Block): void {
    const text = block.text.trim();
    if (block.type !== "html") this.#isLost ||= /<[a-z/!?]/i.test(text);
    else if (!isComment(text, block)) this.#lose(block, text);
  }

  /** Quotes and comments end where others do, and a tag at the next tag. */
  #lose(block: Block, text: string): void {
    this.#isLost = true;
    const goesOn = /["']|^<[!?]/.test(text);
    if (this.#hidden !== "everything") this.#hidden = goesOn ? "everything" : block;
  }
}
