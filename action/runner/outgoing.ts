/** The way out for text: whatever others read goes without secrets. */

import type { Redact } from "../../shared/service/secret.ts";

/**
 * The text without secrets, but for these parts of it. They are what we spell ourselves: a mark was redacted before it
 * was packed, and would be lost where a short key happens to stand in it.
 */
export function redactAround(text: string, [part, ...others]: readonly string[], redact: Redact): string {
  if (part === undefined) return redact(text);
  const around = part === "" ? [text] : text.split(part);
  return around.map(each => redactAround(each, others, redact)).join(part);
}
