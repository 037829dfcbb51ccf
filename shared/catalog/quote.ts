/** Text of the catalog within a message. It is cut: a key or a text can be as long as the file. */

const mostCharacters = 80;

export function quote(text: string): string {
  return `\`${cut(text)}\``;
}

export function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  // Half of a character that is written in two is dropped.
  return `${text.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
