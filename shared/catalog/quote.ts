/** Text of the catalog within a message. It is cut: a key or a text can be as long as the file. */

import { cut } from "../wording.ts";

const mostCharacters = 80;

/** A backtick in the text stays, because a person searches the file for what the message shows. */
export function quote(text: string): string {
  return `\`${brief(text)}\``;
}

export function brief(text: string): string {
  return cut(text, mostCharacters);
}
