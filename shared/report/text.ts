/**
 * Text from the service, made harmless to show. What a reader cannot see (direction overrides, zero-width characters,
 * terminal sequences) is removed; control characters and halves of surrogate pairs become U+FFFD. Letters, accents and
 * emojis of every language stay.
 */

import { terminalSequence } from "../terminal-sequence.ts";
import { beginning, cut } from "../wording.ts";

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Of scripts that most texts are written in, the characters that stand for themselves: there is nothing to clean. */
const plain =
  /^[\n\t -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u2190-\u2BFF\u3000-\u3029\u3041-\u3096\u309B-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9F]*$/;

/** Compiled when a text first needs them: V8 takes long for Unicode classes, and a text in ASCII needs none. */
let classes: ReturnType<typeof unicodeClasses> | undefined;

function unicodeClasses() {
  return {
    /** Joiners are kept between letters beyond ASCII and within emojis, where they mean something. */
    invisible:
      /(?![\uFE0E\uFE0F]|(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=(?!\p{ASCII})[\p{L}\p{Extended_Pictographic}]))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    control: /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/gu,
    /** Many marks on one letter are drawn over the lines around it; no language has more than six. */
    pile: /(\p{M}{6})\p{M}+/gu,
  };
}

/** Makes a text fit to be kept: `clean`, or one that also takes out what is secret. */
export type Tidy = (text: string) => string;

/** Line breaks of every kind become `\n`. */
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

const replaced = "\uFFFD";

/** An id as a report holds it. One that is not tidy ends with U+FFFD, lest it become that of something else. */
export function writtenId(id: string, tidy: Tidy): string {
  const written = tidy(id);
  return written === id ? id : written + replaced;
}

/** Whether an id of a report is the one that the service gave, so that it can be named to decide something. */
export function isWritableId(id: string): boolean {
  return !id.includes(replaced) && clean(id) === id;
}

/** How much longer than what will be shown a text may be before it is cut: cleaning removes characters. */
const mostTakenAway = 5000;

/**
 * The text, or the beginning of a very long one, where no more than `length` units of it will be shown: cleaning all of
 * a thousand long messages would take longer than the rest of rendering.
 */
export function cleanStart(text: string, length: number): string {
  const most = length + mostTakenAway;
  if (text.length <= most) return clean(text);
  const said = text.trimStart();
  return said.length <= most ? clean(said) : `${clean(beginning(said, most))}…`;
}

/** At most `length` units of the text, on one line. */
export function shortLine(text: string, length: number): string {
  return cut(cleanStart(text, length).replace(/\s+/g, " ").trim(), length);
}

/** The text on one line. */
export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, " ").trim();
}

const namedEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** With entities, which HTML, XML and Markdown have in common, in place of the characters. */
export function withEntities(text: string, characters = /[&<>"]/g): string {
  return text.replace(characters, character => namedEntities[character] ?? `&#${character.charCodeAt(0)};`);
}

/** For an address, a hidden mark or a form's value: all of the text comes back, also what a reader cannot see. */
export function percentEncoded(text: string): string {
  // It throws for half of a character.
  return encodeURIComponent(text.toWellFormed());
}

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** At most `bytes` bytes of UTF-8, never half a character; what was cut shows as an ellipsis. */
export function cutBytes(text: string, bytes: number): string {
  // Three bytes are the most that one UTF-16 unit takes.
  if (text.length * 3 <= bytes || byteLength(text) <= bytes) return text;
  const ellipsis = "…";
  const room = new Uint8Array(Math.max(0, bytes - byteLength(ellipsis)));
  const { read } = encoder.encodeInto(text, room);
  return text.slice(0, read) + ellipsis;
}

/**
 * The text for a job's log. The runner takes `::` at the start of a line, and `##[` anywhere in it, for a
 * command; a space in between takes the meaning away and leaves the text to read.
 */
export function forLog(text: string): string {
  return clean(text)
    .replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, "$1: ")
    .replace(/##(?=\w*\[)/g, "## ");
}
