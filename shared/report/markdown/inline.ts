/**
 * Text from the service inside Markdown. It must not be taken for Markdown or HTML, and GitHub must not turn parts of
 * it into mentions, references to issues or commits, links, emojis or formulas, for which it searches the text after
 * Markdown is parsed. Escaping prevents the first, only code prevents the second: words that GitHub would change are
 * set as code, all others are escaped. Either way a reader sees, and can copy, what was sent.
 */

import { cut } from "../../wording.ts";
import { clean, cleanStart, oneLine, shortLine, withEntities } from "../text.ts";

/**
 * A name on one line: escaped, or code as a whole where GitHub would change a part of it. What is written next to it
 * must begin with a space, comma or the like: a colon after `:b` would make an emoji of it.
 */
export function name(text: string): string {
  const line = shortLine(text, 300);
  if (line === "") return "(no name)";
  return alive.test(line) ? code(line) : escaped(line);
}

/** A message: what stands in backticks, and what GitHub would change, becomes code. Its lines are kept. */
export function prose(text: string, length = 2000): string {
  return cut(cleanStart(text, length).trim(), length)
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "")
    .map(proseLine)
    .join("<br>");
}

/** Any text as code on one line; empty text gives nothing. */
export function code(text: string): string {
  // In a table, a backslash before a pipe is taken as the pipe's escape; so such a pipe is written outside the code.
  return oneLineKeepingSpaces(text)
    .split(/(?<=\\)\|/)
    .map(codeSpan)
    .join("&#124;");
}

/** For a cell of a table, where a pipe ends the cell even inside code. Outside code there are none: they are entities. */
export function inCell(inline: string): string {
  return inline.replaceAll("|", "\\|");
}

/** Any text as a block of code. */
export function fence(text: string, language = ""): string {
  const body = disarmed(clean(text));
  const ticks = "`".repeat(Math.max(3, longestRun(body) + 1));
  return `${ticks}${language}\n${body.replace(/(?<!\n)\n+$/, "")}\n${ticks}`;
}

/** Code inside `<summary>`, where Markdown does not apply. */
export function htmlCode(text: string): string {
  return `<code>${withEntities(oneLine(text))}</code>`;
}

/** Nothing where the address is not one of the web. */
export function link(words: string, address: string | undefined): string {
  const href = address === undefined ? undefined : safeAddress(address);
  return href === undefined ? "" : `[${words}](${href})`;
}

/** A link to where a person can look at a run or case. */
export function open(address: string | undefined): string {
  return link("open", address);
}

function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  // User info before the host can make an address look like that of another host.
  if (!isWeb || url.username !== "" || url.password !== "" || url.href.length > 2000) return undefined;
  return url.href
    .replace(
      /[^\w\-.~:/?#@!$&+,;=%]/g,
      character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .replaceAll("&", "&amp;");
}

/**
 * What GitHub changes in text that is not code: @mentions and mail addresses, #1 and GH-1, commits, addresses
 * with and without a scheme, :emojis:, $formulas$.
 */
const alive = /@|\$|#\d|:\/\/|:[\w+-]+:|www\.|\bGH(?:SA)?-|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;

function escaped(text: string): string {
  return (
    withEntities(text, /[\\`|<>&]/g)
      // An underscore between letters means nothing to Markdown; unescaped, the source of `channel_id` is readable.
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
    // Two pieces of code side by side are joined, as the backticks between them would be read as one run.
    if (last?.isCode === isCode) last.text += text;
    else pieces.push({ text, isCode });
  };
  const addWords = (text: string) => {
    for (const word of text.split(/(\s+)/)) {
      if (!alive.test(word)) {
        add(word.replace(/\s+/g, " "), false);
        continue;
      }
      // Brackets and punctuation around a word are left out of the code.
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
    // An unpaired backtick, or two with nothing between them, are plain characters.
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
  // Markdown removes one space from each end of code; a text that has one there, or a backtick, needs a second.
  const padding = /^[ `]|[ `]$/.test(body) && body.trim() !== "" ? " " : "";
  return `${ticks}${padding}${body}${padding}${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Our own marks are found by their text, so text from the service must not hold one, not even as code. */
function disarmed(text: string): string {
  return text.replace(/<!--(?=\s*\/?callboard:)/gi, "<! --");
}
