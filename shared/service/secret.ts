/** Redacts the key, also in other encodings. SECURITY.md lists the promised encodings. */

import { unicodeEscape } from "../json.ts";
import { esc, terminalSequence } from "../terminal-sequence.ts";

/** In bytes. In hex or inside other base64, a shorter key would match ordinary text by chance. */
const shortestInside = 8;

/** The key and its common encodings. The Action registers each with the runner as a secret. */
export function secretForms(key: string): string[] {
  const percent = encodeURIComponent(key);
  const forms = [
    ...inJson(key).flatMap(form => [form, ...inJson(form)]),
    percent,
    // Encoders differ: RFC 3986 keeps the tilde, HTML forms keep the asterisk, some keep neither.
    ...[/[!'()*~]/g, /[!'()*]/g, /[!'()~]/g].map(more => percent.replace(more, encoded)),
    bytesOf(key)
      .map(byte => `%${hex(byte)}`)
      .join(""),
    ...[base64Of(key), ...insideBase64(key)].flatMap(form => [form, unpadded(form)]).flatMap(alphabets),
    ...hexOf(key).flatMap(form => [form, form.toUpperCase()]),
  ];
  // Longest first, because a shorter form may be a part of a longer one.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** JSON encoders differ in the characters that they escape. */
function inJson(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  return [
    plain,
    plain.replaceAll("/", "\\/"),
    plain.replace(/[<>&]/g, unicodeEscape),
    plain.replace(/[<>&'"+`]/g, character => unicodeEscape(character).toUpperCase().replace("U", "u")),
  ];
}

function base64Of(key: string): string {
  return btoa(String.fromCharCode(...bytesOf(key)));
}

/**
 * The base64 characters that encode only the key in a longer text, such as `user:key`. Base64 encodes three bytes as four
 * characters, so there are three variants, by the number of bytes before the key.
 */
function insideBase64(key: string): string[] {
  const bytes = bytesOf(key);
  if (bytes.length < shortestInside) return [];
  return [0, 1, 2].map(before => {
    const base64 = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    return base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function hexOf(key: string): string[] {
  const bytes = bytesOf(key);
  return bytes.length < shortestInside ? [] : [bytes.map(hex).join("")];
}

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];
const unpadded = (text: string) => text.replace(/={1,2}$/, "");
const alphabets = (text: string) => [text, text.replaceAll("+", "-").replaceAll("/", "_")];
const hex = (code: number) => code.toString(16).padStart(2, "0");
const encoded = (character: string) => `%${hex(character.charCodeAt(0)).toUpperCase()}`;

export type Redact = (text: string) => string;

/** Redacts the key, its base64 and its hex. Case is ignored, because percent-encodings use both cases. */
export function redactor(key: string): Redact {
  const whole = patternFor(unpadded(base64Of(key)), inBase64);
  // The character after the form can encode both the end of the key and the beginning of the following text.
  const inside = insideBase64(key).map(form => `${patternFor(form, inBase64)}[\\w+/-]?`);
  const forms = [
    // At most one backslash, because matching more would make the search ten times slower.
    `\\\\?${patternFor(key, inAnyEncoding)}`,
    ...(inside.length > 0 ? inside : [whole]).map(form => form + padding),
    ...hexOf(key).map(form => patternFor(form, unencoded)),
  ];
  const pattern = new RegExp(forms.join("|"), "gi");
  // Never longer than the key, because the text may already have its maximum length.
  const replacement = "***".slice(0, key.length);
  return text => {
    const redacted = text.replace(pattern, replacement);
    if (!redacted.includes(esc)) return redacted;
    // Terminal sequences are removed only in a second pass, because their letters can belong to the key.
    const shown = redacted.replace(terminalSequence, "");
    const redactedAsShown = shown.replace(pattern, replacement);
    return redactedAsShown === shown ? redacted : redactedAsShown;
  };
}

/**
 * Characters that may separate two characters of the key: characters other than printable ASCII, because cleaning
 * removes many of them; backslashes, because nested JSON has many; and backticks, because Markdown hides them. A
 * match can't begin with `between`, so that a long run of such characters is searched only once.
 */
const between = "[^ -[\\]-_a-~]*";

function patternFor(text: string, one: (character: string) => string): string {
  if (/^[\\`]*$/.test(text)) return Array.from(text, inAnyEncoding).join("");
  let pattern = "";
  let before = "";
  for (const character of text) {
    // `between` matches the character itself, but not its encoding.
    const isBetween = character === "\\" || character === "`";
    pattern += isBetween ? `(?:${before}${byCode(character)})?` : before + one(character);
    if (!isBetween) before = between;
  }
  return pattern;
}

const unencoded = (character: string) => character;

/** The character itself, percent-encoded once or several times, or as `\u…` in JSON. */
function inAnyEncoding(character: string): string {
  return `(?:\\x${hex(character.charCodeAt(0))}|${byCode(character)})`;
}

function byCode(character: string): string {
  return `(?:(?:%|u0025)(?:25)*|u00)${hex(character.charCodeAt(0))}`;
}

/** A base64 character in either alphabet; `+` and `/` also percent-encoded or as `\u…`. */
function inBase64(character: string): string {
  if (character === "+") return `(?:-|${inAnyEncoding(character)})`;
  return character === "/" ? `(?:_|${inAnyEncoding(character)})` : character;
}

const padding = `(?:${between}${inAnyEncoding("=")})*`;

/**
 * Redacts a JSON text. A number or a word that contains the key becomes a string. The text is searched before anything
 * is parsed, because responses can be large and hardly any contains the key.
 */
export function redactJson(text: string, redact: Redact): string {
  if (!mayHoldKey(text, redact)) return text;
  let redacted = "";
  for (let start = 0, end: number; start < text.length; start = end) {
    if (text[start] === '"') {
      end = endOfString(text, start);
      redacted += redactString(text.slice(start, end), redact);
    } else {
      end = text.indexOf('"', start);
      if (end === -1) end = text.length;
      redacted += text
        .slice(start, end)
        .replace(/[^\s{}[\]:,]+/g, word => (redact(word) === word ? word : '"***"'));
    }
  }
  return redacted;
}

function mayHoldKey(text: string, redact: Redact): boolean {
  if (!text.includes("\\u")) return redact(text) !== text;
  const plain = text
    // A percent sign and its digits can be written as `\u…`.
    .replace(/\\u00([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number(`0x${code}`)))
    // Terminal sequences and all other `\u…` may separate the key's characters.
    .replace(/\\u(?:001b\[[0-?]*[ -/]*[@-~]|(?!001b|00[2-7])[\da-f]{4})/gi, "");
  return /\\u001b/i.test(plain) || redact(plain) !== plain;
}

function redactString(written: string, redact: Redact): string {
  try {
    const value: string = JSON.parse(written);
    const redacted = redact(value);
    return redacted === value ? written : JSON.stringify(redacted);
  } catch {
    // The caller's parser will report the invalid JSON.
    return redact(written);
  }
}

/** A regular expression would run out of stack for a string of some megabytes. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
