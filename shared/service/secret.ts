/** The key and every form in which it could show up in a text; SECURITY.md says which are promised. */

import { unicodeEscape } from "../json.ts";
import { esc, terminalSequence } from "../terminal-sequence.ts";

/** Of a shorter key, hex and the inside of base64 are so few characters that they stand in many a text by chance. */
const shortestInside = 8;

/** The key as it is, and as others would encode it; the Action registers each as a secret. */
export function secretForms(key: string): string[] {
  const percent = encodeURIComponent(key);
  const forms = [
    ...inJson(key).flatMap(form => [form, ...inJson(form)]),
    percent,
    // Encoders differ in these: RFC 3986 leaves the tilde, HTML forms leave the asterisk, some leave neither.
    ...[/[!'()*~]/g, /[!'()*]/g, /[!'()~]/g].map(more => percent.replace(more, encoded)),
    bytesOf(key)
      .map(byte => `%${hex(byte)}`)
      .join(""),
    ...[base64Of(key), ...insideBase64(key)].flatMap(form => [form, unpadded(form)]).flatMap(alphabets),
    ...hexOf(key).flatMap(form => [form, form.toUpperCase()]),
  ];
  // Longest first: a shorter form may be a part of it.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Within a string of JSON; encoders differ in what they escape. */
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
 * The characters that hold nothing but the key, where something may stand around it, as in `user:key`. Three bytes make
 * four characters, so they are others for each number of bytes before it.
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

/**
 * Takes out the key, its base64 and its hex, however their characters are written and whatever that is not seen stands
 * between them. Case is ignored, as the digits of percent-encodings come in both.
 */
export function redactor(key: string): Redact {
  const whole = spelled(unpadded(base64Of(key)), inBase64);
  // Behind it, the character that holds the end of the key and the beginning of what follows.
  const inside = insideBase64(key).map(form => `${spelled(form, inBase64)}[\\w+/-]?`);
  const forms = [
    // More than one backslash here would make the search ten times slower.
    `\\\\?${spelled(key, anyhow)}`,
    ...(inside.length > 0 ? inside : [whole]).map(form => form + padding),
    ...hexOf(key).map(form => spelled(form, asItIs)),
  ];
  const pattern = new RegExp(forms.join("|"), "gi");
  // Never longer than what it stands for, because a text may be as long as it can be.
  const replacement = "***".slice(0, key.length);
  return text => {
    const redacted = text.replace(pattern, replacement);
    if (!redacted.includes(esc)) return redacted;
    // Looked past only where there are any: their letters could be the key's.
    const shown = redacted.replace(terminalSequence, "");
    const redactedAsShown = shown.replace(pattern, replacement);
    return redactedAsShown === shown ? redacted : redactedAsShown;
  };
}

/**
 * What may stand between two characters: all but printable ASCII, which is more than cleaning takes away; backslashes,
 * of which JSON in JSON has many; and backticks, which are gone when Markdown is shown. No form begins with any of it,
 * so that a long run of it is not searched again and again.
 */
const between = "[^ -[\\]-_a-~]*";

function spelled(text: string, one: (character: string) => string): string {
  if (/^[\\`]*$/.test(text)) return Array.from(text, anyhow).join("");
  let pattern = "";
  for (const character of text) {
    const before = pattern === "" ? "" : between;
    // Already looked past, but for its code.
    const isBetween = character === "\\" || character === "`";
    pattern += isBetween ? `(?:${before}${byCode(character)})?` : before + one(character);
  }
  return pattern;
}

const asItIs = (character: string) => character;

/** As it is, percent-encoded once or more often, or by its number as in JSON. */
function anyhow(character: string): string {
  return `(?:\\x${hex(character.charCodeAt(0))}|${byCode(character)})`;
}

function byCode(character: string): string {
  return `(?:(?:%|u0025)(?:25)*|u00)${hex(character.charCodeAt(0))}`;
}

/** In both alphabets, and in what is sent as a form or within JSON. */
function inBase64(character: string): string {
  if (character === "+") return `(?:-|${anyhow(character)})`;
  return character === "/" ? `(?:_|${anyhow(character)})` : character;
}

const padding = `(?:${between}${anyhow("=")})*`;

/**
 * A JSON text without the key in its strings and names; a number or a word that holds it becomes a string. The rest
 * stays as it is. Answers can be large and hardly any holds the key, so nothing is parsed to find that out.
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
    // A percent sign, or a digit behind it, may be written by its number.
    .replace(/\\u00([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number(`0x${code}`)))
    // All other numbers are of what may stand between the key's characters.
    .replace(/\\u(?:001b\[[0-?]*[ -/]*[@-~]|(?!001b|00[2-7])[\da-f]{4})/gi, "");
  return /\\u001b/i.test(plain) || redact(plain) !== plain;
}

function redactString(written: string, redact: Redact): string {
  try {
    const meant: string = JSON.parse(written);
    const redacted = redact(meant);
    return redacted === meant ? written : JSON.stringify(redacted);
  } catch {
    // It is no JSON, which whoever reads it will find out.
    return redact(written);
  }
}

/** Not a regular expression: matching a string of some megabytes, it would run out of stack. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
