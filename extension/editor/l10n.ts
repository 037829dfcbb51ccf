/**
 * What a person reads, in their language. The entry hands VS Code's translations in once, so that modules without
 * `vscode` can translate as well; without them (in tests) messages are English, as written.
 */

type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

/** In English. */
export const asWritten: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));

let translate = asWritten;

/** Takes a literal: `write-words.ts` finds the messages by it. */
export const t: Translate = (message, ...values) => translate(message, ...values);

/** For a message that is written in a table of `shared/`, where `write-words.ts` looks for it as well. */
export function translated(message: string): string {
  return translate(message);
}

export function translateWith(translation: Translate): void {
  translate = translation;
}
