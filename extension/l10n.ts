/**
 * The words a person reads, in their language. The editor hands its translations in once, so that plain modules can
 * speak without knowing it; without them (in tests) the words are English, as written.
 */

export type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

let translate: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));

export const t: Translate = (message, ...values) => translate(message, ...values);

export function translateWith(translation: Translate): void {
  translate = translation;
}
