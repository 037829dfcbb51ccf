/** Cuts to at most `length` UTF-16 units, never within a surrogate pair. An ellipsis replaces the rest. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${beginning(text, Math.max(0, length - 1))}…`;
}

/** Gives the first `length` UTF-16 units, or one less if the last is the first half of a surrogate pair. */
export function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Backticks in the text become apostrophes, because a backtick would end the code too early. */
export function inBackticks(text: string): string {
  return `\`${withoutBackticks(text)}\``;
}

export function withoutBackticks(text: string): string {
  return text.replaceAll("`", "'");
}

/** Gives "`a`, `b` and `c`". The locale is British, because the American one adds a comma before "and". */
export function listInWords(texts: readonly string[], last: "and" | "or" = "and"): string {
  const type = last === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat("en-GB", { type }).format(texts.map(inBackticks));
}

export function listUpTo(most: number, texts: readonly string[], separator = ", "): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return texts.slice(0, most).join(separator) + more;
}
