/** Quotes text of the catalog in messages. A long text is cut, because a key can be as long as the file. */

import { cut } from "../wording.ts";

const mostCharacters = 80;

/** Keeps backticks in the text, because a person searches the file for the quoted text. */
export function quote(text: string): string {
  return `\`${brief(text)}\``;
}

export function brief(text: string): string {
  return cut(text, mostCharacters);
}
