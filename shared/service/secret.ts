/** The key and every form in which it could show up in a text. */

const replacement = "***";

/** The key as it is, and as others would encode it; the Action registers each as a secret. */
export function secretForms(key: string): string[] {
  const base64 = base64Of(key);
  const percent = encodeURIComponent(key);
  const forms = [
    key,
    ...base64,
    ...base64.map(unpadded),
    percent,
    // Encoders differ in these: RFC 3986 leaves the tilde, HTML forms leave the asterisk, some leave neither.
    ...[/[!'()*~]/g, /[!'()*]/g, /[!'()~]/g].map(more => percent.replace(more, encoded)),
    Array.from(new TextEncoder().encode(key), byte => `%${hex(byte)}`).join(""),
    JSON.stringify(key).slice(1, -1),
  ];
  // Longest first: a shorter form may be a part of it.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function base64Of(key: string): string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(key)));
  return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

const unpadded = (text: string) => text.replace(/=+$/, "");
const hex = (code: number) => code.toString(16).padStart(2, "0");
const encoded = (character: string) => `%${hex(character.charCodeAt(0)).toUpperCase()}`;

export type Redact = (text: string) => string;

/**
 * Takes out the key and its base64, however each of their characters is written. Case is ignored, as the digits of
 * percent-encodings come in both.
 */
export function redactor(key: string): Redact {
  const padding = `(?:${spelled("=")})*`;
  const forms = [spelled(key), ...base64Of(key).map(text => spelled(unpadded(text)) + padding)];
  const pattern = new RegExp([...new Set(forms)].join("|"), "gi");
  return text => text.replace(pattern, replacement);
}

/**
 * A character may be written as it is, percent-encoded once or more often, or by its number as in JSON. Backslashes
 * may come before it: up to seven where JSON is in a string of JSON in a string of JSON. The first character takes only
 * one, as more there would make the search ten times slower.
 */
function spelled(text: string): string {
  const one = (character: string) => {
    const number = hex(character.charCodeAt(0));
    return `(?:\\u${number.padStart(4, "0")}|(?:%(?:25)*|u00)${number})`;
  };
  return `\\\\?${Array.from(text, one).join("\\\\{0,7}")}`;
}

/**
 * A JSON text without the key in its strings and names; a number or a word that holds it becomes a string. The rest
 * stays as it is. Answers can be large and hardly any holds the key, so nothing is parsed to find that out.
 */
export function redactJson(text: string, redact: Redact): string {
  // A percent sign, or a digit behind it, may be written by its number.
  const plain = text.replace(/\\u00([2-7][\da-f])/gi, (_, number) =>
    String.fromCharCode(Number(`0x${number}`)),
  );
  if (redact(plain) === plain) return text;
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
        .replace(/[^\s{}[\]:,]+/g, word => (redact(word) === word ? word : `"${replacement}"`));
    }
  }
  return redacted;
}

function redactString(written: string, redact: Redact): string {
  const meant: string = JSON.parse(written);
  const redacted = redact(meant);
  return redacted === meant ? written : JSON.stringify(redacted);
}

/** Not a regular expression: matching a string of some megabytes, it would run out of stack. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
