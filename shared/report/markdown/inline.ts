/**
 * Text from the service inside Markdown. Two things must not happen: that it is taken for Markdown or HTML, and
 * that GitHub, which looks at the finished text, turns a part of it into a mention, a reference to an issue or
 * commit, a link, an emoji or a formula. Escaping prevents the first and only code prevents the second; so words
 * that GitHub would touch are set as code, and all others are escaped. Either way a reader sees, and can copy,
 * what was sent.
 */

import { clean, cleanStart, cut, oneLine, shortLine } from "../text.ts";

/**
 * A name: as it is when nothing in it needs care, else code as a whole, so that it is copied as a whole. Nothing
 * of ours may touch it but spaces, commas and the like: a colon after `a:b` would make an emoji of it.
 */
export function name(text: string): string {
  const line = shortLine(text, 300);
  if (line === "") return "(no name)";
  return alive.test(line) ? code(line) : escaped(line);
}

/** A message: prose with what stands in backticks, and what GitHub would touch, as code. Lines stay lines. */
export function prose(text: string, length = 2000): string {
  return cut(cleanStart(text, length).trim(), length)
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "")
    .map(proseLine)
    .join("<br>");
}

/** Anything at all, as it is, on one line; empty text gives nothing. */
export function code(text: string): string {
  // A table would take the backslash before a pipe for its own; outside the code a pipe can be an entity.
  return oneLineKeepingSpaces(text)
    .split(/(?<=\\)\|/)
    .map(codeSpan)
    .join("&#124;");
}

/** For a cell of a table, where a pipe ends the cell even inside code; elsewhere `inline` has none. */
export function inCell(inline: string): string {
  return inline.replaceAll("|", "\\|");
}

/** A block of literal text. */
export function fence(text: string, language = ""): string {
  const body = disarmed(clean(text));
  const ticks = "`".repeat(Math.max(3, longestRun(body) + 1));
  return `${ticks}${language}\n${body.replace(/(?<!\n)\n+$/, "")}\n${ticks}`;
}

/** Code inside HTML that we write, where Markdown does not apply. */
export function htmlCode(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return `<code>${oneLine(text).replace(/[&<>"]/g, character => entities[character] ?? character)}</code>`;
}

/** A link with our own words, when the address is one a person should follow; otherwise nothing. */
export function link(words: string, address: string | undefined): string {
  const href = address === undefined ? undefined : safeAddress(address);
  return href === undefined ? "" : `[${words}](${href})`;
}

/** A link to where a person can look at something; nothing where there is none. */
export function open(address: string | undefined): string {
  return link("open", address);
}

function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  // User info before the host is there to make an address look like another.
  if (!isWeb || url.username !== "" || url.password !== "" || url.href.length > 2000) return undefined;
  return url.href
    .replace(
      /[^\w\-.~:/?#@!$&+,;=%]/g,
      character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .replaceAll("&", "&amp;");
}

/**
 * What GitHub makes something of in finished text: @mentions and mail addresses, #1 and GH-1, commits, addresses
 * with and without a scheme, :emojis:, $formulas$.
 */
const alive = /@|\$|#\d|:\/\/|:[\w+-]+:|www\.|\bGH(?:SA)?-|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;

const escapes: Record<string, string> = {
  "\\": "&#92;",
  "`": "&#96;",
  "|": "&#124;",
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
};

function escaped(text: string): string {
  return (
    text
      .replace(/[\\`|<>&]/g, character => escapes[character] ?? character)
      // An underscore between letters is one, so that `channel_id` stays readable in the source too.
      .replace(/[*~[\]]|_(?![a-z0-9])|(?<![a-z0-9])_/gi, "\\$&")
      // What would start a heading or a list, or underline a heading.
      .replace(/^([-+=#])/, "\\$1")
      .replace(/^(\d{1,9})([.)])/, "$1\\$2")
  );
}

interface Piece {
  text: string;
  readonly isCode: boolean;
}

function proseLine(line: string): string {
  const pieces: Piece[] = [];
  const add = (text: string, isCode: boolean) => {
    if (text === "") return;
    const last = pieces.at(-1);
    // Neighbours are joined: two runs of backticks side by side would be one.
    if (last?.isCode === isCode) last.text += text;
    else pieces.push({ text, isCode });
  };
  const addWords = (text: string) => {
    for (const word of text.split(/(\s+)/)) {
      if (!alive.test(word)) {
        add(word.replace(/\s+/g, " "), false);
        continue;
      }
      // Brackets and full stops around a word belong to the sentence.
      const start = word.search(/[^("'“]/);
      const end = word.search(/(?<![)"'”.,;!?])[)"'”.,;!?]*$/);
      add(word.slice(0, start), false);
      add(word.slice(start, end), true);
      add(word.slice(end), false);
    }
  };
  const parts = line.split("`");
  const last = parts.length - 1;
  parts.forEach((part, index) => {
    const isBetween = index % 2 === 1;
    if (!isBetween) addWords(part);
    else if (index < last && part.trim() !== "") add(part, true);
    // Without a partner, or with nothing between the two, a backtick is just a character.
    else addWords(index < last ? `\`${part}\`` : `\`${part}`);
  });
  return pieces.map(({ text, isCode }) => (isCode ? code(text) : escaped(text))).join("");
}

function oneLineKeepingSpaces(text: string): string {
  return clean(text).replace(/[\n\t]/g, " ");
}

function codeSpan(text: string): string {
  if (text === "") return "";
  const body = disarmed(text);
  const ticks = "`".repeat(longestRun(body) + 1);
  // One space at each end is taken for padding, so what begins or ends with one, or with a backtick, needs it.
  const padding = /^[ `]|[ `]$/.test(body) && body.trim() !== "" ? " " : "";
  return `${ticks}${padding}${body}${padding}${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Comments of this form carry a report from one run to the next; nobody else may write one, not even as code. */
function disarmed(text: string): string {
  return text.replace(/<!--(?=\s*callboard:)/gi, "<! --");
}
