/**
 * Makes text from the service harmless. Terminal sequences and invisible characters, such as direction overrides, are
 * removed. Control characters and halves of surrogate pairs become U+FFFD. Emojis and the letters of every language
 * stay, with up to six accents each.
 */

import { terminalSequence } from "../terminal-sequence.ts";
import { beginning, cut } from "../wording.ts";

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Matches most texts quickly: characters of common scripts that need no cleaning. */
const plain =
  /^[\n\t -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u2190-\u2BFF\u3000-\u3029\u3041-\u3096\u309B-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9F]*$/;

/** Compiled when a text first needs the classes, because V8 compiles Unicode classes slowly. */
let classes: ReturnType<typeof unicodeClasses> | undefined;

function unicodeClasses() {
  return {
    /** Joiners stay between letters beyond ASCII and within emojis, because they have a meaning there. */
    invisible:
      /(?![\uFE0E\uFE0F]|(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=(?!\p{ASCII})[\p{L}\p{Extended_Pictographic}]))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    control: /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/gu,
    /** Many accents on one letter cover the neighbouring lines. No language needs more than six. */
    pile: /(\p{M}{6})\p{M}+/gu,
  };
}

/** Cleans a text with `clean`, and redacts it where the key is known. */
export type Tidy = (text: string) => string;

export function clean(text: string): string {
  if (plain.test(text)) return text;
  classes ??= unicodeClasses();
  return text
    .toWellFormed()
    .replace(terminalSequence, "")
    .replace(lineBreak, "\n")
    .replace(classes.invisible, "")
    .replace(classes.control, "\uFFFD")
    .replace(classes.pile, "$1");
}

const unchangingAddress = /^(?!.*\/(?:\.|%2e))https?:\/\/[\w.-]+(?:[/?#][!-[\]-~]*)?$/i;

/** Browsers and `URL` remove tabs, `/./` and more from an address, and so can form a secret that `tidy` didn't see. */
export function tidyAddress(url: string, tidy: Tidy): string {
  const text = tidy(url);
  if (unchangingAddress.test(text) || !URL.canParse(text)) return text;
  const { href } = new URL(text);
  return tidy(href) === href ? text : tidy(href);
}

const replacement = "\uFFFD";

/** The id for a report. An id that `tidy` changes ends with U+FFFD, so that it can't equal the id of another record. */
export function idForReport(id: string, tidy: Tidy): string {
  const written = tidy(id);
  return written === id ? id : written + replacement;
}

/** False for an id that `idForReport` changed. Such an id can't be sent, because the service doesn't know it. */
export function isOriginalId(id: string): boolean {
  return !id.includes(replacement) && clean(id) === id;
}

/** The number of characters that are cleaned beyond the shown ones, because cleaning removes some. */
const spare = 5000;

/**
 * Cleans only the beginning, from which the caller cuts `length` characters, because cleaning a thousand long messages
 * takes longer than rendering them.
 */
export function cleanStart(text: string, length: number): string {
  const most = length + spare;
  if (text.length <= most) return clean(text);
  const trimmed = text.trimStart();
  return trimmed.length <= most ? clean(trimmed) : `${clean(beginning(trimmed, most))}…`;
}

export function shortLine(text: string, length: number): string {
  return cut(cleanStart(text, length).replace(/\s+/g, " ").trim(), length);
}

export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, " ").trim();
}

const namedEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Replaces characters with entities, which HTML, XML and Markdown all understand. */
export function withEntities(text: string, characters = /[&<>"]/g): string {
  return text.replace(characters, character => namedEntities[character] ?? `&#${character.charCodeAt(0)};`);
}

/** For an address, a mark or a form's value. Decoding gives the same text, including its invisible characters. */
export function percentEncode(text: string): string {
  // `encodeURIComponent` throws for half of a surrogate pair, so U+FFFD replaces it.
  return encodeURIComponent(text.toWellFormed());
}

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** At most `bytes` bytes of UTF-8, never half a character. A text that was cut ends with an ellipsis. */
export function cutBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= bytes || byteLength(text) <= bytes) return text;
  const ellipsis = "…";
  const room = new Uint8Array(Math.max(0, bytes - byteLength(ellipsis)));
  const { read } = encoder.encodeInto(text, room);
  return text.slice(0, read) + ellipsis;
}

/** For a job's log. The runner takes `::` at a line's start, and `##[` anywhere, as a command. A space prevents that. */
export function forLog(text: string): string {
  return clean(text)
    .replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, "$1: ")
    .replace(/##(?=\w*\[)/g, "## ");
}
