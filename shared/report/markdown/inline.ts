/**
 * Text from the service inside Markdown. Escaping keeps Markdown and HTML from taking effect. GitHub also makes
 * mentions, references, links, emojis and formulas, even from escaped text, and only code prevents that. So words that
 * GitHub would change become code, and all others are escaped. Readers see and copy the original text.
 */

import { cut } from "../../wording.ts";
import { clean, cleanStart, oneLine, shortLine, withEntities } from "../text.ts";

/** A name on one line. No letter, digit or colon may follow it directly: `:b` and a colon would make an emoji. */
export function inlineName(text: string): string {
  const line = shortLine(text, 300);
  if (line === "") return "(no name)";
  return changedByGitHub.test(line) ? code(line) : escaped(line);
}

/** A message with its line breaks. Text in backticks and text that GitHub would change become code. */
export function prose(text: string, length = 2000): string {
  return cut(cleanStart(text, length).trim(), length)
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "")
    .map(proseLine)
    .join("<br>");
}

export function code(text: string): string {
  // A pipe after a backslash is written outside the code, because a table takes the backslash as the pipe's escape.
  return oneLineKeepingSpaces(text)
    .split(/(?<=\\)\|/)
    .map(codeSpan)
    .join("&#124;");
}

/** In a table, a pipe ends the cell, even inside code. Pipes outside code are entities already. */
export function escapeForCell(inline: string): string {
  return inline.replaceAll("|", "\\|");
}

export function fence(text: string, language = ""): string {
  const body = withoutMarks(clean(text));
  const ticks = "`".repeat(Math.max(3, longestRun(body) + 1));
  return `${ticks}${language}\n${body.replace(/(?<!\n)\n+$/, "")}\n${ticks}`;
}

/** For code inside `<summary>`, where Markdown has no effect. */
export function htmlCode(text: string): string {
  return `<code>${withEntities(oneLine(text))}</code>`;
}

/** Empty without an address, or if `safeAddress` refuses it. */
export function link(words: string, address: string | undefined): string {
  const href = address === undefined ? undefined : safeAddress(address);
  return href === undefined ? "" : `[${words}](${href})`;
}

export function openLink(address: string | undefined): string {
  return link("open", address);
}

function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  // A user name before the host can imitate another host, as in `https://github.com@example.com`.
  if (!isWeb || url.username !== "" || url.password !== "" || url.href.length > 2000) return undefined;
  return url.href
    .replace(
      /[^\w\-.~:/?#@!$&+,;=%]/g,
      character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .replaceAll("&", "&amp;");
}

/** Matches text that GitHub changes: @mentions, mail addresses, #1, GH-1, commits, web addresses, :emojis:, $formulas$. */
const changedByGitHub =
  /@|\$|#\d|:\/\/|:[\w+-]+:|www\.|\bGH(?:SA)?-|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;

function escaped(text: string): string {
  return (
    withEntities(text, /[\\`|<>&]/g)
      // An underscore between letters has no effect. It isn't escaped, so that the source of `channel_id` is readable.
      .replace(/[*~[\]]|_(?![a-z0-9])|(?<![a-z0-9])_/gi, "\\$&")
      // These characters can start a list or a heading, or underline a heading.
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
    // Neighbouring pieces of code are joined, because Markdown would read the backticks between them as one run.
    if (last?.isCode === isCode) last.text += text;
    else pieces.push({ text, isCode });
  };
  const addWords = (text: string) => {
    for (const word of text.split(/(\s+)/)) {
      if (!changedByGitHub.test(word)) {
        add(word.replace(/\s+/g, " "), false);
        continue;
      }
      // Parentheses, quotes and punctuation around the word stay outside the code.
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
    const isInBackticks = index % 2 === 1;
    if (!isInBackticks) addWords(part);
    else if (index < last && part.trim() !== "") add(part, true);
    // An unpaired backtick and an empty pair are plain characters.
    else addWords(index < last ? `\`${part}\`` : `\`${part}`);
  });
  return pieces.map(({ text, isCode }) => (isCode ? code(text) : escaped(text))).join("");
}

function oneLineKeepingSpaces(text: string): string {
  return clean(text).replace(/[\n\t]/g, " ");
}

function codeSpan(text: string): string {
  if (text === "") return "";
  const body = withoutMarks(text);
  const ticks = "`".repeat(longestRun(body) + 1);
  // Markdown removes one space from both ends of code. For a space or backtick at an end, both get another space.
  const padding = /^[ `]|[ `]$/.test(body) && body.trim() !== "" ? " " : "";
  return `${ticks}${padding}${body}${padding}${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Callboard finds marks by their text, so the service's text must not contain one, even as code. */
function withoutMarks(text: string): string {
  return text.replace(/<!--(?=\s*\/?callboard:)/gi, "<! --");
}
