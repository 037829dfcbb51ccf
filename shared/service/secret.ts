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

/** As it is, with a backslash, percent-encoded once or more often, or by its number as JSON has it. */
function spelled(text: string): string {
  const one = (character: string) => {
    const number = hex(character.charCodeAt(0));
    return `\\\\?(?:\\u${number.padStart(4, "0")}|(?:%(?:25)*|u00)${number})`;
  };
  return Array.from(text, one).join("");
}
