/** Translates messages without importing `vscode`. `Callboard` and `PullRequests` pass VS Code's translations in. */

type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

export const fillPlaceholders: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));

let translate = fillPlaceholders;

export const t: Translate = (message, ...values) => translate(message, ...values);

export function setTranslation(translation: Translate): void {
  translate = translation;
}
