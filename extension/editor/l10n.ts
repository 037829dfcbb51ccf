/** Translates messages without importing `vscode`. The entry point passes VS Code's translations in. */

type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

export const fillPlaceholders: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));

let translate = fillPlaceholders;

/** The message must be a literal, because `write-words.ts` searches the source for it. */
export const t: Translate = (message, ...values) => translate(message, ...values);

/** Translates a title from the operations table, which `write-words.ts` reads as well. */
export function translateTitle(message: string): string {
  return translate(message);
}

export function setTranslation(translation: Translate): void {
  translate = translation;
}
