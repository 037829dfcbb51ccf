/**
 * The words a person reads, in their language. The editor hands its translations in once, so that plain modules can
 * speak without knowing it; without them (in tests) the words are English, as written.
 */

export type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

let translate: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));

export const t: Translate = (message, ...values) => translate(message, ...values);

/** A message that is written down elsewhere: `t` is for those that a translator's tools find where they are used. */
export function translated(message: string): string {
  return translate(message);
}

export function translateWith(translation: Translate): void {
  translate = translation;
}
