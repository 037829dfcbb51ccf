/** The key and every form in which it could show up in a text. */

const replacement = "***";

/** The key as it is, and as others would encode it; the Action registers each as a secret. */
export function secretForms(key: string): string[] {
  const bytes = new TextEncoder().encode(key);
  const base64 = btoa(String.fromCharCode(...bytes));
  const base64Url = base64.replaceAll("+", "-").replaceAll("/", "_");
  const unpadded = (text: string) => text.replace(/=+$/, "");
  const everyByte = Array.from(bytes, byte => "%" + byte.toString(16).padStart(2, "0")).join("");
  const forms = [
    key,
    base64,
    unpadded(base64),
    base64Url,
    unpadded(base64Url),
    encodeURIComponent(key),
    everyByte,
    JSON.stringify(key).slice(1, -1),
  ];
  // Longest first, so that a padded form goes whole.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** RegExp.escape, which the oldest supported editor's runtime lacks. */
const literal = (text: string) => text.replace(/[^a-z0-9]/gi, character => `\\u${hex(character)}`);
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");

export type Redact = (text: string) => string;

/** Percent-encodings come in both cases, so case is ignored; a key's other spellings are no loss. */
export function redactor(key: string): Redact {
  const pattern = new RegExp(secretForms(key).map(literal).join("|"), "gi");
  return text => text.replace(pattern, replacement);
}
