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
    // RFC 3986, the same without the tilde, and as forms are sent.
    ...[/[!'()*~]/g, /[!'()*]/g, /[!'()~]/g].map(more => percent.replace(more, encoded)),
    Array.from(new TextEncoder().encode(key), byte => `%${hex(byte)}`).join(""),
    JSON.stringify(key).slice(1, -1),
  ];
  // Longest first, so that a padded form goes whole.
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
 * Takes out the key and its base64 however their characters are written, each of them in its own way if need be.
 * Percent-encodings come in both cases, so case is ignored; a key's other spellings are no loss.
 */
export function redactor(key: string): Redact {
  const padding = `(?:${spelled("=")})*`;
  const forms = [spelled(key), ...base64Of(key).map(text => spelled(unpadded(text)) + padding)];
  const pattern = new RegExp([...new Set(forms)].join("|"), "gi");
  return text => text.replace(pattern, replacement);
}

/**
 * As it is, percent-encoded once or more often, or by its number as JSON has it; with backslashes between, of which
 * there are seven where JSON stands in JSON in JSON. No more than one comes first: it would slow the search down.
 */
function spelled(text: string): string {
  const one = (character: string) => {
    const number = hex(character.charCodeAt(0));
    return `(?:\\u${number.padStart(4, "0")}|(?:%(?:25)*|u00)${number})`;
  };
  return `\\\\?${Array.from(text, one).join("\\\\{0,7}")}`;
}

/**
 * A JSON text without the key in any of its strings and names; a number or a word that shows it becomes a string. All
 * else stays as it is. Most answers hold no key, and some are large: looking is cheap, and parses nothing.
 */
export function redactJson(text: string, redact: Redact): string {
  // A percent sign or the digits behind it may be written by their numbers, too.
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

/** A regular expression for strings would run out of its stack within a long one. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
